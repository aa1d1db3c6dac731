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

/**
 * So many rounds are at work at a time. Each waits for one reading: where the provider answers after 150 ms, 100,000 readings a minute
 * take 250 of them.
 */
const MOST_ROUNDS = 350;

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
  /** The time between two rounds of an account. */
  roundMs?: number | undefined;
}

/** Reads what is watched, and tells what that shows. */
export interface Watcher {
  /** Begins the next round of an account now: its first watch was set. */
  wake(): void;
  /** Shows alerts that were changed. */
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
    most: MOST_ROUNDS,
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

  /**
   * An account that was taken again while its round was under way, where that read with another token. A round that has overrun its lease waits
   * for the end of the next one: else a minute could have the readings of two.
   */
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
      // Asked again, a provider in trouble would get three times as many requests.
      status: (id, signal) => servers.status(id, signal, 0),
      availability: (name, signal) => domainOrders.availability(name, 1, signal, 0),
      price: (suffix, signal) => domainOrders.price(suffix, 1, signal, 0),
      fresh: (ids, ms) => accesses.statuses.known(key, ids, ms),
    };
  }

  /** Of a chat that can't be reached nothing is read: its watches go on once it can. */
  async function standingOf(account: WatchedAccount, chat: WatchingChat): Promise<ChatStanding> {
    const standing = await rightOf(account, chat);
    if (standing !== 'told') return standing;
    const { silence } = await reach.standing(chat.chatId);
    return silence?.why === 'removed' || silence?.why === 'refused' ? 'silent' : 'told';
  }

  /** Whether who reads the chat may know of the account now, as far as the bot has heard: Telegram is asked once something is told. */
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

  /** Whether a team that has ended may come back: then it is told nothing, and its watches stay. */
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
