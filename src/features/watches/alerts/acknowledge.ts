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
/** Keeps the team's lock short: an account may have a thousand alerts. */
const MAX_ALERTS_PER_TRANSACTION = 50;

/** Acknowledges, hands back or mutes one alert, or all alerts of its account in the chat. */
export async function acknowledge(ctx: Ctx, access: Access, id: string, wanted: Wanted): Promise<void> {
  const { store, operations } = ctx.services;
  const { hours } = wanted;
  const now = operations.now();
  const found = await alertHere(ctx, access, id);
  const tapped = ctx.callbackQuery?.message?.message_id;
  const isListed = hours === ALL_LISTED;
  if (!isListed && tapped !== undefined && tapped !== found.messageId) await store.alerts.adopt(id, tapped, now);
  // Another tap was first.
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

/** Resolves to the group of servers where the alert is part of one. @throws Refusal */
export async function alertHere(ctx: Ctx, access: Access, id: string): Promise<Alert> {
  const { alerts } = ctx.services.store;
  const [ownerId, accountId] = watchedAccountOf(ctx, access);
  const found = await alerts.get(id);
  if (!found || found.ownerId !== ownerId || found.accountId !== accountId || found.chatId !== askerOf(ctx).chatId)
    throw new Refusal((t) => t('button-old'));
  return found.group === undefined ? found : ((await alerts.get(found.group)) ?? found);
}

/** `own`: alerts of this chat; `beside`: alerts about the same servers in other chats of the team. */
interface Changed {
  own: Alert[];
  beside: Alert[];
}

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
  for (let at = 0; at < ids.length; at += MAX_ALERTS_PER_TRANSACTION) {
    const { own, beside } = await changeInTeam(ctx, team, edits.right, async ({ alerts }, note) => {
      await alerts.lockIn([askerOf(ctx).chatId, ...chats.map(({ chatId }) => chatId)]);
      const own = await changeEach(alerts, ids.slice(at, at + MAX_ALERTS_PER_TRANSACTION), now, edits.own);
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

/** A mute needs no answer: the alert's message shows it. */
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

/** Sorted, so that all transactions take their locks in the same order. */
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

async function chatsOf(ctx: Ctx, access: Access, team: Team): Promise<WatchingChat[]> {
  const watched = await ctx.services.store.watches.get(...watchedAccountOf(ctx, access));
  return (watched?.chats ?? []).filter((chat) => chat.team === team.id || chat.chatId === team.ownerId);
}

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

async function eachListed(alerts: Alerts, own: readonly Alert[]): Promise<Alert[]> {
  const each = own.map(async (alert) => (alert.members ? openOf(alerts, alert.members) : [alert]));
  return (await Promise.all(each)).flat();
}

async function openOf(alerts: Alerts, ids: readonly string[]): Promise<Alert[]> {
  return (await alerts.getAll(ids)).filter(({ state }) => state !== 'resolved');
}

/** Acknowledging some servers of a group does not acknowledge the group. */
async function listsNoOther(alerts: Alerts, group: string, some: readonly Alert[]): Promise<boolean> {
  const all = await openOf(alerts, (await alerts.get(group))?.members ?? []);
  return all.length === some.length;
}

function aboutServers(alerts: readonly Alert[]): Pick<AuditDraft, 'server' | 'count'> {
  const count = countServers(alerts);
  if (count > 1) return { count };
  const { server } = alerts[0] ?? {};
  return server ? { server: { id: server.id, name: server.name } } : {};
}

/** Ends the transaction of the slower one of two people who acknowledge at the same time. */
class SeenAlready extends Error {
  readonly acknowledged: Acknowledged;

  constructor(acknowledged: Acknowledged) {
    super('Another person looks after the alert');
    this.acknowledged = acknowledged;
  }
}

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
 * The tapped message may be outdated, because a chat takes few edits a minute.
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
  /** Hours of silence, or {@link NONE}, {@link ALL}, {@link ALL_LISTED} or {@link BACK}; empty to acknowledge one alert. */
  hours: string;
  /** The user id of the person from whom the alert is taken over. */
  from?: number;
}

interface Edits {
  event: AuditDraft['event'];
  right: ReturnType<typeof rightToAlert>;
  own(before: Alert): AlertEdit | undefined;
  /** Absent where the edit is for the tapped chat alone, as a mute is. */
  beside?(before: Alert): AlertEdit | undefined;
}

function editFor(ctx: Ctx, { team }: Access, { hours, from }: Wanted, now: number): Edits {
  const by = { id: ctx.person.id, name: ctx.from?.first_name ?? '' };
  const right = rightToAlert(hours);
  const acknowledged = { by, at: now, until: now + LOOKED_AFTER_MS };
  // An alert that is acknowledged before its first message makes no sound.
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
