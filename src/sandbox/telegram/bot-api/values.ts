import type { Upload } from './types.ts';

/** Each returns the value, or `undefined` for another type. Forms send all values as strings. */
export const EXACT: Record<string, (value: unknown) => unknown> = {
  String: (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined),
  Integer: (value) => integer(value),
  Float: (value) => (typeof value === 'number' ? value : number(value)),
  Boolean: (value) => boolean(value),
  True: (value) => (boolean(value) === true ? true : undefined),
  InputFile: (value) => (isUpload(value) ? value : undefined),
};

/** Telegram takes the text of any JSON, a number up to its first other character, and all but three words as false. */
export const LENIENT: readonly [string, (value: unknown) => unknown][] = [
  ['String', textOf],
  ['Integer', lenientInteger],
  ['Float', (value) => Number.parseFloat(textOf(value)) || 0],
  ['Boolean', lenientBoolean],
  ['InputFile', () => undefined],
];

/** 0 without a number at the beginning. */
export function lenientInteger(value: unknown): number {
  return Number(/^[+-]?\d+/.exec(textOf(value))?.[0] ?? 0);
}

export function lenientBoolean(value: unknown): boolean {
  return /^\s*(true|yes|1)\s*$/i.test(textOf(value));
}

function textOf(value: unknown = ''): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function number(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function integer(value: unknown): number | undefined {
  const read = typeof value === 'number' ? value : number(value);
  return read !== undefined && Number.isSafeInteger(read) ? read : undefined;
}

function boolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = String(value).toLowerCase();
  return ['true', '1'].includes(word) ? true : ['false', '0', ''].includes(word) ? false : undefined;
}

/** Forms send objects and arrays as JSON. Other text stays as it is; the check of its type refuses it. */
export function decodeJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const parsed = parseJson(value);
  return 'value' in parsed ? parsed.value : value;
}

/** Source: TDLib `json_decode` */
export const JSON_LEVELS = 100;

export function parseJson(text: string): { value: unknown } | { problem: unknown } {
  return attempt(() => {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, JSON_LEVELS)) throw new RangeError('too many levels of JSON');
    return value;
  });
}

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null || isUpload(value)) return false;
  return levels < 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isUpload(value);
}

export function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

export function attempt(work: () => unknown): { value: unknown } | { problem: unknown } {
  try {
    return { value: work() };
  } catch (problem) {
    return { problem };
  }
}
