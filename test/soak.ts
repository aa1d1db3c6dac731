/**
 * `npm run soak [-- MINUTES]`: explores with new seeds for as long as it is told, ten minutes unless told. Prints the command that
 * repeats what failed, and exits with 1 when anything did. A seed that fails becomes a constant beside its test.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const MINUTE_MS = 60_000;
const MAX_SEED = 2 ** 31 - 1;
/** An exploring test does several times what it does in CI. */
const LONG_RUN = '--testTimeout=1200000';
/** The tests that draw at random, each lot by the words that Vitest finds it by. */
const LOTS = {
  crash: ['test/slow/crash', '-t', 'while people buy'],
  teams: ['test/slow/crash', '-t', 'while teams work'],
  upgrades: ['test/slow/crash', '-t', 'a group is upgraded'],
  watches: ['test/slow/crash', '-t', 'while servers go down'],
  replicas: ['test/slow/replicas/replicas'],
  simulations: ['test/slow/simulations'],
  forms: ['test/slow/forms'],
  fuzz: ['test/slow/fuzz', 'names.test', 'match.test', 'html.test', 'markdown.test', 'test/slow/power-cuts'],
  rights: ['features/teams/rights'],
  crowd: ['test/slow/crowd'],
  stores: ['test/store', 'replicas/digest-once', 'check/many-names'],
} as const;

const minutes = Number(process.argv[2] ?? 10);
if (!(minutes > 0)) throw new RangeError('npm run soak [-- MINUTES]: how long it explores, for instance 60');
const end = performance.now() + minutes * MINUTE_MS;
const failed: string[] = [];
let runs = 0;

while (performance.now() < end)
  for (const [lot, words] of Object.entries(LOTS)) {
    if (performance.now() > end) break;
    await explore(lot, words);
  }
process.stdout.write(`${runs} runs in ${minutes} minutes, ${failed.length} failed\n`);
for (const command of failed) process.stdout.write(`${command}\n`);
if (failed.length > 0) process.exitCode = 1;

async function explore(lot: string, words: readonly string[]): Promise<void> {
  const seed = String(randomInt(1, MAX_SEED));
  const start = performance.now();
  const child = spawn('vitest', ['run', LONG_RUN, ...words], {
    env: { ...process.env, SOAK_SEED: seed },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  const seconds = Math.round((performance.now() - start) / 1_000);
  runs++;
  process.stdout.write(`${lot}, seed ${seed}: ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s\n`);
  if (code === 0) return;
  process.stdout.write((await printed).join(''));
  failed.push(
    `SOAK_SEED=${seed} npx vitest run ${LONG_RUN} ${words.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ')}`,
  );
}
