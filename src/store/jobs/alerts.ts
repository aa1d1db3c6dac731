import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { numberColumn, type Row, type Sql, type Transaction, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { ALERT_STATES, type Alert, type AlertState, type AlertTurn, alertBody } from './alert.ts';
import { followed, followMember, isGroup, joinByPlace } from './alert-groups.ts';
import { extendDue, nextDue, takeDue, whereReadable } from './queue.ts';

export type { Alert, AlertCall, AlertState } from './alert.ts';

export const MOST_NAMED = 10;
export const LOOKED_AFTER_MS = 2 * 3_600_000;
const RESOLVED_KEPT_MS = 30 * 24 * 3_600_000;

export type AlertChange = AlertSlot &
  (
    | {
        change: 'open';
        isKnown?: true;
        alert: Omit<z.infer<typeof alertBody>, 'revision' | 'ownerId' | 'accountId' | 'chatId' | 'topicId'>;
      }
    | { change: 'status'; status: string }
    | { change: 'resolve'; why: NonNullable<Alert['resolved']>['why']; at?: number }
    | { change: 'resolveAll'; why: NonNullable<Alert['resolved']>['why'] }
  );

/** A chat has at most one open alert of a slot. */
export interface AlertSlot extends Pick<Alert, 'ownerId' | 'accountId' | 'chatId'> {
  topicId: number | undefined;
  serverId: string | undefined;
  event?: string | undefined;
}

export type AlertEdit = Partial<Omit<Alert, 'state'>>;

/** An alert that no person acknowledged or silenced is never `acknowledged`. */
export function stateOfAlert({ resolved, acknowledged, silenced }: Omit<Alert, 'state'>): AlertState {
  if (resolved) return 'resolved';
  return acknowledged || silenced ? 'acknowledged' : 'open';
}

export function turnsOnce({ turns }: Alert, some: readonly AlertTurn[], isTold: boolean): Partial<Alert> {
  if (!turns) return {};
  const told = turns.told.filter((each) => !some.includes(each));
  const due = turns.due.filter((each) => !some.includes(each));
  return { turns: { ...turns, ...(isTold ? { told: [...told, ...some], due } : { told, due: [...due, ...some] }) } };
}

/** Events are told once, and are over then. */
export function isEvent({ what }: Pick<Alert, 'what'>): boolean {
  return what === 'changed' || what === 'manyChanges';
}

const COLUMNS = 'id, state, created_at, due_at, body';
const OPEN_IN = `SELECT ${COLUMNS} FROM alerts WHERE chat_id = $1 AND state <> 'resolved' ORDER BY created_at DESC, id`;

export interface Alerts {
  get(id: string): Promise<Alert | undefined>;
  getAll(ids: readonly string[]): Promise<Alert[]>;
  openIn(chatId: number): Promise<Alert[]>;
  openInSlots(slots: readonly AlertSlot[]): Promise<Alert[]>;
  adopt(id: string, messageId: number, now: number): Promise<void>;
  /** Shows the change. `undefined` where the alert is resolved, or `edit` returns `undefined`. */
  change(id: string, now: number, edit: (alert: Alert) => AlertEdit | undefined): Promise<Alert | undefined>;
  /** {@link change} of the alert whose message shows this one: it may have joined a group just now. */
  changeShown(id: string, now: number, edit: (alert: Alert) => AlertEdit | undefined): Promise<Alert | undefined>;
  lockIn(chatIds: readonly number[]): Promise<void>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Alert[]; unreadable: unknown[] }>;
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  shown(
    id: string,
    heldUntil: number | null,
    shown: (before: Alert) => Partial<Alert>,
    dueAt: number | null,
  ): Promise<{ dueAt: number | null } | undefined>;
  moveChat(from: number, to: number, now: number): Promise<void>;
}

export function openAlerts(sql: Sql, seal: Seal, subjects: Subjects): Alerts {
  const { read, find, write } = rowsOf(seal);
  const readable = whereReadable(read);
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

/** Each transaction that changes several alerts locks their chats first, in one order, so that no two deadlock. */
export async function lockAlertsIn(inside: Transaction, chatIds: readonly number[]): Promise<void> {
  for (const chatId of [...new Set(chatIds)].sort((one, other) => one - other)) await inside.lock(`alerts:${chatId}`);
}

export async function forgetOldAlerts(inside: Sql, now: number, most: number): Promise<boolean> {
  const old = `SELECT id FROM alerts WHERE state = 'resolved' AND created_at < $1 ORDER BY created_at LIMIT ${most}`;
  const removed = await inside.query(`DELETE FROM alerts WHERE id IN (${old}) RETURNING id`, now - RESOLVED_KEPT_MS);
  return removed.length === most;
}

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

/** A silence outlasts its alert, and holds for the next one about the same. */
async function stillSilenced(inside: Sql, seal: Seal, slot: string, now: number): Promise<Partial<Alert>> {
  const last = `SELECT ${COLUMNS} FROM alerts WHERE slot = $1 AND state = 'resolved' ORDER BY created_at DESC LIMIT 1`;
  const [before] = (await inside.query(last, slot)).map(whereReadable(rowsOf(seal).read));
  const group = before?.group === undefined ? undefined : await rowsOf(seal).find(inside, before.group);
  const { silenced } = group ?? before ?? {};
  return silenced && silenced.until > now ? { silenced, toNotify: 0 } : {};
}

/** @param lost user ids; `undefined` where the team has ended */
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

function turnedUnstable({ turns: { told } = { told: [], due: [], at: 0 } }: Alert, now: number): Partial<Alert> {
  return { turns: { told, due: told.includes('unstable') ? [] : ['unstable'], at: now } };
}

/** A server that was unstable is down at last, or only the people themselves can replace a refused token. */
function isNews(before: Alert, what: Alert['what']): boolean {
  if (before.what === 'unstable') return what === 'down';
  return before.what === 'unreachable' && what === 'refused' && before.toldRefused !== true;
}

/** An acknowledgement was about the earlier trouble; a silence holds until its time. */
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
