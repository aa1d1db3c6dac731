import { crashSeed } from '../support/random/seed.ts';
import { lineOf } from './judge/figures.ts';
import { run } from './run.ts';
import { teamLine } from './team/play.ts';
import { runTeams } from './team/run.ts';
import { runUpgrades, upgradesLine } from './upgrade.ts';
import { watchLine } from './watches/play.ts';
import { runWatches } from './watches/run.ts';

const KILLS = 200;

const [what = '', kills = what] = process.argv.slice(2);
const progress = (line: string) => process.stderr.write(`${line}\n`);

async function purchases(): Promise<{ line: string; wrong: string[] }> {
  const { figures, wrong } = await run(crashSeed, Number(kills) || KILLS, progress);
  return { line: lineOf(figures), wrong };
}

async function upgrades(): Promise<{ line: string; wrong: string[] }> {
  const { figures, wrong } = await runUpgrades(crashSeed, Number(kills) || KILLS, progress);
  return { line: upgradesLine(figures), wrong };
}

async function teams(): Promise<{ line: string; wrong: string[] }> {
  const found = await runTeams(crashSeed, Number(kills) || KILLS, progress);
  return { line: teamLine(found, crashSeed), wrong: found.wrong };
}

async function watches(): Promise<{ line: string; wrong: string[] }> {
  const found = await runWatches(crashSeed, Number(kills) || KILLS, progress);
  return { line: watchLine(found, crashSeed), wrong: found.wrong };
}

const RUNS = new Map([
  ['upgrade', upgrades],
  ['team', teams],
  ['watches', watches],
]);

progress(`CRASH_SEED=${crashSeed}`);
const { line, wrong } = await (RUNS.get(what) ?? purchases)();
for (const each of wrong) process.stdout.write(`${each}\n`);
process.stdout.write(`${line}\n`);
if (wrong.length > 0) process.exitCode = 1;
