import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { I18n } from '@grammyjs/i18n';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../src/sandbox/telegram/text/format.ts';
import { parseHtml } from '../src/sandbox/telegram/text/html.ts';
import { conventionsOf, LOCALES, loadTexts } from '../src/telegram/i18n.ts';
import { readKeys, render } from '../src/telegram/texts.generate.ts';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ENGLISH = readKeys('en');
/** Numbers that languages have words of their own for, and one that is written with a separator. */
const NUMBERS = [0, 1, 2, 5, 11, 1234];
/** A name as it stands in a text: isolated and bold. */
const NAME = '\u2068<b>web1</b>\u2069';

/** The texts as they stand in the files, without the types: also a key that only one language has can be tried. */
function open(problems: string[]) {
  return new I18n({
    defaultLocale: 'en',
    directory: file('locales'),
    fluentBundleOptions: { useIsolating: false },
    fluentOptions: { warningHandler: ({ path, type }) => void problems.push(`${type} ${path}`) },
  });
}

/** Every way a text can come out: each of its arguments as a name, and as each of the numbers. */
function renderings(texts: I18n<never>, locale: string, key: string, names: readonly string[]): string[] {
  const values = names.length === 0 ? [NAME] : [NAME, ...NUMBERS];
  return values.map((value) => texts.t(locale, key, Object.fromEntries(names.map((name) => [name, value]))));
}

test('every folder is a language', () => {
  expect(LOCALES).toEqual(readdirSync(file('locales')).sort());
});

test.each([
  ['fa-IR', 'fa'],
  ['EN', 'en'],
  ['en-US', 'en'],
  ['far', undefined],
  ['de', undefined],
  [undefined, undefined],
])('a client that speaks %s is spoken to in %s, or in the default', (code, locale) => {
  for (const fallback of LOCALES) expect(loadTexts(fallback, expect.fail).for(code)).toBe(locale ?? fallback);
});

describe.each(LOCALES)('the texts in %s', (locale) => {
  const keys = readKeys(locale);
  const problems: string[] = [];
  const texts = open(problems);
  const all = [...keys].map(([key, names]) => [key, renderings(texts, locale, key, names)] as const);

  test('are the same as in English, with the same arguments', () => {
    expect(Object.fromEntries(keys)).toEqual(Object.fromEntries(ENGLISH));
    expect(readdirSync(file(`locales/${locale}`))).toEqual(readdirSync(file('locales/en')));
  });

  test('name a language tag and a time zone that Intl knows', () => {
    expect(conventionsOf(locale)).toMatchObject({
      tag: texts.t(locale, 'language-tag'),
      zone: texts.t(locale, 'time-zone'),
    });
  });

  test('render without a complaint', () => {
    expect(problems).toEqual([]);
    const bad = all.filter(([key, texts]) =>
      texts.some((text) => text.trim() === '' || text === key || /[{}]/.test(text)),
    );
    expect(bad).toEqual([]);
  });

  test('are markup that Telegram takes, and fit into a message', () => {
    for (const [key, texts] of all) {
      for (const text of texts) expect(lengthOf(parseHtml(text).text), `${key}: ${text}`).toBeLessThan(2000);
    }
  });

  test('fit where they are used: the commands menu, alerts, buttons', () => {
    const alerts = usedIn(
      'src',
      /(?:Refusal\(\(t\) => t|(?:answer\(|alert\(ctx, )(?:ctx\.)?t\.plain|onlyAnswer\(.*\.plain|decline)\((?:update, tap, )?'([\w-]+)'/g,
    );
    expect(alerts).toEqual(
      expect.arrayContaining(['button-old', 'operation-not-yours', 'account-not-yours', 'too-fast']),
    );
    const most = (key: string) => {
      if (key.startsWith('command-')) return 256;
      if (key.startsWith('button-') && !alerts.includes(key)) return 40;
      return alerts.includes(key) ? 200 : 4096;
    };
    const long = all.filter(([key, texts]) => texts.some((text) => parseHtml(text).text.length > most(key)));
    expect(long).toEqual([]);
  });

  test('hold no markup where only plain text can stand', () => {
    const plain = all.filter(([key]) => /^(button|command|days|expired|chosen|account-label)/.test(key));
    expect(plain.length).toBeGreaterThan(20);
    for (const [key] of plain) {
      const source = texts.t(locale, key, Object.fromEntries((keys.get(key) ?? []).map((name) => [name, 1])));
      expect(source, key).not.toMatch(/[<>&]/);
    }
  });
});

test('Persian texts have Persian digits and letters, and their commands read from left to right', () => {
  const texts = open([]);
  for (const [key, names] of readKeys('fa')) {
    for (const text of renderings(texts, 'fa', key, names)) {
      const { text: shown } = parseHtml(text.replaceAll(NAME, ''));
      expect(shown, key).not.toMatch(/(?<![A-Za-z][\w-]*)[0-9]/);
      expect(shown, key).not.toMatch(/[\u064a\u0643]/);
      expect(text.replace(/<code>.*?<\/code>/gs, ''), key).not.toMatch(/(?<![\u200eA-Za-z<])\/[a-z]/);
    }
  }
});

test('texts.ts is made from the texts', () => {
  expect(readFileSync(file('src/telegram/texts.ts'), 'utf8')).toBe(render(ENGLISH));
});

test('every text is used', () => {
  const sources = sourcesIn('src').join('\n');
  const built = /^(command|failure|power|connect-group)-/;
  const unused = [...ENGLISH.keys()].filter((key) => !built.test(key) && !sources.includes(`'${key}'`));
  const templates = [...sources.matchAll(/`([\w-]*)\$\{[^`]*?\}([\w-]*)`/g)].map(([, head = '', tail = '']) => [
    head,
    tail,
  ]);
  const made = (key: string) =>
    templates.some(([head = '', tail = '']) => head !== '' && key.startsWith(head) && key.endsWith(tail));
  expect(unused.filter((key) => !made(key))).toEqual([]);
});

function usedIn(folder: string, pattern: RegExp): string[] {
  return sourcesIn(folder).flatMap((source) => [...source.matchAll(pattern)].map(([, key = '']) => key));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(file(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('sandbox') && !path.endsWith('texts.ts'))
    .map((path) => readFileSync(file(`${folder}/${path}`), 'utf8'));
}
