import { task } from '../../workers/pool.ts';

/** A word needs this many characters to look like a token. */
const SHORTEST = 20;
/** No provider's token is longer, and longer words take time to examine. */
const LONGEST = 4096;
/** A random word changes this often between small letters, capitals and digits; names and numbers joined together do not. */
const FEWEST_CHANGES = 5;
/** In a word this long, {@link FEWEST_CHANGES_OF_LONG} changes are enough. */
const LONG = 30;
const FEWEST_CHANGES_OF_LONG = 3;
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
/** The first line of a public key or a certificate in PEM. */
const PUBLIC_BLOCK = /-----? ?BEGIN [A-Z0-9 ]+ ?-----?/;

/**
 * Whether a text holds a word that looks like a token, or a private key. Addresses, names, domains, dates and the bot's own ids do
 * not count.
 */
export function holdsSecret(text: string): boolean {
  if (PRIVATE_KEY.test(text)) return true;
  if (PUBLIC_BLOCK.test(text)) return false;
  for (const { 0: long } of text.matchAll(/\S{20,}/g))
    for (const value of long.split(APART))
      if (!LINK.test(value) && value.split(AROUND).some((word) => isRandom(word))) return true;
  return false;
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
