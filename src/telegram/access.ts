import type { Hosting, Provider } from '../hosting/index.ts';
import { createKeptLists, type KeptLists } from '../hosting/kept-lists.ts';
import type { Account } from '../store/accounts.ts';
import type { Store } from '../store/index.ts';
import { type Ctx, isPrivate } from './context.ts';
import { Refusal } from './refusal.ts';

/** One of a person's accounts, ready to work with. */
export interface Access {
  account: Account;
  hosting: Hosting;
  /** What the account's kept lists are known by: the binding's own id, never the token. */
  key: string;
}

/** The one place that answers "who may do this, with which account": today a person, with the accounts they connected. */
export interface Accesses {
  /** The person's account of that id, or their current one. */
  of(userId: number, accountId?: string): Promise<Access | undefined>;
  /** The client of that account for what goes on by itself: the lists it reads are kept for the person's next tap. */
  hostingFor(userId: number, accountId: string): Promise<Hosting | undefined>;
  lists: KeptLists;
}

export function createAccesses(store: Store, provider: Provider, report: (error: unknown) => void): Accesses {
  const lists = createKeptLists(
    {
      load: (account) => store.lists.get(account),
      async save(account, items) {
        // In a turn of its own: a long list was read in this one, and is sealed and written in the next.
        await new Promise(setImmediate);
        await store.lists.set(account, [...items]);
      },
    },
    report,
  );
  async function of(userId: number, accountId?: string): Promise<Access | undefined> {
    const { accounts, current } = await store.accounts.get(userId);
    const account = accounts.find((candidate) => candidate.id === (accountId ?? current));
    if (!account) return undefined;
    return { account, hosting: provider.forToken(account.token), key: `${userId}:${account.id}` };
  }
  return {
    lists,
    of,
    async hostingFor(userId, accountId) {
      const access = await of(userId, accountId);
      return access && lists.keeping(access.key, access.hosting);
    },
  };
}

/**
 * The account an update works with: the one a button names, which must be the presser's own, or the person's current one.
 * From here on the tap may stop spinning.
 * @throws Refusal when there is none
 */
export async function requireAccess(ctx: Ctx, accountId?: string): Promise<Access> {
  const access = await ctx.services.accesses.of(ctx.person.id, accountId);
  if (access) {
    void ctx.answer();
    return access;
  }
  const connected = (await ctx.services.store.accounts.get(ctx.person.id)).accounts.length > 0;
  if (accountId !== undefined && connected) throw new Refusal((t) => t('account-not-yours'));
  throw new Refusal((t) => t('account-none'), 'connect');
}

/**
 * Whose the tapped message is: in a group it belongs to the person whose words it answers. `unknown` where Telegram does not tell
 * what it answers: news that came by itself, an old message, or one whose question was deleted.
 */
export function ownerOfTapped(ctx: Ctx): 'presser' | 'another' | 'unknown' {
  const message = ctx.callbackQuery?.message;
  if (message === undefined || isPrivate(ctx)) return 'presser';
  const answered = 'reply_to_message' in message ? message.reply_to_message : undefined;
  const { from, sender_chat: chat } = answered ?? {};
  if (from === undefined || from.is_bot || chat !== undefined) return 'unknown';
  // In a topic whatever answers nothing answers its beginning, and with it whoever opened it.
  if (answered?.forum_topic_created !== undefined) return 'unknown';
  return from.id === ctx.from?.id ? 'presser' : 'another';
}

/**
 * The tapped message, where the tap may change what it shows. Of an old one in a group Telegram tells neither whose it is nor which
 * buttons it has, so that data which was made up could not be known.
 */
export function changeableMessage(ctx: Ctx) {
  const message = ctx.callbackQuery?.message;
  const owner = ownerOfTapped(ctx);
  return owner === 'presser' || (owner === 'unknown' && message?.date !== 0) ? message : undefined;
}
