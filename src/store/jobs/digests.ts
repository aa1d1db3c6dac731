import { z } from 'zod';
import { numberColumn, type Row, type Sql, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { extendDue, nextDue, takeDue } from './queue.ts';

const look = z.object({
  accountId: z.string(),
  at: z.number(),
  /**
   * The servers that were near their end when a list had them last, and when that was: a list may lack servers. Absent where they are too
   * many: then all count as listed at the last look.
   */
  near: z.array(z.object({ id: z.string(), at: z.number(), date: z.string() })).exactOptional(),
  /** The servers that were renewed for a month at most, and the day of their end, midnight UTC: its first step is no news. */
  monthly: z.array(z.object({ id: z.string(), day: z.number() })).exactOptional(),
});
export type DigestLook = z.infer<typeof look>;

const body = z.object({
  /** The team of a group: its account is told about. Absent in private chats. */
  team: z.string().exactOptional(),
  /** Whether a group is told what its team spent: all in it see that. */
  money: z.literal(true).exactOptional(),
  /** The language of the chat's reader, as of the last update that told it. */
  locale: z.string().exactOptional(),
  /** The hour of the day, by the clock of the language: 0 to 23. */
  hour: z.number().exactOptional(),
  /** The topic of a private chat that set it last: it is told there. 0 outside of topics. */
  toldInTopic: z.number().exactOptional(),
  off: z.literal(true).exactOptional(),
  /** The day of the last digest, by the clock of the language: one that was sent, or had nothing to tell. ISO 8601. */
  day: z.string().exactOptional(),
  /** When each account was looked at last, epoch ms: an expiry that has come near since then is news. */
  looks: z.array(look),
  /** The accounts whose token the provider refused, where that was told. */
  refused: z.array(z.string()).exactOptional(),
  /** The servers and domains that the last digest showed, and the day of their end, midnight UTC: a later day means a renewal. */
  shown: z.array(z.object({ accountId: z.string(), id: z.string(), day: z.number() })).exactOptional(),
  /** The purchases without a known outcome when it looked last: one that turns out to have happened was not counted yet. */
  unsettled: z.array(z.string()).exactOptional(),
  /** The domains, in ASCII, whose expiry the chat does not want to be told. */
  without: z.array(z.string()).exactOptional(),
  /** The person wants to be told the next day what expires, though it is no news. */
  later: z.literal(true).exactOptional(),
});

/** When a private chat, or the group of a team, is told what expires. */
export interface Digest extends z.infer<typeof body> {
  id: string;
  chatId: number;
  /** The forum topic; 0 where there is none. */
  topicId: number;
  /** When it is due, epoch ms; null where it is off, or there is no account. */
  dueAt: number | null;
  /** The migration made the row: it has no setting, and was never due before. */
  isNew: boolean;
}

/** The settings of a digest. */
export type DigestChange = Partial<
  Pick<Digest, 'locale' | 'hour' | 'off' | 'day' | 'looks' | 'refused' | 'shown' | 'unsettled'>
> & {
  /** Whether the wish to be told the next day is fulfilled. */
  isReminded?: boolean;
};

export interface Digests {
  get(chatId: number, topicId?: number): Promise<Digest | undefined>;
  /** Makes the row of a chat that has an account now. One that waits for nothing is due again then. */
  begin(chatId: number, locale: string, dueAt: number): Promise<void>;
  /** Changes the settings, and when the digest is due. Without a row there is a first one. */
  change(chatId: number, edit: (digest: Digest) => Digest, topicId?: number): Promise<Digest>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Digest[]; unreadable: unknown[] }>;
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  /** Ends a turn with what it leaves; `undefined` where its lease does not end at `heldUntil`. */
  endTurn(
    id: string,
    heldUntil: number | null,
    change: DigestChange,
    dueAt: number | null,
  ): Promise<{ dueAt: number | null } | undefined>;
  moveChat(from: number, to: number): Promise<void>;
}

const COLUMNS = 'id, chat_id, due_at, body';

export function openDigests(sql: Sql, seal: Seal): Digests {
  const place = (id: string) => `digest:${id}`;
  const read = (row: Row): Digest => {
    const id = textColumn(row, 'id');
    const isNew = row.body === null;
    return {
      ...(isNew ? { looks: [] } : body.parse(seal.open(row.body, place(id)))),
      id,
      chatId: numberColumn(row, 'chat_id'),
      topicId: Number(id.split(':')[1]),
      dueAt: row.due_at === null ? null : numberColumn(row, 'due_at'),
      isNew,
    };
  };
  const find = async (inside: Sql, id: string, lock = ''): Promise<Digest | undefined> => {
    const [row] = await inside.query(`SELECT ${COLUMNS} FROM digests WHERE id = $1 ${lock}`, id);
    return row && read(row);
  };
  const write = async (inside: Sql, { id, chatId, topicId: _, dueAt, isNew: __, ...rest }: Digest) => {
    await inside.query(
      `INSERT INTO digests (id, chat_id, due_at, body) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, body = excluded.body`,
      ...[id, chatId, dueAt, seal.seal(rest, place(id))],
    );
  };
  return {
    get: (chatId, topicId) => find(sql, digestId(chatId, topicId)),
    async begin(chatId, locale, dueAt) {
      const id = digestId(chatId);
      await sql.query(
        `INSERT INTO digests (id, chat_id, due_at, body) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at WHERE digests.due_at IS NULL`,
        ...[id, chatId, dueAt, seal.seal({ locale, looks: [] }, place(id))],
      );
    },
    change: (chatId, edit, topicId = 0) =>
      sql.transaction(async (inside) => {
        const id = digestId(chatId, topicId);
        await inside.lock(place(id));
        const before = await find(inside, id, sql.dialect.forUpdate);
        const after = edit(before ?? { id, chatId, topicId, dueAt: null, isNew: true, looks: [] });
        await write(inside, after);
        return after;
      }),
    takeDue: (now, leaseMs, most) => takeDue(sql, { table: 'digests', columns: COLUMNS, read }, now, leaseMs, most),
    extend: (id, until, since) => extendDue(sql, 'digests', id, until, since),
    nextDue: () => nextDue(sql, 'digests'),
    endTurn: (id, heldUntil, change, dueAt) =>
      sql.transaction(async (inside) => {
        const before = await find(inside, id, sql.dialect.forUpdate);
        if (!before || before.dueAt !== heldUntil) return undefined;
        const { isReminded, ...changed } = change;
        const { later, ...left } = before;
        await write(inside, { ...left, ...(later && !isReminded ? { later } : {}), ...changed, dueAt });
        return { dueAt };
      }),
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        const digest = await find(inside, digestId(from), sql.dialect.forUpdate);
        if (!digest) return;
        await inside.query('DELETE FROM digests WHERE id = $1', digest.id);
        await write(inside, { ...digest, id: digestId(to), chatId: to });
      }),
  };
}

function digestId(chatId: number, topicId = 0): string {
  return `${chatId}:${topicId}`;
}
