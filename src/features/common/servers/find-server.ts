import { isIP } from 'node:net';
import type { MiddlewareFn } from 'grammy';
import type { ServerListItem } from '../../../hosting/index.ts';
import type { Target } from '../../../operations/kinds/target.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import type { Right } from '../../../teams/rights.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Html } from '../../../telegram/i18n/index.ts';
import { type ArgumentName, type Arguments, type Button, onButton } from '../../../telegram/ui/button.ts';
import { code, name } from '../../../telegram/ui/format.ts';
import { normalise } from '../input/typed-input.ts';
import { requireAccess } from '../require.ts';
import { soundsLike } from './sounds.ts';

/** A server as the account's list and the person's own names have it. */
export interface Named {
  id: string;
  /** By {@link serverName}. */
  name: string;
  ip: string | undefined;
  geo?: string | undefined;
  expireDate?: string | undefined;
  mark?: string | undefined;
}

type Item = Omit<Named, 'name' | 'ip'> & { ip?: string | undefined };

export function named(account: Account, item: Item): Named {
  const { id, ip, geo, expireDate, mark } = item;
  return { id, name: serverName(account, item), ip, geo, expireDate, mark };
}

/** The alias, else the IP (with a part of the id if two servers share it), else the id. */
export function serverName({ aliases }: { aliases: ReadonlyMap<string, string> }, { id, ip, mark }: Item): string {
  return aliases.get(id) ?? (ip !== undefined && mark !== undefined ? `${ip} (${mark})` : ip) ?? id;
}

/**
 * The servers that `typed` can mean: those whose alias, IP or id it is, or all whose name or IP begins with it. A whole IP means no
 * other one: 10.0.0.1 is not the beginning of 10.0.0.13. An alias is kept with the account, so it is found without asking the provider.
 */
export async function findServers(ctx: Ctx, access: Access, typed: string): Promise<Named[]> {
  const wanted = normalise(typed);
  const { account } = access;
  const byAlias = [...account.aliases].filter(([, alias]) => normalise(alias) === wanted);
  // Aliases of earlier releases may read as an IP: an IP means its own server.
  if (byAlias.length > 0 && isIP(wanted) === 0)
    return byAlias.map(([id, alias]) => ({ id, name: alias, ip: undefined }));
  const { lists } = ctx.services.accesses;
  return lists.search(
    access.key,
    access.hosting,
    (items) => findIn(items, account, wanted),
    ({ length }) => length > 0,
  );
}

function findIn(items: readonly ServerListItem[], account: Account, wanted: string): Named[] {
  const isNamed = (item: ServerListItem) => namesOf(item).includes(wanted);
  if (isIP(wanted) !== 0) return items.filter(isNamed).map((item) => named(account, item));
  const said = saidInWords(wanted, (name) => items.some((item) => wordsFor(account, item).includes(name)));
  const ways: ((item: ServerListItem) => boolean)[] = [
    isNamed,
    (item) => said !== undefined && wordsFor(account, item).map(joined).includes(said),
    (item) => begins(account, item, wanted),
    (item) => beginningsOf(account, item).some(soundsLike(wanted)),
  ];
  for (const fits of ways) {
    const found = items.filter(fits);
    if (found.length > 0) return found.map((item) => named(account, item));
  }
  return [];
}

function wordsFor(account: Account, item: ServerListItem): string[] {
  return [...namesOf(item), ...beginningsOf(account, item)];
}

/** "web 1" means web1, web-1 and web_1. `undefined` if the first words already are a name, as an IP before a number. */
function saidInWords(wanted: string, isName: (text: string) => boolean): string | undefined {
  const words = wanted.split(' ');
  const isMore = words.some((_, at) => at > 0 && isName(words.slice(0, at).join(' ')));
  return isMore || !/\p{L}/u.test(wanted) ? undefined : joined(wanted);
}

function joined(name: string): string {
  return name.replace(/[\s_-]/g, '');
}

function namesOf({ ip, id, mark }: ServerListItem): string[] {
  const marked = mark === undefined ? [] : [`${ip} (${mark})`];
  return [id, ...(ip === undefined ? [] : [ip]), ...marked].map(normalise);
}

function begins(account: Account, item: ServerListItem, wanted: string): boolean {
  return beginningsOf(account, item).some((text) => text.startsWith(wanted));
}

function beginningsOf({ aliases }: Account, { id, ip }: ServerListItem): string[] {
  const shown = aliases.get(id) ?? (ip === undefined ? id : undefined);
  return [...(ip === undefined ? [] : [normalise(ip)]), ...(shown === undefined ? [] : [normalise(shown)])];
}

/** `whole`: the name, IP or id. `beginning`: the beginning of a name or IP. */
export type Fit = 'whole' | 'beginning' | undefined;

export function fitsIn(items: readonly ServerListItem[], account: Account): (typed: string) => Fit {
  const known = new Map<string, Fit>([['', undefined]]);
  let texts: { whole: Set<string>; inWords: Set<string>; beginnings: string[] } | undefined;
  return (typed) => {
    const wanted = normalise(typed);
    if (!known.has(wanted)) known.set(wanted, howFits(wanted));
    return known.get(wanted);
  };

  function howFits(wanted: string): Fit {
    texts ??= read();
    const { whole, inWords, beginnings } = texts;
    const said = saidInWords(wanted, (name) => whole.has(name));
    if (whole.has(wanted) || (said !== undefined && inWords.has(said))) return 'whole';
    if (isIP(wanted) !== 0) return undefined;
    const isBeginning = beginnings.some((text) => text.startsWith(wanted)) || beginnings.some(soundsLike(wanted));
    return isBeginning ? 'beginning' : undefined;
  }

  function read() {
    const whole = [...account.aliases.values()].map(normalise);
    const beginnings: string[] = [];
    for (const item of items) {
      whole.push(...namesOf(item));
      beginnings.push(...beginningsOf(account, item));
    }
    return { whole: new Set(whole), inWords: new Set(whole.map(joined)), beginnings };
  }
}

/** @throws Refusal if the account's own list does not hold the server */
export async function requireServer(ctx: Ctx, access: Access, reference: string): Promise<Named> {
  const item = await ctx.services.accesses.lists.find(access.key, access.hosting, reference);
  if (!item) throw new Refusal((t) => t('server-gone'));
  return named(access.account, item);
}

export function targetWords({ name: shown, ip }: Target): Html {
  const words = name(shown).html;
  return { html: ip !== undefined && !shown.startsWith(ip) ? `${words} (${code(ip).html})` : words };
}

/** @throws Refusal if the account or the server is not the presser's */
export async function requireOwnServer(
  ctx: Ctx,
  right: Right,
  accountId: string,
  reference: string,
): Promise<{ access: Access; server: Named }> {
  const access = await requireAccess(ctx, right, accountId);
  return { access, server: await requireServer(ctx, access, reference) };
}

type OfServer<Others extends readonly ArgumentName[]> = readonly ['account', 'server', ...Others];

/** Handles the taps on a button that names a server. @param before runs before the account is read */
export function onServer<const Others extends readonly ArgumentName[]>(
  kind: Button<OfServer<Others>>,
  handle: (ctx: Ctx, access: Access, server: Named, values: Arguments<OfServer<Others>>) => Promise<unknown>,
  before?: (ctx: Ctx, values: Arguments<OfServer<Others>>) => unknown,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    before?.(ctx, values);
    const { account = '', server: reference = '' }: Record<string, string> = values;
    const { access, server } = await requireOwnServer(ctx, kind.rightOf(values), account, reference);
    await handle(ctx, access, server, values);
  });
}
