import type { Message } from 'grammy/types';
import { buttons } from '../../../../src/features/buttons.ts';
import type { ArgumentName, Button } from '../../../../src/telegram/ui/button.ts';
import { bare, textOf as wordsOf } from '../../../support/person.ts';

/** The outcome in an English message about a request. */
export type Told =
  | 'confirm'
  | 'underWay'
  | 'done'
  | 'unclear'
  | 'unknown'
  | 'refused'
  | 'expired'
  /** The store did not answer, and the person should try again. */
  | 'outage'
  | 'other';

const WORDS: [Told, RegExp][] = [
  ['outage', /^🔌/],
  ['underWay', /^⏳/],
  ['done', /^✅/],
  ['unclear', /^🟡/],
  ['unknown', /no answer\b/i],
  ['refused', /^❌/],
  // Also where the bot was interrupted before it could act on a confirm in time.
  ['expired', /^(?:⚠️ You confirmed in time, .+\n)?⌛/],
];

export function textOf(message: Message | undefined): string {
  return message ? bare(wordsOf(message)) : '';
}

export function told(message: Message | undefined): Told {
  const text = textOf(message);
  // An outage offers the tap that failed once more, but nothing to cancel.
  if (confirmIn(message) && (!/^🔌/.test(text) || buttonIn(message, buttons.cancel))) return 'confirm';
  return WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}

/** The data of the first button of this kind. */
export function buttonIn(
  message: Message | undefined,
  { name }: Button<readonly ArgumentName[]>,
  fits: (values: string[]) => boolean = () => true,
): string | undefined {
  for (const button of (message?.reply_markup?.inline_keyboard ?? []).flat()) {
    if (!('callback_data' in button)) continue;
    const [kind, ...values] = button.callback_data.split('|');
    if (kind === name && fits(values)) return button.callback_data;
  }
  return undefined;
}

/** The data of the button that confirms, free or paid. */
export function confirmIn(message: Message | undefined): string | undefined {
  return buttonIn(message, buttons.confirm) ?? buttonIn(message, buttons.pay);
}

/** Matches the data of a button that confirms. */
export function operationIn(data: string): string {
  return data.split('|')[1] ?? '';
}
