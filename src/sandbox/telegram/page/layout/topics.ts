/** The tabs of topics over the messages of a forum, or of the private chat in threaded mode. */
import type { PageTopic } from '../../page-server/page-api.ts';
import type { App } from '../session/app.ts';
import { type ChatView, GENERAL, isPrivate } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el, icon, iconButton } from '../ui/dom.ts';
import type { MenuRow } from '../ui/menu.ts';
import { confirmAction, openDialog } from '../ui/overlay.ts';

export function createTopics(app: App): { element: HTMLElement; render(): void } {
  const element = el('nav', { class: 'topics' });
  /** The tab that was last scrolled into sight. */
  let seen = '';

  function render(): void {
    const view = app.open;
    element.hidden = view === undefined || !app.hasTopics(view);
    if (!view || element.hidden) {
      seen = '';
      return;
    }
    const focused = document.activeElement?.getAttribute('data-topic');
    element.setAttribute('aria-label', t('topics'));
    element.replaceChildren(
      tab(undefined, t('topic_all')),
      ...(isPrivate(view.chat) ? [] : [tab(GENERAL, t('topic_general'))]),
      ...view.topics.map((topic) => tab(topic.id, topic.name, topic.closed)),
      // In a group only some people may open a topic.
      ...(isPrivate(view.chat) ? [iconButton('plus', t('topic_new'), () => askName(app))] : []),
    );
    showCurrent(`${document.documentElement.dir}/${view.chat.id}/${view.topic}`);
    if (focused) element.querySelector<HTMLElement>(`[data-topic="${focused}"]`)?.focus();
  }

  /** A phone has no room for all tabs. A person may scroll them, so only another topic scrolls its tab into sight. */
  function showCurrent(now: string): void {
    const current = element.querySelector('[aria-current]');
    if (now === seen || !current) return;
    seen = now;
    current.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  function tab(topic: number | undefined, name: string, closed = false): HTMLElement {
    const current = app.open?.topic === topic;
    return el(
      'button',
      {
        type: 'button',
        class: 'topic',
        dir: 'auto',
        'data-topic': topic ?? 'all',
        'aria-current': current && 'true',
        click: () => app.showTopic(topic),
      },
      closed && icon('lock'),
      name,
    );
  }

  return { element, render };
}

export function topicRows(app: App): MenuRow[] {
  const view = app.open;
  // The first topic makes a supergroup a forum.
  if (!view || (view.chat.type !== 'supergroup' && !app.hasTopics(view))) return [];
  const topic = view.topics.find(({ id }) => id === view.topic);
  return [
    { icon: 'menu', text: t('topic_new'), action: () => askName(app) },
    ...(topic ? rowsOf(app, topic, view) : []),
  ];
}

function rowsOf(app: App, topic: PageTopic, { chat }: ChatView): MenuRow[] {
  return [...(isPrivate(chat) ? [] : [closeRow(app, topic)]), deleteRow(app, topic)];
}

function closeRow(app: App, topic: PageTopic): MenuRow {
  const turn = topic.closed ? ('reopen' as const) : ('close' as const);
  const action = () => void app.changeTopic(topic, turn);
  return { icon: 'lock', text: t(`topic_${turn}`, { name: topic.name }), action };
}

function deleteRow(app: App, topic: PageTopic): MenuRow {
  const remove = () => void app.changeTopic(topic, 'delete');
  const action = () => confirmAction(t('topic_delete_question'), topic.name, t('delete'), remove, true);
  return { icon: 'trash', text: t('topic_delete', { name: topic.name }), danger: true, action };
}

function askName(app: App): void {
  const name = el('input', {
    class: 'caption',
    dir: 'auto',
    placeholder: t('topic_name'),
    'aria-label': t('topic_name'),
    maxlength: 128,
    required: true,
    autofocus: true,
  });
  const form = el(
    'form',
    { method: 'dialog' },
    el('h2', {}, t('topic_new')),
    name,
    el(
      'div',
      { class: 'dialog-actions' },
      el('button', { type: 'button', class: 'button plain', click: () => dialog.close() }, t('cancel')),
      el('button', { type: 'submit', class: 'button primary' }, t('topic_create')),
    ),
  );
  const dialog = openDialog('upload', form);
  form.addEventListener('submit', () => void app.openTopic(name.value));
}
