import { z } from 'zod';
import { type Series, seriesIn } from './graph-series.ts';
import { isObject } from './refusal.ts';
import { shortened } from './words.ts';

/** Contract, "Resource graph": the structure of `data` is not shown. */
export interface Graph {
  /** The provider's own words. */
  words?: string;
  /** Everything that reads as a quantity over time; empty when nothing does. */
  series: Series[];
  /** The data as it came. */
  data: unknown;
}

/** `{message, data}`, data as JSON or as JSON in a text, or the bare data. */
export const graph = z.unknown().transform((came, context): Graph => {
  const wrapped = isObject(came) && 'data' in came;
  const data = unquoted(wrapped ? came.data : came);
  const words = isObject(came) && typeof came.message === 'string' ? { words: shortened(came.message) } : {};
  const bare = isObject(came) && Object.keys(came).some((key) => key !== 'message');
  if ((wrapped && data !== undefined) || Array.isArray(came) || bare) return { ...words, series: seriesIn(data), data };
  context.addIssue({ code: 'custom', message: 'no data' });
  return z.NEVER;
});

function unquoted(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    // A text that is no JSON is still what the provider calls data.
    return data;
  }
}
