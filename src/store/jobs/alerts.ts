import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { numberColumn, type Row, type Sql, type Transaction, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { ALERT_STATES, type Alert, type AlertState, type AlertTurn, alertBody } from './alert.ts';
import { followed, followMember, isGroup, joinByPlace } from './alert-groups.ts';
import { extendDue, nextDue, takeDue, whereReadable } from './queue.ts';

export type { Alert, AlertCall, AlertState } from './alert.ts';

/** One message names so many changes outside the bot. */
export const MOST_NAMED = 10;
/** A person looks after an alert for this time, unless they say so again. */
export const LOOKED_AFTER_MS = 2 * 3_600_000;
/** How long alerts are kept after they were opened. One that is still open stays. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The changes of alerts by a round of readings. `open` brings one that is open already up to date. */
export type AlertChange = AlertSlot &
  /** `isKnown`: it was told before to other chats, and changes nothing where it is open. */
  (
    | {
        change: 'open';
        isKnown?: true;
        alert: Omit<z.infer<typeof alertBody>, 'revision' | 'ownerId' | 'accountId' | 'chatId' | 'topicId'>;
      }
    | { change: 'status'; status: string }
    /** `at`: since when readings tell so, epoch ms; now by default. */
    | { change: 'resolve'; why: NonNullable<Alert['resolved']>['why']; at?: number }
    /** Ends all alerts of the account in the chat. */
    | { change: 'resolveAll'; why: NonNullable<Alert['resolved']>['why'] }
  );

/** Names the one alert of a chat that may be open: about a server, or about the provider where there is none. */
export interface AlertSlot extends Pick<Alert, 'ownerId' | 'accountId' | 'chatId'> {
  topicId: number | undefined;
  serverId: string | undefined;
  /** Of what is about no server: see {@link eventSlot}. */
  event?: string | undefined;
}

/** The fields of an alert that may be changed: the state is none of them. */
export type AlertEdit = Partial<Omit<Alert, 'state'>>;

/** The state of an alert, which follows from its own fields: an alert that no person looks after or muted is never acknowledged. */
export function stateOfAlert({ resolved, acknowledged, silenced }: Omit<Alert, 'state'>): AlertState {
  if (resolved) return 'resolved';
  return acknowledged || silenced ? 'acknowledged' : 'open';
}

/** Notes some turns of an alert as told, or as due. */
export function turnsOnce({ turns }: Alert, some: readonly AlertTurn[], isTold: boolean): Partial<Alert> {
  if (!turns) return {};
  const told = turns.told.filter((each) => !some.includes(each));
  const due = turns.due.filter((each) => !some.includes(each));
  return { turns: { ...turns, ...(isTold ? { told: [...told, ...some], due } : { told, due: [...due, ...some] }) } };
}

/** The alerts that are told once and are over then. */
export function isEvent({ what }: Pick<Alert, 'what'>): boolean {
  return what === 'changed' || what === 'manyChanges';
}

const COLUMNS = 'id, state, created_at, due_at, body';
const OPEN_IN = `SELECT ${COLUMNS} FROM alerts WHERE chat_id = $1 AND state <> 'resolved' ORDER BY created_at DESC, id`;

export interface Alerts {
  get(id: string): Promise<Alert | undefined>;
  /** The alerts with these ids that are kept, in their order. */
  getAll(ids: readonly string[]): Promise<Alert[]>;
  /** The alerts of a chat that are not resolved, the newest first. */
  openIn(chatId: number): Promise<Alert[]>;
  /** The alerts of some slots that are not resolved. */
  openInSlots(slots: readonly AlertSlot[]): Promise<Alert[]>;
  /**
   * Notes a message that shows the alert, and whose id the bot never learned: Telegram's answer was lost. It becomes the alert's message where
   * that has none, else one to reduce.
   */
  adopt(id: string, messageId: number, now: number): Promise<void>;
  /**
   * Changes one that is not resolved, and shows it. Resolves to `undefined` where it is resolved, or where the edit leaves it as it is.
   * @param edit gives `undefined` to leave the alert as it is. The state follows from the fields: see {@link stateOfAlert}
   */
  change(id: string, now: number, edit: (alert: Alert) => AlertEdit | undefined): Promise<Alert | undefined>;
  /** {@link change} of the alert whose message shows this one: itself, or that of its place, which it may have joined just now. */
  changeShown(id: string, now: number, edit: (alert: Alert) => AlertEdit | undefined): Promise<Alert | undefined>;
  /** {@link lockAlertsIn}, in a transaction that changes several alerts. */
  lockIn(chatIds: readonly number[]): Promise<void>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Alert[]; unreadable: unknown[] }>;
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  /**
   * Writes down what is shown, and when it is due again: at once where it has changed meanwhile. One of a group hands all to that, which is shown.
   */
  shown(
    id: string,
    heldUntil: number | null,
    shown: (before: Alert) => Partial<Alert>,
    dueAt: number | null,
  ): Promise<{ dueAt: number | null } | undefined>;
  /** Open ones are shown in the new chat. */
  moveChat(from: number, to: number, now: number): Promise<void>;
}

export function openAlerts(sql: Sql, seal: Seal, subjects: Subjects): Alerts {
  const { read, find, write } = rowsOf(seal);
  const readable = whereReadable(read);
  /** Reads an alert and keeps other transactions from changing it or that of its place. */
  const findWithGroup = async (inside: Transaction, id: string): Promise<Alert | undefined> => {
    const [row] = await inside.query('SELECT chat_id FROM alerts WHERE id = $1', id);
    if (!row) return undefined;
    await lockAlertsIn(inside, [numberColumn(row, 'chat_id')]);
    return find(inside, id);
  };
  const change = async (
    inside: Transaction,
    id: string,
    now: number,
    edit: (alert: Alert) => AlertEdit | undefined,
  ) => {
    const before = await find(inside, id);
    const edited = before && before.state !== 'resolved' ? edit(before) : undefined;
    if (!before || !edited) return undefined;
    const after = { ...before, ...edited, revision: before.revision + 1, dueAt: now };
    await write(inside, after);
    return { ...after, state: stateOfAlert(after) };
  };
  return {
    async get(id) {
      const [row] = await sql.query(`SELECT ${COLUMNS} FROM alerts WHERE id = $1`, id);
      return row && read(row);
    },
    getAll: (ids) => findAll(sql, seal, ids),
    async openIn(chatId) {
      const rows = await sql.query(OPEN_IN, chatId);
      return rows.map(readable).filter((each) => each !== undefined);
    },
    async openInSlots(slots) {
      const hashes = [...new Set(slots.map((slot) => slotOf(slot, subjects)))];
      if (hashes.length === 0) return [];
      const marks = hashes.map((_, at) => `$${at + 1}`).join();
      const open = `SELECT ${COLUMNS} FROM alerts WHERE slot IN (${marks}) AND state <> 'resolved' ORDER BY id`;
      return (await sql.query(open, ...hashes)).map(readable).filter((each) => each !== undefined);
    },
    adopt: (id, messageId, now) =>
      sql.transaction(async (inside) => {
        const before = await find(inside, id);
        if (!before) return;
        const { messageId: known, formerMessages = [], toNotify = 0 } = before;
        if (known === messageId || formerMessages.includes(messageId)) return;
        const adopted =
          known === undefined
            ? { messageId, shownRevision: toNotify, toldAt: now, revision: before.revision + 1, mayBeTold: false }
            : { formerMessages: [...formerMessages, messageId] };
        await write(inside, { ...before, ...adopted, dueAt: now });
      }),
    change: (id, now, edit) => sql.transaction((inside) => change(inside, id, now, edit)),
    changeShown: (id, now, edit) =>
      sql.transaction(async (inside) => {
        const alert = await findWithGroup(inside, id);
        return alert && change(inside, alert.group ?? id, now, edit);
      }),
    lockIn: (chatIds) => sql.transaction((inside) => lockAlertsIn(inside, chatIds)),
    takeDue: (now, leaseMs, most) => takeDue(sql, { table: 'alerts', columns: COLUMNS, read }, now, leaseMs, most),
    extend: (id, until, since) => extendDue(sql, 'alerts', id, until, since),
    nextDue: () => nextDue(sql, 'alerts'),
    shown: (id, heldUntil, shown, dueAt) =>
      sql.transaction(async (inside) => {
        const before = await findWithGroup(inside, id);
        if (!before) return undefined;
        if (before.group !== undefined) return tellGroup(inside, seal, { ...before, ...shown(before) });
        // With another due time it has changed meanwhile, and is shown once more.
        const due = before.dueAt === heldUntil ? dueAt : before.dueAt;
        await write(inside, { ...before, ...shown(before), dueAt: due });
        return { dueAt: due };
      }),
    moveChat: (from, to, now) =>
      sql.transaction(async (inside) => {
        await lockAlertsIn(inside, [from, to]);
        const rows = await inside.query(
          `SELECT ${COLUMNS} FROM alerts WHERE chat_id = $1 ORDER BY id ${sql.dialect.forUpdate}`,
          from,
        );
        for (const alert of rows.map(readable)) {
          if (!alert) continue;
          const { messageId: _, formerMessages: __, topicId: ___, ...left } = alert;
          const mayBeTold = alert.messageId === undefined ? {} : { mayBeTold: true };
          // The buttons of the old message can't be tapped in the new chat.
          const due = alert.state === 'resolved' ? {} : { dueAt: now };
          const moved = { ...left, chatId: to, ...mayBeTold, ...due };
          await write(inside, moved, slotOf(placeOf(moved), subjects));
        }
      }),
  };
}

/**
 * Waits until no other transaction changes several alerts of these chats: each locks their chats first, in one order, so that no two of them
 * wait for each other.
 */
export async function lockAlertsIn(inside: Transaction, chatIds: readonly number[]): Promise<void> {
  for (const chatId of [...new Set(chatIds)].sort((one, other) => one - other)) await inside.lock(`alerts:${chatId}`);
}

/** Removes alerts that were over long ago, at most `most`. Resolves to whether there may be more. */
export async function forgetOldAlerts(inside: Sql, now: number, most: number): Promise<boolean> {
  const old = `SELECT id FROM alerts WHERE state = 'resolved' AND created_at < $1 ORDER BY created_at LIMIT ${most}`;
  const removed = await inside.query(`DELETE FROM alerts WHERE id IN (${old}) RETURNING id`, now - KEPT_MS);
  return removed.length === most;
}

/** Applies the changes of a round, in its transaction. */
export async function applyAlertChanges(
  inside: Transaction,
  seal: Seal,
  subjects: Subjects,
  changes: readonly AlertChange[],
  now: number,
): Promise<void> {
  await lockAlertsIn(
    inside,
    changes.map(({ chatId }) => chatId),
  );
  const opened: Alert[] = [];
  for (const each of changes) {
    if (each.change === 'resolveAll') await resolveAll(inside, seal, each, now);
    else opened.push(...(await applyChange(inside, seal, slotOf(each, subjects), each, now)));
  }
  await tellTogether(inside, seal, subjects, opened, now);
}

/** Lets new alerts join those of their place in each chat. */
async function tellTogether(
  inside: Transaction,
  seal: Seal,
  subjects: Subjects,
  opened: readonly Alert[],
  now: number,
): Promise<void> {
  const { write } = rowsOf(seal);
  const places = Map.groupBy(
    opened.filter(({ place }) => place !== undefined),
    ({ ownerId, accountId, chatId, topicId }) => JSON.stringify([ownerId, accountId, chatId, topicId]),
  );
  for (const [first, ...rest] of places.values()) {
    if (!first) continue;
    const ids = [first, ...rest].map(({ id }) => id);
    const open = await openAt(inside, seal, { ...first, topicId: first.topicId, serverId: undefined });
    for (const each of joinByPlace(open.toReversed(), ids, now))
      await write(inside, each, slotOf(placeOf(each), subjects));
  }
}

/** Shows a change of an alert in the message of its group. */
async function tellGroup(inside: Transaction, seal: Seal, member: Alert): Promise<{ dueAt: null }> {
  const { find, write } = rowsOf(seal);
  const group = await find(inside, member.group ?? '');
  if (group && isGroup(group)) {
    const all = (await findAll(inside, seal, group.members)).map((each) => (each.id === member.id ? member : each));
    await write(inside, followMember(group, member, all, inside.now()));
  }
  await write(inside, followed(member));
  return { dueAt: null };
}

async function findAll(sql: Sql, seal: Seal, ids: readonly string[]): Promise<Alert[]> {
  if (ids.length === 0) return [];
  const marks = ids.map((_, at) => `$${at + 1}`).join();
  const rows = await sql.query(`SELECT ${COLUMNS} FROM alerts WHERE id IN (${marks})`, ...ids);
  const found = new Map(rows.map(whereReadable(rowsOf(seal).read)).map((each) => [each?.id, each]));
  return ids.map((id) => found.get(id)).filter((each) => each !== undefined);
}

/** Resolves to the new alert, where there is one. */
async function applyChange(
  inside: Sql,
  seal: Seal,
  slot: string,
  each: Exclude<AlertChange, { change: 'resolveAll' }>,
  now: number,
): Promise<Alert[]> {
  const { find, write } = rowsOf(seal);
  const open = await openInSlot(inside, slot);
  const alert = open === undefined ? undefined : await find(inside, open);
  if (alert) {
    const isChanged = each.change !== 'open' || !each.isKnown;
    if (isChanged) await write(inside, changed(alert, each, now), slot);
    return [];
  }
  if (each.change !== 'open') return [];
  const waiting = each.alert.what === 'changed' ? await waitingChanges(inside, seal, each) : undefined;
  if (waiting) {
    await write(inside, withMore(waiting, each.alert, now));
    return [];
  }
  const made = { ...opened(each, now), ...(await stillSilenced(inside, seal, slot, now)) };
  await write(inside, made, slot);
  return [made];
}

/** The quiet that a person wanted about the same until a time that has not come: it outlasts the alert, and holds for the next one. */
async function stillSilenced(inside: Sql, seal: Seal, slot: string, now: number): Promise<Partial<Alert>> {
  const last = `SELECT ${COLUMNS} FROM alerts WHERE slot = $1 AND state = 'resolved' ORDER BY created_at DESC LIMIT 1`;
  const [before] = (await inside.query(last, slot)).map(whereReadable(rowsOf(seal).read));
  const group = before?.group === undefined ? undefined : await rowsOf(seal).find(inside, before.group);
  const { silenced } = group ?? before ?? {};
  return silenced && silenced.until > now ? { silenced, toNotify: 0 } : {};
}

/**
 * Shows the alerts of a team again that name people who lost rights in it, and all of them where it has ended: they are called no more, and
 * look after nothing.
 * @param lost the user ids of those people; `undefined` where the team has ended
 */
export async function followTeam(
  inside: Transaction,
  seal: Seal,
  {
    id,
    chatId,
    people,
    lost,
  }: { id: string; chatId: number; people: readonly number[]; lost: readonly number[] | undefined },
): Promise<void> {
  const { read, write } = rowsOf(seal);
  const names = ({ acknowledged, call }: Alert) =>
    !lost || lost.some((each) => each === acknowledged?.by.id || call?.people.includes(each) === true);
  const chats = [...new Set([chatId, ...people])];
  await lockAlertsIn(inside, chats);
  for (const chat of chats) {
    const rows = await inside.query(`${OPEN_IN} ${inside.dialect.forUpdate}`, chat);
    for (const alert of rows.map(whereReadable(read)))
      if (alert?.team === id && names(alert))
        await write(inside, { ...alert, revision: alert.revision + 1, dueAt: inside.now() });
  }
}

/** The changes outside the bot that a chat was not told yet. */
async function waitingChanges(inside: Sql, seal: Seal, place: AlertSlot): Promise<Alert | undefined> {
  const open = await openAt(inside, seal, place);
  return open.find(({ what, messageId }) => what === 'changed' && messageId === undefined);
}

/** A message that is being sent with the earlier changes is followed by one with all. */
function withMore(before: Alert, { changes = [], count = 0 }: Pick<Alert, 'changes' | 'count'>, now: number): Alert {
  const revision = before.revision + 1;
  return {
    ...before,
    ...{ revision, toNotify: revision, dueAt: now, count: (before.count ?? 0) + count },
    changes: [...(before.changes ?? []), ...changes].slice(0, MOST_NAMED),
  };
}

async function resolveAll(
  inside: Sql,
  seal: Seal,
  { why, ...place }: Extract<AlertChange, { change: 'resolveAll' }>,
  now: number,
): Promise<void> {
  const { write } = rowsOf(seal);
  for (const alert of await openAt(inside, seal, place)) await write(inside, { ...alert, ...ended(alert, now, why) });
}

/** The alerts of an account in a chat, or a topic of it, that are not resolved. */
async function openAt(inside: Sql, seal: Seal, { ownerId, accountId, chatId, topicId }: AlertSlot): Promise<Alert[]> {
  const rows = await inside.query(`${OPEN_IN} ${inside.dialect.forUpdate}`, chatId);
  return rows
    .map(whereReadable(rowsOf(seal).read))
    .filter((each) => each !== undefined)
    .filter((each) => each.ownerId === ownerId && each.accountId === accountId && each.topicId === topicId);
}

function ended({ revision }: Alert, now: number, why: NonNullable<Alert['resolved']>['why'], at = now): AlertEdit {
  return { resolved: { at, why }, revision: revision + 1, dueAt: now };
}

function placeOf(alert: Alert): AlertSlot {
  const { ownerId, accountId, chatId, topicId, server } = alert;
  return {
    ownerId,
    accountId,
    chatId,
    topicId,
    serverId: server?.id,
    event: isGroup(alert) ? `group ${alert.id}` : eventSlot(alert),
  };
}

/** The place of an event, of which each has its own, and of a name or suffix; `undefined` for servers and the provider. */
export function eventSlot(alert: Pick<Alert, 'what' | 'since' | 'offer'>): string | undefined {
  const { what, since, offer } = alert;
  if (offer) return `${what} ${offer.of}`;
  return isEvent(alert) ? `${what} ${since}` : undefined;
}

function opened(each: Extract<AlertChange, { change: 'open' }>, now: number): Alert {
  const { ownerId, accountId, chatId, topicId } = each;
  const first = { state: 'open', createdAt: now, dueAt: now, revision: 1, toNotify: 1 } as const;
  const id = randomBytes(9).toString('base64url');
  const place = { ownerId, accountId, chatId, ...(topicId === undefined ? {} : { topicId }) };
  const toldRefused = each.alert.what === 'refused' ? { toldRefused: true as const } : {};
  return { ...each.alert, ...toldRefused, ...place, ...first, id };
}

function changed(before: Alert, each: Exclude<AlertChange, { change: 'resolveAll' }>, now: number): Alert {
  if (each.change === 'resolve') return { ...before, ...ended(before, now, each.why, each.at) };
  const revision = before.revision + 1;
  const due = { revision, dueAt: now };
  if (each.change === 'status') return { ...before, ...due, status: each.status };
  const { what, status, offer, hidesPower } = each.alert;
  return {
    ...before,
    ...due,
    what,
    ...(status === undefined ? {} : { status }),
    ...(offer === undefined ? {} : { offer }),
    ...(hidesPower === undefined ? {} : { hidesPower }),
    ...(isNews(before, what) ? toldAnew(before, revision, now) : {}),
    ...(before.what === 'down' && what === 'unstable' ? turnedUnstable(before, now) : {}),
    ...(what === 'refused' ? { toldRefused: true } : {}),
  };
}

/** Makes the news due, once, that a server that was told as off goes on and off. */
function turnedUnstable({ turns: { told } = { told: [], due: [], at: 0 } }: Alert, now: number): Partial<Alert> {
  return { turns: { told, due: told.includes('unstable') ? [] : ['unstable'], at: now } };
}

/**
 * A server that is down at last is news to people who were told that it comes and goes, also to those who look after that alert. A refused token is
 * news too, because only its people can mend that; not again where the provider is silent in between.
 */
function isNews(before: Alert, what: Alert['what']): boolean {
  if (before.what === 'unstable') return what === 'down';
  return before.what === 'unreachable' && what === 'refused' && before.toldRefused !== true;
}

/** An acknowledgement was about what is over. The quiet that a person wanted holds until its time, which tells of the news. */
function toldAnew({ silenced }: Alert, toNotify: number, now: number): AlertEdit {
  const isQuiet = silenced !== undefined && silenced.until > now;
  const anew = isQuiet ? {} : { silenced: undefined, toNotify };
  return { ...anew, acknowledged: undefined, call: undefined, turns: undefined };
}

async function openInSlot(inside: Sql, slot: string): Promise<string | undefined> {
  const [row] = await inside.query(
    `SELECT id FROM alerts WHERE slot = $1 AND state <> 'resolved' ${inside.dialect.forUpdate}`,
    slot,
  );
  return row && textColumn(row, 'id');
}

function slotOf({ ownerId, accountId, chatId, topicId = 0, serverId, event }: AlertSlot, subjects: Subjects): string {
  const place = ['alert', ownerId, accountId, chatId, topicId, serverId ?? null];
  return subjects.hash(JSON.stringify(event === undefined ? place : [...place, event]));
}

function rowsOf(seal: Seal) {
  const place = (id: string) => `alert:${id}`;
  const read = (row: Row): Alert => {
    const id = textColumn(row, 'id');
    const state = ALERT_STATES.find((each) => each === row.state);
    if (!state) throw new TypeError(`Alert ${id} has no state of ours`);
    return {
      ...alertBody.parse(seal.open(row.body, place(id))),
      id,
      state,
      createdAt: numberColumn(row, 'created_at'),
      dueAt: row.due_at === null ? null : numberColumn(row, 'due_at'),
    };
  };
  return {
    read,
    async find(inside: Sql, id: string): Promise<Alert | undefined> {
      const [row] = await inside.query(`SELECT ${COLUMNS} FROM alerts WHERE id = $1 ${inside.dialect.forUpdate}`, id);
      return row && read(row);
    },
    /** @param slot where it may be a new one */
    async write(inside: Sql, alert: Alert, slot?: string): Promise<void> {
      const { id, state: _, createdAt, dueAt, ...rest } = alert;
      const state = stateOfAlert(alert);
      const sealed = seal.seal(rest, place(id));
      if (slot === undefined) {
        await inside.query(
          'UPDATE alerts SET state = $1, chat_id = $2, due_at = $3, body = $4 WHERE id = $5',
          ...[state, alert.chatId, dueAt, sealed, id],
        );
        return;
      }
      await inside.query(
        `INSERT INTO alerts (id, slot, chat_id, state, created_at, due_at, body) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (id) DO UPDATE SET slot = excluded.slot, chat_id = excluded.chat_id, state = excluded.state,
           due_at = excluded.due_at, body = excluded.body`,
        ...[id, slot, alert.chatId, state, createdAt, dueAt, sealed],
      );
    },
  };
}
