import type { MessageEntity } from 'grammy/types';
import domains from './top-level-domains.json' with { type: 'json' };

type Found = 'mention' | 'hashtag' | 'cashtag' | 'bot_command' | 'url' | 'email';

const KNOWN = new Set<string>(domains);
const WORD = '\\p{L}\\p{N}_';
/** The letters of a hashtag; among them the zero-width non-joiner, the middle dot, and Sinhala with its signs. */
const TAG = '\\p{L}\\p{Nd}_\\u200c\\u00b7\\u0d80-\\u0dff';
const AT_CHAT = '@[a-zA-Z0-9_]{3,32}';
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,62}[\\p{L}\\p{N}])?';
const HOST = `(?:${LABEL}\\.)+(?<tld>[\\p{L}]{2,63}|xn--[a-z0-9-]+)`;
const IPV4 = '(?:\\d{1,3}\\.){3}\\d{1,3}';
const TAIL = '(?::\\d{1,5})?(?:[/?#][^\\s<>"«»“”‘’\\u2066-\\u2069]*)?';

/**
 * The entities that Telegram detects. Each has a part that every match contains: to look for that first is much cheaper than the
 * pattern, and most texts lack it. Source: TDLib `find_entities`.
 */
const PATTERNS: readonly [Found, string, RegExp][] = [
  ['mention', '@', new RegExp(`(?<![${WORD}])@[a-zA-Z0-9_]{2,32}(?![${WORD}])`, 'gu')],
  ['bot_command', '/', new RegExp(`(?<![${WORD}/<>])/[a-zA-Z0-9_]{1,64}(?:${AT_CHAT}|(?!@))(?![${WORD}/<>])`, 'gu')],
  ['hashtag', '#', new RegExp(`(?<![${TAG}])#[${TAG}]+(?:${AT_CHAT})?`, 'gu')],
  ['cashtag', '$', new RegExp(`(?<![$${TAG}])\\$(?:1INCH|[A-Z]{1,8})(?:${AT_CHAT})?(?![$${TAG}])`, 'gu')],
  ['url', '://', new RegExp(`(?:tg|ton|tonsite)://[a-zA-Z0-9_-]{1,253}${TAIL}`, 'giu')],
  ['email', '@', new RegExp(`(?<![\\p{L}\\p{N}._%+-])[A-Za-z0-9._%+-]{1,64}@${HOST}(?![\\p{L}\\p{N}_])`, 'gu')],
  ['url', '://', new RegExp(`(?<![\\p{L}\\p{N}_@.-])(?:https?|ftp|tonsite):\\/\\/(?:${HOST}|${IPV4})${TAIL}`, 'giu')],
  ['url', '.', new RegExp(`(?<![\\p{L}\\p{N}_@./-])(?:${HOST}|${IPV4})(?![\\p{L}\\p{N}_@-])${TAIL}`, 'giu')],
];

/** The commands, mentions, links, addresses, hashtags and cashtags in a text: of two that overlap the earlier, then the longer. */
export function detect(text: string): MessageEntity[] {
  const found = PATTERNS.flatMap(([type, part, pattern]) =>
    text.includes(part) ? [...text.matchAll(pattern)].flatMap((match) => entityOf(type, match, text)) : [],
  ).sort((one, other) => one.offset - other.offset || other.length - one.length);
  return found.filter((entity, at) => !found.slice(0, at).some((before) => overlap(before, entity)));
}

/** Names of less than four letters that can be mentioned. */
const SHORT_NAMES = /^@(gif|nft|pic|ufc|vid)$/i;
const HASHTAG_LETTERS = 256;

function entityOf(type: Found, match: RegExpExecArray, text: string): MessageEntity[] {
  const [whole] = match;
  if (type === 'mention' && whole.length < 5 && !SHORT_NAMES.test(whole)) return [];
  if (type === 'hashtag' && (text[match.index + whole.length] === '#' || !/\p{L}/u.test(whole.split('@')[0] ?? '')))
    return [];
  if (!plausible(type, match)) return [];
  return [{ type, offset: match.index, length: cut(type, whole).length }];
}

function cut(type: Found, whole: string): string {
  if (type === 'url') return whole.replace(/[.,:;!?'")\]}*~`،؛؟…]+$/u, '');
  if (type !== 'hashtag') return whole;
  const letters = [...whole];
  return letters.indexOf('@') > 0 && letters.indexOf('@') <= HASHTAG_LETTERS + 1
    ? whole
    : letters.slice(0, HASHTAG_LETTERS + 1).join('');
}

/** A name is a link only with a known top-level domain, an IP address only with numbers up to 255. */
function plausible(type: Found, match: RegExpExecArray): boolean {
  if (type !== 'url' && type !== 'email') return true;
  if (/^(?:tg|ton|tonsite):/i.test(match[0])) return true;
  const tld = match.groups?.tld?.toLowerCase();
  if (tld) return KNOWN.has(tld) || tld.startsWith('xn--');
  return (match[0].match(/\d{1,3}/g) ?? []).slice(0, 4).every((part) => Number(part) <= 255);
}

interface Place {
  offset: number;
  length: number;
}

export function overlap(one: Place, other: Place): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}
