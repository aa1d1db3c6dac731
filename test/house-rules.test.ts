import { execFile } from 'node:child_process';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SETTING_NAMES } from '../src/config.ts';

const run = promisify(execFile);
const PLANT = 'planted-by-a-test';

/** Every planted file and its text, by what it breaks. */
const PLANTS: [path: string, text: string, broken: string | undefined][] = [
  [
    `src/telegram/${PLANT}-a.ts`,
    `import { b } from './${PLANT}-b.ts';\n\nexport const a = () => b;\n`,
    'lint/suspicious/noImportCycles',
  ],
  [
    `src/telegram/${PLANT}-b.ts`,
    `import { a } from './${PLANT}-a.ts';\n\nexport const b = () => a;\n`,
    'lint/suspicious/noImportCycles',
  ],
  [
    `src/telegram/${PLANT}-c.ts`,
    `import type { D } from './${PLANT}-d.ts';\n\nexport type C = D | undefined;\n`,
    'lint/suspicious/noImportCycles',
  ],
  [
    `src/telegram/${PLANT}-d.ts`,
    `import type { C } from './${PLANT}-c.ts';\n\nexport interface D {\n  c: C;\n}\n`,
    'lint/suspicious/noImportCycles',
  ],
  [`src/telegram/${PLANT}-env.ts`, 'export const home = process.env.HOME;\n', 'lint/style/noProcessEnv'],
  [`src/telegram/${PLANT}-fine.ts`, 'export const fine = 1;\n', undefined],
];

/** What the linter says, as `path: rule`. */
async function lint(paths: string[]): Promise<string[]> {
  const biome = run('node_modules/.bin/biome', ['lint', '--reporter=json', '--max-diagnostics=none', ...paths]);
  const { stdout } = await biome.catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const { diagnostics } = Report.parse(JSON.parse(stdout));
  return diagnostics.map(({ category, location }) => `${location.path}: ${category}`);
}

const Report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
});

test('a planted cycle, also of types alone, and a stray setting each fail the linter', async () => {
  const paths = PLANTS.map(([path]) => path);
  try {
    for (const [path, text] of PLANTS) await writeFile(path, text);
    const said = await lint(paths);
    const expected = PLANTS.flatMap(([path, , broken]) => (broken ? [`${path}: ${broken}`] : []));
    expect(said.sort()).toEqual(expected.sort());
  } finally {
    for (const path of paths) await rm(path, { force: true });
  }
});

/** Words that may stand in one file of the house only: elsewhere they mean that a floor was skipped. */
const WORDS: [RegExp, string][] = [
  [/callback_data|callbackQuery\(/, 'src/telegram/ui/button.ts'],
  [/process\.env/, 'src/config.ts'],
];

test.for(WORDS)('%s stands only in %s', async ([word, home]) => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    if (path.startsWith('src/sandbox/') || path.includes(PLANT)) continue;
    if (word.test(await readFile(path, 'utf8'))) found.push(path);
  }
  expect(found).toEqual([home]);
});

test('advice to the operator stands beside the code, not in it', async () => {
  const advice = new RegExp(`(?:Error|super)\\([^;]*(?:${SETTING_NAMES.join('|')}|\\?['"\`])`);
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    if (advice.test(await readFile(path, 'utf8'))) found.push(path);
  }
  expect(found).toEqual([]);
});
