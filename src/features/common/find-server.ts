import type { Composer, MiddlewareFn } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { ServerListItem } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept-lists.ts';
import type { Target } from '../../operations/kinds/target.ts';
import type { Account } from '../../store/key-value/accounts.ts';
import type { Access } from '../../telegram/access.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { type Arguments, type Button, onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { code, isolate, name, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { requireAccess } from './require.ts';
import { normalise } from './typed-input.ts';

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

/**
 * The servers that `typed` can mean: the one whose alias, IP or id it is, or all whose name or IP begins with it. An alias
 * is kept with the account, so it is found without asking the provider.
 */
export async function findServers(ctx: Ctx, access: Access, typed: string): Promise<Named[]> {
  const wanted = normalise(typed);
  const { account } = access;
  const byAlias = [...account.aliases].filter(([, alias]) => normalise(alias) === wanted);
  if (byAlias.length > 0) return byAlias.map(([id, alias]) => ({ id, name: alias, ip: undefined }));
  const { lists } = ctx.services.accesses;
  return lists.search(
    access.key,
    access.hosting,
    (items) => findIn(items, account, wanted),
    ({ length }) => length > 0,
  );
}

function findIn(items: readonly ServerListItem[], account: Account, wanted: string): Named[] {
  const exact = items.find((item) => isCalled(item, wanted));
  const found = exact ? [exact] : items.filter((item) => begins(account, item, wanted));
  return found.map((item) => named(account, item));
}

function isCalled(item: ServerListItem, wanted: string): boolean {
  return item.ip === wanted || item.id.toLowerCase() === wanted;
}

function begins(account: Account, item: ServerListItem, wanted: string): boolean {
  if (item.ip?.toLowerCase().startsWith(wanted)) return true;
  const shown = account.aliases.get(item.id) ?? (item.ip === undefined ? item.id : undefined);
  return shown !== undefined && normalise(shown).startsWith(wanted);
}

/** Whether a text is the whole name, IP or id of a server of this list, or the beginning of a name or IP. */
export function fitIn(
  items: readonly ServerListItem[],
  account: Account,
  typed: string,
): 'whole' | 'beginning' | undefined {
  const wanted = normalise(typed);
  if (wanted === '') return undefined;
  const isAlias = account.aliases.values().some((alias) => normalise(alias) === wanted);
  if (isAlias || items.some((item) => isCalled(item, wanted))) return 'whole';
  return items.some((item) => begins(account, item, wanted)) ? 'beginning' : undefined;
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

const MOST_CHOICES = 10;
const LONGEST_LABEL = 40;

/**
 * Finds the server that a command names and goes on with it; lets the person choose where several fit or none was named.
 * @param button makes the button of each server to choose from
 * @param none makes the screen where no server fits; the common one is shown where it resolves to `undefined`
 */
export async function chooseServer(
  ctx: Ctx,
  typed: string,
  button: (access: Access, server: Named, label: string) => InlineKeyboardButton,
  goOn: (access: Access, server: Named) => Promise<unknown>,
  none?: (access: Access) => Promise<Screen | undefined>,
): Promise<void> {
  const access = await requireAccess(ctx);
  const found = await findServers(ctx, access, typed);
  const [first] = found;
  if (first && found.length === 1) return void (await goOn(access, first));
  if (first) return void (await send(ctx, choiceOf(ctx.t, access, found, button)));
  const wanted = name(typed.trim());
  const text = typed.trim() === '' ? ctx.t('servers-none') : ctx.t('server-unknown', { wanted });
  await send(ctx, (await none?.(access)) ?? { text, keyboard: [[allServers(ctx.t, access)]] });
}

/** Several servers that fit, to choose from. */
export function choiceOf(
  t: Translate,
  access: Access,
  found: readonly Named[],
  button: (access: Access, server: Named, label: string) => InlineKeyboardButton,
): Screen {
  const rows = found.slice(0, MOST_CHOICES).map((server) => [button(access, server, label(server))]);
  const left = found.length - rows.length;
  return {
    text: left > 0 ? t('server-choose-more', { count: found.length, shown: rows.length }) : t('server-choose'),
    keyboard: [...rows, [allServers(t, access)]],
  };
}

function allServers(t: Translate, { account }: Access): InlineKeyboardButton {
  return buttons.servers.make(t.plain('button-servers'), { account: account.id, page: '0', filter: '' });
}

function label(server: Named): string {
  const shown = isolate(shorten(server.name, LONGEST_LABEL));
  return server.ip && server.ip !== server.name ? `${shown} (${isolate(shorten(server.ip, LONGEST_LABEL))})` : shown;
}

/** The server of an operation in a text: its name, and its IP where that is another. */
export function targetWords({ name: shown, ip }: Target): Html {
  const words = name(shown).html;
  return { html: ip !== undefined && ip !== shown ? `${words} (${code(ip).html})` : words };
}

/**
 * The presser's account that a button or a question names, and its server.
 * @throws Refusal when either is not theirs (any more)
 */
export async function requireOwnServer(
  ctx: Ctx,
  accountId: string,
  reference: string,
): Promise<{ access: Access; server: Named }> {
  const access = await requireAccess(ctx, accountId);
  return { access, server: await requireServer(ctx, access, reference) };
}

/** The arguments of a button that names a server. */
type OfServer<Others extends readonly string[]> = readonly ['account', 'server', ...Others];

/**
 * Handles the taps on a kind of button that names a server of the presser's.
 * @param before what to refuse before the account is read, such as a tap in a group
 */
export function onServer<const Others extends readonly string[]>(
  kind: Button<OfServer<Others>>,
  handle: (ctx: Ctx, access: Access, server: Named, values: Arguments<OfServer<Others>>) => Promise<unknown>,
  before?: (ctx: Ctx, values: Arguments<OfServer<Others>>) => unknown,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    before?.(ctx, values);
    const { account = '', server: reference = '' }: Record<string, string> = values;
    const { access, server } = await requireOwnServer(ctx, account, reference);
    await handle(ctx, access, server, values);
  });
}

/** Handles a command that names a server, and lets the person choose by `button` where several fit. */
export function onServerCommand(
  composer: Composer<Ctx>,
  command: string,
  button: (label: string, values: { account: string; server: string }) => InlineKeyboardButton,
  handle: (ctx: Ctx, access: Access, server: Named) => Promise<unknown>,
): void {
  onCommand(composer, command, (ctx) =>
    chooseServer(
      ctx,
      ctx.match,
      ({ account }, { id }, label) => button(label, { account: account.id, server: serverReference(id) }),
      (access, server) => handle(ctx, access, server),
    ),
  );
}
