import type { InlineKeyboardButton } from 'grammy/types';
import type { NotAllowed } from '../../operations/index.ts';
import type { Translate } from '../i18n/index.ts';

export type NextStep = 'home' | 'connect' | 'reseller';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** HTML. */
  readonly words: (t: Translate) => string;
  readonly nextStep: NextStep;
  /** Rows of buttons that help. An alert can't hold them. */
  readonly ways: (t: Translate) => InlineKeyboardButton[][];

  constructor(
    words: (t: Translate) => string,
    nextStep: NextStep = 'home',
    ways: (t: Translate) => InlineKeyboardButton[][] = () => [],
    options?: { cause: NotAllowed },
  ) {
    super('Refused', options);
    this.words = words;
    this.nextStep = nextStep;
    this.ways = ways;
  }
}
