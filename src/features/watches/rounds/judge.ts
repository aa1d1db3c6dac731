import { isOn, type ServerListItem } from '../../../hosting/index.ts';
import { changesServer, explainedBy, type Operation, restartsServer } from '../../../operations/index.ts';
import type { Store } from '../../../store/index.ts';
import type { AlertChange, AlertSlot } from '../../../store/jobs/alerts.ts';
import type { PowerMemory, PowerReadings, Round, WatchedAccount, WatchingChat } from '../../../store/jobs/watches.ts';
import { CLOCKS_MS, ROUND_MS, UNREACHABLE_ROUNDS } from '../../../watches/budget.ts';
import { isWatched, readersOf, watchesPower } from '../../../watches/chats.ts';
import {
  addReading,
  eventBetween,
  forgetReadings,
  isSuspicious,
  isUnstable,
  notUnstable,
  type PowerEvent,
  READINGS_COMPARED,
  returned,
} from '../../../watches/power.ts';
import { serverName } from '../../common/servers/find-server.ts';
import { hasStatus, type RoundAnswers, type WatchedServers } from './reading.ts';

/** The effect of an operation on a server may show this long after its outcome was read. */
const EFFECT_MS = 3 * 60_000;
/** A reinstall takes longest. */
const MAX_EFFECT_MS = 15 * 60_000 + EFFECT_MS;
const BUDGET_RECOVERY_MS = 15 * ROUND_MS;

/** After a longer gap the bot was down, or notified no chat: the state in between is unknown. */
export const GAP_ROUNDS = 3;

/** The readings that make a full round for the end of an "unreachable" notice. */
const FULL_ROUND_READINGS = 2;
/** The number of successful readings that one failure cancels. The count grows at 30 % of random failures, and shrinks from 50 % on. */
const FAILURE_WEIGHT = 1.5;

type Silence = NonNullable<WatchedAccount['silence']>;

export interface JudgeDependencies {
  ledger: Pick<Store['ledger'], 'sentOn'>;
}

/** `cycleMs`: the time in which each server is read once. */
export interface About {
  account: WatchedAccount;
  watched: WatchedServers;
  startedAt: number;
  cycleMs: number;
  roundMs?: number;
  /** The servers of the list, which was requested at `listedAt`, epoch ms. */
  present: ReadonlySet<string>;
  listedAt: number;
}

type Found = Pick<Round, 'account' | 'alerts' | 'readings' | 'caughtUp'>;

export async function judgeRound(
  dependencies: JudgeDependencies,
  about: About,
  servers: readonly ServerListItem[],
  before: PowerReadings,
  answers: RoundAnswers,
): Promise<Found> {
  if (answers.isRefused) return judgeSilence(about, before, 'refused');
  if (!isAnswered(about, servers, answers)) {
    if (answers.asked.length + answers.busy > 0) return judgeSilence(about, before, 'unreachable');
    // A round without requests says nothing about the provider.
    return { account: {}, ...(await judgeServers(dependencies, about, servers, before, answers)) };
  }
  const wasOut = about.account.failures >= UNREACHABLE_ROUNDS;
  const answering = wasOut ? answeringAfter(about, servers, answers) : 0;
  if (wasOut && answering < UNREACHABLE_ROUNDS) return judgeSilence(about, before, 'unreachable', answering);
  const found = await judgeServers(dependencies, about, servers, before, answers);
  const back = wasOut ? resolveIn(about.account, undefined, 'answers') : [];
  return { ...found, account: { failures: 0, answering: 0 }, alerts: [...back, ...found.alerts] };
}

async function judgeServers(
  dependencies: JudgeDependencies,
  about: About,
  servers: readonly ServerListItem[],
  before: PowerReadings,
  answers: RoundAnswers,
): Promise<Omit<Found, 'account'>> {
  const { account } = about;
  const readings: PowerReadings = new Map();
  const alerts: AlertChange[] = [];
  for (const item of servers) {
    const judged = answers.unknown.has(item.id)
      ? judgeUnknown(about, item.id, before.get(item.id))
      : await judgeServer(dependencies, about, item, before.get(item.id), answers.statuses.get(item.id));
    if (judged.memory) readings.set(item.id, judged.memory);
    alerts.push(...judged.alerts);
  }
  const caughtUp = account.chats.filter(({ joined }) => joined !== undefined);
  alerts.push(...knownTo(caughtUp, about, servers, readings));
  const isRead = new Set(servers.map(({ id }) => id));
  for (const id of before.keys()) if (!isRead.has(id)) alerts.push(...resolveIn(account, id, 'unwatched'));
  return { alerts, caughtUp, ...(sameReadings(before, readings) ? {} : { readings }) };
}

/** With watched servers only a status counts, or "unknown" for a server that the list lacks too: not the list, not a refusal. */
function isAnswered({ present }: About, servers: readonly ServerListItem[], answers: RoundAnswers): boolean {
  if (servers.length === 0) return answers.read > 0;
  return hasStatus(answers) || [...answers.unknown].some((id) => !present.has(id));
}

/** A round with few readings counts in part, and failures subtract. An accepted token ends the notice at once. */
function answeringAfter({ account }: About, servers: readonly ServerListItem[], answers: RoundAnswers): number {
  const { failing = [], silence, answering = 0 } = account;
  if (silence?.what === 'refused') return UNREACHABLE_ROUNDS;
  const watchesServers = servers.length > 0;
  // A server that keeps failing while others answer says nothing about the provider.
  const broken = new Set(failing.filter(({ times }) => times >= UNREACHABLE_ROUNDS).map(({ id }) => id));
  const failed = watchesServers ? [...answers.failed].filter((id) => !broken.has(id)).length : answers.busy;
  const read = watchesServers ? answers.statuses.size + answers.unknown.size : answers.read;
  const telling = Math.max(1, Math.min(FULL_ROUND_READINGS, servers.length - broken.size));
  return Math.max(0, answering + Math.min(1, (read - failed * FAILURE_WEIGHT) / telling));
}

interface Judged {
  memory: PowerMemory | undefined;
  alerts: AlertChange[];
}

/** @param status `undefined` where the server was not read, or its record has no status */
async function judgeServer(
  dependencies: JudgeDependencies,
  about: About,
  item: ServerListItem,
  before: PowerMemory | undefined,
  status: string | undefined,
): Promise<Judged> {
  if (status === undefined) return { memory: before, alerts: [] };
  const { account, startedAt, roundMs } = about;
  const { failing = [], roundAt, silence } = account;
  const readAt = failing.find(({ id }) => id === item.id)?.from ?? roundAt;
  // The readings may go back further than the memory of a silence: its first reading notes the gap.
  const isAfterSilence = silence !== undefined && roundAt <= silence.to + 2 * about.cycleMs;
  const lastAt = isAfterSilence ? Math.min(readAt, silence.from) : readAt;
  return judgeEvent(dependencies, about, item, before, addReading(before, status, startedAt, lastAt, roundMs));
}

async function judgeEvent(
  dependencies: JudgeDependencies,
  about: About,
  item: ServerListItem,
  before: PowerMemory | undefined,
  { memory, event }: ReturnType<typeof addReading>,
): Promise<Judged> {
  const why = await explained(dependencies, about, item.id, memory, event);
  // A person's own power-on brought the server back.
  if (event === 'unstable' && why && memory.isSlow)
    return judgedAs('up', about, item, returned(memory, about.startedAt));
  if (event === 'unstable' && why && before) return { memory: notUnstable(memory, before), alerts: [] };
  if (why === 'wait' && before) return { memory: forgetReadings(event ? before : memory), alerts: [] };
  if (why === 'ours' || (await isPoweredOff(dependencies, item.id, memory, event, about.startedAt)))
    return overByUs(about, item.id, memory);
  if (!event) return { memory, alerts: [] };
  return judgedAs(event, about, item, memory);
}

function judgedAs(event: PowerEvent, about: About, item: ServerListItem, memory: PowerMemory): Judged {
  const { chats } = about.account;
  return { memory: withTold(memory, event), alerts: alertsOf(chats, about, item, memory, event) };
}

/** A hung server is powered off and on within minutes: its alert goes on until it is on. */
async function isPoweredOff(
  { ledger }: JudgeDependencies,
  id: string,
  { told, agreed, last }: PowerMemory,
  event: PowerEvent | undefined,
  now: number,
): Promise<boolean> {
  if (told?.what !== 'down' || isOn(agreed) || isOn(last) || event === 'unstable') return false;
  const sent = (await ledger.sentOn(id, told.since)).filter((each) => restartsServer(each) || changesServer(each));
  const latest = sent
    .filter(restartsServer)
    .reduce<Operation | undefined>(
      (one, other) => (one && (one.sentAt ?? 0) >= (other.sentAt ?? 0) ? one : other),
      undefined,
    );
  if (latest?.state !== 'done' || !explainedBy(latest)?.stays) return false;
  // Another change of the server, such as a snapshot, prolongs the wait.
  return sent.every((each) => !isUnsettled(each, now) && endOf(each) + MAX_EFFECT_MS <= now);
}

/** A person powered the server off: its earlier alerts are over. */
function overByUs({ account }: About, id: string, { told, ...memory }: PowerMemory): Judged {
  return { memory, alerts: told ? resolveIn(account, id, 'poweredOff') : [] };
}

function withTold({ told, ...memory }: PowerMemory, event: PowerEvent): PowerMemory {
  if (event === 'up' || event === 'steady') return memory;
  if (event === 'other') return told ? { ...memory, told } : memory;
  return { ...memory, told: { what: event, since: memory.since } };
}

function knownTo(
  chats: readonly WatchingChat[],
  about: About,
  servers: readonly ServerListItem[],
  readings: PowerReadings,
): AlertChange[] {
  if (chats.length === 0) return [];
  return servers.flatMap((item) => {
    const memory = readings.get(item.id);
    if (!memory?.told) return [];
    const { what, since } = memory.told;
    const opened = alertsOf(chats, about, item, { ...memory, since }, what);
    return opened.map((each) => ({ ...each, isKnown: true as const }));
  });
}

/** Reports the changes in the readings of another binding with the token. */
export async function adopt(
  dependencies: JudgeDependencies,
  about: About,
  servers: readonly ServerListItem[],
  before: PowerReadings,
  read: PowerReadings,
): Promise<Pick<Round, 'alerts' | 'readings'>> {
  // Later readings cover a server that the other binding does not watch.
  const readings: PowerReadings = new Map([...before, ...read]);
  const { chats } = about.account;
  // For a server that this binding never read, the memory of the other one includes its open alert.
  const unread = servers.filter(({ id }) => !before.has(id));
  const alerts: AlertChange[] = knownTo(chats, about, unread, read);
  for (const item of servers) {
    const [own, other] = [before.get(item.id), read.get(item.id)];
    if (!own || !other) continue;
    const { told: _, ...memory } = other;
    const kept = own.told ? { ...memory, told: own.told } : memory;
    const judged = await judgeEvent(dependencies, about, item, own, { memory: kept, ...eventBetween(own, other) });
    if (judged.memory) readings.set(item.id, judged.memory);
    alerts.push(...judged.alerts);
  }
  return { alerts, ...(sameReadings(before, readings) ? {} : { readings }) };
}

/** A server is gone once the provider does not know it and two lists lack it. */
function judgeUnknown({ account, present, listedAt }: About, id: string, before: PowerMemory | undefined): Judged {
  // Another process has read a newer list, which may have the server.
  if (!before || present.has(id) || listedAt < account.listAt) return { memory: before, alerts: [] };
  const { goneAt = listedAt } = before;
  if (listedAt > goneAt) return { memory: undefined, alerts: resolveIn(account, id, 'unwatched') };
  return { memory: { ...before, goneAt }, alerts: [] };
}

export function silenceBefore(
  startedAt: number,
  account: WatchedAccount,
  cycleMs: number,
  betweenMs: number,
): Pick<WatchedAccount, 'silence'> {
  const isGap = account.roundAt > 0 && startedAt - account.roundAt > GAP_ROUNDS * betweenMs;
  return isGap ? { silence: silenceUntil(startedAt, account, cycleMs) } : {};
}

/** Extends an earlier gap that ended before each server was read again: an operation in either gap explains a state. */
function silenceUntil(to: number, { silence, roundAt }: WatchedAccount, cycleMs: number): Silence {
  return silence && roundAt <= silence.to + 2 * cycleMs ? { ...silence, to } : { from: roundAt || to, to };
}

/** Reports nothing but the silence. A shorter silence is a missing reading. @param answering the count of {@link answeringAfter} */
function judgeSilence(
  { account, startedAt, cycleMs }: About,
  before: PowerReadings,
  what: 'unreachable' | 'refused',
  answering = 0,
): Found {
  const failures = account.failures + 1;
  const isTold = failures > UNREACHABLE_ROUNDS && account.silence?.what === what;
  const toTell = isTold ? account.chats.filter(({ joined }) => joined !== undefined) : account.chats;
  const isOut = failures >= UNREACHABLE_ROUNDS;
  const alerts = isOut
    ? toTell.map((chat) => ({
        ...slotIn(account, chat, undefined),
        change: 'open' as const,
        ...(isTold ? { isKnown: true as const } : {}),
        alert: {
          ...{ ...tellIn(chat), what, since: account.roundAt || startedAt },
          ...(what === 'refused' && watchesPower(chat) ? { hidesPower: true as const } : {}),
        },
      }))
    : [];
  const readings = isOut ? new Map([...before].map(([id, memory]) => [id, forgetReadings(memory)] as const)) : before;
  return {
    account: { failures, answering, silence: { ...silenceUntil(startedAt, account, cycleMs), what } },
    alerts,
    ...(sameReadings(before, readings) ? {} : { readings }),
  };
}

/**
 * `ours`: a person wanted the state. `wait`: the effect of an operation may still show.
 * An explained reading does not count, not even as the first one of a new state.
 */
async function explained(
  { ledger }: JudgeDependencies,
  about: About,
  serverId: string,
  memory: PowerMemory,
  event: PowerEvent | undefined,
): Promise<'ours' | 'wait' | undefined> {
  const isDoubtful = event === undefined && isSuspicious(memory) && !isOn(memory.last);
  if (event !== 'down' && event !== 'unstable' && !isDoubtful) return undefined;
  const { startedAt, cycleMs } = about;
  const { since, after = since, changes } = memory;
  const from = lastReadBefore(about, Math.min(since, after));
  const begun = startedAt - READINGS_COMPARED * Math.max(cycleMs, ROUND_MS) - CLOCKS_MS;
  const all = (await ledger.sentOn(serverId, Math.min(from, begun) - MAX_EFFECT_MS))
    .filter((each) => each.state !== 'unknown' || each.said?.happened !== false)
    .sort((one, other) => (one.sentAt ?? 0) - (other.sentAt ?? 0));
  const sent = all.filter(restartsServer);
  const last = sent.at(-1);
  const isWantedOff = last !== undefined && explainedBy(last)?.stays === true && isAtWork(last, from, 0);
  if (isWantedOff && event !== 'unstable') return event === 'down' ? 'ours' : undefined;
  if (all.some((each) => mayCause(each, memory.last) && isAtWork(each, startedAt))) return 'wait';
  const restarts = sent.filter((each) => endOf(each) >= begun).length;
  return event === 'unstable' && restarts > 0 && !isUnstable(changes, restarts) ? 'ours' : undefined;
}

/** The latest time at which a server was surely read before a reading, less the difference of clocks: epoch ms. */
function lastReadBefore({ account: { silence }, cycleMs }: About, since: number): number {
  // A server that looks wrong is read out of turn, which makes the cycle longer for the others.
  const from = since - (cycleMs > 2 * ROUND_MS ? 2 : 1) * cycleMs;
  const recoveredAt = silence && silence.to + BUDGET_RECOVERY_MS + 2 * cycleMs;
  return (
    (silence && recoveredAt !== undefined && from <= recoveredAt ? Math.min(from, silence.from - cycleMs) : from) -
    CLOCKS_MS
  );
}

function endOf({ sentAt = 0, endedAt = sentAt }: Operation): number {
  return Math.max(sentAt, endedAt);
}

/** The outcome is still being read, or was lost so recently that the effect may still show. */
function isUnsettled(operation: Operation, at: number): boolean {
  const { dueAt, sentAt = 0 } = operation;
  return isOpen(operation) && (dueAt !== null || sentAt + MAX_EFFECT_MS > at);
}

function isOpen({ state }: Operation): boolean {
  return state === 'sending' || state === 'accepted' || state === 'unknown';
}

function mayCause(operation: Operation, status: string): boolean {
  const states = explainedBy(operation)?.states;
  return states === 'notOn' || (states === 'busy' && operation.state !== 'unknown' && status.toLowerCase() !== 'off');
}

/** @param effectMs the time after the outcome in which the server's power may still change */
function isAtWork(operation: Operation, at: number, effectMs = EFFECT_MS): boolean {
  const end = (operation.sentAt ?? 0) + (explainedBy(operation)?.ms ?? 0);
  return (isOpen(operation) ? end : Math.min(end, endOf(operation) + effectMs)) > at;
}

function alertsOf(
  chats: readonly WatchingChat[],
  { account, watched: { aliases } }: About,
  item: ServerListItem,
  { agreed: status, since, after }: PowerMemory,
  event: PowerEvent,
): AlertChange[] {
  const { id, ip, geo: place } = item;
  const where = { ...(place === undefined ? {} : { place }), ...(after === undefined ? {} : { onAt: after }) };
  const server = { id, name: serverName({ aliases }, item), ...(ip === undefined ? {} : { ip }) };
  return chats
    .filter((chat) => isWatched(chat, id))
    .map((chat): AlertChange => {
      const slot = slotIn(account, chat, id);
      if (event === 'up' || event === 'steady') return { ...slot, change: 'resolve', why: 'up', at: since };
      if (event === 'other') return { ...slot, change: 'status', status };
      return { ...slot, change: 'open', alert: { ...tellIn(chat), ...where, what: event, server, status, since } };
    });
}

function resolveIn(
  account: WatchedAccount,
  serverId: string | undefined,
  why: Extract<AlertChange, { change: 'resolve' }>['why'],
): AlertChange[] {
  return account.chats.map((chat) => ({ ...slotIn(account, chat, serverId), change: 'resolve', why }));
}

function slotIn(
  { ownerId, accountId }: WatchedAccount,
  { chatId, topicId }: WatchingChat,
  serverId: string | undefined,
): AlertSlot {
  return { ownerId, accountId, chatId, topicId: topicId || undefined, serverId };
}

function tellIn(chat: WatchingChat) {
  return { ...readersOf(chat), ...(chat.tellsOnce ? { tellsOnce: chat.tellsOnce } : {}) };
}

function sameReadings(one: PowerReadings, other: PowerReadings): boolean {
  return one.size === other.size && [...other].every(([id, memory]) => sameMemory(one.get(id), memory));
}

function sameMemory(one: PowerMemory | undefined, other: PowerMemory): boolean {
  return (
    one?.agreed === other.agreed &&
    one.last === other.last &&
    one.inRow === other.inRow &&
    one.since === other.since &&
    one.after === other.after &&
    one.changes === other.changes &&
    one.unstable === other.unstable &&
    one.isSlow === other.isSlow &&
    one.returnedAt === other.returnedAt &&
    one.told?.what === other.told?.what &&
    one.told?.since === other.told?.since &&
    one.goneAt === other.goneAt
  );
}
