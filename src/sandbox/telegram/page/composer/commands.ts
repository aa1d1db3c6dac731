/** Shows all commands from the button, or those that match the text after a slash. */
import type { BotCommand } from 'grammy/types';
import type { App } from '../session/app.ts';
import { isPrivate } from '../session/chats.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';

interface CommandList {
  element: HTMLElement;
  render(hidden: boolean): void;
  toggleAll(): void;
  /** @returns whether the list has handled the key */
  key(event: KeyboardEvent): boolean;
}

export function createCommandList(app: App, field: HTMLTextAreaElement, button: HTMLElement): CommandList {
  const element = el('div', { class: 'commands', role: 'listbox', id: 'commands' });
  field.setAttribute('aria-controls', 'commands');
  field.setAttribute('aria-autocomplete', 'list');
  let showAll = false;
  let dismissed = '';
  let chosen = 0;
  let rows: readonly BotCommand[] = [];

  function matching(): readonly BotCommand[] {
    const known = app.open?.commands ?? [];
    if (showAll) return known;
    const typed = /^\/(\w*)$/.exec(field.value)?.[1]?.toLowerCase();
    if (typed === undefined || field.value === dismissed) return [];
    return known.filter(({ command }) => command.startsWith(typed));
  }

  /** In a group the command contains the bot's name, so that no other bot answers. */
  const textOf = ({ command }: BotCommand) =>
    app.open && !isPrivate(app.open.chat) ? `/${command}@${app.bot?.username ?? ''}` : `/${command}`;

  function close(): void {
    showAll = false;
    dismissed = field.value;
    app.changed();
  }

  function send(command: BotCommand | undefined): void {
    if (!command) return;
    if (app.open && !showAll) app.drafts.delete(app.open.chat.id);
    close();
    void app.send(textOf(command));
    field.focus();
  }

  function complete(command: BotCommand | undefined): void {
    if (!command || !app.open) return;
    app.drafts.set(app.open.chat.id, `${textOf(command)} `);
    close();
    app.focus();
  }

  function render(hidden: boolean): void {
    const before = rows;
    rows = hidden ? [] : matching();
    if (rows.length !== before.length) chosen = 0;
    element.hidden = rows.length === 0;
    element.setAttribute('aria-label', t('commands'));
    button.setAttribute('aria-expanded', String(!element.hidden));
    element.replaceChildren(
      ...rows.map((command, at) =>
        el(
          'div',
          {
            class: 'command-row',
            role: 'option',
            id: `command-${at}`,
            'aria-selected': String(at === chosen),
            click: () => send(command),
          },
          el('b', { dir: 'ltr' }, `/${command.command}`),
          el('span', { dir: 'auto' }, command.description),
        ),
      ),
    );
    if (element.hidden) field.removeAttribute('aria-activedescendant');
    else field.setAttribute('aria-activedescendant', `command-${chosen}`);
    element.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }

  function key(event: KeyboardEvent): boolean {
    if (element.hidden) return false;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Tab: () => complete(rows[chosen]),
      Enter: () => send(rows[chosen]),
      Escape: close,
    };
    const action = event.shiftKey ? undefined : actions[event.key];
    if (!action) return false;
    event.preventDefault();
    action();
    return true;
  }

  function move(step: number): void {
    chosen = (chosen + step + rows.length) % rows.length;
    app.changed();
  }

  document.addEventListener('pointerdown', (event) => {
    const inside = event.target instanceof Node && (element.contains(event.target) || button.contains(event.target));
    if (showAll && !inside) close();
  });

  const toggleAll = () => {
    showAll = !showAll;
    chosen = 0;
    app.focus();
  };

  return { element, render, toggleAll, key };
}
