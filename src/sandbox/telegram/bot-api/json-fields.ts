/**
 * Reads JSON parameters with the strictness and the words of Telegram.
 * Source: `Client.cpp` of tdlib/telegram-bot-api and `JsonBuilder.cpp` of tdlib/td.
 */

import { isRichPart, knownPart } from '../rich/schema.ts';
import data from './bot-api.json' with { type: 'json' };
import { withMessageText, withPreviewOptions } from './legacy.ts';
import { badRequest } from './refusal.ts';
import { attempt, isRecord, isUpload, parseJson } from './values.ts';

interface Field {
  types: string[];
  required: boolean;
}

const TYPES: Record<string, { fields: Record<string, Field>; subtypes: string[] }> = data.types;

/** Becomes a Refusal at the top, after the words for the objects around the value. */
class Problem extends Error {}

interface Parameter {
  /** The refusal of text that is no JSON; without the refusal the parameter is ignored. */
  unparsable?: string;
  /** The refusal of JSON of another type; likewise. */
  wrong?: string;
  most?: readonly [number, string];
  /** The refusal of a missing parameter. */
  required?: string;
}

const PARAMETERS: Record<string, Parameter> = {
  reply_markup: {
    unparsable: "Can't parse reply keyboard markup JSON object",
    wrong: 'Object expected as reply markup',
  },
  reply_parameters: {
    unparsable: "Can't parse reply parameters JSON object",
    wrong: 'Object expected as reply parameters',
  },
  link_preview_options: {
    unparsable: "Can't parse link preview options JSON object",
    wrong: 'Object expected as link preview options',
  },
  commands: { unparsable: "Can't parse commands JSON object", wrong: 'Expected an Array of BotCommand' },
  scope: { unparsable: "Can't parse BotCommandScope JSON object" },
  menu_button: { unparsable: "Can't parse menu button JSON object" },
  reaction: { unparsable: "Can't parse reaction types JSON object", wrong: 'Expected an Array of ReactionType' },
  media: { unparsable: "Can't parse input media JSON object", required: 'Parameter "media" is required' },
  results: {
    unparsable: "Can't parse JSON encoded inline query results: Unexpected symbol",
    wrong: 'Expected an Array of inline query results',
    most: [50, 'Too many inline query results specified'],
  },
  button: { unparsable: "Can't parse inline query results button JSON object" },
  photo: {
    unparsable: "Can't parse photo JSON object",
    wrong: 'Object expected as profile photo',
    required: "Photo isn't specified",
  },
  rich_message: {
    unparsable: "Can't parse rich message JSON object",
    wrong: 'Object expected as rich message',
    required: 'Parameter "rich_message" is required',
  },
  rights: { unparsable: "Can't parse ChatAdministratorRights JSON object" },
  suggested_post_parameters: {
    unparsable: "Can't parse suggested post parameters JSON object",
    wrong: 'Object expected as suggested post parameters',
  },
  permissions: { unparsable: "Can't parse permissions JSON object", wrong: 'Object expected as permissions' },
  message_ids: {
    unparsable: "Can't parse message_ids JSON object",
    wrong: 'Expected an Array of message identifiers',
    most: [100, 'Too many message identifiers specified'],
    required: 'Message identifiers are not specified',
  },
};

const ALBUM: Parameter = {
  unparsable: "Can't parse media JSON object",
  wrong: 'Expected an Array of InputMedia',
  required: 'Parameter "media" is required',
};

/** The prefix of a problem in an object, and the refusal of a value that is no object. */
const OBJECTS: Record<string, readonly [prefix: string, noObject?: string]> = {
  InlineKeyboardButton: ["Can't parse inline keyboard button: ", 'InlineKeyboardButton must be an Object'],
  KeyboardButton: ["Can't parse keyboard button: ", 'KeyboardButton must be a String or an Object'],
  MessageEntity: ["Can't parse MessageEntity: ", 'expected an Object'],
  BotCommand: ["Can't parse BotCommand: ", 'expected an Object'],
  BotCommandScope: ["Can't parse BotCommandScope: ", 'BotCommandScope must be an Object'],
  MenuButton: ["Can't parse menu button: ", 'MenuButton must be an Object'],
  ReactionType: ["Can't parse ReactionType: ", 'expected an Object'],
  ChatAdministratorRights: ["Can't parse ChatAdministratorRights: ", 'ChatAdministratorRights must be an Object'],
  InputRichBlock: ["Can't parse InputRichBlock: ", 'expected an Object'],
  InputMedia: ["Can't parse InputMedia: ", 'expected an Object'],
  ChatPermissions: ["Can't parse chat permissions: "],
  InlineQueryResult: ["Can't parse inline query result: ", 'Inline query result must be an object'],
  InlineQueryResultsButton: ["Can't parse inline query results button: ", 'InlineQueryResultsButton must be an Object'],
};

/** The refusal of a type that the kind of object lacks. */
const UNKNOWN_TYPE: Record<string, (type: string) => string> = {
  InputProfilePhoto: () => 'Invalid profile photo type specified',
  BotCommandScope: () => 'Unsupported type specified',
  MenuButton: () => 'MenuButton has unsupported type',
  ReactionType: () => 'invalid reaction type specified',
  InputMedia: (type) => `type "${type}" is unsupported`,
  InlineQueryResult: (type) => `type "${type}" is unsupported for the inline query result`,
};

/** @throws Refusal in Telegram's words */
export function readJson(name: string, types: readonly string[], value: unknown): unknown {
  const isAlbum = types[0]?.startsWith('Array of InputMedia') === true;
  const tried = attempt(() =>
    isAlbum ? readOne(ALBUM, ['Array of InputMedia'], value) : readOne(PARAMETERS[name] ?? {}, types, value),
  );
  if ('value' in tried) return tried.value;
  throw tried.problem instanceof Problem ? badRequest(tried.problem.message) : tried.problem;
}

function readOne(parameter: Parameter, types: readonly string[], given: unknown): unknown {
  const [type = ''] = types;
  if (given === undefined) {
    if (parameter.required !== undefined) throw new Problem(parameter.required);
    return type.startsWith('Array of ') ? [] : undefined;
  }
  const value = parsed(given, parameter.unparsable);
  const items = /^Array of (.*)/.exec(type)?.[1];
  if (items !== undefined) return readList(parameter, items, value);
  return types.includes('InlineKeyboardMarkup') ? readMarkup(value) : readObject(type, value, parameter.wrong);
}

function readList({ wrong, most: limit }: Parameter, items: string, value: unknown): unknown {
  if (!Array.isArray(value)) {
    const isNone = value === null && items === 'InlineQueryResult';
    if (wrong !== undefined && !isNone) throw new Problem(wrong);
    return isNone ? [] : undefined;
  }
  const [most, tooMany] = limit ?? [Number.POSITIVE_INFINITY, ''];
  if (value.length > most) throw new Problem(tooMany);
  return items === 'Integer' ? value.map(messageId) : readItems(items, value);
}

function parsed(value: unknown, unparsable: string | undefined): unknown {
  if (typeof value !== 'string') return value;
  const tried = parseJson(value);
  if ('value' in tried) return tried.value;
  if (unparsable !== undefined) throw new Problem(unparsable);
  return undefined;
}

function messageId(value: unknown): number {
  if (typeof value !== 'number' && typeof value !== 'string') throw new Problem('Message identifier must be a Number');
  const id = int32(value);
  if (id === undefined) throw new Problem("Can't parse message identifier as a Number");
  if (id <= 0) throw new Problem('Invalid message identifier specified');
  return id;
}

/** Entities that are no array are ignored. One wrong element makes Telegram ignore an array of strings. */
function readItems(type: string, values: readonly unknown[]): unknown {
  if (type !== 'String') return values.map((value) => readObject(type, value));
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

/** The fields that are present decide the kind of keyboard. */
const MARKUP_FIELDS: Record<string, Field> = Object.assign(
  {},
  ...['ReplyKeyboardMarkup', 'InlineKeyboardMarkup', 'ReplyKeyboardRemove', 'ForceReply'].map((type) =>
    Object.fromEntries(
      Object.entries(TYPES[type]?.fields ?? {}).map(([name, field]) => [name, { ...field, required: false }]),
    ),
  ),
);

function readMarkup(value: unknown): unknown {
  if (!isRecord(value)) throw new Problem('Object expected as reply markup');
  return readFields(MARKUP_FIELDS, value);
}

function readObject(type: string, value: unknown, wrong?: string): unknown {
  const [prefix = '', noObject = `${type} must be an Object`] = OBJECTS[type] ?? [];
  if (type === 'KeyboardButton' && typeof value === 'string') return { text: value };
  if (wrong !== undefined && !isRecord(value)) throw new Problem(wrong);
  if (isRichPart(type) && isRecord(value)) return knownPart(type, value);
  const tried = attempt(() => {
    if (!isRecord(value)) throw new Problem(noObject);
    if (type === 'ReplyParameters' && Object.keys(value).length === 0) return undefined;
    const given = TODAY[type]?.(value) ?? value;
    return readFields(fieldsFor(type, given), given, type);
  });
  if ('value' in tried) return tried.value;
  throw tried.problem instanceof Problem ? new Problem(`${prefix}${tried.problem.message}`) : tried.problem;
}

/** Telegram also reads an earlier form of these objects. */
const TODAY: Record<string, (value: Record<string, unknown>) => Record<string, unknown>> = {
  InlineQueryResult: (value) => withoutContent(withMessageText(value)),
  InputMessageContent: withPreviewOptions,
};

/** Only cards need a content; an empty content of others counts as missing. */
function withoutContent({ input_message_content: content, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const isEmpty = rest.type !== 'article' && isRecord(content) && contentType(content) === undefined;
  return isEmpty || content === undefined ? rest : { ...rest, input_message_content: content };
}

/** Telegram requires other fields than `bot-api.json` says. */
const REQUIRED: Record<string, readonly string[]> = {
  KeyboardButtonRequestChat: ['request_id'],
  ChatAdministratorRights: [],
};

function withRequired(fields: Record<string, Field>, names: readonly string[] = []): Record<string, Field> {
  const all = Object.entries(fields).map(([name, field]) => [name, { ...field, required: names.includes(name) }]);
  return Object.fromEntries(all);
}

/** A union has several types. */
function fieldsFor(type: string, value: Record<string, unknown>): Record<string, Field> {
  const { fields = {}, subtypes = [] } = TYPES[type] ?? {};
  if (type === 'MessageEntity') return entityFields(fields, value);
  if (type in REQUIRED) return withRequired(fields, REQUIRED[type]);
  if (type === 'InputMessageContent') return fieldsOf(contentType(value) ?? missingContent());
  if (type === 'ReplyParameters' && !('ephemeral_message_id' in value))
    return { ...fields, message_id: { types: ['Integer'], required: true } };
  if (subtypes.length === 0) return fields;
  if (!('type' in value)) throw new Problem('Can\'t find field "type"');
  const word = readField('type', ['String'], value.type);
  const named = subtypes.filter(
    (subtype) => typeWord(type, subtype) === String(word).toLowerCase() && !UNREAD.has(subtype),
  );
  const [shape] = named.toSorted((one, other) => missingIn(one, value) - missingIn(other, value));
  if (shape === undefined) throw new Problem(UNKNOWN_TYPE[type]?.(String(word)) ?? 'Unsupported type specified');
  return fieldsOf(shape);
}

/** Each type's required field beside the place. */
const ENTITY_FIELDS: Record<string, string> = {
  text_link: 'url',
  text_mention: 'user',
  custom_emoji: 'custom_emoji_id',
  date_time: 'unix_time',
};
const ENTITIES = new Set([
  ...['bold', 'italic', 'underline', 'strikethrough', 'spoiler', 'code', 'pre', 'blockquote', 'expandable_blockquote'],
  ...['mention', 'hashtag', 'cashtag', 'bot_command', 'url', 'email', 'phone_number', 'bank_card_number'],
  ...Object.keys(ENTITY_FIELDS),
]);

function entityFields(fields: Record<string, Field>, { type }: Record<string, unknown>): Record<string, Field> {
  if (type !== undefined && !ENTITIES.has(String(type))) throw new Problem('Unsupported type specified');
  const needed = ENTITY_FIELDS[String(type)];
  const field = needed === undefined ? undefined : fields[needed];
  return { ...PLACE, ...fields, ...(needed && field ? { [needed]: { ...field, required: true } } : {}) };
}

const PLACE: Record<string, Field> = {
  offset: { types: ['Integer'], required: true },
  length: { types: ['Integer'], required: true },
};

/** The Bot API knows this type, but bots can't set it. */
const UNREAD = new Set(['ReactionTypePaid']);

function missingContent(): never {
  throw new Problem('Input message content is not specified');
}

function contentType(content: Record<string, unknown>): string | undefined {
  if (content.message_text !== undefined && content.message_text !== '') return 'InputTextMessageContent';
  if ('rich_message' in content) return 'InputRichMessageContent';
  if ('latitude' in content && 'longitude' in content)
    return 'title' in content && 'address' in content ? 'InputVenueMessageContent' : 'InputLocationMessageContent';
  if ('phone_number' in content) return 'InputContactMessageContent';
  return 'payload' in content ? 'InputInvoiceMessageContent' : undefined;
}

function missingIn(type: string, value: Record<string, unknown>): number {
  return Object.entries(fieldsOf(type)).filter(([name, { required }]) => required && !(name in value)).length;
}

function fieldsOf(type: string): Record<string, Field> {
  return TYPES[type]?.fields ?? {};
}

/** `InputMediaPhoto` of `InputMedia` -> `photo`; `InlineQueryResultCachedMpeg4Gif` -> `mpeg4_gif`. */
function typeWord(union: string, subtype: string): string | undefined {
  if (!('type' in fieldsOf(subtype))) return undefined;
  const own = subtype.slice(union.length).replace(/^Cached/, '');
  return own.replace(/(?<=.)([A-Z])/g, '_$1').toLowerCase();
}

function readFields(
  fields: Record<string, Field>,
  object: Record<string, unknown>,
  type = '',
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (name in object && object[name] !== undefined) {
      const value = readField(name, field.types, object[name]);
      if (value !== undefined) read[name] = value;
    } else if (field.required) throw new Problem(absent(name, type));
  }
  return read;
}

function absent(name: string, type: string): string {
  if (name === 'input_message_content') return 'Can\'t find field "message_text"';
  return name === 'media' && type === 'InputMedia' ? 'media not found' : `Can't find field "${name}"`;
}

/** Any value counts as true. */
const ANY = new Set(['pay', 'callback_game']);
/** Telegram reads these texts as numbers. */
const LONG = new Set(['custom_emoji_id', 'icon_custom_emoji_id']);
/** These numbers are 64 bits long. */
const USERS = new Set(['id', 'user_id']);
const ROWS: Record<string, string> = {
  keyboard: 'Field "keyboard" must be an Array of Arrays',
  inline_keyboard: 'Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
};

function readField(name: string, types: readonly string[], value: unknown): unknown {
  const [type = ''] = types;
  if (ANY.has(name)) return name === 'pay' ? true : {};
  if (types.includes('InputFile')) return readFile(value);
  if (LONG.has(name)) return String(readNumber(name, value, longText));
  if (types.includes('String')) return readText(name, value, types.includes('Integer'));
  if (type === 'Integer') return readNumber(name, value, USERS.has(name) ? int64 : int32);
  if (type === 'Boolean' || type === 'True') {
    if (typeof value !== 'boolean') throw new Problem(`Field "${name}" must be of type Boolean`);
    return value;
  }
  if (type === 'Float')
    return readNumber(name, value, (given) => (Number.isFinite(Number(given)) ? Number(given) : undefined));
  return type.startsWith('Array of ') ? readArray(name, type, value) : readInner(name, type, value);
}

function readFile(value: unknown): unknown {
  if (isUpload(value)) return value;
  const text = readText('media', value, false);
  if (text === '' || String(text).startsWith('attach://')) throw new Problem('media not found');
  return text;
}

function readText(name: string, value: unknown, isChat: boolean): string | number {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new Problem(`Field "${name}" must be of type String`);
  const number = Number(value);
  return isChat && value !== '' && Number.isSafeInteger(number) ? number : String(value);
}

function readNumber<T>(name: string, value: unknown, read: (given: string | number) => T | undefined): T {
  if (typeof value !== 'string' && typeof value !== 'number') throw new Problem(`Field "${name}" must be a Number`);
  const number = read(value);
  if (number === undefined) throw new Problem(`Field "${name}" must be a valid Number`);
  return number;
}

function int32(value: string | number): number | undefined {
  const number = int64(value);
  return number !== undefined && -(2 ** 31) <= number && number < 2 ** 31 ? number : undefined;
}

function int64(value: string | number): number | undefined {
  return /^-?\d+$/.test(String(value)) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}

function longText(value: string | number): string | undefined {
  return /^-?\d{1,19}$/.test(String(value)) ? String(value) : undefined;
}

function readArray(name: string, type: string, value: unknown): unknown {
  const items = type.slice('Array of '.length);
  if (!Array.isArray(value)) {
    if (items === 'MessageEntity') return undefined;
    throw new Problem(`Field "${name}" must be of type Array`);
  }
  const inner = /^Array of (.*)/.exec(items)?.[1];
  if (inner === undefined || (name !== 'keyboard' && name !== 'inline_keyboard')) return readItems(items, value);
  return value.map((row) => {
    if (!Array.isArray(row)) throw new Problem(ROWS[name]);
    return readItems(inner, row);
  });
}

/** A wrong type is the fault of the outer field. */
function readInner(name: string, type: string, value: unknown): unknown {
  if (!isRecord(value)) throw new Problem(`Field "${name}" must be of type Object`);
  return type === 'InlineKeyboardMarkup' ? readMarkup(value) : readObject(type, value);
}
