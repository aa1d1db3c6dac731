import { z } from 'zod';
import { isObject } from './answers/error-body.ts';
import { LEFT_OUT, shortened, shortenedLine } from './answers/shorten.ts';

/** Deeper data is cut: writing it as JSON again would overflow the stack. */
const MAX_DEPTH = 32;
/** Indented, longer data would make a file too large to send. In code units. */
const MAX_INDENTED_LENGTH = 10_000_000;

export interface Graph {
  words?: string;
  series: Series[];
  /** The provider's data as JSON; `undefined` when no value was measured. */
  data?: Uint8Array;
}

/** Reads `{message, data}`, with data as JSON or as JSON in a text, or the bare data. */
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
    return data;
  }
}

function pruned(data: unknown, depth: number): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (depth >= MAX_DEPTH) return LEFT_OUT;
  if (Array.isArray(data)) return data.map((each) => pruned(each, depth + 1));
  return Object.fromEntries(Object.entries(data).map(([name, each]) => [name, pruned(each, depth + 1)]));
}

function isEmpty(data: unknown): boolean {
  if (data === undefined || data === null || data === '') return true;
  return typeof data === 'object' && Object.values(data).every(isEmpty);
}

function written(data: unknown): Uint8Array {
  const indented = JSON.stringify(data, undefined, 2);
  return new TextEncoder().encode(indented.length <= MAX_INDENTED_LENGTH ? indented : JSON.stringify(data));
}

export interface Point {
  at: number;
  value: number;
}

/** Oldest first; a quantity inside another is named `outer.inner`. */
export interface Series {
  name: string;
  points: Point[];
}

const TIME_NAMES = [
  'time',
  'times',
  'timestamp',
  'timestamps',
  'date',
  'dates',
  'datetime',
  'clock',
  'ts',
  't',
  'at',
  'x',
  'labels',
  'categories',
];
const VALUE_NAMES = ['value', 'v', 'y', 'avg', 'average'];
const WRAPPERS = ['data', 'series', 'datasets', 'points', 'values', 'rows', 'result'];
const MAX_SAMPLE_DEPTH = 6;
const MAX_SERIES = 100;
const MAX_NAME_LENGTH = 100;
const MAX_POINTS_IN_ALL = 12_000;
const MIN_POINTS_PER_SERIES = 100;

/**
 * Finds the series in data of unknown shape: points, pairs, columns, values keyed by time, rows under a header,
 * and any of these inside objects. Times are epoch seconds, ms, or ISO 8601 (UTC without an offset).
 */
export function seriesIn(data: unknown): Series[] {
  const found = new Map<string, Map<number, number>>();
  for (const { name, at, value } of samples(data, { path: [] })) {
    const points = found.get(name) ?? new Map<number, number>();
    if (points.size === 0 && found.size < MAX_SERIES) found.set(name, points);
    points.set(at, value);
  }
  const most = Math.max(MIN_POINTS_PER_SERIES, Math.floor(MAX_POINTS_IN_ALL / found.size));
  return [...found].map(([name, points]) => ({
    name: shortenedLine(name, MAX_NAME_LENGTH) || 'value',
    points: thinned(
      [...points].map(([at, value]) => ({ at, value })).sort((a, b) => a.at - b.at),
      most,
    ),
  }));
}

/** Keeps the least and the greatest value of each stretch of time, and the last point. */
function thinned(points: Point[], most: number): Point[] {
  if (points.length <= most) return points;
  const size = Math.ceil((2 * points.length) / (most - 1));
  const kept: Point[] = [];
  for (let start = 0; start < points.length; start += size) {
    const stretch = points.slice(start, start + size);
    const by = (better: (one: number, other: number) => boolean) =>
      stretch.reduce((best, each) => (better(each.value, best.value) ? each : best));
    const ends = [by((one, other) => one < other), by((one, other) => one > other)];
    kept.push(...new Set(ends.sort((a, b) => a.at - b.at)));
  }
  const last = points.at(-1);
  return last && kept.at(-1) !== last ? [...kept, last] : kept;
}

interface Sample {
  name: string;
  at: number;
  value: number;
}
type Samples = Generator<Sample>;

interface Place {
  readonly path: readonly string[];
  readonly times?: readonly number[];
}

const within = (place: Place, name: string): Place => ({ ...place, path: [...place.path, name] });
const nameOf = ({ path }: Place) => path.join('.') || 'value';

function* samples(data: unknown, place: Place): Samples {
  if (place.path.length > MAX_SAMPLE_DEPTH) return;
  if (Array.isArray(data)) yield* ofArray(data, place);
  else if (isObject(data)) yield* ofObject(data, place);
}

function* ofArray(items: readonly unknown[], place: Place): Samples {
  for (const [index, item] of items.entries()) {
    const at = place.times?.[index];
    const value = numberOf(item);
    if (at !== undefined && value !== undefined) yield { name: nameOf(place), at, value };
    else if (Array.isArray(item)) yield* ofTuple(item, place);
    else if (isObject(item)) yield* ofItem(item, place);
  }
}

function* ofTuple([time, ...values]: readonly unknown[], place: Place): Samples {
  const at = timeOf(time);
  if (at === undefined) return;
  for (const [index, each] of values.entries()) {
    const value = numberOf(each);
    const name = nameOf(values.length === 1 ? place : within(place, String(index + 1)));
    if (value !== undefined) yield { name, at, value };
  }
}

function* ofItem(item: Record<string, unknown>, place: Place): Samples {
  const at = timeOf(fieldOf(item, TIME_NAMES)?.[1]);
  if (at !== undefined) return yield* ofPoint(item, at, place);
  const label = [item.name, item.label, item.resource, item.metric].find((each) => typeof each === 'string');
  yield* ofObject(item, label === undefined ? place : within(place, label));
}

function* ofPoint(point: Record<string, unknown>, at: number, place: Place): Samples {
  if (place.path.length > MAX_SAMPLE_DEPTH) return;
  const time = fieldOf(point, TIME_NAMES);
  for (const [key, inner] of Object.entries(point)) {
    if (key === time?.[0]) continue;
    const plain = VALUE_NAMES.includes(key.toLowerCase()) && place.path.length > 0;
    const here = plain ? place : within(place, key);
    const value = numberOf(inner);
    if (value !== undefined) yield { name: nameOf(here), at, value };
    else if (isObject(inner)) yield* ofPoint(inner, at, here);
  }
}

function* ofObject(data: Record<string, unknown>, place: Place): Samples {
  const rows = headedRows(data);
  if (rows !== undefined) return yield* ofArray(rows, place);
  const time = fieldOf(data, TIME_NAMES);
  const times = timesOf(time?.[1]);
  const inside = times === undefined ? place : { ...place, times };
  for (const [key, inner] of Object.entries(data)) {
    if (key === time?.[0] && times !== undefined) continue;
    yield* ofMoment(key, inner, place) ??
      samples(inner, WRAPPERS.includes(key.toLowerCase()) ? inside : within(inside, key));
  }
}

function ofMoment(key: string, inner: unknown, place: Place): Iterable<Sample> | undefined {
  const at = timeOf(key);
  if (at === undefined) return undefined;
  const value = numberOf(inner);
  if (value !== undefined) return [{ name: nameOf(place), at, value }];
  return isObject(inner) ? ofPoint(inner, at, place) : undefined;
}

function headedRows(data: Record<string, unknown>): unknown[] | undefined {
  const header = data.columns ?? data.headers ?? data.fields;
  const rows = data.rows ?? data.data ?? data.values;
  if (!Array.isArray(header) || !header.every((each) => typeof each === 'string') || !Array.isArray(rows))
    return undefined;
  // Goes over a row's own fields: many names over many empty rows would take a minute.
  return rows.filter(Array.isArray).map((row: readonly unknown[]) => {
    const values = row.slice(0, header.length);
    return Object.fromEntries(values.map((each, index) => [String(header[index]), each]));
  });
}

function fieldOf(data: Record<string, unknown>, names: readonly string[]): [string, unknown] | undefined {
  return Object.entries(data).find(([key]) => names.includes(key.toLowerCase()));
}

function timesOf(column: unknown): number[] | undefined {
  if (!Array.isArray(column) || column.length === 0) return undefined;
  const times = column.map(timeOf).filter((at) => at !== undefined);
  return times.length === column.length ? times : undefined;
}

const YEAR_2000 = Date.UTC(2000);
const YEAR_2100 = Date.UTC(2100);

function timeOf(value: unknown): number | undefined {
  const number = numberOf(value);
  const at = number === undefined ? dateOf(value) : number < YEAR_2000 / 10 ? number * 1_000 : number;
  return at !== undefined && at >= YEAR_2000 && at < YEAR_2100 ? at : undefined;
}

function dateOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day, time = '00:00', offset = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:?\d\d)?$/.exec(value.trim()) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${time}${offset}`);
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
