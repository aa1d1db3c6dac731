import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Access } from '../../telegram/access/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import type { Translate } from '../../telegram/i18n/index.ts';

export interface Page<Item> {
  items: readonly Item[];
  page: number;
  pages: number;
  /** No row for a single page. */
  turns: InlineKeyboardButton[][];
}

export function pageOf<Item>(
  all: readonly Item[],
  wanted: string,
  size: number,
  turn: (page: string, direction: 'previous' | 'next') => InlineKeyboardButton,
): Page<Item> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(/^\d{1,6}$/.test(wanted) ? Number(wanted) : 0, pages - 1);
  const turns = [
    ...(page > 0 ? [turn(String(page - 1), 'previous')] : []),
    ...(page < pages - 1 ? [turn(String(page + 1), 'next')] : []),
  ];
  return { items: all.slice(page * size, (page + 1) * size), page, pages, turns: turns.length > 0 ? [turns] : [] };
}

/** The page of an item, as a button carries it; the first page for an unknown item. */
export function pageWith<Item>(all: readonly Item[], isIt: (item: Item) => boolean, size: number): string {
  return String(Math.floor(Math.max(0, all.findIndex(isIt)) / size));
}

export function pageLine(t: Translate, { page, pages }: Page<unknown>): string {
  return pages > 1 ? `\n${t('servers-page', { page: page + 1, pages })}` : '';
}

const NOTE_LIFE_MS = 7 * 24 * 3_600_000;

/** Keeps the words of a search: a button has no room for them. Resolves to their reference; empty for no words. */
export async function keepWords(ctx: Ctx, access: Access, words: string): Promise<string> {
  if (words.trim() === '') return '';
  const reference = serverReference(words);
  await ctx.services.store.notes.set(keyOf(access, reference), words, NOTE_LIFE_MS);
  return reference;
}

export function keptWords(ctx: Ctx, access: Access, reference: string): Promise<string | undefined> {
  return ctx.services.store.notes.get(keyOf(access, reference));
}

function keyOf(access: Access, reference: string): string {
  return `${access.key}:${reference}`;
}
