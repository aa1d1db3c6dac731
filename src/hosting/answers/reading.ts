import { z } from 'zod';
import { isObject, saysNo } from './error-body.ts';
import { isExact, oneLine, shortened } from './shorten.ts';

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

/** Whether nothing of it can be seen. Looking at the first character first spares nearly every text the expression. */
function isBlank(value: string): boolean {
  const first = value.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(value);
}

const scalar = z.string();

/** A scalar of a record as people read it: one clean line, cut visibly where it is long. */
export const text = scalar.transform((came) => oneLine(came));

/** The provider's own words, clean, and cut visibly where they are long. */
export const words = scalar.transform((came) => shortened(came));

/** A database indexes a server's id. */
const MAX_ID = 512;

/** What later requests name a thing by: exactly as it came, or it can't be used at all. */
export const identifier = scalar.refine((came) => isExact(came, MAX_ID));

/** More copies than anybody keeps of a server. */
export const MOST_COPIES = 1_000;

/** The name of a copy, which goes nowhere but into requests: of any length that people give. */
const MAX_COPY = 5_000;
export const copyName = scalar.refine((came) => isExact(came, MAX_COPY));

/** What a person has to type elsewhere, exactly as it came: nothing in it may be unseen. */
export const secret = scalar.refine((came) => isExact(came, MAX_ID) && !/[\u061c\u200e\u200f]/.test(came));

/** A number where it reads as an integer, quoted or bare; else the text, as {@link text} has it. */
export const whole = scalar.transform((came): number | string => {
  const number = Number(came);
  return /^\s*-?\d{1,20}\s*$/.test(came) && Number.isSafeInteger(number) ? number : oneLine(came);
});

/** Yes or no, however it is written; any other text (a disk's name) says yes. */
export const flag = scalar.transform((came) => !saysNo(came));

/**
 * Entries that can be used of an array, or of an object numbered like one (PHP writes a filtered array so). An entry
 * that can't be used is left out rather than failing all.
 * @param most entries: a longer list can't be read, for a part of it would tell what is not true of the whole
 */
export function listOf<T>(entry: z.ZodType<T>, most: number) {
  return z.unknown().transform((came, context): T[] => {
    const entries = entriesOf(came);
    if (entries === undefined || entries.length > most) {
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
