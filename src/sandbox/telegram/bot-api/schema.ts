import data from './bot-api.json' with { type: 'json' };
import { refusal, sandboxRefusal } from './refusal.ts';
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

/** The limits of texts with markup apply after parsing (`text/format.ts`), so they are not checked here. */
function isMarkup(name: string, fields: Record<string, Field>): boolean {
  return name === 'quote' || ('parse_mode' in fields && ['text', 'caption', 'message_text'].includes(name));
}

/** Allowed values that `bot-api.json` lacks; source: core.telegram.org/bots/api. */
const WORDS: Record<string, readonly string[]> = {
  style: ['danger', 'success', 'primary'],
};

/** The method in its exact spelling (Telegram ignores the case), or undefined where `bot-api.json` lacks it. */
export function methodNamed(name: string): string | undefined {
  return BY_LOWER_CASE.get(name.toLowerCase());
}

/**
 * Checks a call's parameters against `bot-api.json`, decodes the strings of forms, and drops unknown parameters, as Telegram does.
 * @throws Refusal 400 with the parameter's name
 */
export function checkParameters(method: string, raw: Raw): Raw {
  const fields = METHODS[method]?.fields ?? {};
  if ('chat_id' in fields && fields.chat_id?.required && isBlank(raw.chat_id)) throw refusal('chatIdEmpty');
  if (method === 'sendMessage' && isBlank(raw.text)) throw refusal('messageEmpty');
  const checked = checkFields(fields, raw, method);
  PASSED.set(checked, method);
  return checked;
}

/**
 * Finds a parameter or field that the check has dropped because the Bot API does not know it.
 * @param checked the result of {@link checkParameters}
 * @throws Refusal 400 with its name
 */
export function refuseUnknown(method: string, raw: Raw, checked: Raw): void {
  const unknown = firstDropped(raw, checked, method);
  if (unknown !== undefined) throw sandboxRefusal(`unknown parameter ${unknown}`);
}

/** The path of the first value in `sent` that `kept` lacks. */
function firstDropped(sent: unknown, kept: unknown, path: string): string | undefined {
  if (Array.isArray(kept)) {
    const items = decodeJson(sent);
    if (!Array.isArray(items)) return undefined;
    return first(kept.keys(), (index) => firstDropped(items[index], kept[index], `${path}[${index}]`));
  }
  const object = decodeJson(sent);
  if (!isRecord(kept) || !isRecord(object)) return undefined;
  return first(Object.keys(object), (name) => {
    if (object[name] === undefined || object[name] === null) return undefined;
    return name in kept ? firstDropped(object[name], kept[name], `${path}.${name}`) : `${path}.${name}`;
  });
}

function first<T, R>(items: Iterable<T>, look: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The method for which the parameters passed the check. */
const PASSED = new WeakMap<Raw, string>();

/**
 * Whether {@link checkParameters} returned these parameters for the method: names, presence, types and bounds are
 * correct. `bot-api.json` and grammY's types describe the same Bot API, which makes the type guard safe. The methods
 * check chat actions and parse modes themselves.
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
    if (!field || value === undefined || value === null) continue;
    const decoded = checkValue(field.types, value, `${path}.${name}`);
    checkWord(name, decoded, path);
    if (!isMarkup(name, fields)) checkBounds(field, decoded, `${path}.${name}`);
    checked[name] = decoded;
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && checked[name] === undefined) throw sandboxRefusal(`missing parameter ${path}.${name}`);
  }
  return checked;
}

function checkWord(name: string, value: unknown, path: string): void {
  const words = WORDS[name];
  if (!words || typeof value !== 'string' || value === '') return;
  if (!words.includes(value)) throw sandboxRefusal(`${path}.${name} is none of ${words.join(', ')}`);
}

function checkBounds(
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, unit }: Field,
  value: unknown,
  path: string,
): void {
  const size = sizeOf(value, unit);
  if (size === undefined || (min <= size && size <= max)) return;
  // The keyboard's own check refuses an empty button with Telegram's text.
  if (path.endsWith('.callback_data') && size === 0) return;
  const known = OUT_OF_BOUNDS.find(([parameter]) => `.${path}`.endsWith(parameter));
  if (known) throw refusal(known[1]);
  throw sandboxRefusal(
    `${path} must be ${Number.isFinite(min) ? min : 0}-${Number.isFinite(max) ? max : '∞'} ${unit ?? ''}, is ${size}`,
  );
}

/** Telegram's own texts for values out of bounds, by the end of the parameter's path. */
const OUT_OF_BOUNDS = [
  ['.callback_data', 'buttonDataInvalid'],
  ['.copy_text.text', 'buttonCopyInvalid'],
  ['.answerCallbackQuery.text', 'answerTooLong'],
] as const;

/** The length of a text, in bytes or characters, or the number itself. */
function sizeOf(value: unknown, unit: string | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  return unit === 'bytes' ? Buffer.byteLength(value) : [...value].length;
}

/** Decodes the value as the first type that it fits. @throws the refusal of the most similar type */
function checkValue(types: readonly string[], value: unknown, path: string): unknown {
  const problems: unknown[] = [];
  for (const type of candidates(types, value)) {
    const tried = attempt(() => checkType(type, value, path));
    if ('value' in tried) return tried.value;
    problems.push(tried.problem);
  }
  throw problems.at(0) ?? sandboxRefusal(`${path} must be ${types.join(' or ')}`);
}

/** The types in the order of the fields that they share with an object, so that the refusal names the closest one. */
function candidates(types: readonly string[], value: unknown): readonly string[] {
  const object = decodeJson(value);
  if (!isRecord(object)) return types;
  const shared = (type: string) => Object.keys(TYPES[type]?.fields ?? {}).filter((name) => name in object).length;
  return [...types].sort((a, b) => shared(b) - shared(a));
}

function checkType(type: string, value: unknown, path: string): unknown {
  if (type.startsWith('Array of ')) {
    const items = decodeJson(value);
    if (!Array.isArray(items)) throw sandboxRefusal(`${path} must be an ${type}`);
    return items.map((item, index) => checkType(type.slice('Array of '.length), item, `${path}[${index}]`));
  }
  const scalar = SCALARS[type];
  if (scalar) {
    const decoded = scalar(value);
    if (decoded === undefined) throw sandboxRefusal(`${path} must be ${type}`);
    return decoded;
  }
  if (type === 'KeyboardButton' && typeof value === 'string') return { text: value };
  return checkObject(type, decodeJson(value), path);
}

function checkObject(type: string, value: unknown, path: string): unknown {
  const shape = TYPES[type];
  if (!shape || !isRecord(value)) throw sandboxRefusal(`${path} must be ${type}`);
  if (shape.subtypes.length === 0) return checkFields(shape.fields, value, path);
  const named = shape.subtypes.filter((subtype) => typeWord(type, subtype) === value.type);
  const possible = named.length > 0 ? named : shape.subtypes.filter((subtype) => !('type' in fieldsOf(subtype)));
  if (possible.length === 0) throw sandboxRefusal(`${path}.type is none of ${type}'s`);
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
