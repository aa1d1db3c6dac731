import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Format, logFiles } from '../../../src/features/teams/audit/file.ts';
import { appendAudit } from '../../../src/store/audit/index.ts';
import { type AuditFilter, type AuditLog, openAuditLog } from '../../../src/store/audit/log.ts';
import { migrate } from '../../../src/store/database/migrations.ts';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { createSubjects } from '../../../src/store/encryption/subjects.ts';
import { loadTexts } from '../../../src/telegram/i18n/index.ts';
import { newKey } from '../../support/databases/store.ts';
import { type Bench, fill, median } from '../support/result.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const AT_ONCE = 500;
const PEOPLE = 10;
const SERVERS = 50;
const MINUTE_MS = 60_000;
const ENTRIES = 10;
const TIMES = 200;

/** Pages from the middle of a log of 100,000 entries over one of 1,000, and what its files hold the event loop. */
export const run: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosting-bot-audit-'));
  const sql = openSqlite(join(folder, 'bot.sqlite'));
  await migrate(sql);
  const [seal, subjects] = [createSeal([newKey()]), createSubjects('')];
  for (const count of [SMALL, LARGE])
    for (let from = 0; from < count; from += AT_ONCE)
      await sql.transaction((inside) => appendAudit(inside, seal, subjects, String(count), entriesFrom(from)), {
        durability: 'relaxed',
      });
  const log = openAuditLog(sql, seal, subjects);
  const pages = await Promise.all([pagesOf(log, SMALL), pagesOf(log, LARGE)]);
  const [small, large] = pages.map(median);
  const held = [await heldBy(log, 'csv'), await heldBy(log, 'jsonl')] as const;
  await sql.close();
  rmSync(folder, { recursive: true });
  return [
    {
      name: 'a page of an audit log, with and without filters: 100,000 entries over 1,000',
      value: (large ?? Number.NaN) / (small ?? Number.NaN),
      limit: 1.5,
      detail: fill('median {large} ms over {small} ms', { large: large ?? 0, small: small ?? 0 }),
    },
    ...(['csv', 'jsonl'] as const).map((format, at) => ({
      name: `100,000 entries as ${format}: processor time of the main thread in one turn of the event loop, at most`,
      value: held[at] ?? Number.NaN,
      unit: 'ms' as const,
      limit: 50,
      detail: 'its time by the clock depends on what else the machine does',
    })),
  ];
};

function entriesFrom(from: number) {
  return Array.from({ length: AT_ONCE }, (_, index) => from + index).map((at) => ({
    at: at * MINUTE_MS,
    event: 'operation' as const,
    ...{ kind: 'power', action: 'reboot', state: 'done', operation: `operation-${at}` },
    actor: { id: at % PEOPLE, name: `Person ${at % PEOPLE}` },
    server: { id: `srv-${at % SERVERS}`, name: `web${at % SERVERS}` },
  }));
}

/** How long pages took, in milliseconds. */
async function pagesOf(log: AuditLog, count: number): Promise<number[]> {
  const at = (count / 2) * MINUTE_MS;
  const filters: AuditFilter[] = [{}, { subject: 'srv-3' }, { person: 3 }, { subject: 'srv-3', person: 3 }];
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++)
    for (const filter of filters) {
      const begun = performance.now();
      await log.page(String(count), filter, ENTRIES, { older: { at, number: count / 2 } });
      times.push(performance.now() - begun);
    }
  return times;
}

/** The most processor time of the main thread in a turn of the event loop while a log is written into files, in milliseconds. */
async function heldBy(log: AuditLog, format: Format): Promise<number> {
  const t = loadTexts('en', () => undefined).in('fa');
  const filesOf = (count: number) => logFiles(log.all(String(count), {}), format, t);
  // The first file of a process loads time zones and is compiled.
  for await (const _ of filesOf(SMALL));
  let most = 0;
  let isOver = false;
  let since = process.threadCpuUsage();
  const turn = () => {
    const { user, system } = process.threadCpuUsage(since);
    since = process.threadCpuUsage();
    most = Math.max(most, (user + system) / 1_000);
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  for await (const _ of filesOf(LARGE));
  isOver = true;
  return most;
}
