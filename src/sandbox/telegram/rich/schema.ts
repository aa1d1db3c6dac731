import type {
  InputRichBlock,
  InputRichMessageMedia,
  RichBlockCaption,
  RichMessageButton,
  RichText,
} from '@grammyjs/types';
import { z } from 'zod';
import { badRequest, type Refusal, sandboxRefusal } from '../bot-api/refusal.ts';
import type { Upload } from '../bot-api/types.ts';
import { isRecord, isUpload } from '../bot-api/values.ts';
import { isDateTimeFormat } from '../text/tags.ts';

export type SentBlock = InputRichBlock<Upload>;

const flag = z.literal(true).exactOptional();
const text: z.ZodType<RichText> = z.lazy(() => z.union([z.string(), z.array(text), span]));
const blocks: z.ZodType<SentBlock[]> = z.lazy(() => z.array(block));

/** Exactly one action, which `bot-api/markup.ts` checks. */
const button: z.ZodType<RichMessageButton> = z
  .object({
    text,
    style: z.enum(['danger', 'success', 'primary', 'link']).exactOptional(),
    url: z.string().exactOptional(),
    callback_data: z.string().exactOptional(),
    web_app: z.object({ url: z.string() }).exactOptional(),
    login_url: z
      .object({ url: z.string(), forward_text: z.string().exactOptional(), request_write_access: flag })
      .exactOptional(),
    switch_inline_query: z.string().exactOptional(),
    switch_inline_query_current_chat: z.string().exactOptional(),
    switch_inline_query_chosen_chat: z
      .object({
        query: z.string().exactOptional(),
        allow_user_chats: flag,
        allow_bot_chats: flag,
        allow_group_chats: flag,
        allow_channel_chats: flag,
      })
      .exactOptional(),
    copy_text: z.object({ text: z.string() }).exactOptional(),
    disabled: z.object({}).exactOptional(),
  })
  .transform((given, context) => {
    if (hasAction(given)) return given;
    context.addIssue('a button needs exactly one action');
    return z.NEVER;
  });

function hasAction(given: { text: RichText; style?: string }): given is RichMessageButton {
  return Object.keys(given).filter((name) => name !== 'text' && name !== 'style').length === 1;
}

const span = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      ...(['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'subscript', 'superscript'] as const),
      ...(['marked', 'code'] as const),
    ]),
    text,
  }),
  z.object({
    type: z.literal('date_time'),
    text,
    unix_time: z.int32(),
    date_time_format: z.string().refine(isDateTimeFormat),
  }),
  z.object({ type: z.literal('url'), text, url: z.string() }),
  z.object({ type: z.literal('email_address'), text, email_address: z.string() }),
  z.object({ type: z.literal('phone_number'), text, phone_number: z.string() }),
  z.object({ type: z.literal('bank_card_number'), text, bank_card_number: z.string() }),
  z.object({ type: z.literal('mention'), text, username: z.string() }),
  z.object({ type: z.literal('hashtag'), text, hashtag: z.string() }),
  z.object({ type: z.literal('cashtag'), text, cashtag: z.string() }),
  z.object({ type: z.literal('bot_command'), text, bot_command: z.string() }),
  z.object({
    type: z.literal('text_mention'),
    text,
    user: z.looseObject({ id: z.int(), is_bot: z.boolean().default(false), first_name: z.string().default('') }),
  }),
  z.object({ type: z.literal('custom_emoji'), custom_emoji_id: z.string(), alternative_text: z.string() }),
  z.object({ type: z.literal('mathematical_expression'), expression: z.string() }),
  z.object({ type: z.literal('anchor'), name: z.string() }),
  z.object({ type: z.literal('anchor_link'), text, anchor_name: z.string() }),
  z.object({ type: z.literal('reference'), text, name: z.string() }),
  z.object({ type: z.literal('reference_link'), text, reference_name: z.string() }),
  z.object({ type: z.literal('button'), button }),
]);

const item = z.object({
  blocks,
  has_checkbox: flag,
  is_checked: flag,
  value: z.int32().exactOptional(),
  type: z.enum(['a', 'A', 'i', 'I', '1'], 'Invalid list item type specified').exactOptional(),
});

/** TDLib refuses negative spans. */
const spanned = (words: string) => z.int().min(0, words).exactOptional();

const cell = z.object({
  text: text.exactOptional(),
  is_header: flag,
  colspan: spanned('Invalid table cell colspan specified'),
  rowspan: spanned('Invalid table cell rowspan specified'),
  align: z.enum(['left', 'center', 'right']).default('left'),
  valign: z.enum(['top', 'middle', 'bottom']).default('middle'),
});

const caption: z.ZodType<RichBlockCaption> = z.object({ text, credit: text.exactOptional() });
const captioned = { caption: caption.exactOptional() };
const quoted = { credit: text.exactOptional() };

const file = z.custom<Upload | string>((value) => typeof value === 'string' || isUpload(value));
const thumbnail = z.custom<Upload>(isUpload).exactOptional();
const number = z.int().min(0).exactOptional();
const picture = { media: file, has_spoiler: flag };
const moving = { ...picture, thumbnail, width: number, height: number, duration: number };
const words = { performer: z.string().exactOptional(), title: z.string().exactOptional() };

const MEDIA = {
  photo: z.object({ type: z.literal('photo'), ...picture }),
  video: z.object({ type: z.literal('video'), ...moving, supports_streaming: flag }),
  animation: z.object({ type: z.literal('animation'), ...moving }),
  audio: z.object({
    ...{ type: z.literal('audio'), media: file, thumbnail },
    ...{ duration: number, ...words },
  }),
  document: z.object({ type: z.literal('document'), media: file, thumbnail }),
  voice_note: z.object({ type: z.literal('voice_note'), media: file, duration: number }),
};

export type Medium = InputRichMessageMedia<Upload>;

const medium: z.ZodType<Medium> = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/, 'Invalid rich message file identifier specified'),
  media: z.discriminatedUnion('type', [
    ...([MEDIA.photo, MEDIA.video, MEDIA.animation] as const),
    ...([MEDIA.audio, MEDIA.document, MEDIA.voice_note] as const),
  ]),
});

const SIZES = [1, 2, 3, 4, 5, 6] as const;
const SIZE_WORDS = 'Invalid section heading size specified';

const block = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['paragraph', 'footer', 'thinking']), text }),
  z.object({ type: z.literal('heading'), text, size: z.literal(SIZES, SIZE_WORDS) }),
  z.object({ type: z.literal('pre'), text, language: z.string().exactOptional() }),
  z.object({ type: z.literal('divider') }),
  z.object({ type: z.literal('mathematical_expression'), expression: z.string() }),
  z.object({ type: z.literal('anchor'), name: z.string() }),
  z.object({ type: z.literal('list'), items: z.array(item).min(1, 'List must be non-empty') }),
  z.object({ type: z.literal('blockquote'), blocks, ...quoted }),
  z.object({ type: z.enum(['expandable_blockquote', 'pullquote']), text, ...quoted }),
  z.object({ type: z.enum(['collage', 'slideshow']), blocks, ...captioned }),
  z.object({
    type: z.literal('table'),
    cells: z.array(z.array(cell)),
    ...{ is_bordered: flag, is_striped: flag, is_compact: flag },
    caption: text.exactOptional(),
  }),
  z.object({ type: z.literal('details'), summary: text, blocks, is_open: flag }),
  z.object({
    type: z.literal('map'),
    location: z.looseObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
    ...{ zoom: z.int(), width: z.int(), height: z.int() },
    ...captioned,
  }),
  z.object({ type: z.literal('photo'), photo: MEDIA.photo, ...captioned }),
  z.object({ type: z.literal('video'), video: MEDIA.video, ...captioned }),
  z.object({ type: z.literal('animation'), animation: MEDIA.animation, ...captioned }),
  z.object({ type: z.literal('audio'), audio: MEDIA.audio, ...captioned }),
  z.object({ type: z.literal('document'), document: MEDIA.document, ...captioned }),
  z.object({ type: z.literal('voice_note'), voice_note: MEDIA.voice_note, ...captioned }),
  z.object({
    type: z.literal('buttons'),
    buttons: z.array(button).min(1).max(8),
    align: z.enum(['left', 'center', 'right']).exactOptional(),
  }),
]);

/** @throws Refusal where a block cannot be read */
export function readBlocks(given: readonly object[]): SentBlock[] {
  const read = blocks.safeParse(withoutFalse(given), { reportInput: true });
  if (!read.success) throw unreadable(read.error);
  return read.data;
}

/** @throws Refusal where a medium of HTML or Markdown cannot be read */
export function readMedia(given: readonly object[]): Medium[] {
  const read = z.array(medium).safeParse(withoutFalse(given), { reportInput: true });
  if (!read.success) throw unreadable(read.error);
  return read.data;
}

const READERS = {
  InputRichBlock: (given: object): unknown => readBlocks([given])[0],
  InputRichMessageMedia: (given: object): unknown => readMedia([given])[0],
};

export function isRichPart(type: string): type is keyof typeof READERS {
  return Object.hasOwn(READERS, type);
}

/** Drops unknown fields. @throws Refusal where the object cannot be read */
export function knownPart(type: keyof typeof READERS, given: Record<string, unknown>): unknown {
  return common(given, READERS[type](given));
}

/** The parts of `given` that `read` has too. A false flag counts as a missing one. */
function common(given: unknown, read: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(read)) return given.map((one, at) => common(one, read[at]));
  if (!isRecord(given) || !isRecord(read)) return given;
  const known = Object.entries(given).filter(([name, value]) => name in read || value === false || value === null);
  return Object.fromEntries(known.map(([name, value]) => [name, common(value, read[name])]));
}

function withoutFalse(given: unknown): unknown {
  if (Array.isArray(given)) return given.map(withoutFalse);
  if (!isRecord(given)) return given;
  const kept = Object.entries(given).filter(([, value]) => value !== false && value !== null && value !== undefined);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutFalse(value)]));
}

/** The words are those of api.telegram.org. Sources: adolfousier/opencrabs#651, rubenlagus/TelegramBots#1599 */
function unreadable({ issues: [first] }: z.core.$ZodError): Refusal {
  const issue = first && innermost(first);
  const name = issue?.path?.at(-1);
  if (issue && 'input' in issue && issue.input === undefined && typeof name === 'string')
    return badRequest(`Can't parse InputRichBlock: Can't find field "${name}"`);
  if (issue !== first && issue?.code === 'invalid_union')
    return badRequest("Can't parse InputRichBlock: Unsupported rich text type");
  // The schema has TDLib's own words; zod's words need a path.
  if (issue && /^(List|Invalid (list|table|section|rich)) /.test(issue.message)) return badRequest(issue.message);
  return sandboxRefusal(`rich_message.blocks: ${issue?.path?.join('.')}: ${issue?.message}`);
}

/** A text may be a list or an object: the innermost mistake is the telling one. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inside = issue.errors
    .map(([one]) => one)
    .find((one) => one && (one.path.length > 0 || one.code !== 'invalid_type'));
  return inside ? innermost(inside) : issue;
}
