import { expect, onTestFinished } from 'vitest';
import type { WatchedServers } from '../../../src/features/watches/rounds/reading.ts';
import { type RoundDependencies, runRound } from '../../../src/features/watches/rounds/round.ts';
import { Failure, type ServerListItem } from '../../../src/hosting/index.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { openStore } from '../../../src/store/index.ts';
import type { WatchingChat } from '../../../src/store/jobs/watches.ts';
import { roundLease } from '../../../src/watches/budget.ts';

export const OWNER = 1001;
export const ACCOUNT = 'account';
/** A binding with another token. */
export const STRANGER = 'stranger';
export const MINUTE = 60_000;
export const A: ServerListItem = { id: 'a', ip: '10.0.0.1' };
export const B: ServerListItem = { id: 'b', ip: '10.0.0.2' };

/** An account with two servers whose power a person watches, on a clock of its own. */
export async function enter({
  outside = false,
  roundMs = MINUTE,
  ...watching
}: Omit<Partial<WatchingChat>, 'outside'> & { outside?: boolean | 'default'; roundMs?: number } = {}) {
  let at = Date.UTC(2026, 0, 1);
  const store = await openStore('sqlite::memory:', undefined, () => at);
  onTestFinished(() => store.close());
  const provider = {
    status: new Map([
      ['a', 'on'],
      ['b', 'on'],
    ]),
    list: [A, B],
    /** Its answer instead. */
    fault: undefined as Failure | undefined,
    /** Its answers instead about single servers, by id, or about their list. */
    faults: new Map<string, Failure>(),
    asked: [] as string[],
    /** The statuses that people have just read, by server id. */
    fresh: new Map<string, string>(),
    /** Runs before a registry answers. */
    registry: async (_: AbortSignal, _name: string) => {},
    /** Runs before an answer about a server. */
    machine: async (_: AbortSignal) => {},
  };
  const operations: Operation[] = [];
  /** The number of bindings that watch with the token. */
  const sharing = { bindings: 1 };
  let kept: { items: readonly ServerListItem[]; askedAt: number } = { items: [], askedAt: 0 };
  const answer = <Answer>(what: string, given: Answer): Answer => {
    provider.asked.push(what);
    const fault = provider.fault ?? provider.faults.get(what.replace('status ', ''));
    if (fault) throw fault;
    return given;
  };
  const servers: WatchedServers = {
    token: 'token',
    // The token of a team is unknown once the team shares another account.
    isOfToken: async ({ accountId, team }) => accountId !== STRANGER && team === undefined,
    aliases: new Map(),
    known: async () => kept,
    async list() {
      kept = { items: answer('list', provider.list), askedAt: at };
      return kept;
    },
    async status(id, signal) {
      await provider.machine(signal);
      const status = answer(`status ${id}`, provider.status.get(id));
      if (status === undefined) throw new Failure('notFound', 'server.status');
      return { status };
    },
    fresh: () => provider.fresh,
    async availability(name, signal) {
      const found = answer('name', { state: 'registered' } as const);
      await provider.registry(signal, name);
      return found;
    },
    price: async () => answer('price', { total: 1, currency: 'toman' }),
  };
  const dependencies: RoundDependencies = {
    watches: store.watches,
    tokenReadings: { readers: async () => ({ bindings: sharing.bindings, earlier: 0, digests: 0, isNew: false }) },
    ledger: {
      sent: async (kind, since) => operations.filter((each) => each.kind === kind && (each.sentAt ?? 0) >= since),
      sentOn: async (id, since) =>
        operations.filter(
          ({ sentAt = 0, parameters }) => sentAt >= since && sentAt <= at && Object(parameters).serverId === id,
        ),
    },
    standingOf: async () => 'told',
    serversOf: async () => servers,
    now: () => at,
    chance: () => 0,
    roundMs,
  };
  await store.watches.change(OWNER, ACCOUNT, at, (chats) => {
    chats.push({
      ...{ chatId: OWNER, topicId: 0, locale: 'en', power: { all: true, except: [] } },
      ...(outside === 'default' ? {} : { outside }),
      ...watching,
    });
  });
  const world = {
    store,
    dependencies,
    now: () => at,
    provider,
    sharing,
    /** This process keeps a list that was read `agoMs` ago. */
    keep(items: ServerListItem[], agoMs = 60 * MINUTE) {
      kept = { items, askedAt: at - agoMs };
    },
    /** An operation on the first server, which was sent `agoMs` ago. */
    operation(
      kind: 'power' | 'reinstall' | 'order' | 'snapshot' | 'renewal',
      agoMs: number,
      rest: Partial<Operation>,
    ): Operation {
      const sentAt = at - agoMs;
      const place = { userId: OWNER, chatId: OWNER, accountId: ACCOUNT, locale: 'en' };
      const times = { createdAt: sentAt, expiresAt: sentAt, dueAt: null, sentAt };
      const made: Operation = {
        ...{ id: `${kind} ${sentAt}`, kind, state: 'done', ...place, ...times, notified: true, progress: {} },
        ...{ subject: 'a', ...rest },
        parameters: { serverId: 'a', name: 'a', person: '', ...Object(rest.parameters) },
      };
      operations.push(made);
      return made;
    },
    /** The time goes by without a round: the bot is down. */
    pass(ms: number) {
      at += ms;
    },
    async rounds(times: number) {
      for (let done = 0; done < times; done++) {
        at += 61_000;
        for (const account of (await store.watches.takeDue(at, roundLease())).taken)
          await runRound(dependencies, account, account.dueAt);
      }
    },
    async renew() {
      await store.watches.renew(OWNER, ACCOUNT, at);
    },
    async account() {
      const found = await store.watches.get(OWNER, ACCOUNT);
      if (!found) throw new TypeError('It is not watched');
      return found;
    },
    /** The changes outside the bot that are not reported yet. */
    changes: async () => (await store.alerts.openIn(OWNER)).reduce((sum, { count = 0 }) => sum + count, 0),
    revisions: async () => (await store.alerts.openIn(OWNER)).map(({ revision }) => revision),
    async open() {
      const alerts = await store.alerts.openIn(OWNER);
      return alerts.map(({ what, server }) => (server ? `${what} ${server.id}` : what));
    },
  };
  await world.rounds(2);
  return world;
}

/** A world whose first server is off, with an alert. */
export async function enterDown() {
  const world = await enter();
  world.provider.status.set('a', 'off');
  await world.rounds(4);
  expect(await world.open()).toEqual(['down a']);
  return world;
}
