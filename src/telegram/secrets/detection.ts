import { task } from '../../workers/pool.ts';
import { publicKeysIn } from './public-key.ts';

const MIN_TOKEN_LENGTH = 20;
/** No provider's token is longer, and longer words take time to examine. */
const MAX_TOKEN_LENGTH = 4096;
/** Random words change this often between small letters, capitals and digits; joined names and numbers do not. */
const MIN_CASE_CHANGES = 5;
const LONG_WORD_LENGTH = 30;
const MIN_CASE_CHANGES_OF_LONG_WORD = 3;
/** A shorter token could be a part of any text. */
const MIN_KNOWN_TOKEN_LENGTH = 12;
const MAX_POSSIBLE_TOKENS = 100;
const MORE_THAN_WORD = /[^A-Za-z]|[a-z][A-Z]/;
/** Text after a link is no part of the link. */
const BETWEEN_VALUES = /[\s,;"'`()<>{}«»،؛]+/;
const BETWEEN_LABEL_AND_TOKEN = /[:=|]+/;
const LINK = /:\/\/|@/;
const WEB_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d+/]{32,}$/;
/** A path has fewer changes than random bytes in base64. */
const MIN_CASE_CHANGES_OF_BASE64 = 8;
/** In base64, the length of the type's name (RFC 4253, 6.6). */
const PUBLIC_KEY = /^AAAA[A-I]/;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
const WHOLE_PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----\s+(?:[\w-]+: .*\s+)*[A-Za-z\d+/=]{16}/;
const CHECKSUM = /\b(?:sha-?\d{1,3}|md5)[:=-][A-Za-z\d+/=:]+/gi;
const PUBLIC_BLOCK = /-----? ?BEGIN [A-Z0-9 ]+ ?-----?/;

/** Addresses, names, domains, dates, checksums, public keys and the bot's own ids do not count. */
export function holdsSecret(text: string): boolean {
  if (PRIVATE_KEY.test(text)) return true;
  return !PUBLIC_BLOCK.test(text) && randomWords(text).some(() => true);
}

export function holdsPrivateKey(text: string): boolean {
  return WHOLE_PRIVATE_KEY.test(text);
}

/** The shapes of hashes and UUIDs. */
const HASHES = / hex (?:32|40|56|64|96|128|8-4-4-4-12)$/;

/**
 * How each word of a text that looks like a token is made. It tells nothing of what the word is. A hash and a UUID have no shape: people write
 * them to each other.
 */
export function tokenShapes(text: string): Set<string> {
  return new Set(
    randomWords(text)
      .map(shapeOf)
      .filter((shape) => !HASHES.test(shape)),
  );
}

/** Unlike {@link tokenShapes}, takes words that do not look like a token. */
export function possibleTokens(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of withoutMarks(text).matchAll(/[!-~]+/g))
    for (const part of [word, ...word.split(BETWEEN_VALUES), ...word.split(/["'`()<>{}[\],;=:/?&@]+/)]) {
      const bare = part.replace(/^\W{1,9}|\W{1,9}$/g, '');
      const fits =
        bare.length >= MIN_KNOWN_TOKEN_LENGTH && part.length <= MAX_TOKEN_LENGTH && MORE_THAN_WORD.test(bare);
      if (fits && found.size < MAX_POSSIBLE_TOKENS) found.add(part).add(bare);
    }
  return found;
}

function* randomWords(text: string): Generator<string, undefined> {
  for (const { 0: long } of withoutPublic(withoutMarks(text)).matchAll(/\S{20,}/g))
    for (const value of long.split(BETWEEN_VALUES))
      if (!LINK.test(value)) yield* value.split(BETWEEN_LABEL_AND_TOKEN).filter((word) => isRandom(word));
}

/** Invisible marks come along from right-to-left pages. */
function withoutMarks(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}

function withoutPublic(text: string): string {
  let rest = text;
  for (const { begin, end } of publicKeysIn(text).toReversed()) rest = `${rest.slice(0, begin)} ${rest.slice(end)}`;
  return rest.replace(CHECKSUM, ' ');
}

function shapeOf(word: string): string {
  if (WEB_TOKEN.test(word)) return 'jwt';
  const letters = word.replace(/[^A-Za-z]+/g, '');
  if (/[a-z]/.test(letters) && /[A-Z]/.test(letters)) return `mixed ${word.length}`;
  const alphabet = `${letters === letters.toLowerCase() ? 'small' : 'capital'} ${/^[a-f]+$/i.test(letters) ? 'hex' : ''}`;
  return `${alphabet} ${word.replace(/[A-Za-z\d]+/g, (run) => String(run.length))}`;
}

export function looksSecret(text: string): boolean {
  const word = text.trim();
  return holdsSecret(text) || (!/\s/.test(word) && looksLikeToken(word));
}

/** Runs on a thread: a megabyte of near-tokens takes a quarter of a second. */
export const lookingForSecret = task<typeof looksSecret>(new URL(import.meta.url), 'looksSecret');

function isRandom(word: string): boolean {
  if (word.length < MIN_TOKEN_LENGTH || word.length > MAX_TOKEN_LENGTH) return false;
  if (WEB_TOKEN.test(word)) return true;
  const changes = changesIn(word);
  if (BASE64.test(word) && !PUBLIC_KEY.test(word) && changes >= MIN_CASE_CHANGES_OF_BASE64) return true;
  return (
    changes >= (word.length < LONG_WORD_LENGTH ? MIN_CASE_CHANGES : MIN_CASE_CHANGES_OF_LONG_WORD) &&
    looksLikeToken(word)
  );
}

function looksLikeToken(word: string): boolean {
  if (WEB_TOKEN.test(word)) return true;
  if (!/^[\x21-\x7e]+$/.test(word) || word.length < MIN_TOKEN_LENGTH || PUBLIC_KEY.test(word)) return false;
  return /\d/.test(word) && /[a-z]/i.test(word) && !/[./@:]/.test(word) && !isNamePutTogether(word);
}

/** `backup-2026-11-21-final`, `IMG_20261121_web`: every part is a word or a number. */
function isNamePutTogether(word: string): boolean {
  const parts = word.split(/[-_]/);
  return parts.length > 1 && parts.every((part) => /^(?:[a-z]{0,15}|\d{1,8})$/i.test(part));
}

function changesIn(word: string): number {
  return [...word.matchAll(/(?<=[a-z])[A-Z\d]|(?<=[A-Z])[a-z\d]|(?<=\d)[a-zA-Z]/g)].length;
}
