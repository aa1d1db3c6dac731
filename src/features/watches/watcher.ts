import type { Api } from 'grammy';
import { createJobRunner } from '../../jobs/runner.ts';
import type { Store } from '../../store/index.ts';
import type { WatchedAccount, WatchingChat } from '../../store/jobs/watches.ts';
import { RESTORABLE_MS } from '../../store/key-value/teams.ts';
import type { Accesses } from '../../telegram/access/access.ts';
import type { Membership } from '../../telegram/access/membership.ts';
import type { ChatLimits } from '../../telegram/api/chat-limits.ts';
import type { Reach } from '../../telegram/api/reach.ts';
import type { Texts } from '../../telegram/i18n/index.ts';
import { ROUND_MS, roundLease } from '../../watches/budget.ts';
import { createAlertRunner, standingIn } from './alerts/alert-runner.ts';
import type { WatchedServers } from './rounds/reading.ts';
import { type ChatStanding, runRound } from './rounds/round.ts';

/** Each round waits for one reading: with answers after 150 ms, 250 rounds read 100,000 times a minute. */
const MAX_ROUNDS_AT_ONCE = 350;

interface WatcherDependencies {
  api: Api;
  store: Store;
  accesses: Accesses;
  limits: ChatLimits;
  reach: Pick<Reach, 'standing'>;
  membership: Pick<Membership, 'verify'>;
  texts: Texts;
  report(error: unknown, where: string): void;
  now(): number;
  roundMs?: number | undefined;
}

/** Runs the rounds of readings, and shows the alerts that they open. */
export interface Watcher {
  wake(): void;
  tell(): void;
  start(): void;
  stop(): Promise<void>;
}

export function createWatcher(dependencies: WatcherDependencies): Watcher {
  const { store, accesses, reach, report, now, roundMs = ROUND_MS } = dependencies;
  const { shared } = store;
  const rounds = createJobRunner<WatchedAccount>({
    next: () => store.watches.nextDue(),
    take: (most) => store.watches.takeDue(now(), roundLease(roundMs), most),
    get: begunAnew,
    report: (error) => report(error, 'watch'),
    now,
    most: MAX_ROUNDS_AT_ONCE,
    shared,
    async advance(account) {
      const { dueAt } = account;
      const round = { ...store, serversOf, standingOf, now, chance: Math.random, roundMs };
      const isWritten = await runRound(round, account, dueAt);
      if (!isWritten && now() >= dueAt)
        report(new Error('A round of readings ended after its lease: what it read is lost'), 'watch');
      alerts.wakeAt(now());
    },
  });
  const alerts = createAlertRunner(dependencies);

  /** A round that overran its lease waits for the end of the next one: else a minute could have the readings of both. */
  async function begunAnew(id: string): Promise<WatchedAccount | undefined> {
    const account = await store.watches.find(id);
    return account?.tokenHash === undefined ? account : undefined;
  }

  async function serversOf(ownerId: number, accountId: string): Promise<WatchedServers | undefined> {
    const watched = await accesses.watched(ownerId, accountId);
    if (!watched) return undefined;
    const { key, hosting, aliases, token } = watched;
    const { servers, domainOrders } = hosting;
    return {
      token,
      isOfToken: async (operation) => (await accesses.tokenOf(operation)) === token,
      aliases,
      known: () => accesses.lists.known(key),
      list: (signal) => accesses.lists.readInBackground(key, hosting, signal),
      // No retries: they would triple the requests to a provider in trouble.
      status: (id, signal) => servers.status(id, signal, 0),
      availability: (name, signal) => domainOrders.availability(name, 1, signal, 0),
      price: (suffix, signal) => domainOrders.price(suffix, 1, signal, 0),
      fresh: (ids, ms) => accesses.statuses.known(key, ids, ms),
    };
  }

  /** Nothing is read for a chat out of reach; its watches go on once it is back. */
  async function standingOf(account: WatchedAccount, chat: WatchingChat): Promise<ChatStanding> {
    const standing = await rightOf(account, chat);
    if (standing !== 'told') return standing;
    const { silence } = await reach.standing(chat.chatId);
    return silence?.why === 'removed' || silence?.why === 'refused' ? 'silent' : 'told';
  }

  /** Decides by the members that the bot knows: Telegram is asked once there is an alert. */
  async function rightOf(
    { ownerId, accountId }: WatchedAccount,
    { chatId, team: id }: WatchingChat,
  ): Promise<ChatStanding> {
    if (id === undefined) return chatId === ownerId ? 'told' : 'gone';
    const team = await store.teams.get(id);
    if (!team) return (await isRestorable(ownerId, id)) ? 'silent' : 'gone';
    const isLent = team.ownerId === ownerId && team.accountId === accountId;
    return isLent ? standingIn(team, chatId, now()) : 'gone';
  }

  /** The watches of an ended team stay while it can be restored. */
  async function isRestorable(ownerId: number, id: string): Promise<boolean> {
    const ended = await store.teams.endedOf(ownerId);
    return ended.some((each) => each.id === id && each.endedAt + RESTORABLE_MS > now());
  }

  return {
    wake: () => rounds.wakeAt(now()),
    tell: () => alerts.wakeAt(now()),
    start() {
      rounds.start();
      alerts.start();
    },
    async stop() {
      await rounds.stop();
      await alerts.stop();
    },
  };
}
