import type { User } from 'grammy/types';
import { expect } from 'vitest';
import { z } from 'zod';
import type { AuditEntry } from '../../../src/store/audit/index.ts';
import type { Store } from '../../../src/store/index.ts';
import type { Team } from '../../../src/store/key-value/teams.ts';
import { openStoreOf, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { createPerson, type Person } from '../../support/person.ts';
import { connect, enter } from '../support.ts';

const person = (id: number, first_name: string, language_code: string): User => ({
  id,
  is_bot: false,
  first_name,
  language_code,
});
export const PEOPLE = {
  owner: person(1001, 'Omid', 'fa'),
  admin: person(1002, 'Ada', 'en'),
  admin2: person(1003, 'Arash', 'fa'),
  operator: person(1004, 'Olga', 'en'),
  viewer: person(1005, 'Vida', 'fa'),
  stranger: person(1006, 'Stan', 'en'),
} as const satisfies Record<string, User>;
export type Name = keyof typeof PEOPLE;

export interface TeamApp extends TestApp, AsyncDisposable {
  /** Each in private. */
  people: Record<Name, Person>;
  /** Each in the team's group. */
  inGroup: Record<Name, Person>;
  /** Opened a second time, as by another replica, until the app closes. */
  store: Store;
  team(): Promise<Team>;
  /** Changes the team as its owner would. */
  change(edit: (team: Team) => void): Promise<void>;
}

export const TEAM_ID = 'team-of-test';

/**
 * A group with a team: its owner has connected the account, and lent it. Of its servers `srv-10001` is protected. The store is changed
 * by a second connection, as another replica would.
 */
export async function enterTeam(options: TestAppOptions = {}, fair?: RegExp): Promise<TeamApp> {
  // Members may never have written to the bot in private.
  const expected = new RegExp(['chat not found', 'initiate conversation', ...(fair ? [fair.source] : [])].join('|'));
  const app = await enter({ people: Object.values(PEOPLE), ...options }, expected);
  const { world, settled } = app;
  const group = world.group.id;
  const each = <T>(make: (user: User) => T): Record<Name, T> => ({
    owner: make(PEOPLE.owner),
    admin: make(PEOPLE.admin),
    admin2: make(PEOPLE.admin2),
    operator: make(PEOPLE.operator),
    viewer: make(PEOPLE.viewer),
    stranger: make(PEOPLE.stranger),
  });
  const people = each((user) => createPerson(world, user, settled));
  const inGroup = each((user) => createPerson(world, user, settled).in(group));
  await settled();
  await connect(people.owner);
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(PEOPLE.owner.id);
  const [account] = accounts;
  if (!account) expect.fail('The owner has no account');
  const addedAt = Date.now();
  const member = (name: Exclude<Name, 'admin2' | 'stranger'>) => ({
    userId: PEOPLE[name].id,
    name: PEOPLE[name].first_name,
    role: name,
    addedAt,
  });
  const team: Team = {
    id: TEAM_ID,
    ownerId: PEOPLE.owner.id,
    accountId: account.id,
    chatId: group,
    topicId: 0,
    title: 'Shift',
    locale: 'fa',
    createdAt: addedAt,
    members: [
      member('owner'),
      member('admin'),
      { ...member('admin'), userId: PEOPLE.admin2.id, name: PEOPLE.admin2.first_name },
      member('operator'),
      member('viewer'),
    ],
    requests: [],
    protected: [{ serverId: 'srv-10001', name: 'srv-10001', level: 'changes' }],
    limits: [],
  };
  await store.teams.create(team, { at: addedAt, event: 'teamCreated', actor: { id: PEOPLE.owner.id } });
  app.provider.forget();
  const dispose = app[Symbol.asyncDispose];
  return Object.assign(app, {
    people,
    inGroup,
    store,
    team: async () => (await store.teams.get(team.id)) ?? expect.fail('The team is gone'),
    change: async (edit: (team: Team) => void) => void (await store.teams.change(team.id, edit)),
    async [Symbol.asyncDispose]() {
      await store.close();
      await dispose();
    },
  });
}

/** Presses the key below the person's text field that asks for people or a chat, and chooses these. */
export async function choose({ world, settled }: TestApp, { user, chat }: Person, ...ids: number[]): Promise<void> {
  const shown = world
    .messages(user.id, chat)
    .findLast(({ message_id }) => keysAt(world, user.id, chat, message_id) !== undefined);
  const key = keysAt(world, user.id, chat, shown?.message_id ?? 0);
  if (!shown || key === undefined) expect.fail('No key asks for people or a chat');
  world.shareRequested(user.id, chat, shown.message_id, key, ids);
  await settled();
}

/**
 * The labels of the keys below the person's text field; none once a message has removed them. Clients keep the keys of a message that was
 * deleted.
 */
export function keysOf({ world }: TestApp, { chat }: Person): string[] {
  const sent = world.calls.filter(({ params, error }) => params.chat_id === chat && !error);
  const last = sent.findLast(({ params }) => changesKeys.safeParse(params.reply_markup).success);
  const { data } = keyboard.safeParse(last?.params.reply_markup);
  return (data?.keyboard ?? []).flat().map(({ text }) => text);
}

const changesKeys = z.union([
  z.object({ keyboard: z.array(z.unknown()) }),
  z.object({ remove_keyboard: z.literal(true) }),
]);

const keyboard = z.object({
  keyboard: z.array(
    z.array(
      z.object({
        text: z.string(),
        request_chat: z.object({ request_id: z.number() }).optional(),
        request_users: z.object({ request_id: z.number() }).optional(),
      }),
    ),
  ),
});

function keysAt(world: TestApp['world'], person: number, chat: number, messageId: number): number | undefined {
  const message = world.messages(person, chat).find(({ message_id }) => message_id === messageId);
  const { data } = keyboard.safeParse(message?.reply_markup);
  const asking = data?.keyboard.flat().find((each) => each.request_chat ?? each.request_users);
  return (asking?.request_chat ?? asking?.request_users)?.request_id;
}

/** The payload of the button that leads out of the group. */
export function payloadOf({ world }: Pick<TeamApp, 'world'>, { user, chat }: Person, label?: string): string {
  const rows = world.messages(user.id, chat).flatMap((each) => each.reply_markup?.inline_keyboard ?? []);
  const links = rows.flat().filter((each) => 'url' in each);
  const url = links.findLast(({ text }) => label === undefined || text === label)?.url;
  return new URL(url ?? '').searchParams.get('start') ?? expect.fail('No button leads out of the group');
}

/** The entries of the team's audit log, the oldest first; also once it has ended. */
export async function auditOf({ store }: TeamApp): Promise<AuditEntry[]> {
  const { items } = await store.audit.page(TEAM_ID, {}, 100);
  return items.flatMap((each) => ('entry' in each ? [each.entry] : [])).reverse();
}

/** {@link enterTeam}, where unasked messages to the group are in English. */
export async function enterEnglishTeam(options?: TestAppOptions, fair?: RegExp): Promise<TeamApp> {
  const app = await enterTeam(options, fair);
  await app.change((team) => {
    team.locale = 'en';
  });
  return app;
}
