import { OPERATING_SYSTEMS } from '../../../hosting/index.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { Unit } from '../../../telegram/i18n/operator-words.ts';
import { code, figure, formatNumber, isolate, isolated, shorten } from '../../../telegram/ui/format.ts';

const MAX_VALUE_LENGTH = 150;

export function systemName(t: Translate, os: string): string {
  const known = OPERATING_SYSTEMS.find((each) => each === os.toLowerCase());
  return known ? t.plain(`system-${known}`) : isolate(shorten(os, MAX_VALUE_LENGTH));
}

export function systemWords(t: Translate, os: string): Html {
  const name = systemName(t, os);
  return name.includes(os) ? code(shorten(os, MAX_VALUE_LENGTH)) : isolated(name);
}

/** The operator's name of a place, else the place as it came. Plain text. */
export function placeName(t: Translate, geo: string): string {
  return t.terms.place(geo) ?? geo;
}

export function placeWords(t: Translate, geo: string): Html {
  const named = t.terms.place(geo);
  return named === undefined ? code(shorten(geo, MAX_VALUE_LENGTH)) : isolated(named);
}

/** The contract states no unit for the amounts of a server's record. */
const AMOUNTS = { cpu: undefined, ram: 'memory', disk: 'disk', backup: undefined, traffic: 'traffic' } as const;
export type Amount = keyof typeof AMOUNTS;

/** An amount of a server's record, in the operator's unit if any. A value that is no number stays as it came. */
export function amountWords(t: Translate, of: Amount, value: number | string): Html {
  if (typeof value === 'number') return { html: withUnit(t, formatNumber(value, t.locale), AMOUNTS[of]) };
  const shown = figure(value, t.locale, MAX_VALUE_LENGTH);
  return typeof shown === 'string' ? { html: withUnit(t, shown, AMOUNTS[of]) } : shown;
}

export function gigabytes(t: Translate, value: number): string {
  return t.plain('gigabytes', { value: formatNumber(value, t.locale) });
}

export function amountLabel(t: Translate, of: Amount, value: number): string {
  const unit = AMOUNTS[of] && t.terms.unit(AMOUNTS[of]);
  const number = formatNumber(value, t.locale);
  return unit === undefined ? number : `${number} ${isolate(unit)}`;
}

/** By the contract an order's memory and disk are in gigabytes; traffic has no unit. */
export function orderedWords(t: Translate, of: 'geo' | 'os' | Amount, value: number | string): Html {
  if (of === 'geo') return placeWords(t, String(value));
  if (of === 'os') return systemWords(t, String(value));
  if (of === 'traffic' && value !== 0) return amountWords(t, of, value);
  return { html: typeof value === 'number' ? formatNumber(value, t.locale) : code(value).html };
}

function withUnit(t: Translate, number: string, of: Unit | undefined): string {
  const unit = of && t.terms.unit(of);
  return unit === undefined ? number : `${number} ${isolated(unit).html}`;
}
