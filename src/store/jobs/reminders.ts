import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { numberColumn, type Row, type Sql, type Transaction, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { extendDue, nextDue, takeDue } from './queue.ts';

/** The person may be no member any more when the news are told; earlier releases kept the name alone. */
const named = z.object({ userId: z.number(), name: z.string() });
const reader = z.object({ userId: z.number(), locale: z.string().optional() });

const teamNews = z.discriminatedUnion('what', [
  z.object({ what: z.literal('created'), owner: z.string() }),
  z.object({ what: z.literal('replaced'), ended: z.string(), person: z.string() }),
  z.object({ what: z.literal('added'), people: z.array(z.union([z.string(), named])) }),
  z.object({
    what: z.literal('admitted'),
    userId: z.number().optional(),
    person: z.string(),
    role: z.enum(['viewer', 'operator', 'admin']),
  }),
  z.object({ what: z.literal('asked'), userId: z.number(), person: z.string() }),
  z.object({ what: z.literal('left'), person: z.string(), change: z.string().optional() }),
  /** The group hears only that the owner left. */
  z.object({ what: z.literal('paused'), why: z.enum(['ownerLeft', 'botLeft']), isGroupTold: z.boolean().optional() }),
  z.object({ what: z.literal('disconnected') }),
  z.object({ what: z.literal('resumed') }),
  z.object({ what: z.literal('removed'), people: z.array(reader) }),
  z.object({ what: z.literal('returned'), people: z.array(reader) }),
  z.object({
    what: z.literal('tokenReplaced'),
    owner: z.string(),
    people: z.array(reader),
    unreached: z.boolean().optional(),
  }),
]);
export type TeamNews = z.infer<typeof teamNews>;

const body = z.object({
  /** `price`: replaces the message of a pending price. `token`: connects an account once the provider answers. */
  what: z.enum(['secret', 'price', 'unanswered', 'onCall', 'breakGlass', 'teamNews', 'token']).default('secret'),
  chatId: z.number(),
  messageId: z.number(),
  attempts: z.number(),
  moved: z.literal(true).exactOptional(),
  locale: z.string().exactOptional(),
  topicId: z.number().exactOptional(),
  /** A reminder of a team is about no message: its numbers are 0. */
  team: z.string().exactOptional(),
  news: teamNews.exactOptional(),
  connecting: z
    .object({
      token: z.string(),
      account: z.string().exactOptional(),
      name: z.string(),
      until: z.number(),
    })
    .exactOptional(),
});

/** One of a kind and team. `onCall` tells who is on call from then on; `breakGlass` counts down. */
export const TEAM_WORK = ['onCall', 'breakGlass'] as const;
export type TeamWork = (typeof TEAM_WORK)[number];

export interface Reminder extends z.infer<typeof body> {
  id: string;
  dueAt: number;
}

export interface StoredReminders {
  /** A chat has one `unanswered` reminder, the newest, and a message one `token`. */
  add(
    chatId: number,
    messageId: number,
    dueAt: number,
    more?: Partial<Pick<Reminder, 'what' | 'locale' | 'connecting'>> & { topicId?: number | undefined },
  ): Promise<string>;
  /** Leaves work due that is due earlier. A process that does the work just now loses its lease. */
  addForTeam(what: TeamWork, team: string, dueAt: number): Promise<void>;
  again(reminder: Reminder, dueAt: number, heldUntil: number | null): Promise<{ dueAt: number } | undefined>;
  hasten(what: Reminder['what'], now: number): Promise<void>;
  get(id: string): Promise<Reminder | undefined>;
  takeDue(now: number, leaseMs: number, most?: number): Promise<{ taken: Reminder[]; unreadable: unknown[] }>;
  extend(id: string, until: number, since: number): Promise<boolean>;
  nextDue(): Promise<number | undefined>;
  postpone(reminder: Reminder, dueAt: number, heldUntil: number | null): Promise<{ dueAt: number } | undefined>;
  /** `undefined` where the lease does not end at `heldUntil`, or the reminder was set anew. */
  end(id: string, heldUntil: number | null): Promise<{ dueAt: null } | undefined>;
  remove(id: string): Promise<void>;
  /** A group has `unanswered` reminders only. */
  moveChat(from: number, to: number): Promise<void>;
}

/** In the transaction of the change, so that a crash loses no news. */
export async function addTeamNews(
  inside: Transaction,
  seal: Seal,
  team: string,
  all: readonly TeamNews[],
): Promise<void> {
  for (const news of all) {
    const id = `teamNews:${randomBytes(9).toString('base64url')}`;
    const reminder = { what: 'teamNews', chatId: 0, messageId: 0, attempts: 0, team, news };
    await inside.query(
      'INSERT INTO chores (id, due_at, body) VALUES ($1, $2, $3)',
      id,
      inside.now(),
      seal.seal(reminder, place(id)),
    );
  }
}

function place(id: string): string {
  return `chore:${id}`;
}

function only(what: Reminder['what'], chatId: number, messageId: number): string | undefined {
  if (what === 'unanswered') return `unanswered:${chatId}`;
  return what === 'token' ? keptTokenId(chatId, messageId) : undefined;
}

export function keptTokenId(chatId: number, messageId: number): string {
  return `token:${chatId}:${messageId}`;
}

export function openReminders(sql: Sql, seal: Seal): StoredReminders {
  const unanswered = (chatId: number) => `unanswered:${chatId}`;
  const read = (row: Row): Reminder => {
    const id = textColumn(row, 'id');
    return { ...body.parse(seal.open(row.body, place(id))), id, dueAt: numberColumn(row, 'due_at') };
  };
  const put = async ({ id, dueAt: _, ...reminder }: Reminder, dueAt: number, heldUntil: number | null) => {
    const written = await sql.query(
      'UPDATE chores SET due_at = $1, body = $2 WHERE id = $3 AND due_at = $4 RETURNING id',
      ...[dueAt, seal.seal(reminder, place(id)), id, heldUntil],
    );
    return written.length > 0 ? { dueAt } : undefined;
  };
  return {
    async addForTeam(what, team, dueAt) {
      const id = `${what}:${team}`;
      const reminder = { what, chatId: 0, messageId: 0, attempts: 0, team };
      await sql.query(
        `INSERT INTO chores (id, due_at, body) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at WHERE chores.due_at > excluded.due_at`,
        id,
        dueAt,
        seal.seal(reminder, place(id)),
      );
    },
    again: (reminder, dueAt, heldUntil) => put({ ...reminder, attempts: 0 }, dueAt, heldUntil),
    async add(chatId, messageId, dueAt, { what = 'secret', locale, topicId, connecting } = {}) {
      const id = only(what, chatId, messageId) ?? `${what}:${randomBytes(9).toString('base64url')}`;
      const reminder = { what, chatId, messageId, attempts: 0, locale, topicId, connecting };
      await sql.query(
        `INSERT INTO chores (id, due_at, body) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at, body = excluded.body`,
        id,
        dueAt,
        seal.seal(reminder, place(id)),
      );
      return id;
    },
    async hasten(what, now) {
      await sql.query('UPDATE chores SET due_at = $1 WHERE id LIKE $2 AND due_at > $1', now, `${what}:%`);
    },
    async get(id) {
      const [row] = await sql.query('SELECT id, due_at, body FROM chores WHERE id = $1', id);
      return row && read(row);
    },
    takeDue: (now, leaseMs, most) =>
      takeDue(sql, { table: 'chores', columns: 'id, due_at, body', read }, now, leaseMs, most),
    extend: (id, until, since) => extendDue(sql, 'chores', id, until, since),
    nextDue: () => nextDue(sql, 'chores'),
    postpone: (reminder, dueAt, heldUntil) => put({ ...reminder, attempts: reminder.attempts + 1 }, dueAt, heldUntil),
    async end(id, heldUntil) {
      const ended = await sql.query('DELETE FROM chores WHERE id = $1 AND due_at = $2 RETURNING id', id, heldUntil);
      return ended.length > 0 ? { dueAt: null } : undefined;
    },
    async remove(id) {
      await sql.query('DELETE FROM chores WHERE id = $1', id);
    },
    moveChat: (from, to) =>
      sql.transaction(async (inside) => {
        const [row] = await inside.query(
          'DELETE FROM chores WHERE id = $1 RETURNING id, due_at, body',
          unanswered(from),
        );
        if (!row) return;
        const { id: _, dueAt, ...reminder } = read(row);
        const id = unanswered(to);
        await inside.query(
          'INSERT INTO chores (id, due_at, body) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
          id,
          dueAt,
          seal.seal({ ...reminder, chatId: to, moved: true }, place(id)),
        );
      }),
  };
}
