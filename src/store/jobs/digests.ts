import { z } from 'zod';
import { numberColumn, type Row, type Sql, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { extendDue, nextDue, takeDue } from './queue.ts';

const look = z.object({
  accountId: z.string(),
  at: z.number(),
  /** With the time of the last list that had the server: a list may lack servers. Absent where there are too many. */
  near: z.array(z.object({ id: z.string(), at: z.number(), date: z.string() })).exactOptional(),
  /** Servers renewed for a month at most, with their last day (midnight UTC): the first notice is no news. */
  monthly: z.array(z.object({ id: z.string(), day: z.number() })).exactOptional(),
});
export type DigestLook = z.infer<typeof look>;

const body = z.object({
  team: z.string().exactOptional(),
  money: z.literal(true).exactOptional(),
  locale: z.string().exactOptional(),
  hour: z.number().exactOptional(),
  toldInTopic: z.number().exactOptional(),
  off: z.literal(true).exactOptional(),
  day: z.string().exactOptional(),
  /** An expiry that has come near since then is news. */
  looks: z.array(look),
  refused: z.array(z.string()).exactOptional(),
  /** A later day (midnight UTC) means a renewal. */
  shown: z.array(z.object({ accountId: z.string(), id: z.string(), day: z.number() })).exactOptional(),
  /** A purchase that turns out to have happened was not counted yet. */
  unsettled: z.array(z.string()).exactOptional(),
  without: z.array(z.string()).exactOptional(),
  later: z.literal(true).exactOptional(),
});

export interface Digest extends z.infer<typeof body> {
  id: string;
  chatId: number;
  topicId: number;
  /** Epoch ms; null where the digest is off, or there is no account. */
  dueAt: number | null;
  /** The migration made the row: it has no setting, and was never due before. */
  isNew: boolean;
}

export type DigestChange = Partial<
  Pick<Digest, 'locale' | 'hour' | 'off' | 'day' | 'looks' | 'refused' | 'shown' | 'unsettled'>
> & {
  isReminded?: boolean;
};

export interface Digests {
  get(chatId: number, topicId?: number): Promise<Digest | undefined>;
  begin(chatId: number, locale: string, dueAt: number): Promise<void>;
  change(chatId: number, edit: (digest: Digest) => Digest, topicId?: number): Promise<Digest>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Digest[]; unreadable: unknown[] }>;
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
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
