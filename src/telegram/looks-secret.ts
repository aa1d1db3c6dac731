/** A word needs this many characters to look like a token. */
const SHORTEST = 20;
/** So often a random word goes from one kind of character to another; words and numbers that were put together do not. */
const FEWEST_CHANGES = 5;
/** What stands before or around a token: `token=…`, `"…"`, `(…)`. */
const AROUND = /[\s:;,="'`()<>«»،؛]+/;
const LINK = /:\/\/|@/;
const WEB_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;
/** How a public key's base64 begins (RFC 4253, 6.6: the length of its type's name). */
const PUBLIC_KEY = /^AAAA[A-E]/;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;

/** Whether a text is, or has in it, what looks like a token or a private key: no address, name, domain, date or id of ours. */
export function looksSecret(text: string): boolean {
  const words = text.trim().split(/\s+/);
  if (PRIVATE_KEY.test(text)) return true;
  if (words.length === 1 && looksLikeToken(words[0] ?? '')) return true;
  return words
    .filter((word) => !LINK.test(word))
    .flatMap((word) => word.split(AROUND))
    .some((word) => looksLikeToken(word) && (WEB_TOKEN.test(word) || changesIn(word) >= FEWEST_CHANGES));
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

/** How often a lower-case letter, a capital one and a digit follow one of another kind. */
function changesIn(word: string): number {
  return [...word.matchAll(/(?<=[a-z])[A-Z\d]|(?<=[A-Z])[a-z\d]|(?<=\d)[a-zA-Z]/g)].length;
}
