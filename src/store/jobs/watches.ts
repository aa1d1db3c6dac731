import { z } from 'zod';
import { numberColumn, type Row, type Sql, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { type AlertChange, type AlertSlot, applyAlertChanges } from './alerts.ts';
import { nextDue, takeDue } from './queue.ts';
import { noteLeft } from './token-readings.ts';

const powerMemory = z.object({
  /** The last status on which several readings in a row agreed. */
  agreed: z.string(),
  last: z.string(),
  /** Readings in a row with the last status, and epoch ms of the first. */
  inRow: z.number(),
  since: z.number(),
  /** Epoch ms of the last written round before the change. */
  after: z.number().exactOptional(),
  /** One bit for each reading that differed from the one before, the newest in the lowest. */
  changes: z.number(),
  unstable: z.literal(true).exactOptional(),
  /** The power changes every few minutes, which the last readings alone do not show. */
  isSlow: z.literal(true).exactOptional(),
  /** Epoch ms of the end of the last outage that was told. */
  returnedAt: z.number().exactOptional(),
  /** Absent once the trouble that people were notified of is over. */
  told: z.object({ what: z.enum(['down', 'unstable']), since: z.number() }).exactOptional(),
  /** Epoch ms of the list that lacked the server, while the provider did not know it. */
  goneAt: z.number().exactOptional(),
});
export type PowerMemory = z.infer<typeof powerMemory>;

const watchedPrice = z.object({
  suffix: z.string(),
  total: z.number(),
  currency: z.string(),
  target: z.number(),
});
export type WatchedPrice = z.infer<typeof watchedPrice>;

const watchedTraffic = z.object({
  server: z.string(),
  name: z.string(),
  /** The contract names no unit. Absent: far faster growth than usual is told. */
  above: z.number().exactOptional(),
});
export type WatchedTraffic = z.infer<typeof watchedTraffic>;

const offerReading = z.object({
  kind: z.enum(['name', 'price', 'traffic']),
  of: z.string(),
  readAt: z.number(),
  /** The number of equal last answers, two at most. */
  agreeing: z.number(),
  state: z.string().exactOptional(),
  freeAt: z.number().exactOptional(),
  total: z.number().exactOptional(),
  currency: z.string().exactOptional(),
  /** For usual traffic: epoch ms of `total`, and the growth an hour, the newest last. */
  totalAt: z.number().exactOptional(),
  growth: z.array(z.number()).exactOptional(),
  /** Epoch ms of the list that lacked the server; 0 where no list may be believed. */
  goneAt: z.number().exactOptional(),
});
export type OfferReading = z.infer<typeof offerReading>;

const watchingChat = z.object({
  chatId: z.number(),
  topicId: z.number(),
  toldInTopic: z.number().exactOptional(),
  locale: z.string(),
  team: z.string().exactOptional(),
  /** `except`: the servers for which `all` is the other way round. */
  power: z.object({ all: z.boolean(), except: z.array(z.string()) }),
  outside: z.boolean().exactOptional(),
  /** An alert about power is not repeated. */
  tellsOnce: z.literal(true).exactOptional(),
  names: z.array(z.string()).exactOptional(),
  prices: z.array(watchedPrice).exactOptional(),
  traffic: z.array(watchedTraffic).exactOptional(),
  /** Epoch ms when the watch grew, until a round has told which servers were down already. */
  joined: z.number().exactOptional(),
  /** The group's id before it became a supergroup: a round that had begun tells that group. */
  movedFrom: z.number().exactOptional(),
});
export type WatchingChat = z.infer<typeof watchingChat>;

const body = z.object({
  ownerId: z.number(),
  accountId: z.string(),
  chats: z.array(watchingChat),
  budget: z.number(),
  roundAt: z.number(),
  cursor: z.string(),
  listAt: z.number(),
  /** Rounds in a row without any answer; after the notice all rounds until the provider answers again. */
  failures: z.number(),
  /** Rounds with answers since the provider was told as unreachable; one with few answers counts in part. */
  answering: z.number().exactOptional(),
  silence: z
    .object({ from: z.number(), to: z.number(), what: z.enum(['unreachable', 'refused']).exactOptional() })
    .exactOptional(),
  /** Epoch ms of the request for the list that was compared last. */
  comparedAt: z.number().exactOptional(),
  rereads: z.boolean().exactOptional(),
  /** `day`: ISO 8601, UTC. `isBusy`: the changes were too many on one day. */
  outside: z.object({ day: z.string(), count: z.number(), isBusy: z.boolean() }).exactOptional(),
  offers: z.array(offerReading).exactOptional(),
  listFailed: z.object({ times: z.number(), at: z.number() }).exactOptional(),
  /** Servers that could not be read while others could; `isUnknown`: the provider does not know a listed server. */
  failing: z
    .array(
      z.object({
        ...{ id: z.string(), times: z.number(), at: z.number(), from: z.number() },
        isUnknown: z.literal(true).exactOptional(),
      }),
    )
    .exactOptional(),
  /** The smallest recent share of the token's readings, and epoch ms of its last round. */
  smallest: z.object({ readings: z.number(), at: z.number() }).exactOptional(),
  /** The mean part of its share that a round had the time to read: below 1 at a slow provider. */
  pace: z.number().exactOptional(),
  /** The same for the servers that a round had the time to read. */
  slowest: z.object({ readings: z.number(), at: z.number() }).exactOptional(),
});

/** Id, address, end date; `1` where the last list lacks the server, twice where the provider does not confirm it. */
const listedServer = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]).rest(z.literal(1));
export type RememberedServer = z.infer<typeof listedServer>;

/** All chats that are told about the account share its readings. */
export interface WatchedAccount extends z.infer<typeof body> {
  id: string;
  dueAt: number;
  tokenHash?: string | undefined;
}

export type PowerReadings = Map<string, PowerMemory>;

export interface Round {
  account: Partial<Omit<WatchedAccount, 'id' | 'dueAt' | 'tokenHash' | 'ownerId' | 'accountId' | 'chats'>>;
  /** Absent where the readings tell nothing new, as is usual: the row is large. */
  readings?: PowerReadings | undefined;
  listed?: readonly RememberedServer[] | undefined;
  alerts: readonly AlertChange[];
  wants?(chat: WatchingChat, change: Extract<AlertChange, { change: 'open' }>): boolean;
  left?(chats: readonly WatchingChat[]): WatchingChat[];
  /** Chats that {@link WatchingChat.joined}, as the round found them. */
  caughtUp?: readonly WatchingChat[];
  gone?: readonly WatchingChat[];
  dueAt: number;
}

export interface Watches {
  get(ownerId: number, accountId: string): Promise<WatchedAccount | undefined>;
  find(id: string): Promise<WatchedAccount | undefined>;
  /** Ends the alerts of removed chats, and the watch where no chat is left. Resolves to the result of `edit`. */
  change<T>(ownerId: number, accountId: string, now: number, edit: (chats: WatchingChat[]) => T): Promise<T>;
  readings(id: string): Promise<PowerReadings>;
  listed(id: string): Promise<RememberedServer[]>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: WatchedAccount[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  /** Another token may belong to another account: no list is compared with earlier ones. */
  renew(ownerId: number, accountId: string, now: number): Promise<void>;
  /** One transaction; `false` where the lease does not end at `heldUntil`. */
  endRound(id: string, heldUntil: number, round: Round, now: number): Promise<boolean>;
  forget(id: string, now: number): Promise<void>;
  moveChat(from: number, to: number, accounts: readonly Pick<WatchedAccount, 'ownerId' | 'accountId'>[]): Promise<void>;
}

const COLUMNS = 'id, due_at, token_hash, body';

export function watchedAccountId(ownerId: number, accountId: string): string {
  return `${ownerId}:${accountId}`;
}

export function openWatches(sql: Sql, seal: Seal, subjects: Subjects): Watches {
  const place = (id: string) => `watch:${id}`;
  const readingsPlace = (id: string) => `watch-readings:${id}`;
  const listPlace = (id: string) => `watch-list:${id}`;
  const read = (row: Row): WatchedAccount => {
    const id = textColumn(row, 'id');
    const tokenHash = row.token_hash === null ? undefined : textColumn(row, 'token_hash');
    return { ...body.parse(seal.open(row.body, place(id))), id, dueAt: numberColumn(row, 'due_at'), tokenHash };
  };
  const find = async (inside: Sql, id: string, lock = ''): Promise<WatchedAccount | undefined> => {
    const [row] = await inside.query(`SELECT ${COLUMNS} FROM watches WHERE id = $1 ${lock}`, id);
    return row && read(row);
  };
  const write = ({ id, dueAt, tokenHash: _, ...rest }: WatchedAccount) =>
    [id, dueAt, seal.seal(rest, place(id))] as const;
  const remove = async (inside: Sql, id: string, now: number) => {
    await noteLeft(inside, id, now);
    await inside.query('DELETE FROM watches WHERE id = $1', id);
    await inside.query('DELETE FROM watch_readings WHERE id = $1', id);
    await inside.query('DELETE FROM watch_lists WHERE id = $1', id);
  };
  return {
    get: (ownerId, accountId) => find(sql, watchedAccountId(ownerId, accountId)),
    find: (id) => find(sql, id),
    change: (ownerId, accountId, now, edit) =>
      sql.transaction(async (inside) => {
        const id = watchedAccountId(ownerId, accountId);
        await inside.lock(place(id));
        const before = await find(inside, id, sql.dialect.forUpdate);
        const account = before ?? {
          ...{ id, ownerId, accountId, chats: [], budget: 0, roundAt: 0, cursor: '', listAt: 0, failures: 0 },
          dueAt: now,
        };
        const chats = structuredClone(account.chats);
        const result = edit(account.chats);
        account.chats = account.chats.map((chat) => withJoined(chat, chats, now));
        const isKept = (chat: WatchingChat) =>
          account.chats.some((each) => isSamePlace(each, chat) && each.team === chat.team);
        const ended = chats.filter((chat) => !isKept(chat));
        await applyAlertChanges(inside, seal, subjects, endAll(account, ended), now);
        if (account.chats.length === 0) await remove(inside, id, now);
        else
          await inside.query(
            `INSERT INTO watches (id, due_at, body) VALUES ($1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
            ...write(account),
          );
        return result;
      }),
    async readings(id) {
      const [row] = await sql.query('SELECT body FROM watch_readings WHERE id = $1', id);
      if (!row) return new Map();
      return new Map(z.array(z.tuple([z.string(), powerMemory])).parse(seal.open(row.body, readingsPlace(id))));
    },
    async listed(id) {
      const [row] = await sql.query('SELECT body FROM watch_lists WHERE id = $1', id);
      return row ? z.array(listedServer).parse(seal.open(row.body, listPlace(id))) : [];
    },
    takeDue: (now, leaseMs, most) => takeDue(sql, { table: 'watches', columns: COLUMNS, read }, now, leaseMs, most),
    nextDue: () => nextDue(sql, 'watches'),
    renew: (ownerId, accountId, now) =>
      sql.transaction(async (inside) => {
        const account = await find(inside, watchedAccountId(ownerId, accountId), sql.dialect.forUpdate);
        if (!account) return;
        const [id, due, sealed] = write({ ...account, comparedAt: 0, dueAt: now });
        await noteLeft(inside, id, now);
        await inside.query(
          'UPDATE watches SET due_at = $1, body = $2, token_hash = NULL WHERE id = $3',
          ...[due, sealed, id],
        );
      }),
    endRound: (
      id,
      heldUntil,
      { account, readings, listed, alerts, gone = [], caughtUp = [], dueAt, wants, left },
      now,
    ) =>
      sql.transaction(
        async (inside) => {
          const before = await find(inside, id, sql.dialect.forUpdate);
          if (before?.dueAt !== heldUntil) return false;
          const isGone = (chat: WatchingChat) => gone.some((each) => isSamePlace(each, chat));
          const reached = before.chats
            .filter((chat) => !isGone(chat))
            .map((chat) => withoutFormer(withoutJoined(chat, caughtUp)));
          const chats = left ? left(reached) : reached;
          const after = { ...before, ...account, chats, dueAt };
          const [, due, sealed] = write(after);
          await inside.query(
            'UPDATE watches SET due_at = $1, body = $2, failures = $3 WHERE id = $4',
            ...[due, sealed, after.failures, id],
          );
          if (readings)
            await inside.query(
              `INSERT INTO watch_readings (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
              ...[id, seal.seal([...readings], readingsPlace(id))],
            );
          if (listed)
            await inside.query(
              `INSERT INTO watch_lists (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
              ...[id, seal.seal(listed, listPlace(id))],
            );
          const isWanted = (each: AlertChange) =>
            each.change !== 'open' || !wants || before.chats.some((chat) => isAt(chat, each) && wants(chat, each));
          const found = alerts.map((each) => whereMoved(each, before.chats));
          const changes = [...found.filter(isWanted), ...endAll(before, gone)];
          await applyAlertChanges(inside, seal, subjects, changes, now);
          if (chats.length === 0) await remove(inside, id, now);
          return true;
        },
        { durability: alerts.length > 0 ? 'full' : 'relaxed' },
      ),
    forget: (id, now) =>
      sql.transaction(async (inside) => {
        const account = await find(inside, id, sql.dialect.forUpdate);
        if (!account) return;
        await remove(inside, id, now);
        await applyAlertChanges(inside, seal, subjects, endAll(account, account.chats), now);
      }),
    moveChat: (from, to, accounts) =>
      sql.transaction(async (inside) => {
        for (const { ownerId, accountId } of accounts) {
          const account = await find(inside, watchedAccountId(ownerId, accountId), sql.dialect.forUpdate);
          if (!account) continue;
          const chats = account.chats.map((each) =>
            each.chatId === from ? { ...each, chatId: to, topicId: 0, movedFrom: from } : each,
          );
          const [id, , sealed] = write({ ...account, chats });
          await inside.query('UPDATE watches SET body = $1 WHERE id = $2', sealed, id);
        }
      }),
  };
}

export function isSamePlace(one: Pick<WatchingChat, 'chatId' | 'topicId'>, other: typeof one): boolean {
  return one.chatId === other.chatId && one.topicId === other.topicId;
}

function isAt(chat: WatchingChat, { chatId, topicId = 0 }: AlertSlot): boolean {
  return isSamePlace(chat, { chatId, topicId });
}

/** The chat still has to be told which servers are down already. */
function withJoined(chat: WatchingChat, before: readonly WatchingChat[], now: number): WatchingChat {
  const was = before.find((each) => isSamePlace(each, chat) && each.team === chat.team);
  const isAsBefore = was && JSON.stringify(was.power) === JSON.stringify(chat.power);
  return isAsBefore || !(chat.power.all || chat.power.except.length > 0) ? chat : { ...chat, joined: now };
}

function withoutJoined(chat: WatchingChat, caughtUp: readonly WatchingChat[]): WatchingChat {
  const { joined, ...left } = chat;
  const isCaughtUp = caughtUp.some((each) => isSamePlace(each, chat) && each.joined === joined);
  return joined !== undefined && isCaughtUp ? left : chat;
}

function withoutFormer({ movedFrom: _, ...left }: WatchingChat): WatchingChat {
  return left;
}

/** A group may have become a supergroup while a round read its servers. */
function whereMoved<Slot extends AlertSlot>(slot: Slot, chats: readonly WatchingChat[]): Slot {
  if (chats.some(({ chatId }) => chatId === slot.chatId)) return slot;
  const moved = chats.find(({ movedFrom }) => movedFrom === slot.chatId);
  return moved ? { ...slot, chatId: moved.chatId, topicId: moved.topicId || undefined } : slot;
}

function endAll(
  { ownerId, accountId }: Pick<WatchedAccount, 'ownerId' | 'accountId'>,
  chats: readonly WatchingChat[],
): AlertChange[] {
  return chats.map(({ chatId, topicId }) => ({
    ...{ ownerId, accountId, chatId, topicId: topicId || undefined, serverId: undefined },
    ...{ change: 'resolveAll', why: 'unwatched' },
  }));
}
