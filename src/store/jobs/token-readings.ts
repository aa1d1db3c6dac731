import { numberColumn, type Sql, textColumn } from '../database/sql.ts';
import type { Subjects } from '../encryption/subjects.ts';

const MAX_DIGESTS_READING = 3;
/** A round that could not know of another reader ends within this time, with a minute behind its last reading. */
const ROUND_SETTLED_MS = 2 * 60_000;
const MAX_DIGEST_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
const MAX_OTHERS_NAMED = 20;
const UNUSED_KEPT_MS = 24 * 3_600_000;

export interface TokenReaders {
  bindings: number;
  earlier: number;
  digests: number;
  isNew: boolean;
  leftAt?: number;
  others?: string[];
}

/** Shares the readings of a minute among all readers of a token: the provider counts a token's requests. */
export interface TokenReadings {
  readers(account: { id: string; tokenHash?: string | undefined }, token: string, now: number): Promise<TokenReaders>;
  /** Resolves to the time (epoch ms) at which every round knows of the digest. @param settledMs the longest round */
  keepFor(digest: DigestReader, now: number, settledMs?: number): Promise<number>;
  /** Should the process die, the next digest waits until all these readings are a minute old. */
  begin(digest: DigestReader, now: number): Promise<void>;
  end(digest: DigestReader, now: number): Promise<void>;
}

export interface DigestReader {
  digestId: string;
  accountId: string;
  token: string;
}

export function openTokenReadings(sql: Sql, subjects: Subjects): TokenReadings {
  const hashOf = (token: string) => subjects.hash(`token ${token}`);
  const keyOf = ({ digestId, accountId, token }: DigestReader) =>
    [hashOf(token), subjects.hash(`digest ${digestId} ${accountId}`)] as const;
  const move = (digest: DigestReader, beginsAt: number, endsAt: number) =>
    sql.query(
      'UPDATE digest_readings SET begins_at = $1, ends_at = $2 WHERE token_hash = $3 AND id = $4',
      ...[beginsAt, endsAt, ...keyOf(digest)],
    );
  const count = async (inside: Sql, hash: string, now: number, id = '') => {
    const [row] = await inside.query(
      `SELECT (SELECT COUNT(*) FROM watches WHERE token_hash = $1) AS bindings,
         (SELECT COUNT(*) FROM watches WHERE token_hash = $1 AND id < $3) AS earlier,
         (SELECT COUNT(*) FROM digest_readings WHERE token_hash = $1 AND ends_at > $2) AS digests`,
      ...[hash, now, id],
    );
    if (!row) return NOBODY;
    return {
      ...{ bindings: numberColumn(row, 'bindings'), earlier: numberColumn(row, 'earlier') },
      digests: numberColumn(row, 'digests'),
    };
  };
  const leftAt = async (inside: Sql, hash: string): Promise<{ leftAt?: number }> => {
    const [left] = await inside.query(
      'SELECT ends_at FROM digest_readings WHERE token_hash = $1 AND id = $2',
      ...[hash, BINDING],
    );
    return left ? { leftAt: numberColumn(left, 'ends_at') } : {};
  };
  const otherThan = async (inside: Sql, hash: string, id: string): Promise<Pick<TokenReaders, 'others'>> => {
    const rows = await inside.query(
      `SELECT id FROM watches WHERE token_hash = $1 AND id <> $2 AND failures = 0 ORDER BY due_at LIMIT ${MAX_OTHERS_NAMED}`,
      ...[hash, id],
    );
    return rows.length > 0 ? { others: rows.map((row) => textColumn(row, 'id')) } : {};
  };
  /** New readers of a token begin one after another, so that the later one knows of the earlier one. */
  const alone = <T>(hash: string, work: (inside: Sql) => Promise<T>) =>
    sql.transaction(
      async (inside) => {
        await inside.lock(`token:${hash}`);
        return work(inside);
      },
      { durability: 'relaxed' },
    );
  return {
    async readers({ id, tokenHash }, token, now) {
      const hash = hashOf(token);
      if (tokenHash === hash) return { ...(await count(sql, hash, now, id)), isNew: false };
      return alone(hash, async (inside) => {
        await inside.query('UPDATE watches SET token_hash = $1 WHERE id = $2', hash, id);
        const others = { ...(await leftAt(inside, hash)), ...(await otherThan(inside, hash, id)) };
        return { ...(await count(inside, hash, now, id)), isNew: true, ...others };
      });
    },
    keepFor(digest, now, settledMs = ROUND_SETTLED_MS) {
      const [hash, id] = keyOf(digest);
      return alone(hash, async (inside) => {
        await inside.query(
          'DELETE FROM digest_readings WHERE token_hash = $1 AND id = $2 AND ends_at <= $3',
          ...[hash, id, now],
        );
        const [kept] = await inside.query(
          'SELECT begins_at FROM digest_readings WHERE token_hash = $1 AND id = $2',
          ...[hash, id],
        );
        if (kept) return numberColumn(kept, 'begins_at');
        const { bindings, digests } = await count(inside, hash, now);
        if (digests >= MAX_DIGESTS_READING) return now + MINUTE_MS;
        const { leftAt: left = Number.NEGATIVE_INFINITY } = await leftAt(inside, hash);
        const beginsAt = bindings > 0 || now - left < settledMs ? now + settledMs : now;
        await inside.query(
          'INSERT INTO digest_readings (token_hash, id, begins_at, ends_at) VALUES ($1, $2, $3, $4)',
          ...[hash, id, beginsAt, beginsAt + MAX_DIGEST_MS],
        );
        return beginsAt;
      });
    },
    async begin(digest, now) {
      await move(digest, now + MAX_DIGEST_MS, now + 2 * MAX_DIGEST_MS);
    },
    async end(digest, now) {
      await move(digest, now + MINUTE_MS, now + MINUTE_MS);
    },
  };
}

export async function forgetOldReadings(inside: Sql, now: number, most: number): Promise<boolean> {
  const old = `SELECT token_hash, id FROM digest_readings WHERE ends_at < $1 ORDER BY ends_at LIMIT ${most} ${inside.dialect.skipLocked}`;
  const removed = await inside.query(
    `DELETE FROM digest_readings WHERE (token_hash, id) IN (${old}) RETURNING id`,
    now - UNUSED_KEPT_MS,
  );
  return removed.length === most;
}

const NOBODY = { bindings: 0, earlier: 0, digests: 0 };

const BINDING = 'binding';

/** Another reader of the token may begin a minute after the last reading. */
export async function noteLeft(inside: Sql, watchId: string, now: number): Promise<void> {
  await inside.query(
    `INSERT INTO digest_readings (token_hash, id, begins_at, ends_at)
       SELECT token_hash, $1, $2, $2 FROM watches WHERE id = $3 AND token_hash IS NOT NULL
     ON CONFLICT (token_hash, id) DO UPDATE SET begins_at = excluded.begins_at, ends_at = excluded.ends_at`,
    ...[BINDING, now, watchId],
  );
}
