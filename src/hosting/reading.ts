import { z } from 'zod';
import { isObject, saysNo } from './refusal.ts';
import { shortened } from './words.ts';

/**
 * An object of scalars as the provider writes it: its snake_case names become the shape's camelCase ones, scalars become
 * texts, and what is null, blank or not a scalar counts as not there. Other fields are not looked at.
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

/** Looking at the first character first spares nearly every text the expression. */
const isBlank = (value: string) => value === '' || (value.charCodeAt(0) <= 0x20 && !/\S/.test(value));

/** A scalar of a record, as text. */
export const text = z.string();

/** The provider's own words, cut visibly where they are long. */
export const words = text.transform((came) => shortened(came));

/** A number where it reads as an integer, quoted or bare; else the text as it came. */
export const whole = text.transform((came): number | string => {
  const number = Number(came);
  return /^\s*-?\d+\s*$/.test(came) && Number.isSafeInteger(number) ? number : came;
});

/** Yes or no, however it is written; any other text (a disk's name) says yes. */
export const flag = text.transform((came) => !saysNo(came));

/**
 * Entries that can be used of an array, or of an object numbered like one (PHP writes a filtered array so). An entry
 * that can't be used is left out rather than failing all.
 */
export function listOf<T>(entry: z.ZodType<T>) {
  return z.unknown().transform((came, context): T[] => {
    const entries = entriesOf(came);
    if (entries === undefined) {
      context.addIssue({ code: 'custom', message: 'not a list' });
      return z.NEVER;
    }
    const usable: T[] = [];
    for (const each of entries) {
      const read = entry.safeParse(each);
      if (read.success) usable.push(read.data);
    }
    return usable;
  });
}

function entriesOf(came: unknown): readonly unknown[] | undefined {
  if (Array.isArray(came)) return came;
  if (!isObject(came) || Object.keys(came).some((key) => !/^\d+$/.test(key))) return undefined;
  return Object.values(came);
}

/** A provider's acknowledgement: the request was registered; its effect comes later. */
export interface Acknowledgement {
  /** The provider's own words. */
  words?: string;
}

/** A state beside the words that is none of an acknowledgement; what it is of is not told. */
const FAILED = /^\s*(?:err(?:or)?|fail(?:ed|ure)?|denied|rejected|invalid|[45]\d\d)\s*$/i;

/**
 * `{message}` or `{success: true}`: the contract's tables and examples differ between the two. A `status` is in neither:
 * one that says "error" acknowledges nothing, and does not tell what was done either.
 */
export const acknowledgement = record({
  message: words.exactOptional(),
  success: flag.exactOptional(),
  status: text.exactOptional(),
}).transform(({ message, success, status = '' }, context): Acknowledgement => {
  if ((message === undefined && success !== true) || saysNo(status) || FAILED.test(status)) {
    context.addIssue({ code: 'custom', message: 'nothing acknowledged' });
    return z.NEVER;
  }
  return message === undefined ? {} : { words: message };
});
