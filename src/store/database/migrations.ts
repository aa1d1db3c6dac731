import type { Sql } from './sql.ts';

/** Never edit a released migration; append the next. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE boxes (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires_at BIGINT)`,
    `CREATE TABLE inbox (bot_id BIGINT NOT NULL, update_id BIGINT NOT NULL, body BLOB NOT NULL, attempts BIGINT NOT NULL DEFAULT 0,
       PRIMARY KEY (bot_id, update_id))`,
    `CREATE TABLE offsets (bot_id BIGINT PRIMARY KEY, next_update_id BIGINT NOT NULL, saved_at BIGINT NOT NULL)`,
    `CREATE TABLE operations (id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, user_id BIGINT NOT NULL,
       chat_id BIGINT NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT NOT NULL, due_at BIGINT,
       told TEXT, body BLOB NOT NULL)`,
    `CREATE INDEX operations_due ON operations (due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX operations_user ON operations (user_id, created_at)`,
  ],
  [
    `ALTER TABLE operations ADD COLUMN subject TEXT`,
    `CREATE INDEX operations_subject ON operations (subject, state) WHERE subject IS NOT NULL`,
    `CREATE TABLE chores (id TEXT PRIMARY KEY, due_at BIGINT NOT NULL, body BLOB NOT NULL)`,
    `CREATE INDEX chores_due ON chores (due_at)`,
  ],
  [`CREATE INDEX operations_kind ON operations (kind, created_at)`],
  [`ALTER TABLE operations ADD COLUMN said TEXT`],
  [
    `CREATE TABLE checks (id TEXT PRIMARY KEY, state TEXT NOT NULL, user_id BIGINT NOT NULL, chat_id BIGINT NOT NULL,
       created_at BIGINT NOT NULL, due_at BIGINT, body BLOB NOT NULL)`,
    `CREATE INDEX checks_due ON checks (due_at) WHERE due_at IS NOT NULL`,
    `CREATE TABLE check_results (check_id TEXT NOT NULL, number BIGINT NOT NULL, body BLOB NOT NULL,
       PRIMARY KEY (check_id, number))`,
  ],
  [
    `CREATE TABLE leases (name TEXT PRIMARY KEY, fence BIGINT NOT NULL, expires_at BIGINT NOT NULL, notes TEXT NOT NULL)`,
  ],
  [`CREATE INDEX operations_unknown ON operations (said) WHERE state = 'unknown'`],
  [`CREATE INDEX boxes_expiry ON boxes (expires_at) WHERE expires_at IS NOT NULL`],
  [`CREATE TABLE key_proofs (key_id TEXT PRIMARY KEY, body BLOB NOT NULL)`],
  [
    `CREATE TABLE group_messages (chat_id BIGINT NOT NULL, slot BIGINT NOT NULL, count BIGINT NOT NULL,
       PRIMARY KEY (chat_id, slot))`,
  ],
  [`ALTER TABLE inbox ADD COLUMN kept_at BIGINT`],
  [
    `ALTER TABLE inbox ADD COLUMN lane TEXT`,
    `CREATE INDEX inbox_lane ON inbox (lane, update_id) WHERE lane IS NOT NULL`,
  ],
  [
    `ALTER TABLE operations ADD COLUMN subject_hash TEXT`,
    `CREATE INDEX operations_subject_hash ON operations (subject_hash, state) WHERE subject_hash IS NOT NULL`,
  ],
  [
    `ALTER TABLE operations ADD COLUMN retention TEXT`,
    // Rows of earlier releases do not say whether a refused operation was sent.
    `UPDATE operations SET retention = CASE
       WHEN state IN ('expired', 'cancelled') THEN 'unsent'
       WHEN state IN ('accepted', 'done', 'unknown')
         AND kind IN ('order', 'renewal', 'upgrade', 'registration', 'domainRenewal') THEN 'paid'
       ELSE 'free' END
     WHERE state IN ('expired', 'cancelled', 'refused', 'accepted', 'done', 'unknown')`,
    `CREATE INDEX operations_retention ON operations (retention, created_at) WHERE retention IS NOT NULL`,
    `CREATE INDEX checks_created ON checks (created_at)`,
    `CREATE INDEX checks_user ON checks (user_id, created_at)`,
  ],
  [`CREATE INDEX operations_unsent ON operations (user_id, created_at) WHERE retention = 'unsent'`],
  [`CREATE INDEX operations_claimed ON operations (state) WHERE state IN ('quoting', 'sending')`],
  [
    `ALTER TABLE operations ADD COLUMN team TEXT`,
    `CREATE INDEX operations_team ON operations (team, created_at) WHERE team IS NOT NULL`,
    `CREATE TABLE audit (team TEXT NOT NULL, at BIGINT NOT NULL, number BIGINT NOT NULL, actor_id BIGINT, member_id BIGINT,
       subject_hash TEXT, body BLOB NOT NULL, PRIMARY KEY (team, at, number))`,
    `CREATE TABLE audit_ranges (team TEXT PRIMARY KEY, body BLOB NOT NULL)`,
    `CREATE INDEX audit_actor ON audit (team, actor_id, at, number) WHERE actor_id IS NOT NULL`,
    `CREATE INDEX audit_member ON audit (team, member_id, at, number) WHERE member_id IS NOT NULL`,
    `CREATE INDEX audit_subject ON audit (team, subject_hash, at, number) WHERE subject_hash IS NOT NULL`,
    `CREATE INDEX audit_subject_actor ON audit (team, subject_hash, actor_id, at, number)
       WHERE subject_hash IS NOT NULL AND actor_id IS NOT NULL`,
    `CREATE INDEX audit_subject_member ON audit (team, subject_hash, member_id, at, number)
       WHERE subject_hash IS NOT NULL AND member_id IS NOT NULL`,
    `CREATE INDEX audit_at ON audit (at, team, number)`,
  ],
  // Until the first release with teams the table had another name.
  [
    `CREATE TABLE IF NOT EXISTS audit_extents (team TEXT PRIMARY KEY, body BLOB NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS audit_ranges (team TEXT PRIMARY KEY, body BLOB NOT NULL)`,
    `INSERT INTO audit_ranges (team, body) SELECT team, body FROM audit_extents`,
    `DROP TABLE audit_extents`,
  ],
  [
    `CREATE TABLE watches (id TEXT PRIMARY KEY, due_at BIGINT NOT NULL, body BLOB NOT NULL)`,
    `CREATE INDEX watches_due ON watches (due_at)`,
    `CREATE TABLE watch_readings (id TEXT PRIMARY KEY, body BLOB NOT NULL)`,
    `CREATE TABLE alerts (id TEXT PRIMARY KEY, slot TEXT NOT NULL, chat_id BIGINT NOT NULL, state TEXT NOT NULL,
       created_at BIGINT NOT NULL, due_at BIGINT, body BLOB NOT NULL)`,
    `CREATE UNIQUE INDEX alerts_open ON alerts (slot) WHERE state <> 'resolved'`,
    `CREATE INDEX alerts_due ON alerts (due_at) WHERE due_at IS NOT NULL`,
    `CREATE INDEX alerts_chat ON alerts (chat_id, created_at)`,
    `CREATE INDEX alerts_resolved ON alerts (created_at) WHERE state = 'resolved'`,
  ],
  [
    `CREATE TABLE digests (id TEXT PRIMARY KEY, chat_id BIGINT NOT NULL, due_at BIGINT, body BLOB)`,
    `CREATE INDEX digests_due ON digests (due_at) WHERE due_at IS NOT NULL`,
    `INSERT INTO digests (id, chat_id, due_at)
       SELECT substr(key, 10) || ':0', CAST(substr(key, 10) AS BIGINT), {now} + CAST(substr(key, 10) AS BIGINT) % 86400 * 1000
       FROM boxes WHERE key LIKE 'accounts:%'`,
  ],
  [`CREATE TABLE watch_lists (id TEXT PRIMARY KEY, body BLOB NOT NULL)`],
  [
    `ALTER TABLE watches ADD COLUMN token_hash TEXT`,
    `CREATE INDEX watches_token ON watches (token_hash) WHERE token_hash IS NOT NULL`,
    `CREATE TABLE digest_readings (token_hash TEXT NOT NULL, id TEXT NOT NULL, begins_at BIGINT NOT NULL,
       ends_at BIGINT NOT NULL, PRIMARY KEY (token_hash, id))`,
  ],
  [`CREATE INDEX digest_readings_end ON digest_readings (ends_at)`],
  [
    `CREATE INDEX alerts_slot ON alerts (slot, created_at) WHERE state = 'resolved'`,
    `UPDATE alerts SET due_at = {now} WHERE state = 'acknowledged' AND due_at IS NULL`,
  ],
  [
    `ALTER TABLE watches ADD COLUMN failures BIGINT NOT NULL DEFAULT 0`,
    `CREATE INDEX watches_failing ON watches (failures) WHERE failures > 2`,
  ],
  // Alerts released in another chat stayed acknowledged by no person, and were never due: they open again.
  [`UPDATE alerts SET due_at = {now} WHERE state = 'acknowledged' AND due_at IS NULL`],
  [
    `ALTER TABLE group_messages ADD COLUMN approval BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE group_messages ADD COLUMN alert BIGINT NOT NULL DEFAULT 0`,
    `ALTER TABLE group_messages ADD COLUMN outcome BIGINT NOT NULL DEFAULT 0`,
  ],
];

export const NEWEST = MIGRATIONS.length;

/** Migrates one process at a time. @throws TypeError where the store is newer than this program */
export async function migrate(sql: Sql, upTo = NEWEST): Promise<void> {
  // Most starts have nothing to migrate and need not wait for a lock.
  if ((await versionOf(sql)) === upTo) return;
  await sql.transaction(
    async (inside) => {
      await inside.lock('schema');
      await inside.query('CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)');
      const version = await newestIn(inside);
      if (version > NEWEST)
        throw new TypeError(`The store has version ${version}, made by a newer release: start that one`);
      for (const [index, statements] of MIGRATIONS.slice(0, upTo).entries()) {
        if (index < version) continue;
        for (const statement of statements) await inside.query(writtenFor(sql, statement));
        await inside.query('INSERT INTO schema_version (version) VALUES ($1)', index + 1);
      }
    },
    { patient: true },
  );
}

function writtenFor(sql: Sql, statement: string): string {
  return statement
    .replaceAll(/ BLOB(?=[ ,)])/g, ` ${sql.dialect.bytes}`)
    .replaceAll('{now}', String(Math.floor(sql.now())));
}

/** 0 for an empty database. */
export async function versionOf(sql: Sql): Promise<number> {
  const tables =
    sql.dialect.bytes === 'BLOB'
      ? `SELECT name FROM sqlite_master WHERE name = 'schema_version'`
      : `SELECT to_regclass('schema_version') AS name WHERE to_regclass('schema_version') IS NOT NULL`;
  return (await sql.query(tables)).length > 0 ? newestIn(sql) : 0;
}

async function newestIn(sql: Sql): Promise<number> {
  const [row] = await sql.query('SELECT MAX(version) AS version FROM schema_version');
  return Number(row?.version ?? 0);
}
