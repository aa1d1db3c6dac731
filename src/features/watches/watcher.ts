import type { Api } from 'grammy';
import { type JobLease, LEASE_MS } from '../../jobs/lease.ts';
import { createJobRunner } from '../../jobs/runner.ts';
import type { Store } from '../../store/index.ts';
import { type Alert, isEvent } from '../../store/jobs/alerts.ts';
import type { WatchedAccount, WatchingChat } from '../../store/jobs/watches.ts';
import { RESTORABLE_MS, type Team } from '../../store/key-value/teams.ts';
import { may } from '../../teams/rights.ts';
import type { Accesses } from '../../telegram/access.ts';
import { isNotDone, isOutOfReach } from '../../telegram/api/errors.ts';
import type { ChatLimits } from '../../telegram/api/limits.ts';
import type { Reach } from '../../telegram/api/reach.ts';
import type { Texts, Translate } from '../../telegram/i18n/index.ts';
import type { Membership } from '../../telegram/membership.ts';
import { edit, post } from '../../telegram/ui/screen.ts';
import { ROUND_MS } from '../../watches/budget.ts';
import { nextCall, nextCallAt } from '../../watches/escalation.ts';
import { isUrgent, quietIn, quietUntil } from '../../watches/quiet.ts';
import { alertBrief, alertScreen } from './alert-screen.ts';
import type { WatchedServers } from './reading.ts';
import { type ChatStanding, runRound } from './round.ts';

/**
 * So many rounds are at work at a time. Each waits for one reading: where the provider answers after 150 ms, 100,000 readings a minute
 * take 250 of them.
 */
const MOST_ROUNDS = 350;

/** A chat that takes no message now is tried again so much later. */
const SILENT_MS = 5 * 60_000;

/** Changes outside the bot that a chat took no message about for so long are not news any more. */
const OLD_NEWS_MS = 24 * 3_600_000;

const STANDINGS = { in: 'told', out: 'gone', unknown: 'silent' } as const satisfies Record<string, ChatStanding>;

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
  const { api, store, accesses, limits, reach, membership, texts, report, now, roundMs = ROUND_MS } = dependencies;
  const { shared } = store;
  const rounds = createJobRunner<WatchedAccount>({
    next: () => store.watches.nextDue(),
    // A lease outlives its round: after a kill the next one begins when that ends, within the budget.
    take: (most) => store.watches.takeDue(now(), roundMs, most),
    get: async () => undefined,
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
  const alerts = createJobRunner<Alert>({
    next: () => store.alerts.nextDue(),
    take: (most) => store.alerts.takeDue(now(), LEASE_MS, most),
    extend: store.alerts.extend,
    get: (id) => store.alerts.get(id),
    report: (error) => report(error, 'alert'),
    now,
    shared,
    advance: async (alert, lease) => {
      if (await isOver(alert)) return;
      if (isOldNews(alert, now())) {
        const shown = { state: 'resolved', resolved: { at: now(), why: 'untold' } } as const;
        await lease.write((heldUntil) => store.alerts.shown(alert.id, heldUntil, shown, null));
        return;
      }
      const team = alert.team === undefined ? undefined : await store.teams.get(alert.team);
      if (await isCalled(alert, team)) return;
      const put = await showWherePossible(alert, team, lease);
      if (put) await lease.write((heldUntil) => store.alerts.shown(alert.id, heldUntil, put.shown, put.dueAt));
      else alerts.wakeAt(now());
    },
  });

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

  /** Whether who reads the chat may know of the account now. */
  async function rightOf(
    { ownerId, accountId }: WatchedAccount,
    { chatId, team: id }: WatchingChat,
  ): Promise<ChatStanding> {
    if (id === undefined) return chatId === ownerId ? 'told' : 'gone';
    const team = await store.teams.get(id);
    if (!team) return (await isRestorable(ownerId, id)) ? 'silent' : 'gone';
    const isLent = team.ownerId === ownerId && team.accountId === accountId;
    return isLent ? standingIn(team, chatId) : 'gone';
  }

  async function standingIn(team: Team, chatId: number): Promise<ChatStanding> {
    if (team.paused) return 'silent';
    return chatId === team.chatId ? 'told' : STANDINGS[await membershipOf(team, chatId)];
  }

  /** Whether a team that has ended may come back: then it is told nothing, and its watches stay. */
  async function isRestorable(ownerId: number, id: string): Promise<boolean> {
    const ended = await store.teams.endedOf(ownerId);
    return ended.some((each) => each.id === id && each.endedAt + RESTORABLE_MS > now());
  }

  /** Whether a person may read the team's account in private. A bot that is no administrator may not have heard that they left. */
  async function membershipOf(team: Team, person: number): Promise<'in' | 'out' | 'unknown'> {
    if (!mayRead(team, person)) return 'out';
    return person === team.ownerId ? 'in' : membership.verify(team, person, undefined);
  }

  /** Opens an alert again whose quiet time has ended. Resolves to whether it did: then it is due once more. */
  async function isOver({ id, state, acknowledged, silenced }: Alert): Promise<boolean> {
    if (state !== 'acknowledged' || !silenced || silenced.until > now()) return false;
    await store.alerts.change(id, now(), ({ revision }) => ({
      silenced: undefined,
      ...(acknowledged ? {} : { state: 'open', call: undefined, toNotify: revision + 1 }),
    }));
    alerts.wakeAt(now());
    return true;
  }

  /** Calls those of the team whose turn it is. Resolves to whether there were some: then it is due once more. */
  async function isCalled(alert: Alert, team: Team | undefined): Promise<boolean> {
    const due = callAt(alert, team);
    if (!team || due === undefined || due > now()) return false;
    const call = nextCall(alert.call, team, now());
    if (!call) return false;
    await store.alerts.change(alert.id, now(), ({ call: last, state, revision }) =>
      state === 'open' && last?.step === alert.call?.step ? { call, toNotify: revision + 1 } : {},
    );
    alerts.wakeAt(now());
    return true;
  }

  /** When people of the team are called next, epoch ms. What is wrong with a server concerns them; an outage of the provider they can't mend. */
  function callAt(alert: Alert, team: Team | undefined): number | undefined {
    const { state, chatId, call, toldAt = 0 } = alert;
    const isForTeam = team?.chatId === chatId && !team.paused;
    if (!isForTeam || state !== 'open' || !isUrgent(alert)) return undefined;
    if (!call) return now();
    // People have the time of a call from when its message was sent: until then the next ones are not called.
    return notifies(alert) ? undefined : nextCallAt({ ...call, at: Math.max(call.at, toldAt) }, now());
  }

  async function showWherePossible(alert: Alert, team: Team | undefined, lease: JobLease): ReturnType<typeof tryToPut> {
    const standing = isOverUntold(alert) ? 'gone' : await standingOfAlert(alert, team);
    if (standing === 'gone') return { shown: { shownRevision: alert.revision }, dueAt: null };
    return standing === 'told' ? tryToPut(alert, team, lease) : { shown: {}, dueAt: now() + SILENT_MS };
  }

  /**
   * Shows it where the chat takes a message now. Resolves to what has changed, and to when it is due again; to `undefined` where the alert
   * has changed meanwhile, and is due as it is now.
   */
  async function tryToPut(
    alert: Alert,
    team: Team | undefined,
    lease: JobLease,
  ): Promise<{ shown: Partial<Alert>; dueAt: number | null } | undefined> {
    const { messageId, revision } = alert;
    const isNew = messageId === undefined || notifies(alert);
    const waitsUntil = await endOfWait(alert, isNew);
    if (waitsUntil !== undefined) return { shown: {}, dueAt: waitsUntil };
    if (!(await noteFirst(alert, lease, true))) return undefined;
    try {
      const put = await putScreen(alert, team, isNew, await wordsFor(alert, team));
      const shown = { ...put, ...onceTold(alert), shownRevision: revision };
      return { shown, dueAt: alert.silenced?.until ?? callAt({ ...alert, ...shown }, team) ?? null };
    } catch (error) {
      if (isNotDone(error)) await noteFirst(alert, lease, false);
      if (!isOutOfReach(error)) throw error;
      return { shown: {}, dueAt: now() + SILENT_MS };
    }
  }

  /**
   * Writes down before the first message is sent that it may have arrived: a process that dies before it knows the message leaves an
   * alert whose end has to be told. Resolves to whether the alert is as it was.
   */
  async function noteFirst(alert: Alert, lease: JobLease, mayBeTold: boolean): Promise<boolean> {
    if (!isFirst(alert)) return true;
    let leaseEnd: number | null = null;
    const noted = await lease.write((heldUntil) => {
      leaseEnd = heldUntil;
      return store.alerts.shown(alert.id, heldUntil, { mayBeTold }, heldUntil);
    });
    return noted !== undefined && noted.dueAt === leaseEnd;
  }

  /** When the chat takes the alert, epoch ms; `undefined` where it does now. */
  async function endOfWait(alert: Alert, isNew: boolean): Promise<number | undefined> {
    const { chatId, topicId, messageId } = alert;
    if ((await reach.standing(chatId)).silence) return now() + SILENT_MS;
    const isForQuiet = isNew && !isUrgent(alert);
    const quietEnd = isForQuiet ? quietUntil(await quietIn(store.chats, chatId, topicId), now()) : undefined;
    if (quietEnd !== undefined) return quietEnd;
    const waitMs = await limits.admit(chatId, isNew && messageId !== undefined ? 2 : 1);
    return waitMs > 0 ? now() + waitMs : undefined;
  }

  function onceTold(alert: Alert): Partial<Alert> {
    const at = now();
    return {
      ...(notifies(alert) ? { toldAt: at } : {}),
      ...(isEvent(alert) ? { state: 'resolved', resolved: { at, why: 'told' } } : {}),
    };
  }

  /** Whether who reads the chat may know of the account now. A `silent` one is told later, should it still be so. */
  async function standingOfAlert(alert: Alert, team: Team | undefined): Promise<ChatStanding> {
    const { team: id, chatId, ownerId, state } = alert;
    if (id === undefined) return chatId === ownerId ? 'told' : 'gone';
    if (team) return standingIn(team, chatId);
    // The round that finds the team gone for good ends its alerts.
    return state === 'resolved' ? 'gone' : 'silent';
  }

  function mayRead(team: Team, person: number): boolean {
    return may(team, { person, place: { chatId: person }, action: 'read', now: now() }).may !== 'no';
  }

  async function wordsFor({ chatId, locale }: Alert, team: Team | undefined): Promise<Translate> {
    if (team && chatId === team.chatId) return texts.in(texts.for(team.locale ?? locale));
    return texts.in(texts.for((await store.preferences.get(String(chatId)))?.locale ?? locale));
  }

  /** Edits its message, or sends a new one, which notifies. Resolves to what has changed. */
  async function putScreen(
    alert: Alert,
    team: Team | undefined,
    isNew: boolean,
    t: Translate,
  ): Promise<Partial<Alert>> {
    const { chatId, topicId, messageId } = alert;
    const screen = alertScreen(alert, chatId === team?.chatId ? team : undefined, t);
    if (!isNew && messageId !== undefined && (await edit(api, chatId, messageId, screen))) return {};
    const sent = await post(api, { chatId, topicId, locale: t.locale }, screen, {
      replyTo: messageId,
      isQuiet: !notifies(alert) || alert.state === 'resolved',
    });
    if (messageId !== undefined) await edit(api, chatId, messageId, { text: alertBrief(alert, t) });
    return { messageId: sent };
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

/** Whether a message has to be sent that notifies. */
function notifies({ toNotify = 0, shownRevision = 0 }: Alert): boolean {
  return toNotify > shownRevision;
}

function isFirst({ messageId, mayBeTold }: Alert): boolean {
  return messageId === undefined && mayBeTold !== true;
}

function isOldNews(alert: Alert, at: number): boolean {
  return isEvent(alert) && alert.state !== 'resolved' && at - alert.createdAt >= OLD_NEWS_MS;
}

/** Whether it ended before any message of it was sent. What happened once has no end to tell. */
function isOverUntold(alert: Alert): boolean {
  const { messageId, state } = alert;
  return state === 'resolved' && messageId === undefined && (isFirst(alert) || isEvent(alert));
}
