/** One line of the table. */
export interface Result {
  name: string;
  /** `not measured` where the detail says what is missing for it. */
  value: number | 'not measured';
  /** The unit of the value and its limit; without one they are a ratio. */
  unit?: 's' | 'ms' | 'KB' | 'MB' | 'a second' | 'a minute' | 'an update';
  /** The value may not exceed the limit; without a limit it is only reported. */
  limit?: number;
  detail: string;
}

export type Bench = () => Promise<Result[]>;

/** The value that a share of all values does not exceed: 0.5 is the median. @throws RangeError without values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Puts values into a text's `{name}` places; numbers with one decimal. */
export function fill(text: string, values: Record<string, number | string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => {
    const value = values[name];
    return typeof value === 'number' ? format(value) : (value ?? place);
  });
}

function format(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}
