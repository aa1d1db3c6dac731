import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
import { heldBy } from '../support/turns.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const AT_ONCE = 500;
const PEOPLE = 10;
const SERVERS = 50;
const MINUTE_MS = 60_000;
const ENTRIES = 10;
const TIMES = 200;
const STARTS = 5;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FORMATS = ['csv', 'jsonl'] as const;

/** Pages from the middle of a log of 100,000 entries over one of 1,000, and what its files hold the event loop. */
export const run: Bench = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosting-bot-audit-'));
  const database = join(folder, 'bot.sqlite');
  const sql = openSqlite(database);
  await migrate(sql);
  const key = newKey();
  const [seal, subjects] = [createSeal([key]), createSubjects('')];
  for (const count of [SMALL, LARGE])
    for (let from = 0; from < count; from += AT_ONCE)
      await sql.transaction((inside) => appendAudit(inside, seal, subjects, String(count), entriesFrom(from)), {
        durability: 'relaxed',
      });
  const log = openAuditLog(sql, seal, subjects);
  const pages = await Promise.all([pagesOf(log, SMALL), pagesOf(log, LARGE)]);
  const [small, large] = pages.map(median);
  const held: { format: Format; first: number; later: number }[] = [];
  for (const format of FORMATS)
    held.push({ format, first: await heldByFirst(database, key, format), later: await heldByFile(log, format) });
  await sql.close();
  rmSync(folder, { recursive: true });
  return [
    {
      name: 'a page of an audit log, with and without filters: 100,000 entries over 1,000',
      value: (large ?? Number.NaN) / (small ?? Number.NaN),
      limit: 1.5,
      detail: fill('median {large} ms over {small} ms', { large: large ?? 0, small: small ?? 0 }),
    },
    ...held.flatMap(({ format, first, later }) => [
      {
        name: `100,000 entries as ${format}: processor time of the main thread in one turn of the event loop, at most`,
        value: later,
        unit: 'ms' as const,
        limit: 50,
        detail: 'its time by the clock depends on what else the machine does',
      },
      {
        name: `the first file of a process, 1,000 entries as ${format}: the same`,
        value: first,
        unit: 'ms' as const,
        limit: 50,
        detail: fill('median of {STARTS} processes', { STARTS }),
      },
    ]),
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

/** Milliseconds of each page. */
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

/** Milliseconds that a file of the longer log holds the event loop, after a first file. */
async function heldByFile(log: AuditLog, format: Format): Promise<number> {
  const t = loadTexts('en', () => undefined).in('fa');
  const write = async (count: number) => {
    for await (const _ of logFiles(log.all(String(count), {}), format, t));
  };
  await write(SMALL);
  return heldBy(() => write(LARGE));
}

/** The same of the first file of each of some processes. */
async function heldByFirst(database: string, key: Uint8Array, format: Format): Promise<number> {
  const held: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const { stdout } = await promisify(execFile)(process.execPath, ['test/bench/workers/audit-file.ts'], {
      cwd: ROOT,
      env: { DATABASE: database, KEY: Buffer.from(key).toString('base64'), TEAM: String(SMALL), FORMAT: format },
    });
    held.push(Number(stdout));
  }
  return median(held);
}
