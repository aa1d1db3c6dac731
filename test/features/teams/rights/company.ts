import type { User } from 'grammy/types';
import { expect } from 'vitest';
import { z } from 'zod';
import { serverReference } from '../../../../src/hosting/kept/kept-lists.ts';
import type { ServerSeed } from '../../../../src/sandbox/provider/index.ts';
import type { Store } from '../../../../src/store/index.ts';
import type { Member, Role } from '../../../../src/store/key-value/teams.ts';
import { BOT_TOKEN, openStoreOf, type TestApp, TOKEN } from '../../../support/app.ts';
import { createPerson } from '../../../support/person.ts';
import { ROLES_OF_DESIGN } from '../../../teams/design.ts';
import { connect, enter } from '../../support.ts';

export const SNAPSHOT = 'before-upgrade';
export const BACKUP = '2026-01-01T00:00:00Z';
export const DOMAIN = 'team.com';
export const TEAM = 'team-of-test';
export const OWNER = 1_000;
/** No test reaches it: spending within it needs no approval. */
const LIMIT = { total: 1e12, currency: 'toman' };
/** Telegram's refusals that taps on messages that never were bring, and approvers who never wrote to the bot. */
const FAIR =
  /chat not found|message to (?:edit|be replied) not found|MESSAGE_ID_INVALID|message is not modified|query is too old|can't be edited|can't initiate conversation/;

export type Who = Role | 'stranger';

export interface Server {
  id: string;
  ip: string;
  reference: string;
}

/** A team with many members of each role: every case has people and servers of its own. */
export interface Company extends TestApp, AsyncDisposable {
  store: Store;
  account: string;
  group: number;
  /** The id of the account's domain. */
  domain: string;
  /** The ids of all its domains, by their names. */
  domains: ReadonlyMap<string, string>;
  /** A person of that role who has done nothing yet. The team has one owner. */
  take(who: Who): User;
  /** A server that no person has used yet. */
  server(isProtected: boolean): Server;
  /** Makes them what they were not: `stranger` removes them. */
  become(user: User, who: Exclude<Who, 'owner'>): Promise<void>;
  /**
   * Sends a message in the bot's name, with these buttons: for what is written into the store. Resolves to its id.
   * @param answers the message that it answers
   */
  post(chat: number, data: readonly string[], answers?: number): Promise<number>;
}

export interface CompanySize {
  /** How many people each role has. */
  each: number;
  /** Admins beside those. */
  admins?: number;
  /** Servers that are not protected, and those that are. */
  open: number;
  protected?: number;
  /** Domains that the account has beside its own. */
  domains?: readonly string[];
}

export async function enterCompany(size: CompanySize): Promise<Company> {
  const roles: Who[] = [...ROLES_OF_DESIGN.filter((role) => role !== 'owner'), 'stranger'];
  const crowd = roles.map((role, at) => ({
    role,
    users: Array.from({ length: size.each + (role === 'admin' ? (size.admins ?? 0) : 0) }, (_, n) =>
      userOf(10_000 * (at + 1) + n, `${role} ${n}`, n),
    ),
  }));
  const ownerUser = userOf(OWNER, 'owner', 1);
  const seeds = Array.from(
    { length: size.open + (size.protected ?? 0) },
    (): ServerSeed => ({
      snapshots: [{ name: SNAPSHOT, readyAt: 0 }],
      backups: [{ volumeId: BACKUP, size: '8', readyAt: 0 }],
    }),
  );
  const app = await enter(
    {
      people: [ownerUser, ...crowd.flatMap(({ users }) => users)],
      accounts: [{ token: TOKEN, servers: seeds, wallet: 1e12 }],
      telegram: { rateLimits: false },
    },
    FAIR,
  );
  const owner = createPerson(app.world, ownerUser, app.settled);
  await connect(owner);
  for (const each of [DOMAIN, ...(size.domains ?? [])]) await register(app.provider.baseUrl, each);
  await owner.say(`/domain ${DOMAIN}`);
  const store = await openStoreOf(app);
  const [account] = (await store.accounts.get(OWNER)).accounts;
  if (!account) expect.fail('The owner has no account');
  const list = [...app.provider.account(TOKEN).servers].map(({ id, ip }) => ({
    id,
    ip,
    reference: serverReference(id),
  }));
  const free = {
    true: list.slice(size.open),
    false: list.slice(0, size.open),
  };
  const members: Member[] = crowd.flatMap(({ role, users }) =>
    role === 'stranger' ? [] : users.map((user) => memberOf(user, role)),
  );
  await store.teams.create(
    {
      ...{ id: TEAM, ownerId: OWNER, accountId: account.id, chatId: app.world.group.id, topicId: 0, title: 'Shift' },
      createdAt: Date.now(),
      members: [memberOf(ownerUser, 'owner'), ...members],
      requests: [],
      protected: free.true.map(({ id }) => ({ serverId: id, name: id, level: 'changes' })),
      limits: [],
    },
    { at: Date.now(), event: 'teamCreated', actor: { id: OWNER } },
  );
  app.provider.forget();
  const dispose = app[Symbol.asyncDispose];
  return Object.assign(app, {
    store,
    account: account.id,
    group: app.world.group.id,
    domain: app.provider.account(TOKEN).domains[0]?.id ?? expect.fail('No domain'),
    domains: new Map(app.provider.account(TOKEN).domains.map(({ domain, id }) => [domain, id])),
    take(who: Who) {
      if (who === 'owner') return ownerUser;
      return crowd.find(({ role }) => role === who)?.users.shift() ?? expect.fail(`No ${who} is left`);
    },
    server: (isProtected: boolean) => free[`${isProtected}`].shift() ?? expect.fail('No server is left'),
    async become(user: User, who: Exclude<Who, 'owner'>) {
      await store.teams.change(TEAM, (team) => {
        const others = team.members.filter(({ userId }) => userId !== user.id);
        team.members = who === 'stranger' ? others : [...others, memberOf(user, who)];
      });
    },
    async post(chat: number, data: readonly string[], answers?: number) {
      const answer = await fetch(`${app.telegram.url}/bot${BOT_TOKEN}/sendMessage`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ chat_id: chat, text: 'a message' },
          reply_markup: { inline_keyboard: data.map((each) => [{ text: each, callback_data: each }]) },
          ...(answers === undefined ? {} : { reply_parameters: { message_id: answers } }),
        }),
      });
      return sentMessage.parse(await answer.json()).result.message_id;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await dispose();
    },
  });
}

const sentMessage = z.object({ result: z.object({ message_id: z.number() }) });

function userOf(id: number, first_name: string, at: number): User {
  return { id, is_bot: false, first_name, language_code: at % 2 === 0 ? 'en' : 'fa' };
}

function memberOf({ id, first_name }: User, role: Role): Member {
  return { userId: id, name: first_name, role, addedAt: 0, limits: [LIMIT] };
}

/** Puts a domain into the account, past the bot. */
async function register(baseUrl: string, domain: string): Promise<void> {
  await fetch(`${baseUrl}/api/v1/order/domain/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ domain, period: 1, ns1: 'a.b.com', ns2: 'c.d.com' }),
  });
}
