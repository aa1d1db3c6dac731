import { z } from 'zod';
import { numberColumn, type Row, type Sql, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { type AlertChange, type AlertSlot, applyAlertChanges } from './alerts.ts';
import { nextDue, takeDue } from './queue.ts';
import { noteLeft } from './token-readings.ts';

const powerMemory = z.object({
  /** The status that several readings in a row agreed on last, as the provider gave it. */
  agreed: z.string(),
  last: z.string(),
  /** How many of the last readings had that status, and since when, epoch ms. */
  inRow: z.number(),
  since: z.number(),
  /** When the round before that began which could be written down, epoch ms: the change came after it. */
  after: z.number().exactOptional(),
  /** One bit for each reading that differed from the one before it, the newest in the lowest. */
  changes: z.number(),
  /** The power changes so often that its people were told so. */
  unstable: z.literal(true).exactOptional(),
  /** It goes off and comes back every few minutes, which its last readings alone do not show. */
  isSlow: z.literal(true).exactOptional(),
  /** When it was on again last after an outage that was told, epoch ms. */
  returnedAt: z.number().exactOptional(),
  /** The trouble that its people were told of and that is not over, and its beginning, epoch ms. */
  told: z.object({ what: z.enum(['down', 'unstable']), since: z.number() }).exactOptional(),
  /** When the list was asked for that lacked it while the provider did not know it, epoch ms; absent since it was read again. */
  goneAt: z.number().exactOptional(),
});
/** The memory of earlier readings of a server's power. */
export type PowerMemory = z.infer<typeof powerMemory>;

const watchedPrice = z.object({
  /** In ASCII. */
  suffix: z.string(),
  /** The price of a year when it was set, and the price from which on it is told. */
  total: z.number(),
  currency: z.string(),
  target: z.number(),
});
/** The price of a suffix that a chat waits for. */
export type WatchedPrice = z.infer<typeof watchedPrice>;

const watchedTraffic = z.object({
  /** The server's id, and its name when the watch was set. */
  server: z.string(),
  name: z.string(),
  /** The number of the provider from which on it is told. The contract names no unit. Absent: where it grows far faster than usual. */
  above: z.number().exactOptional(),
});
/** The traffic of a server that a chat is told about. */
export type WatchedTraffic = z.infer<typeof watchedTraffic>;

const offerReading = z.object({
  /** Whether a name can be registered, what a suffix costs, or whether a server's traffic is above a number. */
  kind: z.enum(['name', 'price', 'traffic']),
  of: z.string(),
  /** Epoch ms. */
  readAt: z.number(),
  /** How many of the last answers were equal, two at most, and that answer. */
  agreeing: z.number(),
  state: z.string().exactOptional(),
  /** When a name was free last, epoch ms. */
  freeAt: z.number().exactOptional(),
  total: z.number().exactOptional(),
  currency: z.string().exactOptional(),
  /** Of traffic that is compared with the usual one: when `total` was read, epoch ms, and by how much it grew an hour, the newest last. */
  totalAt: z.number().exactOptional(),
  growth: z.array(z.number()).exactOptional(),
  /**
   * The provider did not know the server when it was asked for last: when the list was asked for that lacked it, epoch ms; 0 where none did
   * that may be believed.
   */
  goneAt: z.number().exactOptional(),
});
/** The provider's last answer about a name, a suffix, or the traffic of a server. */
export type OfferReading = z.infer<typeof offerReading>;

const watchingChat = z.object({
  chatId: z.number(),
  /** The forum topic; 0 where there is none. */
  topicId: z.number(),
  /** The topic of a private chat in which it was asked for last: it is told there. 0 outside of topics. */
  toldInTopic: z.number().exactOptional(),
  locale: z.string(),
  /** The team of a group: its members may see and do there what their roles allow. */
  team: z.string().exactOptional(),
  /** Whether the power of all servers is watched, and the servers for which it is the other way round. */
  power: z.object({ all: z.boolean(), except: z.array(z.string()) }),
  /** Whether it is told of changes outside the bot; absent until a member chooses. */
  outside: z.boolean().exactOptional(),
  /** An alert about power that no person looks after is told once; absent where it is repeated. */
  tellsOnce: z.literal(true).exactOptional(),
  /** The names, in ASCII, that it wants to register once they are free. */
  names: z.array(z.string()).exactOptional(),
  prices: z.array(watchedPrice).exactOptional(),
  traffic: z.array(watchedTraffic).exactOptional(),
  /** When more power was watched than before, epoch ms, until a round has told what was wrong already. */
  joined: z.number().exactOptional(),
  /** The group that it was before it became a supergroup: a round that had begun tells that one. */
  movedFrom: z.number().exactOptional(),
});
/** A chat that is told about an account. */
export type WatchingChat = z.infer<typeof watchingChat>;

const body = z.object({
  ownerId: z.number(),
  accountId: z.string(),
  chats: z.array(watchingChat),
  /** The readings that a round may take. */
  budget: z.number(),
  /** When the last round began, epoch ms. */
  roundAt: z.number(),
  /** The server that was read last in turn. */
  cursor: z.string(),
  /** When the list of servers was read last, epoch ms. */
  listAt: z.number(),
  /** The rounds in a row in which the provider answered nothing; of one told as unreachable all, until it answers again. */
  failures: z.number(),
  /** How many rounds with answers count for the end of the notice that the provider is unreachable; of a round with few answers a part. */
  answering: z.number().exactOptional(),
  /**
   * From the last round before to the last round of the newest time in which the provider answered nothing, and why; or to the first round
   * after a time without rounds. Epoch ms.
   */
  silence: z
    .object({ from: z.number(), to: z.number(), what: z.enum(['unreachable', 'refused']).exactOptional() })
    .exactOptional(),
  /** When the list was asked for that was compared last, epoch ms; absent where none was. */
  comparedAt: z.number().exactOptional(),
  /** The list has to be read again soon: a server was not on it. */
  rereads: z.boolean().exactOptional(),
  /** The changes outside the bot that were found on a day (ISO 8601, UTC), and whether they were too many on one. */
  outside: z.object({ day: z.string(), count: z.number(), isBusy: z.boolean() }).exactOptional(),
  /** Of the names and suffixes that its chats watch. */
  offers: z.array(offerReading).exactOptional(),
  /** How many times in a row the list could not be read, and when that was tried last, epoch ms. */
  listFailed: z.object({ times: z.number(), at: z.number() }).exactOptional(),
  /**
   * The servers that could not be read while others could: how many times in a row, when that was tried last, and when the round before the
   * first of them began. Epoch ms. `isUnknown`: the provider has answered that it does not know a server that its list has.
   */
  failing: z
    .array(
      z.object({
        ...{ id: z.string(), times: z.number(), at: z.number(), from: z.number() },
        isUnknown: z.literal(true).exactOptional(),
      }),
    )
    .exactOptional(),
  /** The smallest share of its token's readings that still matters, and when a round had it last, epoch ms. */
  smallest: z.object({ readings: z.number(), at: z.number() }).exactOptional(),
  /** The mean part of its share that a round had the time to read lately: less than 1 at a slow provider. */
  pace: z.number().exactOptional(),
  /** The same of the servers that a round had the time to read, at a provider that takes its time. */
  slowest: z.object({ readings: z.number(), at: z.number() }).exactOptional(),
});

/**
 * A server as a list had it: its id, its address and the date of its end; `1` where the last list lacks it, once more where the provider was
 * asked for it and did not say that it is gone.
 */
const listedServer = z.tuple([z.string(), z.string().nullable(), z.string().nullable()]).rest(z.literal(1));
export type RememberedServer = z.infer<typeof listedServer>;

/** An account whose servers are watched, for all chats that are told about it: they share its readings. */
export interface WatchedAccount extends z.infer<typeof body> {
  id: string;
  /** When its next round begins, which is also the end of its lease: epoch ms. */
  dueAt: number;
  /** The hash of the token that its last round read with. */
  tokenHash?: string | undefined;
}

/** By server id. */
export type PowerReadings = Map<string, PowerMemory>;

/** The findings of a round. */
export interface Round {
  account: Partial<Omit<WatchedAccount, 'id' | 'dueAt' | 'tokenHash' | 'ownerId' | 'accountId' | 'chats'>>;
  /** Absent where they tell nothing new, as is usual: the row is large. */
  readings?: PowerReadings | undefined;
  /** The servers of the last list; absent where they are as before. */
  listed?: readonly RememberedServer[] | undefined;
  alerts: readonly AlertChange[];
  /** Whether a chat, as it is at the end of the round, watches what an alert would tell. */
  wants?(chat: WatchingChat, change: Extract<AlertChange, { change: 'open' }>): boolean;
  /** The chats as the round leaves them, of those that it finds at its end. */
  left?(chats: readonly WatchingChat[]): WatchingChat[];
  /** Chats that {@link WatchingChat.joined}, as the round found them: they know now what was wrong already. */
  caughtUp?: readonly WatchingChat[];
  /** Chats that may not be told any more. */
  gone?: readonly WatchingChat[];
  dueAt: number;
}

export interface Watches {
  get(ownerId: number, accountId: string): Promise<WatchedAccount | undefined>;
  find(id: string): Promise<WatchedAccount | undefined>;
  /**
   * Changes the chats that are told, and ends the alerts of those that are told no more; the account is not watched any more where none is
   * left. Resolves to what `edit` returns.
   */
  change<T>(ownerId: number, accountId: string, now: number, edit: (chats: WatchingChat[]) => T): Promise<T>;
  readings(id: string): Promise<PowerReadings>;
  /** The servers of the list that was compared last. */
  listed(id: string): Promise<RememberedServer[]>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: WatchedAccount[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  /** Begins the next round now, with another token: it may be that of another account, so that no list is compared with those before. */
  renew(ownerId: number, accountId: string, now: number): Promise<void>;
  /** Ends a round with all that it found, in one transaction; `false` where its lease does not end at `heldUntil`. */
  endRound(id: string, heldUntil: number, round: Round, now: number): Promise<boolean>;
  /** Stops watching an account that is gone, and ends its alerts. */
  forget(id: string, now: number): Promise<void>;
  /** @param accounts those that the group is told about */
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
        // A round that is lost with the machine is read again.
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

/** Whether it is the same chat, and the same topic of it. */
export function isSamePlace(one: Pick<WatchingChat, 'chatId' | 'topicId'>, other: typeof one): boolean {
  return one.chatId === other.chatId && one.topicId === other.topicId;
}

function isAt(chat: WatchingChat, { chatId, topicId = 0 }: AlertSlot): boolean {
  return isSamePlace(chat, { chatId, topicId });
}

/** Notes that a chat watches more power than before: the chat still has to be told which servers are down already. */
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

/** The round that was under way when a group became a supergroup has ended: no later one names the former group. */
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
