/** The bot's results for `@bot query` while the person types. */
import type { InlineQueryResult } from 'grammy/types';
import type { InlineAnswer } from '../../page-server/page-api.ts';
import * as api from '../session/api.ts';
import type { App } from '../session/app.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';
import { reportError } from '../ui/overlay.ts';

/** As Telegram's apps do, the page asks the bot when the person pauses. */
const PAUSE_MS = 150;
const DIRECTION_MARKS = /[\u200e\u200f\u2066-\u2069]/g;

interface InlineList {
  element: HTMLElement;
  render(hidden: boolean): void;
  /** @returns whether the list has handled the key */
  key(event: KeyboardEvent): boolean;
}

export function createInlineList(app: App, field: HTMLTextAreaElement): InlineList {
  const element = el('div', { class: 'commands inline-cards', role: 'listbox', id: 'inline-cards' });
  let asked = '';
  let answer: InlineAnswer | undefined;
  let dismissed = '';
  let chosen = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let typedOn = new AbortController();

  /** `undefined` where the text does not begin with the bot's name. */
  function queryIn(text: string): string | undefined {
    const name = `@${app.bot?.username ?? ''} `;
    return text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length) : undefined;
  }

  function ask(query: string, place: string): void {
    const [me, chat] = [app.me?.id, app.open?.chat.id];
    if (me === undefined || chat === undefined) return;
    api.inline({ person: me, chat, query }, typedOn.signal).then(
      (found) => {
        // The person has typed more, so a newer query is on its way.
        if (asked !== place) return;
        answer = found;
        chosen = 0;
        app.changed();
      },
      (error) => {
        if (asked === place) reportError(error);
      },
    );
  }

  function render(hidden: boolean): void {
    const query = hidden || field.value === dismissed ? undefined : queryIn(field.value);
    const place = query === undefined ? '' : `${app.me?.id}/${app.open?.chat.id}/${query}`;
    if (place !== asked) {
      asked = place;
      answer = undefined;
      clearTimeout(pause);
      typedOn.abort();
      typedOn = new AbortController();
      if (query !== undefined) pause = setTimeout(() => ask(query, place), PAUSE_MS);
    }
    element.hidden = place === '';
    element.setAttribute('aria-label', t('inline_cards'));
    element.setAttribute('aria-busy', String(answer === undefined));
    element.replaceChildren(...(answer ? rows(answer) : [note('inline_waiting')]));
    element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }

  function rows({ results, button }: InlineAnswer): HTMLElement[] {
    const lead = button && [
      el('button', { type: 'button', class: 'inline-button', dir: 'auto', click: () => startBot(button) }, button.text),
    ];
    const cards = results.map((result, at) => card(result, at));
    return [...(lead ?? []), ...(cards.length > 0 || lead ? cards : [note('inline_nothing')])];
  }

  function startBot({ start_parameter }: NonNullable<InlineAnswer['button']>): void {
    clearField();
    app.openBot(start_parameter);
  }

  function card(result: InlineQueryResult, at: number): HTMLElement {
    const title = 'title' in result ? (result.title ?? '') : '';
    const description = 'description' in result ? (result.description ?? '') : '';
    const letter = [...title.replace(DIRECTION_MARKS, '')][0]?.toUpperCase() ?? '';
    return el(
      'div',
      { class: 'inline-row', role: 'option', 'aria-selected': String(at === chosen), click: () => send(result) },
      el('span', { class: 'inline-letter', 'aria-hidden': 'true' }, letter),
      el(
        'span',
        { class: 'inline-words' },
        el('b', {}, el('bdi', {}, title)),
        el('span', {}, el('bdi', {}, description)),
      ),
    );
  }

  function send(result: InlineQueryResult | undefined): void {
    if (!result) return;
    void app.choose(result, queryIn(field.value) ?? '');
    clearField();
    field.focus();
  }

  function clearField(): void {
    if (app.open) app.drafts.delete(app.open.chat.id);
    app.changed();
  }

  function key(event: KeyboardEvent): boolean {
    if (element.hidden || event.shiftKey) return false;
    const count = answer?.results.length ?? 0;
    const actions: Record<string, () => void> = {
      ArrowDown: () => move(1, count),
      ArrowUp: () => move(-1, count),
      // Handled even without results, so that the query is not sent as a message by mistake.
      Enter: () => send(answer?.results[chosen]),
      Escape: () => {
        dismissed = field.value;
        app.changed();
      },
    };
    const action = actions[event.key];
    if (!action) return false;
    event.preventDefault();
    action();
    return true;
  }

  function move(step: number, count: number): void {
    if (count > 0) chosen = (chosen + step + count) % count;
    app.changed();
  }

  return { element, render, key };
}

function note(key: 'inline_waiting' | 'inline_nothing'): HTMLElement {
  return el('div', { class: 'inline-note', dir: 'auto' }, t(key));
}
