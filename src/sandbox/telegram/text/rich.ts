/** Rich messages: tables, lists, details and other blocks instead of one text. */
import type { RichBlock, RichMessage, RichText } from 'grammy/types';
import { z } from 'zod';
import { Refusal, refusal, sandboxRefusal } from '../bot-api/refusal.ts';
import { RICH_LIMITS } from '../choices.ts';
import { lengthOf } from './format.ts';
import { isDateTimeFormat } from './tags.ts';

type Size = Record<keyof typeof RICH_LIMITS, number>;

const text: z.ZodType<RichText> = z.lazy(() => z.union([z.string(), z.array(text), span]));
const spanWith = { text };
const span = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'bold',
      'italic',
      'underline',
      'strikethrough',
      'spoiler',
      'subscript',
      'superscript',
      'marked',
      'code',
    ]),
    ...spanWith,
  }),
  z.object({
    type: z.literal('date_time'),
    ...spanWith,
    unix_time: z.int(),
    date_time_format: z.string().refine(isDateTimeFormat),
  }),
  z.object({ type: z.literal('url'), ...spanWith, url: z.string() }),
  z.object({ type: z.literal('email_address'), ...spanWith, email_address: z.string() }),
  z.object({ type: z.literal('phone_number'), ...spanWith, phone_number: z.string() }),
  z.object({ type: z.literal('mention'), ...spanWith, username: z.string() }),
  z.object({ type: z.literal('bot_command'), ...spanWith, bot_command: z.string() }),
]);

const flag = z.literal(true).exactOptional();
const blocks: z.ZodType<RichBlock[]> = z.lazy(() => z.array(block));

/** An item of an ordered list has a type; source: TDLib `WebPageBlockList::Item::get_item`. */
const item = z
  .object({
    blocks,
    has_checkbox: flag,
    is_checked: flag,
    value: z.int().exactOptional(),
    type: z.enum(['a', 'A', 'i', 'I', '1']).exactOptional(),
  })
  .transform((sent) => ({ label: sent.type === undefined ? '•' : labelOf(sent.value ?? 0, sent.type), ...sent }));

const cell = z.object({
  text: text.exactOptional(),
  is_header: flag,
  colspan: z.int().min(0).exactOptional(),
  rowspan: z.int().min(0).exactOptional(),
  align: z.enum(['left', 'center', 'right']).default('left'),
  valign: z.enum(['top', 'middle', 'bottom']).default('middle'),
});

const SIZES = [1, 2, 3, 4, 5, 6] as const;

const block = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['paragraph', 'footer']), text }),
  z.object({ type: z.literal('heading'), text, size: z.literal(SIZES) }),
  z.object({ type: z.literal('pre'), text, language: z.string().exactOptional() }),
  z.object({ type: z.literal('divider') }),
  z.object({ type: z.literal('list'), items: z.array(item).min(1) }),
  z.object({ type: z.literal('blockquote'), blocks, credit: text.exactOptional() }),
  z.object({ type: z.enum(['expandable_blockquote', 'pullquote']), text, credit: text.exactOptional() }),
  z.object({
    type: z.literal('table'),
    cells: z.array(z.array(cell)),
    is_bordered: flag,
    is_striped: flag,
    is_compact: flag,
    caption: text.exactOptional(),
  }),
  z.object({ type: z.literal('details'), summary: text, blocks, is_open: flag }),
]);

const NOT_SIMULATED = [
  ...[
    'mathematical_expression',
    'anchor',
    'collage',
    'slideshow',
    'map',
    'animation',
    'audio',
    'document',
    'photo',
    'video',
  ],
  ...['voice_note', 'buttons', 'thinking'],
];

interface Sent {
  blocks?: readonly object[];
  html?: string;
  markdown?: string;
  is_rtl?: boolean;
}

/** The message as Telegram stores it. @throws Refusal where it cannot be read or exceeds a limit */
export function richMessageOf({ blocks: given, html, markdown, is_rtl }: Sent): RichMessage {
  if (html !== undefined || markdown !== undefined) throw notSimulated('a rich message in HTML or Markdown');
  if (!given || given.length === 0) throw refusal('richEmpty');
  const other = given.find((one) => 'type' in one && typeof one.type === 'string' && NOT_SIMULATED.includes(one.type));
  if (other && 'type' in other) throw notSimulated(`a rich block of type ${other.type}`);
  const read = blocks.safeParse(withoutFalse(given), { reportInput: true });
  if (!read.success) throw unreadable(read.error);
  const size = sizeOf(read.data);
  if (size.characters === 0 && !read.data.some(({ type }) => type === 'divider')) throw refusal('richEmpty');
  for (const [what, most] of Object.entries(RICH_LIMITS))
    if (Object.entries(size).some(([name, value]) => name === what && value > most))
      throw sandboxRefusal(`a rich message of more than ${most} ${what}`);
  return { blocks: read.data, ...(is_rtl ? { is_rtl } : {}) };
}

function notSimulated(what: string): Refusal {
  return new Refusal(501, `Not Implemented: sandbox: ${what} is not simulated`);
}

/** A flag that is false is one that is left out. */
function withoutFalse(given: readonly object[]): unknown {
  return JSON.parse(JSON.stringify(given), (_name, value) => (value === false || value === null ? undefined : value));
}

/** The words for a missing field are those of api.telegram.org. Source: adolfousier/opencrabs#651 */
function unreadable({ issues: [issue] }: z.ZodError): Refusal {
  const name = issue?.path.at(-1);
  if (issue && 'input' in issue && issue.input === undefined && typeof name === 'string')
    return new Refusal(400, `Bad Request: can't parse InputRichBlock: Can't find field "${name}"`);
  return sandboxRefusal(`rich_message.blocks: ${issue?.path.join('.')}: ${issue?.message}`);
}

function labelOf(value: number, type: 'a' | 'A' | 'i' | 'I' | '1'): string {
  if (type === '1' || value < 1) return `${value}.`;
  const word = type.toLowerCase() === 'a' ? lettersOf(value) : romanOf(value);
  return `${type === type.toLowerCase() ? word.toLowerCase() : word}.`;
}

/** 1 is A, 26 is Z, 27 is AA. */
function lettersOf(value: number): string {
  const rest = Math.floor((value - 1) / 26);
  return (rest > 0 ? lettersOf(rest) : '') + String.fromCharCode(65 + ((value - 1) % 26));
}

const ROMAN: readonly [string, number][] = [
  ...([
    ['M', 1000],
    ['CM', 900],
    ['D', 500],
    ['CD', 400],
    ['C', 100],
    ['XC', 90],
    ['L', 50],
    ['XL', 40],
  ] as const),
  ...([
    ['X', 10],
    ['IX', 9],
    ['V', 5],
    ['IV', 4],
    ['I', 1],
  ] as const),
].map(([sign, size]) => [sign, size]);

function romanOf(value: number): string {
  const next = ROMAN.find(([, size]) => size <= value);
  return next ? next[0] + romanOf(value - next[1]) : '';
}

/** Blocks are counted with the items of lists and the rows of tables. */
function sizeOf(all: readonly RichBlock[]): Size {
  return sum(all.map(sizeOfBlock));
}

function sizeOfBlock(one: RichBlock): Size {
  if (one.type === 'list') return within(sum(one.items.map((entry) => within(sizeOf(entry.blocks)))));
  if (one.type === 'table') {
    const columns = Math.max(0, ...one.cells.map((row) => row.reduce((all, { colspan }) => all + (colspan || 1), 0)));
    const rows = one.cells.map((row) => within(sum(row.map(({ text: words = '' }) => sizeOfText(words)))));
    return { ...within(sum([...rows, sizeOfText(one.caption ?? '')])), columns };
  }
  if (one.type === 'details') return within(sum([sizeOfText(one.summary), sizeOf(one.blocks)]));
  if (one.type === 'blockquote') return within(sum([sizeOf(one.blocks), sizeOfText(one.credit ?? '')]));
  return within('text' in one ? sizeOfText(one.text) : sum([]));
}

function sizeOfText(words: RichText): Size {
  if (typeof words === 'string') return { ...sum([]), characters: lengthOf(words) };
  if (Array.isArray(words)) return sum(words.map(sizeOfText));
  const inside = 'text' in words ? sizeOfText(words.text) : sum([]);
  return { ...inside, levels: inside.levels + 1 };
}

function within(inside: Size): Size {
  return { ...inside, blocks: inside.blocks + 1, levels: inside.levels + 1 };
}

function sum(all: readonly Size[]): Size {
  return {
    characters: all.reduce((total, { characters }) => total + characters, 0),
    blocks: all.reduce((total, one) => total + one.blocks, 0),
    levels: Math.max(0, ...all.map(({ levels }) => levels)),
    columns: Math.max(0, ...all.map(({ columns }) => columns)),
  };
}
