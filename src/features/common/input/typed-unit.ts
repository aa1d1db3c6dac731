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
export type NumberUnit = (typeof UNITS)[number];

const NUMBER_WITH_WORDS = /^[\p{Cf}\s]*(\+?\p{Nd}(?:[\p{Nd},٬،'’\s]*\p{Nd})?)(\P{Nd}+?)[\p{Cf}\s]*$/u;

const NOT_IN_BUTTONS = /[^\p{L}\p{M}% ]/gu;

function unitIn(texts: Texts, typed: string): { number: string; words: string; unit: NumberUnit } | undefined {
  const [, number = '', words = ''] = NUMBER_WITH_WORDS.exec(typed) ?? [];
  const unit = words === '' ? undefined : unitNamed(texts, words);
  return unit && { number, words, unit };
}

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

/** A typed number with its unit, for the data of a button; `undefined` for another text. */
export function numberForButton(texts: Texts, typed: string): string | undefined {
  const { number = typed, words } = unitIn(texts, typed) ?? {};
  const value = typedNumber(number);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return words === undefined ? String(value) : `${value} ${words.replace(NOT_IN_BUTTONS, '').trim()}`;
}

export function withoutUnit({ services }: Pick<Ctx, 'services'>, typed: string, unit: NumberUnit | undefined): string {
  const found = unitIn(services.texts, typed);
  return found !== undefined && found.unit === unit ? found.number : typed;
}

export function otherUnitLines(ctx: Ctx, typed: string, unit: NumberUnit | undefined): string[] {
  const found = unitIn(ctx.services.texts, typed);
  if (found === undefined || found.unit === unit) return [];
  const value = typedNumber(found.number);
  const number = value === undefined || !Number.isFinite(value) ? found.number : formatNumber(value, ctx.t.locale);
  return [ctx.t('unit-other', { typed: name(number + found.words) })];
}

const AMOUNTS = { cpu: 'cores', ram: 'gigabytes', disk: 'gigabytes', backup: 'backups' } as const;

/** The unit of an ordered amount. For traffic the contract states one only in upgrades; else the operator does. */
export function amountUnit(
  { t, services }: Ctx,
  quoted: 'order' | 'upgrade',
  of: keyof typeof AMOUNTS | 'traffic',
): NumberUnit | undefined {
  if (of !== 'traffic') return AMOUNTS[of];
  return quoted === 'upgrade' ? 'gigabytes' : unitNamed(services.texts, t.terms.unit('traffic') ?? '');
}
