import { type Format, logFiles } from '../../../src/features/teams/audit/file.ts';
import { openAuditLog } from '../../../src/store/audit/log.ts';
import { openSqlite } from '../../../src/store/database/sqlite.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { createSubjects } from '../../../src/store/encryption/subjects.ts';
import { loadTexts } from '../../../src/telegram/i18n/index.ts';
import { heldBy } from '../support/turns.ts';

/** Writes the first file of a log in a process, without compiled code or a loaded time zone. Prints the time that the loop was held. */
const { DATABASE = '', KEY = '', TEAM = '', FORMAT } = process.env;
const format: Format = FORMAT === 'csv' ? 'csv' : 'jsonl';
const sql = openSqlite(DATABASE);
const log = openAuditLog(sql, createSeal([Buffer.from(KEY, 'base64')]), createSubjects(''));
const t = loadTexts('en', () => undefined).in('fa');
const held = await heldBy(async () => {
  for await (const _ of logFiles(log.all(TEAM, {}), format, t));
});
await sql.close();
process.stdout.write(String(held));
