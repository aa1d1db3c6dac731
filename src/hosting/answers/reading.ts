import { z } from 'zod';
import { isNegative, isObject } from './error-body.ts';
import { isExact, shortened, shortenedLine } from './shorten.ts';

/** Reads scalars as texts, with camelCase names; null, blank and nested values count as missing. */
export function record<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape).map((ours) => [ours.replace(/[A-Z]/g, '_$&').toLowerCase(), ours] as const);
  return z.preprocess((came) => {
    if (!isObject(came)) return came;
    const kept: Record<string, string> = {};
    for (const [theirs, ours] of names) {
      const value = came[theirs];
      if (typeof value === 'string' ? !isBlank(value) : typeof value === 'number' || typeof value === 'boolean')
        kept[ours] = String(value);
    }
    return kept;
  }, z.object(shape));
}

/** Testing the first character decides nearly every text without the slow expression. */
function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(value);
}

const scalar = z.string();

export const text = scalar.transform((came) => shortenedLine(came));

export const words = scalar.transform((came) => shortened(came));

/** A database index takes no longer text. */
const MAX_ID_LENGTH = 512;

export const identifier = scalar.refine((came) => isExact(came, MAX_ID_LENGTH));

export const MAX_COPIES_PER_SERVER = 1_000;

const MAX_COPY_NAME_LENGTH = 5_000;
export const copyName = scalar.refine((came) => isExact(came, MAX_COPY_NAME_LENGTH));

/** A person types the value elsewhere: an invisible character makes it unusable. */
export const secret = scalar.refine((came) => isExact(came, MAX_ID_LENGTH) && !/[\u061c\u200e\u200f]/.test(came));

export const whole = scalar.transform((came): number | string => {
  const number = Number(came);
  return /^\s*-?\d{1,20}\s*$/.test(came) && Number.isSafeInteger(number) ? number : shortenedLine(came);
});

/** Any text but a "no" means yes: the field may hold a disk's name. */
export const flag = scalar.transform((came) => !isNegative(came));

/** PHP writes a filtered array as an object with numbers as keys. @param most a longer list is unreadable */
export function listOf<T>(entry: z.ZodType<T>, most: number, keyOf: (entry: T) => string) {
  return z.unknown().transform((came, context): T[] => {
    const entries = entriesOf(came);
    if (entries === undefined || entries.length > most) {
      context.addIssue({ code: 'custom', message: 'not a list' });
      return z.NEVER;
    }
    const usable = new Map<string, T>();
    for (const each of entries) {
      const read = entry.safeParse(each);
      if (read.success) usable.getOrInsert(keyOf(read.data), read.data);
    }
    return [...usable.values()];
  });
}

function entriesOf(came: unknown): readonly unknown[] | undefined {
  if (Array.isArray(came)) return came;
  if (!isObject(came) || Object.keys(came).some((key) => !/^\d+$/.test(key))) return undefined;
  return Object.values(came);
}

/** The provider registered the request; the effect comes later. */
export interface Acknowledgement {
  words?: string;
}

const FAILED_STATUS = /^\s*(?:err(?:or)?|fail(?:ed|ure)?|denied|rejected|invalid|[45]\d\d)\s*$/i;

/** The contract's tables and examples differ: `{message}` or `{success: true}`. */
export const acknowledgement = record({
  message: words.exactOptional(),
  success: flag.exactOptional(),
  status: text.exactOptional(),
}).transform(({ message, success, status = '' }, context): Acknowledgement => {
  if ((message === undefined && success !== true) || isNegative(status) || FAILED_STATUS.test(status)) {
    context.addIssue({ code: 'custom', message: 'nothing acknowledged' });
    return z.NEVER;
  }
  return message === undefined ? {} : { words: message };
});
