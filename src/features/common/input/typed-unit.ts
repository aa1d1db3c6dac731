import type { Ctx } from '../../../telegram/context.ts';
import { LOCALES, type Texts } from '../../../telegram/i18n/index.ts';
import { formatNumber, name } from '../../../telegram/ui/format.ts';
import { normalise, typedNumber } from './typed-input.ts';

const UNITS = [
  'minutes',
  'hours',
  'days',
  'weeks',
  'months',
  'years',
  'megabytes',
  'gigabytes',
  'terabytes',
  'percent',
  'cores',
  'backups',
] as const;
/** The units that people type behind a number. Their words stand in the texts of each language (`unit-words-…`). */
export type NumberUnit = (typeof UNITS)[number];

const NUMBER_WITH_WORDS = /^[\p{Cf}\s]*(\+?\p{Nd}(?:[\p{Nd},٬،'’\s]*\p{Nd})?)(\P{Nd}+?)[\p{Cf}\s]*$/u;

const NOT_IN_BUTTONS = /[^\p{L}\p{M}% ]/gu;

/** The number as it was typed, and its unit; `undefined` where it has none that is known. */
function unitIn(texts: Texts, typed: string): { number: string; words: string; unit: NumberUnit } | undefined {
  const [, number = '', words = ''] = NUMBER_WITH_WORDS.exec(typed) ?? [];
  const unit = words === '' ? undefined : unitNamed(texts, words);
  return unit && { number, words, unit };
}

/** The unit that a word names in any language. */
function unitNamed(texts: Texts, word: string): NumberUnit | undefined {
  const wanted = keyOf(word);
  return UNITS.find((unit) =>
    LOCALES.some((locale) =>
      texts
        .in(locale)
        .plain(`unit-words-${unit}`)
        .split(/[,،]/)
        .some((each) => keyOf(each) === wanted),
    ),
  );
}

function keyOf(word: string): string {
  return normalise(word).replace(/[\s.]/g, '');
}

/** A typed number for the data of a button, alone or with the word of its unit; `undefined` where the text is none. */
export function numberForButton(texts: Texts, typed: string): string | undefined {
  const { number = typed, words } = unitIn(texts, typed) ?? {};
  const value = typedNumber(number);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return words === undefined ? String(value) : `${value} ${words.replace(NOT_IN_BUTTONS, '').trim()}`;
}

/** Removes the words of this unit behind a typed number. Another unit stays there, so that the text reads as no number. */
export function withoutUnit({ services }: Pick<Ctx, 'services'>, typed: string, unit: NumberUnit | undefined): string {
  const found = unitIn(services.texts, typed);
  return found !== undefined && found.unit === unit ? found.number : typed;
}

/** Says that what was typed has another unit than the one that was asked for; no line where it has none. */
export function otherUnitLines(ctx: Ctx, typed: string, unit: NumberUnit | undefined): string[] {
  const found = unitIn(ctx.services.texts, typed);
  if (found === undefined || found.unit === unit) return [];
  const value = typedNumber(found.number);
  const number = value === undefined || !Number.isFinite(value) ? found.number : formatNumber(value, ctx.t.locale);
  return [ctx.t('unit-other', { typed: name(number + found.words) })];
}

const AMOUNTS = { cpu: 'cores', ram: 'gigabytes', disk: 'gigabytes', backup: 'backups' } as const;

/** The unit of a server's amount as it is ordered. The contract states that of traffic for upgrades alone; else it is the operator's. */
export function amountUnit(
  { t, services }: Ctx,
  quoted: 'order' | 'upgrade',
  of: keyof typeof AMOUNTS | 'traffic',
): NumberUnit | undefined {
  if (of !== 'traffic') return AMOUNTS[of];
  return quoted === 'upgrade' ? 'gigabytes' : unitNamed(services.texts, t.terms.unit('traffic') ?? '');
}
