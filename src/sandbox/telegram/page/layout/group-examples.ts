/** Examples for the demo's group outside its team, seen as each of its people. */
import type { User } from 'grammy/types';
import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { hashOf } from '../session/route.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';

const EXAMPLES = ['group_status', 'group_restart', 'group_token', 'group_rights'] as const;
/** In the order of the demo's people, before those of the team. */
const ROLES = ['creator', 'member', 'newcomer'] as const;

/** @param leave closes the overlays of the chat */
export function groupExamples(app: App, leave: () => void): HTMLElement[] {
  const people = app.people.flatMap((person, at) => {
    const role = ROLES[at];
    return role === undefined || person.id === app.me?.id ? [] : [look(app, person, role, leave)];
  });
  return [...EXAMPLES.map((name) => example(app, name, leave)), ...people];
}

function groupIn(app: App): ChatView | undefined {
  return [...app.chats.values()].find((view) => !isPrivate(view.chat));
}

function example(app: App, name: (typeof EXAMPLES)[number], leave: () => void): HTMLElement {
  const text = t(`try_${name}`, { token: app.hints?.wrong_token ?? '' });
  const run = () => {
    const view = groupIn(app);
    leave();
    if (!view) return;
    app.go(view.chat.id);
    if (view.topic === undefined && view.topics[0]) app.showTopic(view.topics[0].id);
    void app.send(text, view.chat.id);
  };
  return row(el('bdi', {}, text), t(`try_${name}_words`), run);
}

function look(app: App, person: User, role: (typeof ROLES)[number], leave: () => void): HTMLElement {
  const run = () => {
    const view = groupIn(app);
    leave();
    if (view) location.hash = hashOf(person.id, view.chat.id);
  };
  return row(t('be', { who: person.first_name }), t(`be_${role}`), run);
}

export function row(said: Node | string, expected: string, click: () => void): HTMLElement {
  return el(
    'button',
    { type: 'button', class: 'panel-example', click },
    el('span', { class: 'panel-said' }, said),
    el('span', { class: 'panel-expect' }, expected),
  );
}
