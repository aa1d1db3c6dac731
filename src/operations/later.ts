import type { Operation } from '../store/operations/index.ts';

/** The first operation on the same server that was sent after this one: whatever is seen from then on may be its work. */
export function nextOn(operation: Operation, others: readonly Operation[]): Operation | undefined {
  const { subject, sentAt = 0 } = operation;
  return others
    .filter((other) => subject !== undefined && other.subject === subject && (other.sentAt ?? 0) > sentAt)
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0))[0];
}

/**
 * Whether one date is later than the other, of the same form (year, month and day, then whatever there is); `undefined`
 * where that can't be told.
 */
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
