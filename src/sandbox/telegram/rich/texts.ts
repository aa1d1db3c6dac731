import type { RichMessageButton, RichText, User } from 'grammy/types';
import { badRequest, refusal, sandboxRefusal } from '../bot-api/refusal.ts';
import { detect } from '../text/detect.ts';
import { cleanString } from '../text/format.ts';
import { checkLink, userOfLink } from '../text/links.ts';

type Span = Exclude<RichText, string | RichText[]>;

export interface TextOptions {
  people: readonly User[];
  /** Finds links, addresses, mentions, commands, hashtags and cashtags. */
  detects: boolean;
  /** @throws Refusal where the button does not fit the chat */
  button: (button: RichMessageButton) => RichMessageButton;
}

/** @throws Refusal where a link, an emoji, a time or a button is invalid */
export function storedText(text: RichText, options: TextOptions): RichText {
  if (typeof text === 'string') return options.detects ? detected(cleanString(text)) : cleanString(text);
  if (Array.isArray(text)) return text.map((one) => storedText(one, options));
  return storedSpan(text, options);
}

/** Telegram detects nothing inside these. */
const PLAIN_INSIDE = new Set<Span['type']>(['code', 'url', 'email_address', 'phone_number', 'date_time']);

function storedSpan(span: Span, options: TextOptions): RichText {
  switch (span.type) {
    case 'mention':
    case 'hashtag':
    case 'cashtag':
    case 'bot_command':
    case 'bank_card_number':
      // Bots can't set these: Telegram finds them itself. Source: TDLib `RichText::get_rich_text`
      return storedText(span.text, options);
    case 'custom_emoji':
      if (!/^-?\d{1,19}$/.test(span.custom_emoji_id) || Number(span.custom_emoji_id) === 0)
        throw refusal('customEmojiInvalid');
      return span;
    case 'button':
      return { ...span, button: options.button(span.button) };
    case 'text_mention':
      return mention(span.user.id, storedText(span.text, options), options.people);
    case 'url':
      return link(span, options);
    case 'date_time':
      if (span.unix_time <= 0) throw badRequest('RICH_MESSAGE_DATE_INVALID');
      break;
    case 'email_address':
      if (!/^[^\s@]+@[^\s@]+$/.test(span.email_address)) throw badRequest('RICH_MESSAGE_EMAIL_INVALID');
      break;
    default:
  }
  if (!('text' in span)) return span;
  const detects = options.detects && !PLAIN_INSIDE.has(span.type) && !span.type.endsWith('_link');
  return { ...span, text: storedText(span.text, { ...options, detects }) };
}

function link(span: Extract<Span, { type: 'url' }>, options: TextOptions): RichText {
  const text = storedText(span.text, { ...options, detects: false });
  const user = userOfLink(span.url);
  if (user !== undefined) return mention(user, text, options.people);
  const checked = checkLink(span.url);
  // An invalid link leaves its words, as in a text in HTML.
  return 'url' in checked ? { ...span, url: checked.url, text } : text;
}

function mention(id: number, text: RichText, people: readonly User[]): RichText {
  const user = people.find((one) => one.id === id);
  return user ? { type: 'text_mention', text, user } : text;
}

function detected(text: string): RichText {
  const found = detect(text);
  if (found.length === 0) return text;
  let at = 0;
  const pieces: RichText[] = [];
  for (const { type, offset, length } of found) {
    if (offset > at) pieces.push(text.slice(at, offset));
    at = offset + length;
    pieces.push(FOUND[type]?.(text.slice(offset, at)) ?? text.slice(offset, at));
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : pieces;
}

/** The names lack their sign. Source: TDLib `get_rich_text_object` */
const FOUND: Partial<Record<string, (text: string) => RichText>> = {
  url: (text) => ({ type: 'url', text, url: text }),
  email: (text) => ({ type: 'email_address', text, email_address: text }),
  mention: (text) => ({ type: 'mention', text, username: text.slice(1) }),
  hashtag: (text) => ({ type: 'hashtag', text, hashtag: text.slice(1) }),
  cashtag: (text) => ({ type: 'cashtag', text, cashtag: text.slice(1) }),
  bot_command: (text) => ({ type: 'bot_command', text, bot_command: text.slice(1) }),
};

export function plainText(text: RichText): string {
  if (typeof text === 'string') return text;
  if (Array.isArray(text)) return text.map(plainText).join('');
  if (text.type === 'custom_emoji') return text.alternative_text;
  if (text.type === 'mathematical_expression') return text.expression;
  if (text.type === 'button') return plainText(text.button.text);
  return 'text' in text ? plainText(text.text) : '';
}

/** @throws Refusal where the words have another form than a custom emoji or a time */
export function checkButtonText(text: RichText): void {
  if (typeof text === 'string') return;
  if (Array.isArray(text)) for (const one of text) checkButtonText(one);
  else if (text.type !== 'custom_emoji' && text.type !== 'date_time')
    throw sandboxRefusal(`a button with words of the form ${text.type}`);
}
