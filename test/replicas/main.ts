import { writeFileSync } from 'node:fs';
import { crashSeed } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';

const [replicas = 4, updates = 10_000, people = 500] = process.argv.slice(2).map(Number);

process.stderr.write(`CRASH_SEED=${crashSeed}\n`);
const { figures, wrong, trouble } = await run({
  seed: crashSeed,
  replicas,
  updates,
  people,
  atOnce: 50,
  secondMs: 1_000,
  updatesEach: 120,
  databaseEvery: 12,
  pauseEvery: 25,
  progress: (line) => process.stderr.write(`${line}\n`),
});
const { TROUBLE_FILE } = process.env;
if (TROUBLE_FILE) writeFileSync(TROUBLE_FILE, trouble.join('\n'));
for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(`${lineOf(figures)}\n`);
if (wrong.length > 0) process.exitCode = 1;
