const DAY_MS = 24 * 3_600_000;
/** Smaller years are Jalali, as Iranian providers write them. */
const FIRST_GREGORIAN_YEAR = 1600;
/** Moves a year to its place in the cycle of leap years. */
const CYCLE_SHIFT = 1595;
const JALALI_1403 = Date.UTC(2024, 2, 20) / DAY_MS - sinceJalaliEpoch(1403, 1, 1);

/** The day, in days since 1970, of a date that begins with year, month and day, Gregorian or Jalali. */
export function dayIn(date: string | undefined): number | undefined {
  const found = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)/.exec(date ?? '');
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return year < FIRST_GREGORIAN_YEAR
    ? JALALI_1403 + sinceJalaliEpoch(year, month, day)
    : Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Whether a date moved by `least` to `most` days, ± 1, from `before`, or from `sentAt` (epoch ms) if that is later. */
export function movedBy(
  [least, most]: readonly [number, number],
  before: string | undefined,
  after: string | undefined,
  sentAt: number,
): boolean | undefined {
  const [from, to] = [dayIn(before), dayIn(after)];
  if (from === undefined || to === undefined) return undefined;
  const fits = (start: number) => to - start >= least - 1 && to - start <= most + 1;
  const sent = Math.floor(sentAt / DAY_MS);
  return fits(from) || (sent > from && fits(sent));
}

/** Compares dates of the same form (year, month and day, then any numbers); `undefined` for two forms. */
export function isLater(date: string | undefined, than: string | undefined): boolean | undefined {
  const [one, other] = [partsOf(date), partsOf(than)];
  if (!one || !other || one.length !== other.length) return undefined;
  const index = one.findIndex((part, place) => part !== other[place]);
  return index >= 0 && (one[index] ?? 0) > (other[index] ?? 0);
}

function partsOf(date: string | undefined): number[] | undefined {
  const found = /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})(.*)$/.exec(date ?? '');
  return found
    ?.slice(1, 4)
    .map(Number)
    .concat((found[4] ?? '').match(/\d+/g)?.map(Number) ?? []);
}

/** The Jalali calendar has eight leap years in 33, six months of 31 days, then months of 30. */
function sinceJalaliEpoch(year: number, month: number, day: number): number {
  const cycle = year + CYCLE_SHIFT;
  const leaps = Math.floor(cycle / 33) * 8 + Math.floor(((cycle % 33) + 3) / 4);
  return 365 * year + leaps + 30 * (month - 1) + Math.min(month - 1, 6) + day;
}
