import { writeFileSync } from 'node:fs';
import { teamLine } from '../crash/team/play.ts';
import { watchLine } from '../crash/watches/play.ts';
import { crashSeed } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';
import { runTeamReplicas } from './team.ts';
import { runWatchReplicas } from './watches.ts';

const progress = (line: string) => void process.stderr.write(`${line}\n`);
const [what, ...words] = process.argv.slice(2);

async function customers(): Promise<{ line: string; wrong: string[] }> {
  const [replicas = 4, updates = 10_000, people = 500] = process.argv.slice(2).map(Number);
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
    progress,
  });
  const { TROUBLE_FILE } = process.env;
  if (TROUBLE_FILE) writeFileSync(TROUBLE_FILE, trouble.join('\n'));
  return { line: lineOf(figures), wrong };
}

async function teams(): Promise<{ line: string; wrong: string[] }> {
  const [replicas = 3, kills = 100] = words.map(Number);
  const found = await runTeamReplicas({ seed: crashSeed, replicas, kills, progress });
  return { line: teamLine(found, crashSeed), wrong: found.wrong };
}

async function watches(): Promise<{ line: string; wrong: string[] }> {
  const [replicas = 3, kills = 100] = words.map(Number);
  const found = await runWatchReplicas({ seed: crashSeed, replicas, kills, progress });
  return { line: watchLine(found, crashSeed), wrong: found.wrong };
}

const RUNS = new Map([
  ['team', teams],
  ['watches', watches],
]);

progress(`CRASH_SEED=${crashSeed}`);
const { line, wrong } = await (RUNS.get(what ?? '') ?? customers)();
for (const each of wrong) process.stdout.write(`${each}\n`);
process.stdout.write(`${line}\n`);
if (wrong.length > 0) process.exitCode = 1;
