import type { MessageEntity } from 'grammy/types';
import domains from './top-level-domains.json' with { type: 'json' };

type Found = 'mention' | 'hashtag' | 'bot_command' | 'url' | 'email';

const KNOWN = new Set<string>(domains);
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,62}[\\p{L}\\p{N}])?';
const HOST = `(?:${LABEL}\\.)+(?<tld>[\\p{L}]{2,63}|xn--[a-z0-9-]+)`;
const IPV4 = '(?:\\d{1,3}\\.){3}\\d{1,3}';
const TAIL = '(?::\\d{1,5})?(?:[/?#][^\\s<>"«»“”‘’\\u2066-\\u2069]*)?';

/**
 * The entities that Telegram detects, in the order of preference. Each has a part that every match contains: to look for that
 * first is much cheaper than the pattern, and most texts lack it. Source: TDLib `find_entities`.
 */
const PATTERNS: readonly [Found, string, RegExp][] = [
  ['bot_command', '/', /(?<![\p{L}\p{N}_/<>@])\/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\p{L}\p{N}_/<>])/gu],
  ['email', '@', new RegExp(`(?<![\\p{L}\\p{N}._%+-])[A-Za-z0-9._%+-]{1,64}@${HOST}(?![\\p{L}\\p{N}_])`, 'gu')],
  ['mention', '@', /(?<![\p{L}\p{N}_@/])@[a-zA-Z0-9_]{4,32}(?![\p{L}\p{N}_@])/gu],
  ['url', '://', new RegExp(`(?<![\\p{L}\\p{N}_@.-])(?:https?|ftp|tonsite):\\/\\/(?:${HOST}|${IPV4})${TAIL}`, 'giu')],
  ['url', '.', new RegExp(`(?<![\\p{L}\\p{N}_@./-])(?:${HOST}|${IPV4})(?![\\p{L}\\p{N}_@-])${TAIL}`, 'giu')],
  ['hashtag', '#', /(?<![\p{L}\p{N}_#])#(?=[\p{L}\p{N}_]*[\p{L}_])[\p{L}\p{N}_\u200c]{1,256}(?![\p{L}\p{N}_#])/gu],
];

/** The commands, mentions, links, addresses and hashtags in a text, without overlaps. */
export function detect(text: string): MessageEntity[] {
  const found: MessageEntity[] = [];
  for (const [type, part, pattern] of PATTERNS) {
    if (!text.includes(part)) continue;
    for (const match of text.matchAll(pattern)) {
      const whole = type === 'url' ? match[0].replace(/[.,:;!?'")\]}*~`،؛؟…]+$/u, '') : match[0];
      if (!plausible(type, match)) continue;
      const place = { offset: match.index, length: whole.length };
      if (!found.some((other) => overlap(other, place))) found.push({ type, ...place });
    }
  }
  return found;
}

/** A name is a link only with a known top-level domain, an IP address only with numbers up to 255. */
function plausible(type: Found, match: RegExpExecArray | RegExpMatchArray): boolean {
  if (type !== 'url' && type !== 'email') return true;
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
