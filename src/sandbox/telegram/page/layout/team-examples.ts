/** Examples for the demo's team, and the next step of its people until an approval was given. */
import type { DemoTeam } from '../../page-server/page-api.ts';
import type { App } from '../session/app.ts';
import { type ChatView, isPrivate } from '../session/chats.ts';
import { hashOf } from '../session/route.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';
import { row } from './group-examples.ts';
import type { NextStep } from './guide-steps.ts';

type Role = keyof DemoTeam['people'];
/** The two people of an approval come first. */
const ROLES: readonly Role[] = ['operator', 'admin', 'owner', 'viewer'];

/** @param leave closes the overlays of the chat */
export function teamExamples(app: App, team: DemoTeam, leave: () => void): HTMLElement[] {
  const run = (action: () => void) => () => {
    leave();
    action();
  };
  const looks = ROLES.filter((role) => team.people[role] !== app.me?.id).map((role) =>
    row(
      t('be', { who: nameOf(app, team, role) }),
      t(`be_${role}`, { who: nameOf(app, team, 'operator') }),
      run(() => look(team, role)),
    ),
  );
  const words = t('try_team_off_words', { who: nameOf(app, team, 'operator') });
  return [
    row(
      el('bdi', {}, request(team)),
      words,
      run(() => ask(app, team)),
    ),
    ...looks,
  ];
}

/** Leads a person outside the team to the operator, who makes a request, and then to the admin, who approves the request. */
export function nextOfTeam(app: App, team: DemoTeam, view: ChatView): NextStep | undefined {
  const role = ROLES.find((each) => team.people[each] === app.me?.id);
  const asOperator = { text: t('be', { who: nameOf(app, team, 'operator') }), click: () => look(team, 'operator') };
  if (isPrivate(view.chat)) return role ? undefined : { words: t('next_team'), chip: asOperator };
  if (view.chat.id !== team.chat || (view.topic !== undefined && view.topic !== team.topic)) return undefined;
  if (role === 'operator') {
    // Only the operator sees this message: commands in a group can be ephemeral.
    const isAsked = view.messages.some(({ from, text }) => from?.id === app.me?.id && isRequest(text, team));
    if (!isAsked) return { words: t('next_team_ask'), chip: { text: request(team), click: () => ask(app, team) } };
    const who = nameOf(app, team, 'admin');
    return { words: t('next_team_confirm'), chip: { text: t('be', { who }), click: () => look(team, 'admin') } };
  }
  if (role === 'admin')
    return { words: t('next_team_approve', { who: nameOf(app, team, 'operator') }), chip: asOperator };
  return view.topic === team.topic ? { words: t('next_team'), chip: asOperator } : undefined;
}

function request({ server }: DemoTeam): string {
  return `/off ${server}`;
}

/** People also type the command with the bot's name, or with further words. */
function isRequest(text: string | undefined, { server }: DemoTeam): boolean {
  const [command = '', ...words] = text?.trim().split(/\s+/) ?? [];
  return /^\/off(@\w+)?$/i.test(command) && (words.length === 0 || words.includes(server));
}

function ask(app: App, team: DemoTeam): void {
  app.go(team.chat);
  if (app.open?.topic !== team.topic) app.showTopic(team.topic);
  void app.send(request(team), team.chat);
}

function look({ chat, topic, people }: DemoTeam, role: Role): void {
  location.hash = hashOf(people[role], chat, topic);
}

function nameOf({ people }: App, team: DemoTeam, role: Role): string {
  return people.find(({ id }) => id === team.people[role])?.first_name ?? '';
}
