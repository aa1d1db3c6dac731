import type { InlineKeyboardButton } from 'grammy/types';
import type { Translate } from './i18n.ts';

/**
 * A person asked for something that can't be done, and this is what to tell them: turned into words once, in
 * report-failure, as an alert for a tap and as a message otherwise.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly words: (t: Translate) => string;
  readonly keyboard: (t: Translate) => InlineKeyboardButton[][];

  constructor(words: (t: Translate) => string, keyboard: (t: Translate) => InlineKeyboardButton[][] = () => []) {
    super('Refused');
    this.words = words;
    this.keyboard = keyboard;
  }
}
