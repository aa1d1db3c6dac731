/**
 * `npm run mutants [-- WORD]`: breaks one line of the source at a time, and runs its tests on a copy. Names each
 * change that none of them notices, and exits with 1 then. With a word only the files that contain it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { MUTANTS, type Mutant } from './mutants/list.ts';

const NOT_COPIED = ['node_modules', '.git'];
const COPIES = 2;
/** A change that makes a test run on for ever is noticed, too. */
const MAX_RUN_MS = 240_000;

const [, , word = ''] = process.argv;
const wanted = MUTANTS.filter(({ file }) => file.includes(word));
const stale = MUTANTS.filter(({ file, was }) => readFileSync(join('src', file), 'utf8').split(was).length !== 2);
if (stale.length > 0) {
  for (const { file, was } of stale) process.stderr.write(`not once in src/${file}: ${was}\n`);
  process.exit(2);
}

const waiting = wanted.entries();
let clean: Promise<boolean> | undefined;
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
    clean ??= fails(
      copy,
      wanted.flatMap(({ tests }) => tests.split(' ')),
    );
    if (await clean) throw new Error('a test fails on the source as it is');
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
  const isNoticed = await fails(copy, tests.split(' '));
  writeFileSync(path, source);
  if (!isNoticed) survived.push(mutant);
  const seconds = Math.round((performance.now() - start) / 1_000);
  process.stdout.write(`${isNoticed ? 'noticed' : 'SURVIVED'}, ${at + 1}, ${seconds} s: ${file}: ${was}\n`);
}

/** Whether the tests of these files fail, or do not end. */
async function fails(copy: string, files: readonly string[]): Promise<boolean> {
  const child = spawn(
    'vitest',
    ['run', '--project', 'quick', '--project', 'slow', '--bail', '1', '--maxWorkers', '3', ...files],
    {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MAX_RUN_MS,
    },
  );
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  // Without a failed test the program itself failed, or was ended.
  if (code !== 0 && !/Tests .*failed/.test((await printed).join(''))) process.stderr.write((await printed).join(''));
  return code !== 0;
}
