import type { AuditDraft } from '../../../store/audit/index.ts';
import { type Alert, type AlertEdit, type Alerts, LOOKED_AFTER_MS } from '../../../store/jobs/alerts.ts';
import type { WatchingChat } from '../../../store/jobs/watches.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { askerOf } from '../../../telegram/access/require-right.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { formatMoment, isolate, shorten } from '../../../telegram/ui/format.ts';
import { type Acknowledged, callsTeam, endOf, handedBack, lookedAfterBy } from '../../../watches/escalation.ts';
import { rightToAlert } from '../../buttons.ts';
import { changeInTeam, watchedAccountOf } from '../../common/watches/watching.ts';
import {
  ALL,
  ALL_LISTED,
  BACK,
  besideIn,
  countServers,
  isSameAccount,
  isWaiting,
  NONE,
  SILENCES,
} from './alert-screen.ts';

const HOUR_MS = 3_600_000;
const LONGEST_NAME = 32;
/** So many alerts are changed in one transaction, under the lock of their team. */
const BATCH = 50;

/**
 * Notes who looks after an alert, or all of its account in the chat, that a person hands it back, or that it is quiet for some hours. The
 * messages of the alerts show it to all.
 */
export async function acknowledge(ctx: Ctx, access: Access, id: string, wanted: Wanted): Promise<void> {
  const { store, operations } = ctx.services;
  const { hours } = wanted;
  const now = operations.now();
  const found = await alertHere(ctx, access, id);
  const tapped = ctx.callbackQuery?.message?.message_id;
  const isListed = hours === ALL_LISTED;
  if (!isListed && tapped !== undefined && tapped !== found.messageId) await store.alerts.adopt(id, tapped, now);
  // Another tap ended the silence, or the looking after, before.
  if ((hours === NONE && !found.silenced) || (hours === BACK && !found.acknowledged)) return;
  const edit = editFor(ctx, access, wanted, now);
  const isAll = hours === ALL || isListed;
  const ids = isAll ? await waitingBeside(store.alerts, found) : [found.id];
  try {
    const { own, beside } = await changeInBatches(ctx, access, ids, edit, now);
    const [first] = own;
    if (first) return await answerChanged(ctx, first, countServers(own), beside, edit, access);
  } catch (error) {
    if (!(error instanceof SeenAlready)) throw error;
    return answerSeen(ctx, error.acknowledged);
  }
  if (!isAll) throw new Refusal((t) => t('alert-over'));
  await answerNoneWaits(ctx, found, isListed);
}

/** The alert of a button, or the group whose message tells of it by now. */
export async function alertHere(ctx: Ctx, access: Access, id: string): Promise<Alert> {
  const { alerts } = ctx.services.store;
  const [ownerId, accountId] = watchedAccountOf(ctx, access);
  const found = await alerts.get(id);
  if (!found || found.ownerId !== ownerId || found.accountId !== accountId || found.chatId !== askerOf(ctx).chatId)
    throw new Refusal((t) => t('button-old'));
  return found.group === undefined ? found : ((await alerts.get(found.group)) ?? found);
}

/** The alerts that a tap changed: its own, and those in other chats of the team. */
interface Changed {
  own: Alert[];
  beside: Alert[];
}

/** Changes alerts, those of a team under its lock, which each batch gives back: all alerts of a thousand servers would hold it for long. */
async function changeInBatches(
  ctx: Ctx,
  access: Access,
  ids: readonly string[],
  edits: Edits,
  now: number,
): Promise<Changed> {
  const { team } = access;
  if (!team) return { own: await changeEach(ctx.services.store.alerts, ids, now, edits.own), beside: [] };
  const chats = edits.beside ? await chatsOf(ctx, access, team) : [];
  const all: Changed = { own: [], beside: [] };
  for (let at = 0; at < ids.length; at += BATCH) {
    const { own, beside } = await changeInTeam(ctx, team, edits.right, async ({ alerts }, note) => {
      await alerts.lockIn([askerOf(ctx).chatId, ...chats.map(({ chatId }) => chatId)]);
      const own = await changeEach(alerts, ids.slice(at, at + BATCH), now, edits.own);
      const noted = own.filter((each) => each.team !== undefined);
      if (noted.length > 0) note({ event: edits.event, ...aboutServers(noted) });
      if (!edits.beside) return { own, beside: [] };
      return { own, beside: await changeEach(alerts, await idsBeside(alerts, own, chats), now, edits.beside) };
    });
    all.own.push(...own);
    all.beside.push(...beside);
  }
  return all;
}

/** Tells the presser what the tap changed; of a mute its message tells. */
async function answerChanged(
  ctx: Ctx,
  first: Alert,
  count: number,
  beside: readonly Alert[],
  { event }: Edits,
  { team }: Access,
): Promise<void> {
  if (event === 'alertHandedBack') return answerHandedBack(ctx, first, beside, team);
  if (event === 'alertAcknowledged' && first.acknowledged) await answerSeen(ctx, first.acknowledged, count);
}

/** The ids of all alerts about the power of the account's servers in the chat that no person looks after, in an order that all keep. */
async function waitingBeside(alerts: Alerts, alert: Alert): Promise<string[]> {
  return besideIn(await alerts.openIn(alert.chatId), alert)
    .map((each) => each.id)
    .toSorted();
}

async function changeEach(
  alerts: Alerts,
  ids: readonly string[],
  now: number,
  edit: (before: Alert) => AlertEdit | undefined,
): Promise<Alert[]> {
  const changed: Alert[] = [];
  for (const id of ids) {
    const after = await alerts.changeShown(id, now, edit);
    if (after) changed.push(after);
  }
  return changed;
}

/** The chats that a team tells of its account: its group, and those of its people. */
async function chatsOf(ctx: Ctx, access: Access, team: Team): Promise<WatchingChat[]> {
  const watched = await ctx.services.store.watches.get(...watchedAccountOf(ctx, access));
  return (watched?.chats ?? []).filter((chat) => chat.team === team.id || chat.chatId === team.ownerId);
}

/** The ids of the alerts about the same servers in other chats of the team: each of its chats shows who looks after a server. */
async function idsBeside(alerts: Alerts, own: readonly Alert[], chats: readonly WatchingChat[]): Promise<string[]> {
  const told = await eachListed(alerts, own);
  const slots = told.flatMap(({ ownerId, accountId, server }) =>
    chats.map(({ chatId, topicId }) => ({
      ...{ ownerId, accountId, chatId, topicId: topicId || undefined, serverId: server?.id },
    })),
  );
  const changed = new Set(told.map(({ id }) => id));
  const found = (await alerts.openInSlots(slots)).filter(({ id }) => !changed.has(id));
  const grouped = Map.groupBy(found, ({ group }) => group);
  const ids = (grouped.get(undefined) ?? []).map(({ id }) => id);
  for (const [group, some] of grouped)
    if (group !== undefined && (await listsNoOther(alerts, group, some))) ids.push(group);
  return ids;
}

/** The alerts, and in place of groups those that they list. */
async function eachListed(alerts: Alerts, own: readonly Alert[]): Promise<Alert[]> {
  const each = own.map(async (alert) => (alert.members ? openOf(alerts, alert.members) : [alert]));
  return (await Promise.all(each)).flat();
}

async function openOf(alerts: Alerts, ids: readonly string[]): Promise<Alert[]> {
  return (await alerts.getAll(ids)).filter(({ state }) => state !== 'resolved');
}

/** Whether all servers of a group that are off still are among these: who looks after some of them does not look after the group. */
async function listsNoOther(alerts: Alerts, group: string, some: readonly Alert[]): Promise<boolean> {
  const all = await openOf(alerts, (await alerts.get(group))?.members ?? []);
  return all.length === some.length;
}

/** The subject in the audit log: the server of one alert, or the number of several alerts. */
function aboutServers(alerts: readonly Alert[]): Pick<AuditDraft, 'server' | 'count'> {
  const count = countServers(alerts);
  if (count > 1) return { count };
  const { server } = alerts[0] ?? {};
  return server ? { server: { id: server.id, name: server.name } } : {};
}

/** Of two who tap at the same time the first one looks after the alert: the transaction of the other one ends with this. */
class SeenAlready extends Error {
  readonly acknowledged: Acknowledged;

  constructor(acknowledged: Acknowledged) {
    super('Another person looks after the alert');
    this.acknowledged = acknowledged;
  }
}

/** Tells the presser alone who looks after the alert now. */
async function answerSeen(ctx: Ctx, acknowledged: Acknowledged, count = 1): Promise<void> {
  const words = { ...wordsOf(ctx, acknowledged.by, endOf(acknowledged)), count };
  if (acknowledged.by.id === ctx.person.id)
    await ctx.answer(ctx.t.plain(count > 1 ? 'alert-seen-all' : 'alert-seen-you', words), { alert: false });
  else await ctx.answer(ctx.t.plain('alert-seen-already', words), { alert: true });
}

function wordsOf({ t }: Ctx, by: Acknowledged['by'], until: number) {
  return { person: isolate(shorten(by.name, LONGEST_NAME)), time: formatMoment(until, t) };
}

/**
 * Tells why a tap on "all" changed nothing: another person was quicker, muted the alert, or the server is on again. The tapped message may not
 * show that yet: a chat takes few edits a minute.
 * @param isListed the tapped message lists all alerts, of which another one may be acknowledged
 */
async function answerNoneWaits(ctx: Ctx, alert: Alert, isListed: boolean): Promise<void> {
  const open = (await ctx.services.store.alerts.openIn(alert.chatId)).filter((each) => isSameAccount(each, alert));
  const tapped = open.filter(({ id }) => id === alert.id);
  const looked = isListed ? [...tapped, ...open] : tapped;
  const acknowledged = looked.find((each) => each.acknowledged)?.acknowledged;
  if (acknowledged) return answerSeen(ctx, acknowledged);
  const silenced = looked.find((each) => each.silenced)?.silenced;
  const words = silenced
    ? ctx.t.plain('alert-silent', wordsOf(ctx, silenced.by, silenced.until))
    : ctx.t.plain('alert-over');
  await ctx.answer(words, { alert: true });
}

/** Tells the presser alone whether people are called, or until when the alert is muted. */
async function answerHandedBack(
  ctx: Ctx,
  alert: Alert,
  beside: readonly Alert[],
  team: Team | undefined,
): Promise<void> {
  const isCalled = [alert, ...beside].some((each) => each.state === 'open' && callsTeam(each, team));
  const { silenced } = alert;
  if (isCalled) await ctx.answer(ctx.t.plain('alert-handed-back'), { alert: false });
  else if (!silenced) await ctx.answer(ctx.t.plain('alert-open-again'), { alert: false });
  else {
    const time = formatMoment(silenced.until, ctx.t);
    await ctx.answer(ctx.t.plain('alert-handed-back-silent', { time }), { alert: false });
  }
}

interface Wanted {
  /**
   * For how many it is quiet: {@link NONE} where it is not any more. Empty where the person looks after it, {@link ALL} or
   * {@link ALL_LISTED} where after all of the account in the chat, {@link BACK} where no longer.
   */
  hours: string;
  /** The user id of the person from whom they take that over. */
  from?: number;
}

/** The alerts that a tap changes: its own alert, or all of them, and those about the same servers in other chats of the team. */
interface Edits {
  event: AuditDraft['event'];
  right: ReturnType<typeof rightToAlert>;
  own(before: Alert): AlertEdit | undefined;
  /** Absent where it concerns the tapped chat alone, as a mute does. */
  beside?(before: Alert): AlertEdit | undefined;
}

function editFor(ctx: Ctx, { team }: Access, { hours, from }: Wanted, now: number): Edits {
  const by = { id: ctx.person.id, name: ctx.from?.first_name ?? '' };
  const right = rightToAlert(hours);
  const acknowledged = { by, at: now, until: now + LOOKED_AFTER_MS };
  // The first message of an alert that is acknowledged before it makes no sound.
  const lookAfter = ({ messageId }: Alert) => ({ acknowledged, ...(messageId === undefined ? { toNotify: 0 } : {}) });
  const beside = (before: Alert) => {
    const current = lookedAfterBy(before, team, now);
    return current && current.by.id !== by.id && current.by.id !== from ? undefined : lookAfter(before);
  };
  if (hours === BACK)
    return {
      event: 'alertHandedBack',
      right,
      own(before) {
        if (before.acknowledged && before.acknowledged.by.id !== by.id) throw new SeenAlready(before.acknowledged);
        return handedBack(before, team, by.id, now);
      },
      beside: (before) => (before.acknowledged?.by.id === by.id ? handedBack(before, team, by.id, now) : undefined),
    };
  if (hours === ALL || hours === ALL_LISTED)
    return {
      event: 'alertAcknowledged',
      right,
      own: (before) => (isWaiting(before) ? lookAfter(before) : undefined),
      beside,
    };
  if (hours === '')
    return {
      event: 'alertAcknowledged',
      right,
      own(before) {
        const current = lookedAfterBy(before, team, now);
        if (current && current.by.id !== from) throw new SeenAlready(current);
        return lookAfter(before);
      },
      beside,
    };
  const lasts = Number(hours);
  if (hours !== NONE && !SILENCES.some((each) => each === hours)) throw new Refusal((t) => t('button-old'));
  if (hours === NONE) return { event: 'alertLoud', right, own: () => ({ silenced: undefined, call: undefined }) };
  const silenced = { by, at: now, until: now + lasts * HOUR_MS };
  return { event: 'alertSilenced', right, own: () => ({ silenced }) };
}
