import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Sql, text } from '../database/sql.ts';
import { openKeyValueStore } from '../key-value.ts';
import { type Seal, SealBroken } from './seal.ts';

/** How many rows of an older release are changed in one transaction. */
const PAGE = 200;

/** What the database is told of what an operation works on: enough to compare, and nothing to read. */
export interface Subjects {
  hash(subject: string): string;
}

/** @param key base64 */
export function createSubjects(key: string): Subjects {
  const secret = Buffer.from(key, 'base64');
  return { hash: (subject) => createHmac('sha256', secret).update(subject).digest('base64url') };
}

/**
 * The subjects of a store, by a key of its own that lies sealed in it: whichever STORE_KEY the processes seal with, all of them
 * compare alike. What an older release wrote readable is changed, by whichever process starts first; the others wait for it.
 */
export async function openSubjects(sql: Sql, seal: Seal): Promise<Subjects> {
  const box = openKeyValueStore(sql, seal, 'seal', (stored) => z.object({ key: z.string() }).parse(stored));
  const key = await box.change(
    'subjects',
    () => ({ key: randomBytes(32).toString('base64') }),
    (kept) => kept.key,
  );
  const subjects = createSubjects(key);
  while ((await hideSome(sql, seal, subjects)) === PAGE);
  return subjects;
}

/** Resolves to how many rows were changed, {@link PAGE} at most. */
function hideSome(sql: Sql, seal: Seal, subjects: Subjects): Promise<number> {
  return sql.transaction(
    async (inside) => {
      await inside.lock('subjects');
      const rows = await inside.query(
        `SELECT id, subject, body FROM operations WHERE subject IS NOT NULL ORDER BY id LIMIT ${PAGE} ${sql.dialect.forUpdate}`,
      );
      for (const row of rows) {
        const [id, subject] = [text(row, 'id'), text(row, 'subject')];
        await inside.query(
          'UPDATE operations SET subject = NULL, subject_hash = $1, body = $2 WHERE id = $3',
          subjects.hash(subject),
          withSubject(seal, row.body, id, subject),
          id,
        );
      }
      return rows.length;
    },
    { patient: true },
  );
}

/** The sealed contents with the subject in them; as they are where they can't be read, which is reported when they are due. */
function withSubject(seal: Seal, body: unknown, id: string, subject: string): Uint8Array {
  const place = `operation:${id}`;
  try {
    return seal.seal({ ...z.looseObject({}).parse(seal.open(body, place)), subject }, place);
  } catch (error) {
    if (error instanceof SealBroken && body instanceof Uint8Array) return body;
    throw error;
  }
}
