import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { folder } from '../support/databases/store.ts';

const run = promisify(execFile);

/** Conditions within conditions: six of them cost 1 + 2 + … + 6, which is more than 15. */
function nested(levels: number): string {
  if (levels === 0) return '';
  const indent = '  '.repeat(7 - levels);
  return `${indent}if (n > ${levels}) {\n${nested(levels - 1)}${indent}  n--;\n${indent}}\n`;
}

/** Files that each break one rule of the linter, or none. */
const EXAMPLES: [path: string, text: string, broken: string | undefined][] = [
  ['src/telegram/a.ts', `import { b } from './b.ts';\n\nexport const a = () => b;\n`, 'lint/suspicious/noImportCycles'],
  ['src/telegram/b.ts', `import { a } from './a.ts';\n\nexport const b = () => a;\n`, 'lint/suspicious/noImportCycles'],
  [
    'src/telegram/c.ts',
    `import type { D } from './d.ts';\n\nexport type C = D | undefined;\n`,
    'lint/suspicious/noImportCycles',
  ],
  [
    'src/telegram/d.ts',
    `import type { C } from './c.ts';\n\nexport interface D {\n  c: C;\n}\n`,
    'lint/suspicious/noImportCycles',
  ],
  ['src/config.ts', 'export const home = process.env.HOME;\n', undefined],
  ['src/telegram/env.ts', 'export const home = process.env.HOME;\n', 'lint/style/noProcessEnv'],
  [
    'src/telegram/complex.ts',
    `export function depth(n: number): number {\n${nested(6)}  return n;\n}\n`,
    'lint/complexity/noExcessiveCognitiveComplexity',
  ],
  ['src/telegram/fine.ts', 'export const fine = 1;\n', undefined],
];

/** The linter's findings in a folder, as `path: rule`. */
async function lint(cwd: string): Promise<string[]> {
  const program = join(process.cwd(), 'node_modules/.bin/biome');
  const biome = run(program, ['lint', '--reporter=json', '--max-diagnostics=none'], { cwd });
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

test('a cycle, also of types alone, a stray setting and a complex function each fail the linter', async () => {
  // In a folder of its own: files that break a rule must never stand among the sources, however the test ends.
  const place = folder();
  for (const name of ['biome.json', '.gitignore']) cpSync(name, join(place, name));
  for (const [path, text] of EXAMPLES) {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  }
  const said = await lint(place);
  const expected = EXAMPLES.flatMap(([path, , broken]) => (broken ? [`${path}: ${broken}`] : []));
  expect(said.sort()).toEqual(expected.sort());
});

/** Words that may stand in one file only: elsewhere they mean that a layer was bypassed. */
const WORDS: [RegExp, string][] = [
  [/callback_data|callbackQuery\(/, 'src/telegram/ui/button.ts'],
  [/process\.env/, 'src/config.ts'],
  // It asks for no right to the account of a team.
  [/accesses\.find\(/, 'src/telegram/access/require-right.ts'],
  [/\('list-separator'/, 'src/telegram/ui/format.ts'],
  // Its own composer awaits every handler that only passes an update on.
  [/^import [^;]*\bComposer\b[^;]*from 'grammy'/m, 'src/telegram/composer.ts'],
];

test.for(WORDS)('%s stands only in %s', async ([word, home]) => {
  const found: string[] = [];
  for await (const path of glob('src/**/*.ts')) {
    if (path.startsWith('src/sandbox/')) continue;
    if (word.test(await readFile(path, 'utf8'))) found.push(path);
  }
  expect(found).toEqual([home]);
});

/** Ports and names of databases may differ between two runs; the seed of a process is drawn by the seed of its test file. */
const MAY_DRAW = [
  'test/soak.ts',
  'test/support/databases/postgres.ts',
  'test/support/global.ts',
  'test/support/random/seeds.ts',
];

test('no test draws a number of its own: its seeds are constants beside it', async () => {
  const found: string[] = [];
  for await (const path of glob('test/**/*.ts', { exclude: ['test/bench/**', 'test/rules/**'] }))
    if (/\bMath\.random\(|\brandom(?:Int|Bytes|UUID)\(|\bgenerateKeyPair/.test(await readFile(path, 'utf8')))
      found.push(path);
  expect(found.sort()).toEqual(MAY_DRAW);
});

/** They end their programs with the test; the last ones are the project's own tools. */
const STARTS_PROGRAMS =
  /\bopenProcessApp\(|\bopenHooked\(|\bspawnNode\(|\bstartProcess\(|\bownCluster\(|\bconnectChromium\(|\bopenReplicas\(|\bdescribeWith\w+\(/;

test('no quick test starts a program, asks PostgreSQL or opens a browser', async () => {
  const found: string[] = [];
  for await (const path of glob('test/**/*.test.ts', { exclude: ['test/slow/**', 'test/rules/**'] }))
    if (STARTS_PROGRAMS.test(await readFile(path, 'utf8'))) found.push(path);
  expect(found).toEqual([]);
});

/** Each call that sends a message names the topic, and the language of later messages to the chat. */
const SENDS = /\.(send(?!ChatAction)|copyM|forwardM)\w+\(|\.reply(?!WithChatAction)\w*\(/;

test('messages are sent in three places, which keep the topic', async () => {
  const found: string[] = [];
  for await (const path of glob('src/{features,operations,telegram,jobs}/**/*.ts'))
    if (SENDS.test(await readFile(path, 'utf8'))) found.push(path);
  // A secret goes to the private chat.
  const homes = ['src/telegram/secrets/delivery.ts', 'src/telegram/ui/screen.ts', 'src/telegram/ui/show.ts'];
  expect(found.sort()).toEqual(homes);
});

/** Where texts for people could stand by mistake. The words of the log and the terminal are for operators. */
const PEOPLE = 'src/{features,operations,telegram}/**/*.ts';
/** Words for operators outside of errors: what a proxy did, and what the generator of the texts' keys writes. */
const OPERATORS = ['src/telegram/api/proxy.ts', 'src/telegram/i18n/texts.generate.ts', 'src/telegram/i18n/texts.ts'];
/** Names of fonts. */
const NAMES = ['Vazirmatn', 'Regular', 'Bold'];

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORTS = /^(?:import|export)\b.* from '.*$|^\} from '.*$/gm;
/** The words of errors and reports are for the log; matched up to three parentheses deep. */
const ERRORS =
  /(?:\b\w*(?:Error|Exception|Failure)|\bsuper|\breport|\bname = )(?:'\w+'|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))/g;
const LITERALS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g;
/** A letter of Persian or Arabic, two words, or a capitalised one. */
const WORDING = /(?=\p{L})\p{Script=Arabic}|\p{L}{2,}[,;:.!?]?\s+\p{L}{2,}|^[^\p{L}]*\p{Lu}\p{Ll}/u;

/** The literals of a source text that look like words for people. */
function wordsForPeople(source: string): string[] {
  const literals = source.replace(COMMENTS, '').replace(IMPORTS, '').replace(ERRORS, '').match(LITERALS) ?? [];
  return literals.filter((literal) => {
    const bare = literal
      .slice(1, -1)
      .replace(/\$\{[^}]*\}/g, ' ')
      .replace(/<[^>]*>/g, '');
    return WORDING.test(bare) && !NAMES.some((name) => bare.includes(name) || bare === name);
  });
}

test('texts for people stand in locales, not in the code', async () => {
  const found: string[] = [];
  for await (const path of glob(PEOPLE)) {
    if (OPERATORS.includes(path)) continue;
    found.push(...wordsForPeople(await readFile(path, 'utf8')).map((words) => `${path}: ${words}`));
  }
  expect(found).toEqual([]);
});

test.for([
  "await send(ctx, { text: 'سرور خاموش است' });",
  "buttons.home.make('خانه', {})",
  "await send(ctx, { text: 'the server is off' });",
  "buttons.home.make('Home', {})",
  '  text: `⚠️ <b>web1</b>: no answer yet`,',
  'const words = "Wait a moment, please";',
])('%s would be found', (planted) => {
  expect(wordsForPeople(`/** Shows it. */\n${planted}\n`)).toHaveLength(1);
});

test.for([
  "throw new TypeError('The data of a button is too long');",
  'super(`Not for another minute (at least)`, options);',
  "override readonly name = 'Refusal';",
  "// It says 'The server is off'.\nawait send(ctx, { text: t('server-off') });",
])('%s is for operators', (source) => {
  expect(wordsForPeople(source)).toEqual([]);
});

/** A number with its sign, put together without the digits of the language. */
const BUILT_NUMBER = /(?<!\w)[+×−≈]\$\{/;

test('numbers for people come from texts, in the digits of the language', async () => {
  const found: string[] = [];
  for await (const path of glob(PEOPLE)) if (BUILT_NUMBER.test(await readFile(path, 'utf8'))) found.push(path);
  expect(found).toEqual([]);
  expect(`[...named, \`+\${rest}\`]`).toMatch(BUILT_NUMBER);
});

test('no test waits for a second at most, as vitest does unless told', async () => {
  const found: string[] = [];
  for await (const path of glob('test/**/*.ts', { exclude: ['test/support/eventually.ts'] }))
    if (/\bvi\.wait(?:For|Until)\(/.test(await readFile(path, 'utf8'))) found.push(path);
  expect(found).toEqual([]);
});

/** Comments at the beginning of a line or behind code; a string that begins as one is none. */
const REMARKS = /(?:^|[\s(,[])\/\*\*?\s[\s\S]*?\*\/|(?:^|[ \t])\/\/ .*$/gm;
/** Words in place of a subject that exists in the code. Texts for people and test data may hold them. */
const RIDDLES = /\b(?:whoever|nobody|somebody|whatever)\b|^[\s/*]*(?:What|Who)\b/i;

/** The comments of a source text that do not name their subject. */
function riddlesIn(source: string): string[] {
  return (source.match(REMARKS) ?? []).filter((remark) => RIDDLES.test(remark)).map((remark) => remark.trim());
}

test('comments name a subject that exists in the code', async () => {
  const found: string[] = [];
  for await (const path of glob('{src,test}/**/*.ts'))
    found.push(...riddlesIn(await readFile(path, 'utf8')).map((remark) => `${path}: ${remark}`));
  expect(found).toEqual([]);
});

/** With `WORD` in place of a word, so that this file has no such comment itself. */
test.for([
  '/** Removes the lease, WORD it holds. */\nconst a = 1;',
  '  /**\n   * Waits for the lock.\n   * @param lock is taken by WORD comes first\n   */',
  'const a = 1;\n  // WORD reads this row.\n  const b = 2;',
  'const a = 1; // WORD may have changed it.',
  "run(/* WORD comes */ 'a');",
])('%s would be found', (planted) => {
  for (const word of ['whoever', 'Nobody', 'somebody', 'Whatever'])
    expect(riddlesIn(planted.replace('WORD', word))).toHaveLength(1);
});

test.for(['/** What a round leaves. */', '  /**\n   * Who reads with a token.\n   */', '// what is due comes first'])(
  '%s would be found as well',
  (planted) => expect(riddlesIn(planted)).toHaveLength(1),
);

test.for([
  "throw new RangeError('Nobody of the rota may be on call');",
  "const glob = 'src/*.ts';\nconst token = 'token-of-nobody';\n/** The token. */",
  "const address = 'https://nobody.example';",
  '/** The bot says who asked, and what for. */',
])('%s is no comment of that kind', (source) => {
  expect(riddlesIn(source)).toEqual([]);
});
