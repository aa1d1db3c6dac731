import { crashSeed } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';

const KILLS = 200;

process.stderr.write(`CRASH_SEED=${crashSeed}\n`);
const { figures, wrong } = await run(crashSeed, Number(process.argv[2] ?? KILLS), (line) =>
  process.stderr.write(`${line}\n`),
);
for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(`${lineOf(figures)}\n`);
if (wrong.length > 0) process.exitCode = 1;
