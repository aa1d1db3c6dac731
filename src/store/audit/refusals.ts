import { hash } from 'node:crypto';
import { z } from 'zod';
import { type Sql, type Transaction, textColumn } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { type KeyValueStore, openKeyValueStore } from '../key-value/index.ts';
import { type AuditDraft, appendAudit } from './index.ts';

const DAY_MS = 24 * 3_600_000;
const SAME_REFUSAL_MS = 60_000;
const MAX_REFUSALS_PER_DAY = 100;
/** A day after the last refusal the log tells the number of omitted ones; a program that is down has this long. */
const KEPT_MS = 30 * DAY_MS;
const ROWS_PER_TRANSACTION = 20;
const PREFIX = 'refusals:';

const refusals = z.object({
  since: z.number(),
  count: z.number(),
  last: z.array(z.object({ what: z.string(), at: z.number() })),
  omitted: z.number().default(0),
  lastAt: z.number().optional(),
  name: z.string().optional(),
});
type Refusals = z.infer<typeof refusals>;

export function openRefusals(sql: Sql, seal: Seal): KeyValueStore<Refusals> {
  return openKeyValueStore(sql, seal, 'refusals', (stored) => refusals.parse(stored));
}

export function refusalsKey(team: string, actor: AuditDraft['actor']): string {
  return `${team}:${actor?.id}`;
}

export async function countRefusal(
  inside: Transaction,
  seal: Seal,
  key: string,
  entry: AuditDraft,
): Promise<AuditDraft | undefined> {
  const { at, actor, kind, action, reason, server, domain, operation } = entry;
  const refusals = openRefusals(inside, seal);
  await inside.lock(`refusals:${key}`);
  const known = await refusals.get(key);
  const name = actor?.name ?? known?.name;
  const omitted = known?.omitted ?? 0;
  const { since, count, last } = known && known.since > at - DAY_MS ? known : { since: at, count: 0, last: [] };
  const about = JSON.stringify([kind, action, reason, server?.id ?? domain, operation]);
  const what = hash('sha256', about, 'base64url').slice(0, 16);
  const recent = last.filter((each) => each.at > at - SAME_REFUSAL_MS);
  const keep = (changed: Partial<Refusals>) =>
    refusals.set(
      key,
      { since, count, last: recent, omitted, lastAt: at, ...(name === undefined ? {} : { name }), ...changed },
      KEPT_MS,
    );
  if (count > MAX_REFUSALS_PER_DAY || recent.some((each) => each.what === what)) {
    await keep({ omitted: omitted + 1 });
    return undefined;
  }
  await keep({ count: count + 1, last: [...recent, { what, at }], omitted: 0 });
  const before = omitted > 0 ? { omitted } : {};
  return count < MAX_REFUSALS_PER_DAY
    ? { ...entry, ...before }
    : { at, event: 'refusedOften', ...(actor ? { actor } : {}), ...before };
}

/** Resolves to the last key, where more may follow. */
export async function tellOmitted(
  sql: Sql,
  seal: Seal,
  subjects: Subjects,
  behind = PREFIX,
): Promise<string | undefined> {
  const now = sql.now();
  const rows = await sql.query(
    `SELECT key FROM boxes WHERE key > $1 AND key < $2 AND expires_at <= $3 ORDER BY key LIMIT ${ROWS_PER_TRANSACTION}`,
    ...[behind, 'refusals;', now + KEPT_MS - DAY_MS],
  );
  const last = rows.at(-1);
  for (const row of rows) {
    const key = textColumn(row, 'key').slice(PREFIX.length);
    await openRefusals(sql, seal).altering(key, () =>
      sql.transaction((inside) => tellOne(inside, seal, subjects, { key, now })),
    );
  }
  return last && rows.length === ROWS_PER_TRANSACTION ? textColumn(last, 'key') : undefined;
}

async function tellOne(
  inside: Transaction,
  seal: Seal,
  subjects: Subjects,
  { key, now }: { key: string; now: number },
): Promise<void> {
  await inside.lock(`refusals:${key}`);
  const refusals = openRefusals(inside, seal);
  const known = await refusals.get(key);
  if (!known || (known.lastAt ?? known.since) > now - DAY_MS) return;
  await refusals.delete(key);
  if (known.omitted === 0) return;
  const at = key.lastIndexOf(':');
  const actor = { id: Number(key.slice(at + 1)), ...(known.name === undefined ? {} : { name: known.name }) };
  const entry: AuditDraft = { at: now, event: 'refusedOften', actor, omitted: known.omitted };
  await appendAudit(inside, seal, subjects, key.slice(0, at), [entry]);
}
