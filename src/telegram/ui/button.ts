import type { MiddlewareFn, NextFunction } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Right } from '../../teams/rights.ts';
import type { Ctx } from '../context.ts';
import { requireRight } from '../rights.ts';
import { alert } from './show.ts';
import { ownerOfTapped } from './tapped-message.ts';

const SEPARATOR = '|';
/** Telegram's limit for the data of a button. */
const MOST_BYTES = 64;

/** The shapes of arguments, by name. The bot never made a button with another value: such data is made up. */
const SHAPES: ReadonlyMap<string, RegExp> = new Map([
  ['page', /^\d{1,6}$/],
  ['at', /^\d{1,6}$/],
  ['days', /^\d{0,4}$/],
  ['years', /^\d{1,3}$/],
  ['period', /^[a-z]{1,16}$/],
  ['chosen', /^[\w-]{0,16}$/],
  ['filter', /^[\w-]{0,16}$/],
  ['sort', /^[a-z]$/],
]);
/** The shape of all other arguments: without control characters, which PostgreSQL can't store (NUL) and no screen shows. */
const PRINTABLE = /^\P{C}*$/u;

export type Style = 'danger' | 'success' | 'primary';
/**
 * When the tap is answered.
 * `first`: before anything else.
 * `allowed`: as soon as it is clear that the presser may do it; another person gets an alert.
 * `itself`: by the handler, which may answer with a text.
 */
export type Answers = 'first' | 'allowed' | 'itself';
export type Arguments<Names extends readonly string[]> = Record<Names[number], string>;

/** One kind of button: a short name that never changes (old messages keep old buttons) and the names of its arguments. */
export interface Button<Names extends readonly string[]> {
  readonly name: string;
  /** What its presser may do at least, where it is about a team's account. */
  readonly right: Right;
  /** The right to what these values ask for, where one kind of button does several things. */
  rightOf(values: Readonly<Record<string, string>>): Right;
  readonly names: Names;
  readonly answers: Answers;
  /** Makes a button for a keyboard. `label` is plain text. */
  make(label: string, values: Arguments<Names>, style?: Style): InlineKeyboardButton;
}

/** Declares a kind of button. */
export function button<const Names extends readonly string[]>(
  name: string,
  right: Right,
  names: Names,
  answers: Answers = 'first',
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
      if (Buffer.byteLength(data) > MOST_BYTES) throw new TypeError(`The data of button ${name} exceeds 64 bytes`);
      return { text: label, callback_data: data, ...(style ? { style } : {}) };
    },
  };
}

/** Handles the taps on one kind of button. A handler that calls `next` wraps the handler behind it. */
export function onButton<const Names extends readonly string[]>(
  kind: Button<Names>,
  handle: (ctx: Ctx, values: Arguments<Names>, next: NextFunction) => Promise<unknown>,
): MiddlewareFn<Ctx> {
  const start = kind.names.length > 0 ? kind.name + SEPARATOR : kind.name;
  const handleTap = async (ctx: Ctx, values: Arguments<Names>, next: NextFunction) => {
    if (!isMeantFor(ctx, kind)) return alert(ctx, strangersWords(ctx));
    if (kind.answers === 'first') void ctx.answer();
    const { account, team, server: reference }: Record<string, string> = values;
    await requireRight(ctx, kind.rightOf(values), { account: account === '' ? undefined : account, team, reference });
    await handle(ctx, values, next);
  };
  // Every tap passes all of these: they wait for nothing unless it is theirs.
  return (ctx, next) => {
    const data = ctx.callbackQuery?.data;
    const values = data?.startsWith(start) ? valuesIn(kind, data) : undefined;
    return values ? handleTap(ctx, values, next) : next();
  };
}

/** Whether the tapped message has the tapped button. Of an old message Telegram does not tell its buttons: then it counts as there. */
export function hasTapped({ callbackQuery: tap }: Ctx): boolean {
  if (tap?.message?.date === 0) return true;
  const rows = tap?.message?.reply_markup?.inline_keyboard ?? [];
  return rows.flat().some((each) => 'callback_data' in each && each.callback_data === tap?.data);
}

/** Arguments that name something owned: the handler refuses everybody but the owner. */
const OWNED = ['account', 'operation', 'check', 'team'];

/**
 * Whether the tap is handled at this message. In a group, taps of other people than the message's owner count only on a button that
 * the message really has, and that names something owned: its handler refuses them with a reason. Made-up data changes nothing.
 */
function isMeantFor(ctx: Ctx, { names }: Button<readonly string[]>): boolean {
  if (ownerOfTapped(ctx) === 'presser') return true;
  return hasTapped(ctx) && names.some((name) => OWNED.includes(name));
}

function strangersWords(ctx: Ctx): string {
  return ctx.t.plain(ownerOfTapped(ctx) === 'another' ? 'message-not-yours' : 'button-old');
}

/** The arguments of the tapped message's button of this kind, where it has one. */
export function valuesBeside<const Names extends readonly string[]>(
  ctx: Ctx,
  kind: Button<Names>,
): Arguments<Names> | undefined {
  return allValuesBeside(ctx, kind)[0];
}

/** The arguments of all of the tapped message's buttons of this kind. */
export function allValuesBeside<const Names extends readonly string[]>(
  ctx: Ctx,
  kind: Button<Names>,
): Arguments<Names>[] {
  const rows = ctx.callbackQuery?.message?.reply_markup?.inline_keyboard ?? [];
  const values = rows.flat().map((each) => ('callback_data' in each ? valuesIn(kind, each.callback_data) : undefined));
  return values.filter((each) => each !== undefined);
}

/** The tapped button, with its label where Telegram still tells it. */
export function pressedButton({ callbackQuery: tap }: Ctx): { data: string; label: string } | undefined {
  const data = tap?.data;
  if (data === undefined) return undefined;
  const buttons = tap?.message?.reply_markup?.inline_keyboard.flat() ?? [];
  const label = buttons.find((each) => 'callback_data' in each && each.callback_data === data)?.text ?? '';
  return { data, label };
}

/**
 * An earlier tapped button as a new one, with another account where it names one; `undefined` where its kind is not among `kinds`.
 */
export function pressedBefore(
  kinds: readonly Button<readonly string[]>[],
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

function valuesIn<const Names extends readonly string[]>(
  kind: Button<Names>,
  data: string,
): Arguments<Names> | undefined {
  const [name, ...parts] = data.split(SEPARATOR);
  if (name !== kind.name || parts.length !== kind.names.length) return undefined;
  if (kind.names.some((key, index) => !(SHAPES.get(key) ?? PRINTABLE).test(parts[index] ?? ''))) return undefined;
  return Object.fromEntries(kind.names.map((key, index) => [key, parts[index]])) as Arguments<Names>;
}

/** The buttons as they stand while their message's operation runs: no one can press them, and the message keeps its height. */
export function disabled(rows: readonly (readonly InlineKeyboardButton[])[]): InlineKeyboardButton[][] {
  return rows.map((row) => row.map(({ text, style }) => ({ text, ...(style ? { style } : {}), disabled: {} })));
}

/** The tapped button once more, with another label. */
export function sameButton(ctx: Ctx, label: string): InlineKeyboardButton {
  return { text: label, callback_data: ctx.callbackQuery?.data ?? '' };
}
