/**
 * `npm run mutants [-- WORD]`: breaks one line of the source at a time, and runs its tests on a copy. Names each
 * change that none of them notices, and exits with 1 then. With a word only the files that contain it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MUTANTS, type Mutant } from './mutants/list.ts';

const NOT_COPIED = ['node_modules', '.git'];
const COPIES = 2;
/** A change that makes a test run on for ever is noticed, too. */
const MAX_RUN_MS = 240_000;
/** Vitest's words for tests that are gone, and for workers that a busy machine did not start in time. */
const DID_NOT_RUN = /No test files found|Failed to start|Startup Error/;

type Outcome = 'passed' | 'failed' | 'late';

const [, , word = ''] = process.argv;
const wanted = MUTANTS.filter(({ file }) => file.includes(word));
const stale = MUTANTS.filter(({ file, was }) => readFileSync(join('src', file), 'utf8').split(was).length !== 2);
if (stale.length > 0) {
  for (const { file, was } of stale) process.stderr.write(`not once in src/${file}: ${was}\n`);
  process.exit(2);
}

const files = globSync('test/**/*.test.ts');
const untested = wanted.filter(({ tests }) =>
  tests.split(' ').some((word) => !files.some((file) => file.includes(word))),
);
if (untested.length > 0) {
  for (const { file, tests } of untested) process.stderr.write(`no tests of src/${file}: ${tests}\n`);
  process.exit(2);
}

const waiting = wanted.entries();
let clean: Promise<Outcome> | undefined;
const survived: Mutant[] = [];
await Promise.all(Array.from({ length: COPIES }, work));
process.stdout.write(`${wanted.length - survived.length} of ${wanted.length} changes were noticed\n`);
if (survived.length > 0) process.exitCode = 1;

async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'hosting-bot-mutants-'));
  try {
    for (const name of readdirSync('.').filter((each) => !NOT_COPIED.includes(each)))
      cpSync(name, join(copy, name), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
    clean ??= test(copy, [...new Set(wanted.flatMap(({ tests }) => tests.split(' ')))]);
    if ((await clean) !== 'passed') throw new Error('a test fails on the source as it is');
    for (const [at, mutant] of waiting) await tryOn(copy, at, mutant);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

async function tryOn(copy: string, at: number, mutant: Mutant): Promise<void> {
  const { file, was, becomes, tests } = mutant;
  const path = join(copy, 'src', file);
  const source = readFileSync(path, 'utf8');
  const start = performance.now();
  writeFileSync(
    path,
    source.replace(was, () => becomes),
  );
  const outcome = await test(copy, tests.split(' '), MAX_RUN_MS);
  writeFileSync(path, source);
  if (outcome === 'passed') survived.push(mutant);
  const seconds = Math.round((performance.now() - start) / 1_000);
  const words = { passed: 'SURVIVED', failed: 'noticed', late: 'noticed by its time' }[outcome];
  process.stdout.write(`${words}, ${at + 1}, ${seconds} s: ${file}: ${was}\n`);
}

/** How the tests of these files end. @throws Error where none of them ran */
async function test(copy: string, files: readonly string[], timeout = 0): Promise<Outcome> {
  const child = spawn(
    'vitest',
    ['run', '--project', 'quick', '--project', 'slow', '--bail', '1', '--maxWorkers', '3', ...files],
    { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], timeout },
  );
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  if (code === 0) return 'passed';
  if (child.signalCode !== null) return 'late';
  const words = (await printed).join('');
  // A run that ends at its first failure does not always count it.
  if (DID_NOT_RUN.test(words)) throw new Error(words);
  return 'failed';
}
