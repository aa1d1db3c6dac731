import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { nextDue, takeDue } from './due.ts';
import type { Seal } from './seal.ts';
import { number, type Row, type Sql, text } from './sql.ts';

const body = z.object({ chatId: z.number(), messageId: z.number(), attempts: z.number() });

/** A message that has to go at a certain time: it shows a secret. */
export interface Chore extends z.infer<typeof body> {
  id: string;
  dueAt: number;
}

/** Deletions that were promised to a person; they survive a restart. */
export interface Chores {
  add(chatId: number, messageId: number, dueAt: number): Promise<void>;
  get(id: string): Promise<Chore | undefined>;
  takeDue(now: number, leaseMs: number): Promise<{ taken: Chore[]; unreadable: unknown[] }>;
  nextDue(): Promise<number | undefined>;
  /** Puts it off, after an attempt that failed. */
  postpone(chore: Chore, dueAt: number): Promise<void>;
  remove(id: string): Promise<void>;
}

export function openChores(sql: Sql, seal: Seal): Chores {
  const place = (id: string) => `chore:${id}`;
  const read = (row: Row): Chore => {
    const id = text(row, 'id');
    return { ...body.parse(seal.open(row.body, place(id))), id, dueAt: number(row, 'due_at') };
  };
  return {
    async add(chatId, messageId, dueAt) {
      const id = randomBytes(9).toString('base64url');
      const sealed = seal.seal({ chatId, messageId, attempts: 0 }, place(id));
      await sql.query('INSERT INTO chores (id, due_at, body) VALUES ($1, $2, $3)', id, dueAt, sealed);
    },
    async get(id) {
      const [row] = await sql.query('SELECT id, due_at, body FROM chores WHERE id = $1', id);
      return row && read(row);
    },
    takeDue: (now, leaseMs) => takeDue(sql, { table: 'chores', columns: 'id, due_at, body', read }, now, leaseMs),
    nextDue: () => nextDue(sql, 'chores'),
    async postpone({ id, chatId, messageId, attempts }, dueAt) {
      const sealed = seal.seal({ chatId, messageId, attempts: attempts + 1 }, place(id));
      await sql.query('UPDATE chores SET due_at = $1, body = $2 WHERE id = $3', dueAt, sealed, id);
    },
    async remove(id) {
      await sql.query('DELETE FROM chores WHERE id = $1', id);
    },
  };
}
