import type { InlineKeyboardButton } from 'grammy/types';
import type { Translate } from '../i18n/index.ts';

/** Where a person can go on from something that did not work. */
export type NextStep = 'home' | 'connect' | 'reseller';

/**
 * A person asked for something that can't be done, and this is what to tell them: turned into words once, in
 * report-failure, as an alert for a tap and as a message otherwise.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTML. */
  readonly words: (t: Translate) => string;
  readonly lead: NextStep;
  /** What helps, a row each: an alert can't hold it. */
  readonly ways: (t: Translate) => InlineKeyboardButton[][];

  constructor(
    words: (t: Translate) => string,
    lead: NextStep = 'home',
    ways: (t: Translate) => InlineKeyboardButton[][] = () => [],
  ) {
    super('Refused');
    this.words = words;
    this.lead = lead;
    this.ways = ways;
  }
}
