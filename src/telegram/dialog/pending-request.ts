import { randomBytes } from 'node:crypto';
import type { MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton, Update } from 'grammy/types';
import type { Wish } from '../../store/index.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { Refusal } from '../failures/refusal.ts';
import { looksSecret } from '../secrets/detection.ts';
import { type Button, onButton, pressedBefore, pressedButton } from '../ui/button.ts';
import { isolate, shorten } from '../ui/format.ts';

const WISH_LIFE_MS = 15 * 60_000;
const LONGEST_LABEL = 36;

/** Stores the update's request, to be offered once an account is connected. The newest request replaces an older one. */
export async function rememberWish(ctx: Ctx): Promise<void> {
  const wish = wishIn(ctx);
  if (wish) await ctx.services.store.wishes.set(String(ctx.person.id), wish, WISH_LIFE_MS);
}

function wishIn(ctx: Ctx): Wish | undefined {
  // In a group a button may be another person's.
  if (ctx.callbackQuery) return isPrivate(ctx) ? pressedButton(ctx) : undefined;
  if (ctx.inlineQuery) return { query: ctx.inlineQuery.query };
  const command = (ctx.wish ?? ctx.message?.text ?? ctx.message?.caption ?? '').replace(/^(\/\w+)@\w+/, '$1').trim();
  // Text without a command may be a secret that the bot asked for.
  const fits = command.startsWith('/') && !/^\/connect\b/i.test(command) && !looksSecret(command);
  return fits ? { command } : undefined;
}

/** The buttons that a wish needs. */
export interface WishButtons {
  all: Readonly<Record<string, Button<readonly string[]>>>;
  /** Goes on with a command; `wish` refers to a note that holds it. */
  goOn: Button<readonly ['wish']>;
}

/** A button that continues the stored request with the account just connected; no row where no request is stored. */
export async function wishRow(
  ctx: Ctx,
  account: string,
  { all, goOn }: WishButtons,
): Promise<InlineKeyboardButton[][]> {
  const { wishes, notes } = ctx.services.store;
  const wish = await wishes.get(String(ctx.person.id));
  if (!wish) return [];
  const label = (what: string) =>
    what === ''
      ? ctx.t.plain('button-wish-unnamed')
      : ctx.t.plain('button-wish', { what: isolate(shorten(what, LONGEST_LABEL)) });
  if ('query' in wish) return [[{ text: label(wish.query), switch_inline_query: wish.query }]];
  if ('data' in wish) {
    const button = pressedBefore(Object.values(all), wish.data, label(wish.label), account);
    return button ? [[button]] : [];
  }
  const note = randomBytes(6).toString('base64url');
  await notes.set(noteKey(ctx, note), wish.command, WISH_LIFE_MS);
  return [[goOn.make(label(wish.command), { wish: note }, 'primary')]];
}

/** Deletes the stored request: it was offered, and has nothing to do with the next account. */
export async function forgetWish(ctx: Ctx): Promise<void> {
  await ctx.services.store.wishes.delete(String(ctx.person.id));
}

/**
 * Handles the tap on that button as if the person had just sent the command.
 * @param handle handles any update, in this person's turn
 */
export function goOnWith(goOn: WishButtons['goOn'], handle: (update: Update) => Promise<void>): MiddlewareFn<Ctx> {
  return onButton(goOn, async (ctx, { wish }) => {
    const { from, chat, callbackQuery: tap } = ctx;
    const text = await ctx.services.store.notes.get(noteKey(ctx, wish));
    if (!from || chat?.type !== 'private' || !tap?.message || text === undefined)
      throw new Refusal((t) => t('button-old'));
    void ctx.answer();
    const date = Math.floor(ctx.services.store.now() / 1000);
    const length = text.search(/\s|$/);
    const entities = [{ type: 'bot_command' as const, offset: 0, length }];
    const message = { message_id: tap.message.message_id, date, chat, from, text, entities };
    await handle({ update_id: ctx.update.update_id, message });
  });
}

function noteKey({ person }: Ctx, note: string): string {
  return `${person.id}:wish:${note}`;
}
