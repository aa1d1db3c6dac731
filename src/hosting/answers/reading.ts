import { z } from 'zod';
import { isNegative, isObject } from './error-body.ts';
import { isExact, shortened, shortenedLine } from './shorten.ts';

/**
 * Reads an object of scalars: the provider's snake_case names become the shape's camelCase ones, scalars become texts, and null,
 * blank and nested values count as missing. Other fields are ignored.
 */
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

/** Whether a text has no visible character. Testing the first character alone decides nearly every text without the expression. */
function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(value);
}

const scalar = z.string();

/** A scalar of a record for people: one clean line, cut visibly where it is long. */
export const text = scalar.transform((came) => shortenedLine(came));

/** The provider's own words, cleaned, and cut visibly where they are long. */
export const words = scalar.transform((came) => shortened(came));

/** The longest id of a server: databases index it. */
const MAX_ID = 512;

/** The identifier that later requests use: exactly as it came, or unusable. */
export const identifier = scalar.refine((came) => isExact(came, MAX_ID));

/** No server has more snapshots or backups. */
export const MOST_COPIES = 1_000;

/** The name of a snapshot or backup, of any length: it is only used in requests. */
const MAX_COPY = 5_000;
export const copyName = scalar.refine((came) => isExact(came, MAX_COPY));

/** A value that a person types elsewhere, exactly as it came: it may hold no invisible character. */
export const secret = scalar.refine((came) => isExact(came, MAX_ID) && !/[\u061c\u200e\u200f]/.test(came));

/** A number where it reads as an integer, quoted or not; else the text as {@link text} reads it. */
export const whole = scalar.transform((came): number | string => {
  const number = Number(came);
  return /^\s*-?\d{1,20}\s*$/.test(came) && Number.isSafeInteger(number) ? number : shortenedLine(came);
});

/** Yes or no in any notation; any other text (a disk's name) means yes. */
export const flag = scalar.transform((came) => !isNegative(came));

/**
 * The usable entries of an array, or of an object with numbers as keys (PHP writes a filtered array so). Unusable and repeated entries
 * are left out.
 * @param most a longer list is unreadable, because a part of it would not be true of the whole
 * @param keyOf tells entries apart
 */
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

/** The provider's acknowledgement: it registered the request; the effect comes later. */
export interface Acknowledgement {
  /** The provider's own words. */
  words?: string;
}

/** Whether a `status` beside the words is no acknowledgement. */
const FAILED = /^\s*(?:err(?:or)?|fail(?:ed|ure)?|denied|rejected|invalid|[45]\d\d)\s*$/i;

/**
 * `{message}` or `{success: true}`: the contract's tables and examples differ. Neither has a `status`: an answer whose status says
 * "error" acknowledges nothing, and leaves open what was done.
 */
export const acknowledgement = record({
  message: words.exactOptional(),
  success: flag.exactOptional(),
  status: text.exactOptional(),
}).transform(({ message, success, status = '' }, context): Acknowledgement => {
  if ((message === undefined && success !== true) || isNegative(status) || FAILED.test(status)) {
    context.addIssue({ code: 'custom', message: 'nothing acknowledged' });
    return z.NEVER;
  }
  return message === undefined ? {} : { words: message };
});
