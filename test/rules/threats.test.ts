import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const PAGE = 'src/THREATS.md';
const NOT_DEFENDED = /^Not defended:$/m;

/** A test that a line names: the link's text is its title, as it stands in the file that the link leads to. */
const NAMED = /\[((?:[^[\]]|\\.)+)\]\((\.\.\/test\/[^)]+)\)/g;

const page = await readFile(PAGE, 'utf8');
const [, ...sections] = page.split(/^## /m);
const lines = (text: string) => text.split(/^- /m).slice(1);
const namedIn = (text: string) =>
  [...text.matchAll(NAMED)].map(([, title = '', path = '']) => ({ title, path: join(dirname(PAGE), path) }));

test('every line of the threat model names a test, but those that say what is not defended', () => {
  expect(sections.length).toBeGreaterThan(5);
  for (const section of sections) {
    const [defended = '', open = '', ...rest] = section.split(NOT_DEFENDED);
    expect(rest).toEqual([]);
    expect(lines(defended).length).toBeGreaterThan(0);
    expect(lines(open).length, section.split('\n')[0]).toBeGreaterThan(0);
    expect(lines(defended).filter((line) => namedIn(line).length === 0)).toEqual([]);
    expect(namedIn(open)).toEqual([]);
  }
});

test('every test that the threat model names is there, under its title', async () => {
  const missing: string[] = [];
  const named = namedIn(page);
  for (const { title, path } of named) {
    const source = await readFile(path, 'utf8');
    // Its title is the first argument of a call, and its function follows.
    const call = new RegExp(`\\(\\s*(['"\`])${RegExp.escape(title)}\\1,\\s*(?:\\{[^}]*\\},\\s*)?(?:async\\b|\\()`);
    if (!call.test(source)) missing.push(`${path}: ${title}`);
  }
  expect(missing).toEqual([]);
  expect(named.length).toBeGreaterThan(lines(page).length / 2);
});
