import { task } from '../../workers/pool.ts';
import { publicKeysIn } from './public-key.ts';

/** A word needs this many characters to look like a token. */
const SHORTEST = 20;
/** No provider's token is longer, and longer words take time to examine. */
const LONGEST = 4096;
/** A random word changes this often between small letters, capitals and digits; names and numbers joined together do not. */
const FEWEST_CHANGES = 5;
/** In a word this long, {@link FEWEST_CHANGES_OF_LONG} changes are enough. */
const LONG = 30;
const FEWEST_CHANGES_OF_LONG = 3;
/** A shorter token could be a part of any text. */
const SHORTEST_KNOWN = 12;
/** Each costs a look into the store. */
const MOST_POSSIBLE = 100;
/** No token is a word of letters alone. */
const MORE_THAN_WORD = /[^A-Za-z]|[a-z][A-Z]/;
/** The characters between values: text after a link is no part of the link. */
const APART = /[\s,;"'`()<>{}«»،؛]+/;
/** The characters between a token and its label: `token=…`, `12|…`. */
const AROUND = /[:=|]+/;
const LINK = /:\/\/|@/;
const WEB_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
const BASE64 = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d+/]{32,}$/;
/** A path has fewer changes than random bytes in base64. */
const FEWEST_CHANGES_OF_BASE64 = 8;
/** The beginning of a public key in base64: the length of its type's name (RFC 4253, 6.6). */
const PUBLIC_KEY = /^AAAA[A-I]/;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
/** A private key itself, not only words about its first line. */
const WHOLE_PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----\s+(?:[\w-]+: .*\s+)*[A-Za-z\d+/=]{16}/;
/** A checksum under its name: `sha256:…`, `SHA256:…`, `sha512-…`. */
const CHECKSUM = /\b(?:sha-?\d{1,3}|md5)[:=-][A-Za-z\d+/=:]+/gi;
/** The first line of a public key or a certificate in PEM. */
const PUBLIC_BLOCK = /-----? ?BEGIN [A-Z0-9 ]+ ?-----?/;

/**
 * Whether a text holds a word that looks like a token, or a private key. Addresses, names, domains, dates, checksums, public keys and the
 * bot's own ids do not count.
 */
export function holdsSecret(text: string): boolean {
  if (PRIVATE_KEY.test(text)) return true;
  return !PUBLIC_BLOCK.test(text) && randomWords(text).some(() => true);
}

/** Whether a private key stands in a text. */
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

/** The words of a text that may be a token which does not look like one, with and without what may stand around it. */
export function possibleTokens(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of withoutMarks(text).matchAll(/[!-~]+/g))
    for (const part of [word, ...word.split(APART), ...word.split(/["'`()<>{}[\],;=:/?&@]+/)]) {
      const bare = part.replace(/^\W{1,9}|\W{1,9}$/g, '');
      const fits = bare.length >= SHORTEST_KNOWN && part.length <= LONGEST && MORE_THAN_WORD.test(bare);
      if (fits && found.size < MOST_POSSIBLE) found.add(part).add(bare);
    }
  return found;
}

function* randomWords(text: string): Generator<string, undefined> {
  for (const { 0: long } of withoutPublic(withoutMarks(text)).matchAll(/\S{20,}/g))
    for (const value of long.split(APART))
      if (!LINK.test(value)) yield* value.split(AROUND).filter((word) => isRandom(word));
}

/** Marks that can't be seen come along from right-to-left pages. */
function withoutMarks(text: string): string {
  return text.replace(/\p{Cf}/gu, '');
}

/** The text without its public keys and checksums. */
function withoutPublic(text: string): string {
  let rest = text;
  for (const { begin, end } of publicKeysIn(text).toReversed()) rest = `${rest.slice(0, begin)} ${rest.slice(end)}`;
  return rest.replace(CHECKSUM, ' ');
}

function shapeOf(word: string): string {
  if (WEB_TOKEN.test(word)) return 'jwt';
  const letters = word.replace(/[^A-Za-z]+/g, '');
  // In base64 signs stand anywhere.
  if (/[a-z]/.test(letters) && /[A-Z]/.test(letters)) return `mixed ${word.length}`;
  const alphabet = `${letters === letters.toLowerCase() ? 'small' : 'capital'} ${/^[a-f]+$/i.test(letters) ? 'hex' : ''}`;
  return `${alphabet} ${word.replace(/[A-Za-z\d]+/g, (run) => String(run.length))}`;
}

/** {@link holdsSecret}, or the whole text is one word that could be a token. */
export function looksSecret(text: string): boolean {
  const word = text.trim();
  return holdsSecret(text) || (!/\s/.test(word) && looksLikeToken(word));
}

/** {@link looksSecret} on a thread: a megabyte of near-tokens takes a quarter of a second. */
export const lookingForSecret = task<typeof looksSecret>(new URL(import.meta.url), 'looksSecret');

function isRandom(word: string): boolean {
  if (word.length < SHORTEST || word.length > LONGEST) return false;
  if (WEB_TOKEN.test(word)) return true;
  const changes = changesIn(word);
  if (BASE64.test(word) && !PUBLIC_KEY.test(word) && changes >= FEWEST_CHANGES_OF_BASE64) return true;
  return changes >= (word.length < LONG ? FEWEST_CHANGES : FEWEST_CHANGES_OF_LONG) && looksLikeToken(word);
}

/** One long word of letters and digits that is neither an address nor a name. */
function looksLikeToken(word: string): boolean {
  if (WEB_TOKEN.test(word)) return true;
  if (!/^[\x21-\x7e]+$/.test(word) || word.length < SHORTEST || PUBLIC_KEY.test(word)) return false;
  return /\d/.test(word) && /[a-z]/i.test(word) && !/[./@:]/.test(word) && !isNamePutTogether(word);
}

/** `backup-2026-11-21-final`, `IMG_20261121_web`: every part is a word or a number. */
function isNamePutTogether(word: string): boolean {
  const parts = word.split(/[-_]/);
  return parts.length > 1 && parts.every((part) => /^(?:[a-z]{0,15}|\d{1,8})$/i.test(part));
}

/** The number of changes between small letters, capitals and digits. */
function changesIn(word: string): number {
  return [...word.matchAll(/(?<=[a-z])[A-Z\d]|(?<=[A-Z])[a-z\d]|(?<=\d)[a-zA-Z]/g)].length;
}
