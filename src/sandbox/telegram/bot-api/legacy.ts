/** Telegram still reads the parameters of earlier Bot API versions where their successors are missing. */
import { refusal, unparsable } from './refusal.ts';
import type { Raw } from './types.ts';
import { decodeJson, isBlank, isRecord, lenientBoolean, lenientInteger } from './values.ts';

const MOST_MESSAGE_ID = 2 ** 31 - 1;

/** Converts earlier parameters into today's. Source: `Client.cpp` of tdlib/telegram-bot-api */
const SUCCESSORS: Record<string, (raw: Raw, method: string) => object | undefined> = {
  reply_parameters: ({ reply_to_message_id, allow_sending_without_reply }) => {
    const message_id = Math.min(lenientInteger(reply_to_message_id), MOST_MESSAGE_ID);
    if (message_id <= 0) return undefined;
    return { message_id, allow_sending_without_reply: lenientBoolean(allow_sending_without_reply) };
  },
  link_preview_options: ({ disable_web_page_preview }) =>
    lenientBoolean(disable_web_page_preview) ? { is_disabled: true } : undefined,
  button: ({ switch_pm_text: text, switch_pm_parameter: start = '' }) =>
    isBlank(text) ? undefined : { text: String(text), start_parameter: String(start) },
  permissions: (raw, method) => (method === 'restrictChatMember' ? permissionsIn(raw) : undefined),
};

export function withSuccessors(method: string, fields: object, raw: Raw): Raw {
  const added = Object.entries(SUCCESSORS)
    .filter(([name]) => name in fields && isMissing(raw[name]))
    .map(([name, read]) => [name, read(raw, method)])
    .filter(([, value]) => value !== undefined);
  return { ...raw, ...Object.fromEntries(added) };
}

const isMissing = (value: unknown) => value === undefined || value === '';

/** All four together lift a member's restrictions. */
function permissionsIn(raw: Raw): object {
  const isApart = lenientBoolean(raw.use_independent_chat_permissions);
  const can_send_other_messages = lenientBoolean(raw.can_send_other_messages);
  const can_add_web_page_previews = lenientBoolean(raw.can_add_web_page_previews);
  const mayMore = can_send_other_messages || can_add_web_page_previews;
  const media = lenientBoolean(raw.can_send_media_messages) || (mayMore && !isApart);
  const can_send_messages = lenientBoolean(raw.can_send_messages) || (media && !isApart);
  const isFree = can_send_messages && media && can_send_other_messages && can_add_web_page_previews;
  const kinds = ['audios', 'documents', 'photos', 'videos', 'video_notes', 'voice_notes'];
  return {
    can_send_messages,
    can_send_other_messages,
    can_add_web_page_previews,
    ...Object.fromEntries(kinds.map((kind) => [`can_send_${kind}`, media])),
    ...(isFree ? { can_send_polls: true, can_change_info: true, can_invite_users: true, can_pin_messages: true } : {}),
  };
}

/** An inline result may contain its text itself. Telegram requires the text of an article. */
export function withMessageText(result: Raw): Raw {
  const { message_text, parse_mode, entities } = result;
  if (result.input_message_content !== undefined || isMissing(message_text)) return result;
  const { disable_web_page_preview } = result;
  return { ...result, input_message_content: { message_text, parse_mode, entities, disable_web_page_preview } };
}

export function withPreviewOptions(content: Raw): Raw {
  if (content.link_preview_options !== undefined || content.disable_web_page_preview !== true) return content;
  return { ...content, link_preview_options: { is_disabled: true } };
}

/** A Bot API server before 9.5 does not know these fields, at any depth of a call. */
const UNKNOWN = new Set(['ephemeral_message_parameters', 'is_ephemeral', 'disabled', 'rich_message']);

/** These parameters are never JSON. */
const WORDS = new Set(['text', 'caption']);
const UNKNOWN_TAG = /<tg-time\b/i;

/**
 * A Bot API server before 9.5 ignores unknown fields: an ephemeral message is an ordinary one, a disabled button has no action.
 * @throws Refusal for the methods of ephemeral and rich messages, and for the tag of times
 */
export function asOlder(method: string, raw: Raw): Raw {
  if (/Ephemeral|Rich/.test(method)) throw refusal('methodNotFound');
  return knownOf(Object.entries(raw).map(([name, value]) => [name, WORDS.has(name) ? value : decodeJson(value)]));
}

function knownOf(all: [name: string, value: unknown][]): Raw {
  const known = Object.fromEntries(all.filter(([name]) => !UNKNOWN.has(name)));
  for (const name of WORDS) refuseTimes(known[name], known.parse_mode);
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, withoutNewer(value)]));
}

function withoutNewer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNewer);
  return !isRecord(value) || 'bytes' in value ? value : knownOf(Object.entries(value));
}

function refuseTimes(words: unknown, mode: unknown): void {
  if (typeof words !== 'string' || String(mode).toLowerCase() !== 'html') return;
  const at = words.search(UNKNOWN_TAG);
  if (at < 0) return;
  const offset = Buffer.byteLength(words.slice(0, at));
  throw unparsable(`Unsupported start tag "tg-time" at byte offset ${offset}`);
}
