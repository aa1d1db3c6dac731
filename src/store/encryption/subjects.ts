import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Sql, textColumn } from '../database/sql.ts';
import { openKeyValueStore } from '../key-value/index.ts';
import { putNewest } from '../memory.ts';
import { type Seal, SealBroken } from './seal.ts';

const MAX_CACHED_HASHES = 1_000;
const ROWS_PER_TRANSACTION = 200;

/** The database can compare the hashed subjects of operations but not read them. */
export interface Subjects {
  hash(subject: string): string;
}

const kept = z.object({ key: z.string() });

export function createSubjects(key: string): Subjects {
  const secret = createSecretKey(key, 'base64');
  const known = new Map<string, string>();
  return {
    hash(subject) {
      const hash = known.get(subject) ?? createHmac('sha256', secret).update(subject).digest('base64url');
      putNewest(known, subject, hash, MAX_CACHED_HASHES);
      return hash;
    },
  };
}

/** The key lies sealed in the store, so that all processes hash alike with any STORE_KEY. */
export async function openSubjects(sql: Sql, seal: Seal): Promise<Subjects> {
  const values = openKeyValueStore(sql, seal, 'seal', (stored) => kept.parse(stored));
  const known = await values.get('subjects');
  const makeKey = () => ({ key: randomBytes(32).toString('base64') });
  const { key } = known ?? (await values.change('subjects', makeKey, (kept) => kept));
  const subjects = createSubjects(key);
  // Uses the index of readable subjects: otherwise every start would read all operations.
  const readable = await sql.query('SELECT 1 FROM operations WHERE subject IS NOT NULL LIMIT 1');
  for (let last = readable.length > 0 ? '' : undefined; last !== undefined; )
    last = await hideSome(sql, seal, subjects, last);
  return subjects;
}

function hideSome(sql: Sql, seal: Seal, subjects: Subjects, after: string): Promise<string | undefined> {
  return sql.transaction(
    async (inside) => {
      await inside.lock('subjects');
      const rows = await inside.query(
        `SELECT id, subject, body FROM operations WHERE subject IS NOT NULL AND id > $1
         ORDER BY id LIMIT ${ROWS_PER_TRANSACTION} ${sql.dialect.forUpdate}`,
        after,
      );
      for (const row of rows) {
        const [id, subject] = [textColumn(row, 'id'), textColumn(row, 'subject')];
        const body = withSubject(seal, row.body, id, subject);
        if (!body) continue;
        await inside.query(
          'UPDATE operations SET subject = NULL, subject_hash = $1, body = $2 WHERE id = $3',
          subjects.hash(subject),
          body,
          id,
        );
      }
      const last = rows.at(-1);
      return last && textColumn(last, 'id');
    },
    { patient: true },
  );
}

/** An unreadable body stays, and is reported when the operation is due. */
function withSubject(seal: Seal, body: unknown, id: string, subject: string): Uint8Array | undefined {
  const place = `operation:${id}`;
  try {
    const contents = z.looseObject({ bound: z.unknown().optional() }).parse(seal.open(body, place));
    return contents.bound === undefined ? seal.seal({ ...contents, subject }, place) : undefined;
  } catch (error) {
    if (error instanceof SealBroken && body instanceof Uint8Array) return body;
    throw error;
  }
}
