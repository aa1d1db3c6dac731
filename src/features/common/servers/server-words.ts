import { OPERATING_SYSTEMS } from '../../../hosting/index.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { Unit } from '../../../telegram/i18n/operator-words.ts';
import { code, figure, formatNumber, isolate, isolated, shorten } from '../../../telegram/ui/format.ts';

const LONGEST_VALUE = 150;

/** The name of a system where the contract has its code, else the code as it came. Plain text. */
export function systemName(t: Translate, os: string): string {
  const known = OPERATING_SYSTEMS.find((each) => each === os.toLowerCase());
  return known ? t.plain(`system-${known}`) : isolate(shorten(os, LONGEST_VALUE));
}

/** {@link systemName} for a message. */
export function systemWords(t: Translate, os: string): Html {
  const name = systemName(t, os);
  return name.includes(os) ? code(shorten(os, LONGEST_VALUE)) : isolated(name);
}

/** The operator's name of a place, else the place as it came. Plain text. */
export function placeName(t: Translate, geo: string): string {
  return t.terms.place(geo) ?? geo;
}

/** {@link placeName} for a message. */
export function placeWords(t: Translate, geo: string): Html {
  const named = t.terms.place(geo);
  return named === undefined ? code(shorten(geo, LONGEST_VALUE)) : isolated(named);
}

/** The amounts of a server's record: the contract states no unit for them. */
const AMOUNTS = { cpu: undefined, ram: 'memory', disk: 'disk', backup: undefined, traffic: 'traffic' } as const;
export type Amount = keyof typeof AMOUNTS;

/** An amount of a server's record, in the operator's unit where there is one. A value that is no number stays as it came. */
export function amountWords(t: Translate, of: Amount, value: number | string): Html {
  if (typeof value === 'number') return { html: withUnit(t, formatNumber(value, t.locale), AMOUNTS[of]) };
  const shown = figure(value, t.locale, LONGEST_VALUE);
  return typeof shown === 'string' ? { html: withUnit(t, shown, AMOUNTS[of]) } : shown;
}

/** An amount that the contract gives in gigabytes. Plain text. */
export function gigabytes(t: Translate, value: number): string {
  return t.plain('gigabytes', { value: formatNumber(value, t.locale) });
}

/** {@link amountWords} as plain text, for a button. */
export function amountLabel(t: Translate, of: Amount, value: number): string {
  const unit = AMOUNTS[of] && t.terms.unit(AMOUNTS[of]);
  const number = formatNumber(value, t.locale);
  return unit === undefined ? number : `${number} ${isolate(unit)}`;
}

/**
 * A value of an order, readable. Its memory and disk are in gigabytes by the contract, as the texts around them say; its traffic
 * has no stated unit.
 */
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
