import { z } from 'zod';
import { isObject } from './answers/error-body.ts';
import { LEFT_OUT, shortened } from './answers/shorten.ts';
import { type Series, seriesIn } from './graph-series.ts';

/** Deeper data is no list of quantities: what writes it down again would end in an overflow. */
const MAX_DEPTH = 32;
/** In code units: more is for programs to read, and indented no file that may be sent. */
const MAX_INDENTED = 10_000_000;

/** Contract, "Resource graph": the structure of `data` is not shown. */
export interface Graph {
  /** The provider's own words. */
  words?: string;
  /** Everything that reads as a quantity over time; empty when nothing does. */
  series: Series[];
  /** The data as it came, as JSON, with `…` for what is nested too deeply; none where nothing was measured. */
  data?: Uint8Array;
}

/** `{message, data}`, data as JSON or as JSON in a text, or the bare data. */
export const graph = z.unknown().transform((came, context): Graph => {
  const wrapped = isObject(came) && 'data' in came;
  const data = pruned(unquoted(wrapped ? came.data : came), 0);
  const words = isObject(came) && typeof came.message === 'string' ? { words: shortened(came.message) } : {};
  const bare = isObject(came) && Object.keys(came).some((key) => key !== 'message');
  if ((wrapped && data !== undefined) || Array.isArray(came) || bare)
    return { ...words, series: seriesIn(data), ...(isEmpty(data) ? {} : { data: written(data) }) };
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

function pruned(data: unknown, depth: number): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (depth >= MAX_DEPTH) return LEFT_OUT;
  if (Array.isArray(data)) return data.map((each) => pruned(each, depth + 1));
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, pruned(each, depth + 1)]));
}

/** Whether nothing was measured: no value in it at all. */
function isEmpty(data: unknown): boolean {
  if (data === undefined || data === null || data === '') return true;
  return typeof data === 'object' && Object.values(data).every(isEmpty);
}

function written(data: unknown): Uint8Array {
  const indented = JSON.stringify(data, undefined, 2);
  return new TextEncoder().encode(indented.length <= MAX_INDENTED ? indented : JSON.stringify(data));
}
