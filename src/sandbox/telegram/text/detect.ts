import type { MessageEntity } from 'grammy/types';
import { detectUrls } from './detect-urls.ts';

type Found = 'mention' | 'hashtag' | 'cashtag' | 'bot_command';

const WORD = '\\p{L}\\p{N}_';
/** Includes the zero-width non-joiner, the middle dot, and Sinhala with its signs. */
const TAG = '\\p{L}\\p{Nd}_\\u200c\\u00b7\\u0d80-\\u0dff';
const AT_CHAT = '@[a-zA-Z0-9_]{3,32}';

/** The text stands in every match: searching for the text first is much cheaper than the pattern. Source: TDLib `find_entities`. */
const PATTERNS: readonly [Found, string, RegExp][] = [
  ['mention', '@', new RegExp(`(?<![${WORD}])@[a-zA-Z0-9_]{2,32}(?![${WORD}])`, 'gu')],
  ['bot_command', '/', new RegExp(`(?<![${WORD}/<>])/[a-zA-Z0-9_]{1,64}(?:${AT_CHAT}|(?!@))(?![${WORD}/<>])`, 'gu')],
  ['hashtag', '#', new RegExp(`(?<![${TAG}])#[${TAG}]+(?:${AT_CHAT})?`, 'gu')],
  ['cashtag', '$', new RegExp(`(?<![$${TAG}])\\$(?:1INCH|[A-Z]{1,8})(?:${AT_CHAT})?(?![$${TAG}])`, 'gu')],
];

/** The earlier of two overlapping entities wins, then the longer one. */
export function detect(text: string): MessageEntity[] {
  const patterned = PATTERNS.flatMap(([type, part, pattern]) =>
    text.includes(part) ? [...text.matchAll(pattern)].flatMap((match) => entityOf(type, match, text)) : [],
  );
  const urls = /[.:]/.test(text) ? detectUrls(text) : [];
  const found = [...patterned, ...urls].sort((one, other) => one.offset - other.offset || other.length - one.length);
  const kept: MessageEntity[] = [];
  for (const entity of found) if (!kept.some((before) => overlap(before, entity))) kept.push(entity);
  return kept;
}

/** Shorter names can't be mentioned, except these. */
const SHORT_NAMES = /^@(gif|nft|pic|ufc|vid)$/i;
const HASHTAG_LETTERS = 256;

function entityOf(type: Found, match: RegExpExecArray, text: string): MessageEntity[] {
  const [whole] = match;
  if (type === 'mention' && whole.length < 5 && !SHORT_NAMES.test(whole)) return [];
  if (type === 'hashtag' && (text[match.index + whole.length] === '#' || !/\p{L}/u.test(whole.split('@')[0] ?? '')))
    return [];
  return [{ type, offset: match.index, length: cut(type, whole).length }];
}

function cut(type: Found, whole: string): string {
  if (type !== 'hashtag') return whole;
  const letters = [...whole];
  return letters.indexOf('@') > 0 && letters.indexOf('@') <= HASHTAG_LETTERS + 1
    ? whole
    : letters.slice(0, HASHTAG_LETTERS + 1).join('');
}

interface Place {
  offset: number;
  length: number;
}

export function overlap(one: Place, other: Place): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}
