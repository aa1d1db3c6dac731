import type { MiddlewareFn, NextFunction } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Right } from '../../teams/rights.ts';
import { requireRight } from '../access/require-right.ts';
import type { Ctx } from '../context.ts';
import { alert } from './show.ts';
import { ownerOfTapped } from './tapped-message.ts';

const SEPARATOR = '|';
const MAX_DATA_BYTES = 64;

/** PostgreSQL can't store NUL, and no screen shows control characters. */
const PRINTABLE = /^\P{C}*$/u;
const REFERENCE = /^[\w-]{0,48}$/;
const WORD = /^[A-Za-z]{0,16}$/;
const NUMBER = /^\d{1,15}(?: [\p{L}\p{M}% ]{1,20})?$/u;
/** Telegram's ids have at most 52 bits: 15 digits are always a safe integer. */
const PERSON = /^\d{1,15}$/;

/** The values that the bot puts into buttons: other data is made up. */
export const SHAPES = {
  account: REFERENCE,
  action: WORD,
  alert: REFERENCE,
  at: /^\d{1,6}$/,
  backup: REFERENCE,
  by: /^[a-z]$/,
  chat: /^(?:-?\d{1,15})?$/,
  check: REFERENCE,
  chosen: /^[\w-]{0,16}$/,
  command: PRINTABLE,
  currency: REFERENCE,
  days: new RegExp(`^$|${NUMBER.source}`, 'u'),
  disk: PRINTABLE,
  domain: PRINTABLE,
  field: WORD,
  filter: /^[\w-]{0,16}$/,
  format: WORD,
  from: /^(?:\d{1,15}|[a-z][\da-z]{1,12}\.[\da-z]{1,12})?$/,
  happened: /^[a-z]$/,
  hour: /^\d{1,2}$/,
  hours: /^(?:[a-z]|\d{1,3}|\d{2}:\d{2}-\d{2}:\d{2})?$/,
  level: /^[a-z]{1,2}$/,
  list: REFERENCE,
  locale: /^[A-Za-z-]{1,16}$/,
  member: PERSON,
  name: PRINTABLE,
  note: REFERENCE,
  offer: /^\d{1,9}$/,
  offers: REFERENCE,
  on: /^[a-z]$/,
  operation: REFERENCE,
  os: PRINTABLE,
  page: /^\d{1,6}$/,
  pass: REFERENCE,
  period: /^[a-z]{1,16}$/,
  resource: WORD,
  role: WORD,
  server: REFERENCE,
  set: /^[a-z\d]{0,16}$/,
  /** Epoch milliseconds in base 36. */
  since: /^[\da-z]{1,10}$/,
  snapshot: REFERENCE,
  sort: /^[a-z]$/,
  start: /^\d{1,2}$/,
  suffix: PRINTABLE,
  team: REFERENCE,
  to: /^[\d.-]{0,48}$/,
  topic: /^\d{0,10}$/,
  value: PRINTABLE,
  /** The screen that led to this one. It comes last, since buttons of older releases lack it. */
  via: /^[\w-]{0,16}$/,
  what: WORD,
  when: WORD,
  who: /^(?:team|\d{1,15})$/,
  wish: REFERENCE,
  years: NUMBER,
  zone: /^[\w+\-/:]{0,40}$/,
} as const satisfies Record<string, RegExp>;
export type ArgumentName = keyof typeof SHAPES;

export type Style = 'danger' | 'success' | 'primary';
/** `allowed`: once the presser's right is checked. `itself`: by the handler, which may answer with a text. */
export type AnswerTime = 'first' | 'allowed' | 'itself';
export type Arguments<Names extends readonly ArgumentName[]> = Record<Names[number], string>;

export interface Button<Names extends readonly ArgumentName[]> {
  /** Never changes: old messages keep old buttons. */
  readonly name: string;
  readonly right: Right;
  /** One kind of button may do several things. */
  rightOf(values: Readonly<Record<string, string>>): Right;
  readonly names: Names;
  readonly answers: AnswerTime;
  make(label: string, values: Arguments<Names>, style?: Style): InlineKeyboardButton;
}

export function button<const Names extends readonly ArgumentName[]>(
  name: string,
  right: Right,
  names: Names,
  answers: AnswerTime = 'first',
  rightOf: Button<Names>['rightOf'] = () => right,
): Button<Names> {
  return {
    name,
    right,
    rightOf,
    names,
    answers,
    make(label, values, style) {
      const data = [name, ...names.map((key) => values[key as Names[number]])].join(SEPARATOR);
      if (Buffer.byteLength(data) > MAX_DATA_BYTES) throw new TypeError(`The data of button ${name} exceeds 64 bytes`);
      return { text: label, callback_data: data, ...(style ? { style } : {}) };
    },
  };
}

/** A handler that calls `next` wraps the next handler of the same kind. */
export function onButton<const Names extends readonly ArgumentName[]>(
  kind: Button<Names>,
  handle: (ctx: Ctx, values: Arguments<Names>, next: NextFunction) => Promise<unknown>,
): MiddlewareFn<Ctx> {
  const start = kind.name + SEPARATOR;
  const handleTap = async (ctx: Ctx, values: Arguments<Names>, next: NextFunction) => {
    if (!isMeantFor(ctx, kind)) return alert(ctx, strangersWords(ctx));
    if (kind.answers === 'first') void ctx.answer();
    const { account, team, server: reference }: Record<string, string> = values;
    await requireRight(ctx, kind.rightOf(values), { account: account === '' ? undefined : account, team, reference });
    await handle(ctx, values, next);
  };
  // Every tap passes all of these handlers: only its own may wait.
  return (ctx, next) => {
    const data = ctx.callbackQuery?.data;
    const isOfKind = data === kind.name || data?.startsWith(start);
    const values = data !== undefined && isOfKind ? valuesIn(kind, data) : undefined;
    return values ? handleTap(ctx, values, next) : next();
  };
}

/** Telegram does not tell the buttons of an old message: the tapped button then counts as present. */
export function hasTapped({ callbackQuery: tap }: Ctx): boolean {
  if (tap?.message?.date === 0) return true;
  const rows = tap?.message?.reply_markup?.inline_keyboard ?? [];
  return rows.flat().some((each) => 'callback_data' in each && each.callback_data === tap?.data);
}

const OWNED_ARGUMENTS = ['account', 'operation', 'check', 'team'];

/** In a group, others' taps count only on a real button whose handler refuses them with a reason. */
function isMeantFor(ctx: Ctx, { names }: Button<readonly ArgumentName[]>): boolean {
  if (ownerOfTapped(ctx) === 'presser') return true;
  return hasTapped(ctx) && names.some((name) => OWNED_ARGUMENTS.includes(name));
}

function strangersWords(ctx: Ctx): string {
  return ctx.t.plain(ownerOfTapped(ctx) === 'another' ? 'message-not-yours' : 'button-old');
}

export function valuesBeside<const Names extends readonly ArgumentName[]>(
  ctx: Ctx,
  kind: Button<Names>,
): Arguments<Names> | undefined {
  return allValuesBeside(ctx, kind)[0];
}

export function allValuesBeside<const Names extends readonly ArgumentName[]>(
  ctx: Ctx,
  kind: Button<Names>,
): Arguments<Names>[] {
  const rows = ctx.callbackQuery?.message?.reply_markup?.inline_keyboard ?? [];
  const values = rows.flat().map((each) => ('callback_data' in each ? valuesIn(kind, each.callback_data) : undefined));
  return values.filter((each) => each !== undefined);
}

export function isPressed(
  { callbackQuery: tap }: Ctx,
  { name }: Pick<Button<readonly ArgumentName[]>, 'name'>,
): boolean {
  return tap?.data?.split(SEPARATOR, 1)[0] === name;
}

export interface Written {
  label: string;
  data: string;
}

export function writtenButtons(buttons: readonly InlineKeyboardButton[]): Written[] {
  return buttons.flatMap((each) => ('callback_data' in each ? [{ label: each.text, data: each.callback_data }] : []));
}

export function buttonOf({ label, data }: Written): InlineKeyboardButton {
  return { text: label, callback_data: data };
}

export function pressedButton({ callbackQuery: tap }: Ctx): Written | undefined {
  const data = tap?.data;
  if (data === undefined) return undefined;
  const buttons = tap?.message?.reply_markup?.inline_keyboard.flat() ?? [];
  const label = buttons.find((each) => 'callback_data' in each && each.callback_data === data)?.text ?? '';
  return { data, label };
}

export function pressedBefore(
  kinds: readonly Button<readonly ArgumentName[]>[],
  data: string,
  label: string,
  account: string,
): InlineKeyboardButton | undefined {
  for (const kind of kinds) {
    const values = valuesIn(kind, data);
    if (values) return kind.make(label, values.account ? { ...values, account } : values, 'primary');
  }
  return undefined;
}

function valuesIn<const Names extends readonly ArgumentName[]>(
  kind: Button<Names>,
  data: string,
): Arguments<Names> | undefined {
  const [name, ...parts] = data.split(SEPARATOR);
  const isOlder = parts.length === kind.names.length - 1 && kind.names.at(-1) === 'via';
  if (name !== kind.name || !(isOlder || parts.length === kind.names.length)) return undefined;
  if (kind.names.some((key, index) => !SHAPES[key].test(parts[index] ?? ''))) return undefined;
  return Object.fromEntries(kind.names.map((key, index) => [key, parts[index] ?? ''])) as Arguments<Names>;
}

export function sameButton(ctx: Ctx, label: string): InlineKeyboardButton {
  return buttonOf({ label, data: ctx.callbackQuery?.data ?? '' });
}
