import type { Api } from 'grammy';
import { type JobLease, LEASE_MS } from '../../../jobs/lease.ts';
import { createJobRunner, type JobRunner } from '../../../jobs/runner.ts';
import type { Store } from '../../../store/index.ts';
import { type Alert, type AlertCall, isEvent, turnsOnce } from '../../../store/jobs/alerts.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import { may } from '../../../teams/rights.ts';
import type { Membership } from '../../../telegram/access/membership.ts';
import { type ChatLimits, goFirst } from '../../../telegram/api/chat-limits.ts';
import { isNotDone, isOutOfReach } from '../../../telegram/api/errors.ts';
import type { Reach } from '../../../telegram/api/reach.ts';
import { topicToTell } from '../../../telegram/context.ts';
import type { Texts, Translate } from '../../../telegram/i18n/index.ts';
import {
  type LiveMessage,
  put,
  reducePatiently,
  replaced,
  SILENT_MS,
  waitIn,
} from '../../../telegram/ui/live-message.ts';
import { post, type Screen } from '../../../telegram/ui/screen.ts';
import {
  callsTeam,
  endOf,
  hasNobody,
  heardAt,
  lapsed,
  nextCall,
  nextCallAt,
  repeatAt,
} from '../../../watches/escalation.ts';
import { callsPeople, isUrgent, quietIn, quietUntil } from '../../../watches/quiet.ts';
import { accountOf } from '../../common/watches/alert-line.ts';
import type { ChatStanding } from '../rounds/round.ts';
import { alertBrief, alertScreen, besideIn, endWords, isWaiting, withPeople } from './alert-screen.ts';
import { turnWords } from './place-screen.ts';

const MAX_NEWS_AGE_MS = 24 * 3_600_000;

interface AlertRunnerDependencies {
  api: Api;
  store: Store;
  limits: Pick<ChatLimits, 'admit' | 'pauseMs'>;
  reach: Pick<Reach, 'standing'>;
  membership: Pick<Membership, 'verify'>;
  texts: Texts;
  report(error: unknown, where: string): void;
  now(): number;
}

/** Sends the messages of alerts, keeps them up to date, and calls people of a team. */
export function createAlertRunner(
  dependencies: AlertRunnerDependencies,
): Pick<JobRunner<Alert>, 'start' | 'stop' | 'wakeAt'> {
  const { api, store, limits, reach, membership, texts, report, now } = dependencies;
  const chats = { api, limits, reach, report: (error: unknown) => report(error, 'alert') };
  const alerts = createJobRunner<Alert>({
    next: () => store.alerts.nextDue(),
    take: (most) => store.alerts.takeDue(now(), LEASE_MS, most),
    extend: store.alerts.extend,
    get: (id) => store.alerts.get(id),
    report: (error) => report(error, 'alert'),
    now,
    shared: store.shared,
    advance: (alert, lease) => goFirst(() => advance(alert, lease)),
  });

  async function advance(alert: Alert, lease: JobLease): Promise<void> {
    if (alert.group !== undefined) {
      await lease.write((heldUntil) => store.alerts.shown(alert.id, heldUntil, () => ({}), null));
      alerts.wakeAt(now());
      return;
    }
    if (isOldNews(alert, now())) {
      const shown = { state: 'resolved', resolved: { at: now(), why: 'untold' } } as const;
      await lease.write((heldUntil) => store.alerts.shown(alert.id, heldUntil, () => shown, null));
      return;
    }
    const team = alert.team === undefined ? undefined : await store.teams.get(alert.team);
    if (await isToldAnew(alert, team)) return;
    if (isReplaced(alert)) return reduceFormer(alert, team, lease);
    const news = shortNewsOf(alert, now());
    if (news) return tellShortly(alert, team, lease, news);
    const put = await showWherePossible(alert, team, lease);
    if (put) await lease.write((heldUntil) => store.alerts.shown(alert.id, heldUntil, put.shown, put.dueAt));
    else alerts.wakeAt(now());
  }

  async function isToldAnew(alert: Alert, team: Team | undefined): Promise<boolean> {
    return (await isOpenedAgain(alert, team)) || (await isCalled(alert, team)) || (await isRepeated(alert, team));
  }

  async function isOpenedAgain(alert: Alert, team: Team | undefined): Promise<boolean> {
    if (!lapsed(alert, team, now())) return false;
    await store.alerts.changeShown(alert.id, now(), (current) => lapsed(current, team, now()) ?? {});
    alerts.wakeAt(now());
    return true;
  }

  async function isCalled(alert: Alert, team: Team | undefined): Promise<boolean> {
    const due = callAt(alert, team);
    if (!team || due === undefined || due > now()) return false;
    const call = await callOf(alert, team);
    if (!call) return false;
    await store.alerts.changeShown(alert.id, now(), ({ call: last, state, revision }) =>
      state === 'open' && isSameCall(last, alert.call) ? { call, toNotify: revision + 1 } : {},
    );
    alerts.wakeAt(now());
    return true;
  }

  async function isRepeated(alert: Alert, team: Team | undefined): Promise<boolean> {
    const due = repeatDue(alert, team);
    if (due === undefined || due > now()) return false;
    await store.alerts.changeShown(alert.id, now(), ({ state, toldAt, revision, repeats = 0 }) =>
      state === 'open' && toldAt === alert.toldAt ? { repeats: repeats + 1, toNotify: revision + 1 } : undefined,
    );
    alerts.wakeAt(now());
    return true;
  }

  /** Calls to people are messages of their own: there are no repetitions meanwhile. */
  function repeatDue(alert: Alert, team: Team | undefined): number | undefined {
    return callAt(alert, team) === undefined && !notifies(alert) ? repeatAt(alert) : undefined;
  }

  /** Removes people from the team who left the group without an update from Telegram. */
  async function callOf({ call, toldAt = 0 }: Alert, team: Team): Promise<AlertCall | undefined> {
    const last = call && heardAt(call, toldAt);
    let current: Team | undefined = team;
    while (current) {
      const call = nextCall(last, current, now());
      if (!call || !(await hasOneLeft(current, call.people))) return call;
      current = await store.teams.get(team.id);
    }
    return undefined;
  }

  async function hasOneLeft(team: Team, people: readonly number[]): Promise<boolean> {
    for (const person of people) {
      if (person === team.ownerId) continue;
      const standing = await membership.verify(team, person, undefined);
      if (standing === 'out') return true;
      // Without an answer from Telegram the person counts as a member.
      if (standing === 'unknown') return false;
    }
    return false;
  }

  function callAt(alert: Alert, team: Team | undefined): number | undefined {
    const { state, call, toldAt = 0 } = alert;
    if (!callsTeam(alert, team) || state !== 'open') return undefined;
    if (!call || hasNobody(call, team)) return now();
    // The time to answer runs from the message of the call: until then there is no further call.
    return notifies(alert) ? undefined : nextCallAt(heardAt(call, toldAt), now());
  }

  function dueAfter(alert: Alert, team: Team | undefined): number | null {
    const { state, silenced, acknowledged } = alert;
    const ends = [silenced?.until, acknowledged && endOf(acknowledged)];
    const next = state === 'acknowledged' ? ends : [callAt(alert, team) ?? repeatDue(alert, team)];
    const times = [...next, turnDue(alert)].filter((each) => each !== undefined);
    return times.length > 0 ? Math.min(...times) : null;
  }

  async function showWherePossible(alert: Alert, team: Team | undefined, lease: JobLease): ReturnType<typeof tryToPut> {
    const standing = isOverUntold(alert) ? 'gone' : await standingOfAlert(alert, team);
    if (standing === 'told') return tryToPut(alert, team, lease);
    const isEnd = standing === 'gone' || (alert.team !== undefined && !team);
    const waitMs = isEnd ? await veil(alert) : 0;
    const veiled = isEnd && waitMs === 0 ? { isVeiled: true } : {};
    if (standing === 'silent' || waitMs > 0) return { shown: () => veiled, dueAt: now() + (waitMs || SILENT_MS) };
    return { shown: () => ({ ...veiled, shownRevision: alert.revision }), dueAt: null };
  }

  /** Removes the content from the messages of readers without the right. Resolves to the ms to wait; 0 once done. */
  async function veil(alert: Alert): Promise<number> {
    const { messageId, formerMessages = [], isVeiled } = alert;
    if (isVeiled || messageId === undefined) return 0;
    const t = await wordsFor(alert, undefined);
    for (const each of [messageId, ...formerMessages]) {
      const waitMs = await reducePatiently(chats, messageOf(alert, t), each, t('alert-not-watched'));
      if (waitMs > 0) return waitMs;
    }
    return 0;
  }

  /** Resolves to the changes and the next due time; `undefined` where the alert has changed meanwhile. */
  async function tryToPut(
    alert: Alert,
    team: Team | undefined,
    lease: JobLease,
  ): Promise<{ shown: (before: Alert) => Partial<Alert>; dueAt: number | null } | undefined> {
    const isNew = alert.messageId === undefined || notifies(alert);
    const waitsUntil = await endOfWait(alert, isNew);
    if (waitsUntil !== undefined) return { shown: () => ({}), dueAt: waitsUntil };
    const t = await wordsFor(alert, team);
    const message = {
      ...messageOf(alert, t),
      claim: () => noteBefore(alert, lease, true),
      release: () => noteBefore(alert, lease, false),
    };
    const isQuiet = !notifies(alert) || alert.state === 'resolved';
    try {
      const sent = await put(api, message, await screenFor(alert, team, t), { isNew, isQuiet });
      if (sent === undefined) return undefined;
      const told = { ...onceTold(alert), shownRevision: alert.revision, isVeiled: false, mayBeTold: false };
      const shown = (before: Alert) => ({ ...told, ...(sent === alert.messageId ? {} : replaced(before, sent)) });
      const after = { ...alert, ...shown(alert) };
      return { shown, dueAt: isMoreToTell(after) ? now() : dueAfter(after, team) };
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      return { shown: () => ({}), dueAt: now() + SILENT_MS };
    }
  }

  /** Its retries are a step of their own, so that the newer message is not sent again. */
  async function reduceFormer(alert: Alert, team: Team | undefined, lease: JobLease): Promise<void> {
    const [former = 0] = alert.formerMessages ?? [];
    const t = await wordsFor(alert, team);
    const brief = alert.isVeiled ? t('alert-not-watched') : alertBrief(alert, await accountOf(store, alert), t);
    const waitMs = await reducePatiently(chats, messageOf(alert, t), former, brief);
    const isDone = waitMs === 0;
    const after = isDone ? { ...alert, ...without(alert, former) } : alert;
    const soon = isMoreToTell(after) ? now() + waitMs : undefined;
    const dueAt = Math.min(soon ?? Number.POSITIVE_INFINITY, dueAfter(after, team) ?? Number.POSITIVE_INFINITY);
    await lease.write((heldUntil) =>
      store.alerts.shown(
        alert.id,
        heldUntil,
        (before) => (isDone ? without(before, former) : {}),
        Number.isFinite(dueAt) ? dueAt : null,
      ),
    );
  }

  /** An edit does not notify: sends a short message. A message that may have arrived is not sent again. */
  async function tellShortly(alert: Alert, team: Team | undefined, lease: JobLease, news: ShortNews): Promise<void> {
    const isMuted = alert.silenced !== undefined && alert.silenced.until > now();
    const isTold = !isMuted && (await standingOfAlert(alert, team)) === 'told';
    const waitMs = isTold ? await sendShortly(alert, team, lease, news) : 0;
    const isDone = waitMs === 0;
    const noted = (before: Alert) => news.noted(before, isDone);
    const dueAt = isDone ? dueAfter({ ...alert, ...noted(alert) }, team) : now() + waitMs;
    await lease.write((heldUntil) => store.alerts.shown(alert.id, heldUntil, noted, dueAt));
  }

  /** Resolves to the ms to wait; 0 where the message is sent, or may be. */
  async function sendShortly(
    alert: Alert,
    team: Team | undefined,
    lease: JobLease,
    { words, noted }: ShortNews,
  ): Promise<number> {
    const { id, chatId, messageId } = alert;
    const waitMs = await waitIn(chats, chatId, 'alert');
    if (waitMs > 0) return waitMs;
    const t = await wordsFor(alert, team);
    const members = await store.alerts.getAll(alert.members ?? []);
    const text = withPeople(words(alert, members, t), alert, chatId === team?.chatId ? team : undefined, t);
    await lease.write((heldUntil) => store.alerts.shown(id, heldUntil, (before) => noted(before, true), heldUntil));
    try {
      await post(api, messageOf(alert, t).place, { text }, { replyTo: messageId });
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      return isNotDone(error) ? SILENT_MS : 0;
    }
    return 0;
  }

  /** A crash after a message may lose its id: the alert then needs an end, and a call may be repeated. */
  async function noteBefore(alert: Alert, lease: JobLease, mayBeTold: boolean): Promise<boolean> {
    if (alert.mayBeTold === true || !(alert.messageId === undefined || notifies(alert))) return true;
    let leaseEnd: number | null = null;
    const noted = await lease.write((heldUntil) => {
      leaseEnd = heldUntil;
      return store.alerts.shown(alert.id, heldUntil, () => ({ mayBeTold }), heldUntil);
    });
    return noted !== undefined && noted.dueAt === leaseEnd;
  }

  /** Epoch ms; `undefined` where the chat takes the alert now. */
  async function endOfWait(alert: Alert, isNew: boolean): Promise<number | undefined> {
    const { chatId, topicId } = alert;
    const isForQuiet = isNew && !isUrgent(alert);
    const quietEnd = isForQuiet ? quietUntil(await quietIn(store.chats, chatId, topicId), now()) : undefined;
    if (quietEnd !== undefined) return quietEnd;
    const waitMs = await waitIn(chats, chatId, isNew || alert.state === 'resolved' ? 'alert' : 'other');
    return waitMs > 0 ? now() + waitMs : undefined;
  }

  function onceTold(alert: Alert): Partial<Alert> {
    const at = now();
    return {
      ...(notifies(alert) ? { toldAt: at } : {}),
      ...(isEvent(alert) ? { state: 'resolved', resolved: { at, why: 'told' } } : {}),
    };
  }

  /** A `silent` alert is sent later, if it is still open. */
  async function standingOfAlert(alert: Alert, team: Team | undefined): Promise<ChatStanding> {
    const { team: id, chatId, ownerId, state } = alert;
    if (id === undefined) return chatId === ownerId ? 'told' : 'gone';
    // The round that finds the team gone for good ends its alerts.
    if (!team) return state === 'resolved' ? 'gone' : 'silent';
    const standing = standingIn(team, chatId, now());
    return standing === 'told' && (await hasLeft(team, chatId)) ? 'gone' : standing;
  }

  /** Asks Telegram: a bot that is no administrator may not have heard of a leaving. */
  async function hasLeft(team: Team, chatId: number): Promise<boolean> {
    if (chatId === team.chatId || chatId === team.ownerId) return false;
    return (await membership.verify(team, chatId, undefined)) === 'out';
  }

  async function wordsFor({ chatId, locale }: Alert, team: Team | undefined): Promise<Translate> {
    if (team && chatId === team.chatId) return texts.in(texts.for(team.locale ?? locale));
    return texts.in(texts.for((await store.preferences.get(String(chatId)))?.locale ?? locale));
  }

  async function hasSeveral(chatId: number): Promise<boolean> {
    if (chatId < 0) return false;
    const own = (await store.accounts.get(chatId)).accounts;
    const lent = (await store.teams.ofPerson(chatId)).filter((each) => each.ownerId !== chatId);
    return own.length + lent.length > 1;
  }

  async function screenFor(alert: Alert, team: Team | undefined, t: Translate): Promise<Screen> {
    const { chatId } = alert;
    const told = {
      ...{ team: chatId === team?.chatId ? team : undefined, account: await accountOf(store, alert) },
      isReader: team !== undefined && isReader(team, chatId, now()),
      members: await store.alerts.getAll(alert.members ?? []),
      waiting: isWaiting(alert) ? besideIn(await store.alerts.openIn(chatId), alert) : [],
      ...{ hasSeveral: await hasSeveral(chatId), isRepeat: notifies(alert) && alert.mayBeTold === true },
    };
    return alertScreen(alert, told, t);
  }

  return alerts;
}

/** Decides by the members that the bot knows, without asking Telegram. */
export function standingIn(team: Team, chatId: number, now: number): ChatStanding {
  if (team.paused) return 'silent';
  if (chatId === team.chatId) return 'told';
  const verdict = may(team, { person: chatId, place: { chatId }, action: 'watch', now });
  return verdict.may === 'no' ? 'gone' : 'told';
}

function isReader(team: Team, chatId: number, now: number): boolean {
  if (chatId === team.chatId) return false;
  return may(team, { person: chatId, place: { chatId }, action: 'acknowledge', now }).may === 'no';
}

function isSameCall(one: AlertCall | undefined, other: AlertCall | undefined): boolean {
  return one?.step === other?.step && one?.at === other?.at && one?.replacedAt === other?.replacedAt;
}

function notifies({ toNotify = 0, shownRevision = 0 }: Alert): boolean {
  return toNotify > shownRevision;
}

function isReplaced({ messageId, revision, shownRevision, formerMessages = [] }: Alert): boolean {
  return messageId !== undefined && shownRevision === revision && formerMessages.length > 0;
}

/** `noted` stores that the message was sent, or was not. */
interface ShortNews {
  words(alert: Alert, members: readonly Alert[], t: Translate): string;
  noted(before: Alert, isTold: boolean): Partial<Alert>;
}

const END: ShortNews = {
  words: (alert, _, t) => endWords(alert, t),
  noted: (_, isEndTold) => ({ isEndTold }),
};

function turnsOf({ turns }: Alert): ShortNews {
  const due = turns?.due ?? [];
  return { words: turnWords, noted: (before, isTold) => turnsOnce(before, due, isTold) };
}

/** Only after the alert's own message shows the same. */
function shortNewsOf(alert: Alert, now: number): ShortNews | undefined {
  if (isEndToTell(alert)) return END;
  return isTurnToTell(alert, now) ? turnsOf(alert) : undefined;
}

function turnDue({ turns, toldAt, resolved, isVeiled }: Alert): number | undefined {
  const isDue = toldAt !== undefined && !resolved && isVeiled !== true && turns !== undefined && turns.due.length > 0;
  return isDue ? turns.at : undefined;
}

function isTurnToTell(alert: Alert, now: number): boolean {
  const { messageId, revision, shownRevision } = alert;
  const due = turnDue(alert);
  return due !== undefined && due <= now && messageId !== undefined && shownRevision === revision;
}

function isEndToTell(alert: Alert): boolean {
  const { resolved, revision, shownRevision, messageId, toldAt, silenced, isEndTold, isVeiled } = alert;
  if (resolved?.why !== 'up' || !callsPeople(alert) || messageId === undefined || shownRevision !== revision)
    return false;
  const isMuted = silenced !== undefined && silenced.until > resolved.at;
  return toldAt !== undefined && !isMuted && isEndTold !== true && isVeiled !== true;
}

function isMoreToTell(alert: Alert): boolean {
  return isReplaced(alert) || isEndToTell(alert);
}

function messageOf(alert: Alert, { locale }: Translate): LiveMessage {
  const { chatId, messageId } = alert;
  return { place: { chatId, topicId: topicToTell(alert), locale }, messageId };
}

function without({ formerMessages = [] }: Alert, former: number): Partial<Alert> {
  return { formerMessages: formerMessages.filter((each) => each !== former) };
}

function isFirst({ messageId, mayBeTold }: Alert): boolean {
  return messageId === undefined && mayBeTold !== true;
}

function isOldNews(alert: Alert, at: number): boolean {
  return isEvent(alert) && alert.state !== 'resolved' && at - alert.createdAt >= MAX_NEWS_AGE_MS;
}

/** A single event has no end to report. */
function isOverUntold(alert: Alert): boolean {
  const { messageId, state } = alert;
  return state === 'resolved' && messageId === undefined && (isFirst(alert) || isEvent(alert));
}
