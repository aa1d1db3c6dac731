import type { InlineKeyboardButton } from 'grammy/types';
import { RENEWAL_DAYS } from '../../../hosting/index.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { Refusal } from '../../../telegram/refusal.ts';
import { typedNumber } from '../../common/numbers.ts';

const OFFERED = [30, 90, 180, 364];

/** The periods of a renewal to choose from, and the way to type another. */
export function periodRows(
  t: Translate,
  make: (label: string, days: string) => InlineKeyboardButton,
): InlineKeyboardButton[][] {
  const offered = OFFERED.map((days) => make(t.plain('days', { days }), String(days)));
  return [offered.slice(0, 2), offered.slice(2), [make(t.plain('button-other-days'), '')]];
}

/** A period of a renewal, in days, as typed or as a button carries it; `undefined` outside the contract's limits. */
export function periodIn(text: string | undefined): number | undefined {
  const days = typedNumber(text);
  return days !== undefined && days >= RENEWAL_DAYS.min && days <= RENEWAL_DAYS.max ? days : undefined;
}

/** Before the tap is answered: an alert can say it then. @throws Refusal where no button of ours carries such a period */
export function requirePeriod(days: string): void {
  if (days !== '' && periodIn(days) === undefined) throw new Refusal((t) => t('button-old'));
}
