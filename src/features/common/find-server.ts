import type { ServerListItem } from '../../hosting/index.ts';
import type { Account } from '../../store/accounts.ts';
import type { Access } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/refusal.ts';

/** What a button carries instead of an id or a name, which may be long. */
export { serverReference as reference } from '../../hosting/kept-lists.ts';

/** A server as far as the account's list and the person's own names tell. */
export interface Named {
  id: string;
  /** Alias, else IP, else id. */
  name: string;
  ip: string | undefined;
}

export function named(account: Account, item: { id: string; ip?: string | undefined }): Named {
  return { id: item.id, name: account.aliases.get(item.id) ?? item.ip ?? item.id, ip: item.ip };
}

/** What a person types, as it is compared: digits of any script, Arabic and Persian letters alike, no case. */
export function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll('\u064a', '\u06cc')
    .replaceAll('\u0643', '\u06a9')
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '')
    .trim()
    .toLowerCase();
}

/**
 * The servers that `typed` can mean: the one whose alias, IP or id it is, or all whose name or IP begins with it. An alias
 * is kept with the account, so it is found without asking the provider.
 */
export async function findServers(ctx: Ctx, access: Access, typed: string): Promise<Named[]> {
  const wanted = normalise(typed);
  const { account } = access;
  const byAlias = [...account.aliases].find(([, alias]) => normalise(alias) === wanted);
  if (byAlias) return [{ id: byAlias[0], name: byAlias[1], ip: undefined }];
  const { lists } = ctx.services.accesses;
  return lists.search(
    access.key,
    access.hosting,
    (items) => findIn(items, account, wanted),
    ({ length }) => length > 0,
  );
}

function findIn(items: readonly ServerListItem[], account: Account, wanted: string): Named[] {
  const exact = items.find((item) => item.ip === wanted || item.id.toLowerCase() === wanted);
  const found = exact ? [exact] : items.filter((item) => begins(account, item, wanted));
  return found.map((item) => named(account, item));
}

function begins(account: Account, item: ServerListItem, wanted: string): boolean {
  return normalise(named(account, item).name).startsWith(wanted) || item.ip?.startsWith(wanted) === true;
}

/**
 * The server behind a button's reference.
 * @throws Refusal when the account's own list does not hold it (any more)
 */
export async function requireServer(ctx: Ctx, access: Access, reference: string): Promise<Named> {
  const item = await ctx.services.accesses.lists.find(access.key, access.hosting, reference);
  if (!item) throw new Refusal((t) => t('server-gone'));
  return named(access.account, item);
}
