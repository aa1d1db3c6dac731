/** Names and types of parameters are those of `bot-api.json`; values are read as Telegram reads them. */
import data from './bot-api.json' with { type: 'json' };
import { readJson } from './json-fields.ts';
import { withSuccessors } from './legacy.ts';
import { notSimulated, refusal, sandboxRefusal } from './refusal.ts';
import type { Args, Method, Raw } from './types.ts';
import { decodeJson, EXACT, isBlank, isRecord, isUpload, LENIENT } from './values.ts';

interface Field {
  types: string[];
  required: boolean;
}
const METHODS: Record<string, { fields: Record<string, Field> }> = data.methods;
const BY_LOWER_CASE = new Map(
  [...data.notSimulated, ...Object.keys(METHODS)].map((name) => [name.toLowerCase(), name]),
);

/** The exact spelling, because Telegram ignores the case; `undefined` for an unknown method. */
export function methodNamed(name: string): string | undefined {
  return BY_LOWER_CASE.get(name.toLowerCase());
}

/**
 * Drops unknown parameters, and reads numbers and booleans leniently, objects strictly. A missing parameter gets an empty value.
 * @throws Refusal 400 in Telegram's words; 501 for a method whose parameters `bot-api.json` lacks
 */
export function checkParameters(method: string, raw: Raw): Raw {
  const fields = METHODS[method]?.fields;
  if (!fields) throw notSimulated(method);
  if (method === 'sendMessage' && (raw.text === undefined || raw.text === '')) throw refusal('messageEmpty');
  const checked: Raw = {};
  const given = withSuccessors(method, fields, raw);
  for (const [name, field] of Object.entries(fields)) {
    const value = readParameter(name, field, given[name]);
    if (value !== undefined) checked[name] = value;
  }
  PASSED.set(checked, method);
  return checked;
}

function readParameter(name: string, { types, required }: Field, value: unknown): unknown {
  if (value === undefined || (value === '' && !types.includes('String')))
    return required ? missing(name, types) : undefined;
  if (isUpload(value)) return types.includes('InputFile') ? value : undefined;
  const reader = LENIENT.find(([type]) => types.includes(type))?.[1];
  if (types.includes('Integer') && types.includes('String')) return chatOf(value);
  return reader ? reader(value) : readJson(name, types, value);
}

function chatOf(value: unknown): number | string {
  const number = EXACT.Integer?.(value);
  return typeof number === 'number' ? number : typeof value === 'string' ? value : String(value);
}

function missing(name: string, types: readonly string[]): unknown {
  if (types.includes('String')) return '';
  if (types.includes('Integer')) return 0;
  return readJson(name, types, undefined);
}

/** The method whose check the parameters passed. */
const PASSED = new WeakMap<Raw, string>();

/**
 * `bot-api.json` and grammY's types describe the same Bot API, which makes this type guard safe.
 * The methods check allowed values themselves.
 */
export function isArgs<M extends Method>(method: M, parameters: Raw): parameters is Raw & Args<M> {
  return PASSED.get(parameters) === method;
}

/**
 * Refuses mistakes that Telegram ignores: an unknown parameter or field, a scalar of another type, a second action of a button.
 * @param checked the result of {@link checkParameters} @throws Refusal 400 with the parameter's name
 */
export function refuseMistakes(method: string, raw: Raw, checked: Raw): void {
  const fields = METHODS[method]?.fields ?? {};
  const unknown = firstDropped(raw, checked, method);
  if (unknown !== undefined) throw sandboxRefusal(`unknown parameter ${unknown}`);
  for (const [name, { types }] of Object.entries(fields)) {
    if (isBlank(raw[name]) || !types.every((type) => EXACT[type])) continue;
    if (!types.some((type) => EXACT[type]?.(raw[name]) !== undefined))
      throw sandboxRefusal(`${method}.${name} must be ${types.join(' or ')}`);
  }
  if (raw.parse_mode && raw.entities) throw sandboxRefusal('entities beside parse_mode are ignored by Telegram');
  const two = buttonsOf(checked.reply_markup).find((button) => actionsOf(button).length > 1);
  if (two) throw sandboxRefusal(`a button with ${actionsOf(two).join(' and ')}: exactly one is allowed`);
}

const NO_ACTIONS = new Set(['text', 'style', 'icon_custom_emoji_id']);

function buttonsOf(markup: unknown): Record<string, unknown>[] {
  const rows = isRecord(markup) && Array.isArray(markup.inline_keyboard) ? markup.inline_keyboard : [];
  return rows.flat().filter(isRecord);
}

function actionsOf(button: Record<string, unknown>): string[] {
  return Object.keys(button).filter((name) => !NO_ACTIONS.has(name));
}

function firstDropped(sent: unknown, kept: unknown, path: string): string | undefined {
  if (Array.isArray(kept)) {
    const items = decodeJson(sent);
    if (!Array.isArray(items)) return undefined;
    return first(kept.keys(), (index) => firstDropped(items[index], kept[index], `${path}[${index}]`));
  }
  const object = decodeJson(sent);
  if (!isRecord(kept) || !isRecord(object)) return undefined;
  return first(Object.keys(object), (name) => {
    if (isBlank(object[name])) return undefined;
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
