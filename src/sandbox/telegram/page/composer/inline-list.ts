/** Inline mode: what the bot answers to `@bot query` while it is being typed, as cards to send. */
import type { InlineQueryResult } from 'grammy/types';
import type { InlineAnswer } from '../../page-server/page-api.ts';
import * as api from '../session/api.ts';
import type { App } from '../session/app.ts';
import { openBot } from '../session/links.ts';
import { t } from '../texts.ts';
import { el } from '../ui/dom.ts';
import { reportError } from '../ui/overlay.ts';

/** Telegram's apps, too, wait for a pause in the typing. */
const PAUSE_MS = 150;
/** Of zero width: marks of direction. */
const MARKS = /[\u200e\u200f\u2066-\u2069]/g;

interface InlineList {
  element: HTMLElement;
  /** @param off when the text field is not there */
  render(off: boolean): void;
  /** @returns true when the key was meant for the list */
  key(event: KeyboardEvent): boolean;
}

export function createInlineList(app: App, field: HTMLTextAreaElement): InlineList {
  const element = el('div', { class: 'commands inline-cards', role: 'listbox', id: 'inline-cards' });
  /** What was asked last, and where. */
  let asked = '';
  let answer: InlineAnswer | undefined;
  let dismissed = '';
  let chosen = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;

  /** What stands behind the bot's name; undefined where the text does not begin with it. */
  function queryIn(text: string): string | undefined {
    const name = `@${app.bot?.username ?? ''} `;
    return text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length) : undefined;
  }

  function ask(query: string, place: string): void {
    const [me, chat] = [app.me?.id, app.open?.chat.id];
    if (me === undefined || chat === undefined) return;
    api.inline({ person: me, chat, query }).then(
      (found) => {
        // Who typed on waits for another answer.
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

  function render(off: boolean): void {
    const query = off || field.value === dismissed ? undefined : queryIn(field.value);
    const place = query === undefined ? '' : `${app.me?.id}/${app.open?.chat.id}/${query}`;
    if (place !== asked) {
      asked = place;
      answer = undefined;
      clearTimeout(pause);
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
      el('button', { type: 'button', class: 'inline-button', dir: 'auto', click: () => goOn(button) }, button.text),
    ];
    const cards = results.map((result, at) => card(result, at));
    return [...(lead ?? []), ...(cards.length > 0 || lead ? cards : [note('inline_nothing')])];
  }

  function goOn({ start_parameter }: NonNullable<InlineAnswer['button']>): void {
    drop();
    openBot(app, start_parameter);
  }

  function card(result: InlineQueryResult, at: number): HTMLElement {
    const title = 'title' in result ? (result.title ?? '') : '';
    const description = 'description' in result ? (result.description ?? '') : '';
    const letter = [...title.replace(MARKS, '')][0]?.toUpperCase() ?? '';
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
    void app.choose(result);
    drop();
    field.focus();
  }

  function drop(): void {
    if (app.open) app.drafts.delete(app.open.chat.id);
    app.changed();
  }

  function key(event: KeyboardEvent): boolean {
    if (element.hidden || event.shiftKey) return false;
    const count = answer?.results.length ?? 0;
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1, count),
      ArrowUp: () => move(-1, count),
      // Before there is an answer, what is typed is not sent as a text by mistake.
      Enter: () => send(answer?.results[chosen]),
      Escape: () => {
        dismissed = field.value;
        app.changed();
      },
    };
    const act = acts[event.key];
    if (!act) return false;
    event.preventDefault();
    act();
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
