import data from './bot-api.json' with { type: 'json' };
import { mistake, refuse } from './refusal.ts';
import type { Args, Method, Raw } from './types.ts';
import { attempt, decodeJson, isRecord, SCALARS } from './values.ts';

interface Field {
  types: string[];
  required: boolean;
  min?: number;
  max?: number;
  unit?: string;
}
interface Shape {
  fields: Record<string, Field>;
  subtypes: string[];
}

const METHODS: Record<string, { fields: Record<string, Field> }> = data.methods;
const TYPES: Record<string, Shape> = data.types;
const BY_LOWER_CASE = new Map(Object.keys(METHODS).map((name) => [name.toLowerCase(), name]));

/** Texts with markup are counted after entities parsing, where the text is made (`text/format.ts`), not here. */
function isMarkup(name: string, fields: Record<string, Field>): boolean {
  return name === 'quote' || ('parse_mode' in fields && ['text', 'caption', 'message_text'].includes(name));
}

/** Closed sets of words the data does not carry; source: core.telegram.org/bots/api. */
const WORDS: Record<string, readonly string[]> = {
  style: ['danger', 'success', 'primary'],
};

/** A name the data knows, in its true spelling (Telegram's method names are case-insensitive), or undefined. */
export function methodNamed(name: string): string | undefined {
  return BY_LOWER_CASE.get(name.toLowerCase());
}

/**
 * Checks a call's parameters against the Bot API's data, and decodes the strings of form calls.
 * @throws Refusal 400 naming the parameter; Telegram ignores unknown names, here they are mistakes.
 */
export function checkParameters(method: string, raw: Raw): Raw {
  const fields = METHODS[method]?.fields ?? {};
  if ('chat_id' in fields && fields.chat_id?.required && isBlank(raw.chat_id)) throw refuse('chatIdEmpty');
  if (method === 'sendMessage' && isBlank(raw.text)) throw refuse('messageEmpty');
  const checked = checkFields(fields, raw, method);
  PASSED.set(checked, method);
  return checked;
}

/** For which method the parameters passed the check. */
const PASSED = new WeakMap<Raw, string>();

/**
 * Whether the parameters are what {@link checkParameters} returned for this method: names, presence, types and bounds
 * hold. The data and grammY's types describe the same Bot API; this is the one place where the two meet. Closed sets
 * of words that the data lacks (chat actions, parse modes) are left to the method.
 */
export function isArgs<M extends Method>(method: M, parameters: Raw): parameters is Raw & Args<M> {
  return PASSED.get(parameters) === method;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function checkFields(fields: Record<string, Field>, raw: Raw, path: string): Raw {
  const checked: Raw = {};
  for (const [name, value] of Object.entries(raw)) {
    const field = fields[name];
    if (!field) throw mistake(`unknown parameter ${path}.${name}`);
    if (value === undefined || value === null) continue;
    const decoded = checkValue(field.types, value, `${path}.${name}`);
    checkWord(name, decoded, path);
    if (!isMarkup(name, fields)) checkBounds(field, decoded, `${path}.${name}`);
    checked[name] = decoded;
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && checked[name] === undefined) throw mistake(`missing parameter ${path}.${name}`);
  }
  return checked;
}

function checkWord(name: string, value: unknown, path: string): void {
  const words = WORDS[name];
  if (!words || typeof value !== 'string' || value === '') return;
  if (!words.includes(value)) throw mistake(`${path}.${name} is none of ${words.join(', ')}`);
}

function checkBounds(field: Field, value: unknown, path: string): void {
  const size =
    typeof value === 'string'
      ? field.unit === 'bytes'
        ? Buffer.byteLength(value)
        : [...value].length
      : typeof value === 'number'
        ? value
        : undefined;
  if (size === undefined) return;
  const { min, max } = field;
  if ((min !== undefined && size < min) || (max !== undefined && size > max)) {
    if (path.endsWith('.callback_data') && size === 0) return;
    if (path.endsWith('.callback_data')) throw refuse('buttonDataInvalid');
    if (path.endsWith('.copy_text.text')) throw refuse('buttonCopyInvalid');
    if (path === 'answerCallbackQuery.text') throw refuse('answerTooLong');
    throw mistake(`${path} must be ${min ?? 0}-${max ?? '∞'} ${field.unit ?? ''}, is ${size}`);
  }
}

/** The value as the first type it fits; the refusal of the best candidate where it fits none. */
function checkValue(types: readonly string[], value: unknown, path: string): unknown {
  const problems: unknown[] = [];
  for (const type of candidates(types, value)) {
    const tried = attempt(() => checkType(type, value, path));
    if ('value' in tried) return tried.value;
    problems.push(tried.problem);
  }
  throw problems.at(0) ?? mistake(`${path} must be ${types.join(' or ')}`);
}

/** For objects only the types that share a field with the value, best match first, so that the refusal is to the point. */
function candidates(types: readonly string[], value: unknown): readonly string[] {
  const object = decodeJson(value);
  if (!isRecord(object)) return types;
  const shared = (type: string) => Object.keys(TYPES[type]?.fields ?? {}).filter((name) => name in object).length;
  return [...types].sort((a, b) => shared(b) - shared(a));
}

function checkType(type: string, value: unknown, path: string): unknown {
  if (type.startsWith('Array of ')) {
    const items = decodeJson(value);
    if (!Array.isArray(items)) throw mistake(`${path} must be an ${type}`);
    return items.map((item, index) => checkType(type.slice('Array of '.length), item, `${path}[${index}]`));
  }
  const scalar = SCALARS[type];
  if (scalar) {
    const decoded = scalar(value);
    if (decoded === undefined) throw mistake(`${path} must be ${type}`);
    return decoded;
  }
  if (type === 'KeyboardButton' && typeof value === 'string') return { text: value };
  return checkObject(type, decodeJson(value), path);
}

function checkObject(type: string, value: unknown, path: string): unknown {
  const shape = TYPES[type];
  if (!shape || !isRecord(value)) throw mistake(`${path} must be ${type}`);
  if (shape.subtypes.length === 0) return checkFields(shape.fields, value, path);
  const named = shape.subtypes.filter((subtype) => typeWord(type, subtype) === value.type);
  const possible = named.length > 0 ? named : shape.subtypes.filter((subtype) => !('type' in fieldsOf(subtype)));
  if (possible.length === 0) throw mistake(`${path}.type is none of ${type}'s`);
  return checkValue(possible, value, path);
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
