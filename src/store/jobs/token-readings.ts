import { numberColumn, type Sql, textColumn } from '../database/sql.ts';
import type { Subjects } from '../encryption/subjects.ts';

/** So many digests read with one token at a time: the others wait. */
const MOST_DIGESTS = 3;
/** A round that has begun before it could know of another reader ends within this time, with a minute behind its last reading. */
const SETTLED_MS = 2 * 60_000;
/** A digest has read after so long, also where the provider takes its time; a process that died in it leaves it to another one then. */
const LONGEST_DIGEST_MS = 10 * 60_000;
/** Behind the last reading of a digest its readings count for so long. */
const MINUTE_MS = 60_000;
/** Of the other bindings of a token, some of which may be paused, so many are named. */
const MOST_OTHERS = 20;
/** A token that is used no more has rows for so long. */
const KEPT_MS = 24 * 3_600_000;

/** The readers with a token. */
export interface TokenReaders {
  /** The watched bindings with the token. */
  bindings: number;
  /** The bindings with the token that come before this one. */
  earlier: number;
  /** The digests that read with it now. */
  digests: number;
  /** Whether the binding's rounds read with it for the first time: those of others may not know of it yet. */
  isNew: boolean;
  /** For a new binding: when another one, or the same one before, stopped to read with the token last, epoch ms. */
  leftAt?: number;
  /** For a new binding: the ids of other watched accounts with the token whose last rounds were answered. */
  others?: string[];
}

/**
 * Shares the readings of a minute among all that read with the same token: a provider counts a token's requests, however many people have
 * connected it.
 */
export interface TokenReadings {
  /** The readers with the token of a watched account, which counts among them from then on. */
  readers(account: { id: string; tokenHash?: string | undefined }, token: string, now: number): Promise<TokenReaders>;
  /**
   * Keeps readings for a digest of an account. Resolves to when it may read, epoch ms: at once, when every round knows of it, or when
   * another digest, or an earlier try of this one, has read.
   * @param settledMs how long a round may read on that began before it could know of the digest; two minutes unless told
   */
  keepFor(digest: DigestReader, now: number, settledMs?: number): Promise<number>;
  /** A digest begins to read: should its process die, the next one waits until all that it read is a minute old. */
  begin(digest: DigestReader, now: number): Promise<void>;
  /** A digest has read. Its readings count for a minute more. */
  end(digest: DigestReader, now: number): Promise<void>;
}

/** The digest of a chat, as far as it is about one account. */
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
      `SELECT id FROM watches WHERE token_hash = $1 AND id <> $2 AND failures = 0 ORDER BY due_at LIMIT ${MOST_OTHERS}`,
      ...[hash, id],
    );
    return rows.length > 0 ? { others: rows.map((row) => textColumn(row, 'id')) } : {};
  };
  /** Those who begin to read with a token do so one after another, so that the later one knows of the earlier one. */
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
    keepFor(digest, now, settledMs = SETTLED_MS) {
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
        if (digests >= MOST_DIGESTS) return now + MINUTE_MS;
        const { leftAt: left = Number.NEGATIVE_INFINITY } = await leftAt(inside, hash);
        const beginsAt = bindings > 0 || now - left < settledMs ? now + settledMs : now;
        await inside.query(
          'INSERT INTO digest_readings (token_hash, id, begins_at, ends_at) VALUES ($1, $2, $3, $4)',
          ...[hash, id, beginsAt, beginsAt + LONGEST_DIGEST_MS],
        );
        return beginsAt;
      });
    },
    async begin(digest, now) {
      await move(digest, now + LONGEST_DIGEST_MS, now + 2 * LONGEST_DIGEST_MS);
    },
    async end(digest, now) {
      await move(digest, now + MINUTE_MS, now + MINUTE_MS);
    },
  };
}

/** Removes what digests read long ago, at most `most`. Resolves to whether there may be more. */
export async function forgetOldReadings(inside: Sql, now: number, most: number): Promise<boolean> {
  const old = `SELECT token_hash, id FROM digest_readings WHERE ends_at < $1 ORDER BY ends_at LIMIT ${most} ${inside.dialect.skipLocked}`;
  const removed = await inside.query(
    `DELETE FROM digest_readings WHERE (token_hash, id) IN (${old}) RETURNING id`,
    now - KEPT_MS,
  );
  return removed.length === most;
}

const NOBODY = { bindings: 0, earlier: 0, digests: 0 };

/** Stands for all watched bindings of a token that have stopped to read with it. */
const BINDING = 'binding';

/** Keeps that a watched account reads with its token no more. Another reader of the token may begin a minute after its last reading. */
export async function noteLeft(inside: Sql, watchId: string, now: number): Promise<void> {
  await inside.query(
    `INSERT INTO digest_readings (token_hash, id, begins_at, ends_at)
       SELECT token_hash, $1, $2, $2 FROM watches WHERE id = $3 AND token_hash IS NOT NULL
     ON CONFLICT (token_hash, id) DO UPDATE SET begins_at = excluded.begins_at, ends_at = excluded.ends_at`,
    ...[BINDING, now, watchId],
  );
}
