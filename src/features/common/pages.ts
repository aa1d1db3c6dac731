import type { InlineKeyboardButton } from 'grammy/types';
import type { Translate } from '../../telegram/i18n/index.ts';

/** One page of a long list. */
export interface Page<Item> {
  items: readonly Item[];
  page: number;
  pages: number;
  /** The buttons that turn the page; no row where there is only one page. */
  turns: InlineKeyboardButton[][];
}

/**
 * @param wanted the page as a button carries it
 * @param turn a button that leads to a page, in the direction given
 */
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

/** The number of the page, on a line of its own; empty where there is only one page. */
export function pageLine(t: Translate, { page, pages }: Page<unknown>): string {
  return pages > 1 ? `\n${t('servers-page', { page: page + 1, pages })}` : '';
}
