import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { machine, spawnNode, startProcess } from '../../support/bots/process.ts';
import { folder } from '../../support/databases/store.ts';
import { freePort } from '../../support/programs/port.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const COMPILE = join(ROOT, 'src/compile.ts');
const CACHE = new URL('../../../src/compile-cache.ts', import.meta.url).href;
const TEXTS = new URL('../../../src/telegram/i18n/index.ts', import.meta.url).href;

/** The modules in a compile cache. */
function compiledIn(cache: string): string[] {
  return readdirSync(cache).flatMap((build) => readdirSync(join(cache, build)).map((module) => `${build}/${module}`));
}

/** Fills a cache as the image does, or takes what the run has filled so. */
async function fill(cache: string): Promise<void> {
  const { PATH, TEST_COMPILED } = process.env;
  if (TEST_COMPILED) return cpSync(TEST_COMPILED, cache, { recursive: true });
  const compile = spawnNode([COMPILE], { PATH, NODE_COMPILE_CACHE: cache });
  expect(await once(compile, 'exit')).toEqual([0, null]);
}

/** Fills a cache, starts a bot with it and ends it. Returns the modules that were not in the cache. */
async function compiledByStart(): Promise<string[]> {
  const app = await openTestApp({ withoutBot: true });
  onTestFinished(() => app.close());
  const NODE_COMPILE_CACHE = folder();
  await fill(NODE_COMPILE_CACHE);
  const before = new Set(compiledIn(NODE_COMPILE_CACHE));
  expect(before.size).toBeGreaterThan(100);

  const [PORT, OPS_PORT] = [String(await freePort()), String(await freePort())];
  const bot = startProcess({ ...app.env, PORT, OPS_PORT, NODE_COMPILE_CACHE });
  await bot.ready();
  expect(await bot.end('SIGTERM')).toEqual({ code: 0, signal: null });
  return compiledIn(NODE_COMPILE_CACHE).filter((module) => !before.has(module));
}

test('the image’s compile cache has all that a start loads, but its entry', async () => {
  // The entry, what ends it with the test and what gives it a seed: twice each, without types and as V8's code.
  expect((await compiledByStart()).length).toBeLessThanOrEqual(6);
});

test('the compile cache is in no folder that other users of the machine write to', async () => {
  const told = `import { useCompileCache } from '${CACHE}'; import { getCompileCacheDir } from 'node:module';
    useCompileCache(); console.log(getCompileCacheDir());`;
  const child = spawnNode(['--input-type=module', '--eval', told], { PATH: process.env.PATH });
  expect(await text(child.stdout)).toMatch(new RegExp(`^${RegExp.escape(join(ROOT, 'node_modules/.cache/'))}`));

  const dockerfile = await readFile('Dockerfile', 'utf8');
  expect(dockerfile).toMatch(/^RUN chown -R root:root node_modules\/\.cache && chmod -R go=rX node_modules\/\.cache$/m);
  expect(dockerfile).toMatch(/^ENV .*NODE_COMPILE_CACHE=\/app\/node_modules\/\.cache\/compiled /m);
});

test('a start loads none of the modules for Deno', async () => {
  const loaded = `import '${TEXTS}'; import { createRequire } from 'node:module';
    console.log(Object.keys(createRequire('${TEXTS}').cache).join('\\n'));`;
  const child = spawnNode(['--input-type=module', '--eval', loaded], machine);
  const modules = await text(child.stdout);
  expect(modules).toContain('@grammyjs/i18n');
  // Its place alone, with nothing in it.
  expect(modules.match(/@deno\/.*/g)).toHaveLength(1);
});
