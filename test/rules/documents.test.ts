import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig, SETTING_NAMES } from '../../src/config.ts';
import { COMMANDS } from '../../src/telegram/ui/commands-menu.ts';

const README = 'README.md';
const PERSIAN = 'locales/fa/README.md';
const OPERATING = 'src/OPERATING.md';
const DOCUMENTS = await Array.fromAsync(glob(['*.md', '{src,test,locales}/**/*.md']));

/** Paths that only a running bot has. */
const MADE = /^data\//;

const read = (path: string) => readFile(path, 'utf8');
/** The part under a heading, up to the next one of its level. */
const section = (text: string, heading: string) =>
  text.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
/** The words between backticks in tables. */
const codeInTables = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.match(/`[^`]+`/g) ?? []);
/** The anchor that GitHub makes of a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
const links = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to).filter((to) => !/^https?:/.test(to));

test('every setting stands in one table, the README’s or that of OPERATING.md', async () => {
  const tables = await Promise.all(
    [README, OPERATING].map(async (path) => codeInTables(section(await read(path), 'Settings'))),
  );
  for (const name of SETTING_NAMES)
    expect(tables.map((table) => table.includes(`\`${name}\``)).filter(Boolean), name).toHaveLength(1);
});

test('the README of the sandbox tells every route, event and error of people’s actions', async () => {
  const told = await read('src/sandbox/README.md');
  const api = await read('src/sandbox/telegram/page-server/page-api.ts');
  const types = ['PageEvent', 'PageError', 'interface GroupRequest', 'type TopicRequest'].map(
    (name) => api.split(new RegExp(`^export .*\\b${name}\\b`, 'm'))[1]?.split(/^export |^}/m)[0] ?? '',
  );
  const quoted = types.flatMap((text) =>
    [...text.matchAll(/(?:type:|action:|\|)\s*'(\w+)'/g)].map(([, word = '']) => word),
  );
  const names = [...api.matchAll(/\/app\/\w+/g)].map(([name]) => name).concat(quoted);
  expect(names).toEqual(expect.arrayContaining(['/app/send', 'moved', 'unknown_person', 'leave', 'reopen']));
  expect([...new Set(names)].filter((name) => !new RegExp(`\`(GET )?${name}\``).test(told))).toEqual([]);
});

test('the README lists every command of the menus', async () => {
  const listed = codeInTables(section(await read(README), 'Commands'));
  for (const command of COMMANDS)
    expect(
      listed.some((each) => new RegExp(`^\`/${command}\\b`).test(each)),
      command,
    ).toBe(true);
});

test('the READMEs are short, and the first line of each leads to the other', async () => {
  const [english, persian] = await Promise.all([read(README), read(PERSIAN)]);
  expect(english.split(/\s+/).length).toBeLessThanOrEqual(1_200);
  expect(persian.split(/\s+/).length).toBeLessThanOrEqual(1_250);
  expect(links(english.split('\n', 1)[0] ?? '')).toEqual([PERSIAN]);
  expect(links(persian.split('\n', 1)[0] ?? '').map((to) => join(dirname(PERSIAN), to))).toEqual([README]);
});

test('the Persian README says of the same settings and commands, shows its own pictures and leads to the same pages', async () => {
  const [english, persian] = await Promise.all([read(README), read(PERSIAN)]);
  expect(codeInTables(persian)).toEqual(codeInTables(english));
  const pages = (path: string, text: string) =>
    links(text)
      .filter((to) => !to.endsWith('.png'))
      .map((to) => join(dirname(path), to))
      .filter((to) => to !== README && to !== PERSIAN);
  expect(pages(PERSIAN, persian)).toEqual(pages(README, english));
  expect(
    links(persian)
      .filter((to) => to.endsWith('.png'))
      .map((to) => join(dirname(PERSIAN), to)),
  ).toEqual(links(english).filter((to) => to.endsWith('.fa.png')));
});

test.for<[path: string, defaultLocale: string]>([
  [README, 'en'],
  [PERSIAN, 'fa'],
])('the .env of %s is one that the bot starts with', async ([path, defaultLocale]) => {
  const [, example = ''] = /```sh\n(\s*BOT_TOKEN[\s\S]*?)```/.exec(await read(path)) ?? [];
  expect(readConfig(parseEnv(example))).toMatchObject({ defaultLocale, storeUrl: 'sqlite:data/bot.sqlite' });
});

describe.each(DOCUMENTS)('%s', (path) => {
  test('leads to files and headings that are there', async () => {
    const text = await read(path);
    for (const link of links(text)) {
      const [file = '', heading] = link.split('#');
      const to = file === '' ? path : join(dirname(path), file);
      expect(existsSync(to), link).toBe(true);
      if (heading === undefined) continue;
      const headings = [...(await read(to)).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchor(words));
      expect(headings, link).toContain(heading);
    }
  });

  test('names files and folders that are there, from the root or beside it', async () => {
    const named = ((await read(path)).match(/`[^`\s]+`/g) ?? []).map((code) => code.slice(1, -1));
    const paths = named.filter(
      (code) => /^(?:\.\.\/)?[\w-]+\/(?:[\w./-]*(?:\/|\.ts|\.md))?$/.test(code) && !MADE.test(code),
    );
    expect(paths.filter((each) => !existsSync(each) && !existsSync(join(dirname(path), each)))).toEqual([]);
  });
});
