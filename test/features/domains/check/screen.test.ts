import { expect, test } from 'vitest';
import { checkScreen } from '../../../../src/features/domains/check/screen.ts';
import type { Check, CheckResult } from '../../../../src/store/jobs/checks.ts';
import { testTexts } from '../../../support/texts.ts';

const texts = testTexts();

function checkOf(domains: string[]): Check {
  const about = { id: 'check', state: 'done', userId: 1, chatId: 1, accountId: 'account', locale: 'en' } as const;
  return { ...about, domains, rest: [], junk: [], junkCount: 0, duplicates: 0, cut: false, round: 0 };
}

/** The ended check as people read it, without markup. */
function screenOf(domains: string[], found: Omit<CheckResult, 'at' | 'round'>[], locale: 'en' | 'fa', page = '0') {
  const known = new Map(found.map((each, at) => [at, { ...each, at, round: 0 }]));
  const { text, keyboard = [] } = checkScreen(checkOf(domains), known, texts.in(locale), page);
  const bare = (words: string) => words.replace(/<[^>]*>|[\u200e\u200f\u2066-\u2069]/g, '');
  return { text: bare(text), labels: keyboard.map((row) => row.map((button) => bare(button.text))) };
}

test.each([
  ['en', 'one.com · too many requests'],
  ['fa', 'one.com · تعداد درخواست‌ها زیاد بود'],
] as const)('a name that was put off to the last says that it was (%s)', (locale, words) => {
  expect(screenOf(['one.com'], [{ state: 'failed', why: 'putOff' }], locale).text).toContain(words);
});

test('a line of an English check that begins with a Persian name reads left to right', () => {
  const { text } = checkScreen(
    checkOf(['xn--ghb7s.com']),
    new Map([[0, { at: 0, round: 0, state: 'failed', why: 'putOff' }]]),
    texts.in('en'),
    '0',
  );
  expect(text).toMatch(/^\u200e[^a-z]*<code>گل/m);
});

test.each(['en', 'fa'] as const)(
  'long names are cut in the middle: each button tells which name it is (%s)',
  (locale) => {
    const names = Array.from({ length: 10 }, (_, at) => `the-same-very-long-beginning-of-a-name-${at}.co.uk`);
    const { labels } = screenOf(
      names,
      names.map(() => ({ state: 'available' })),
      locale,
    );
    const register = labels.flat().filter((label) => label.startsWith('🛒'));
    expect(register).toHaveLength(10);
    expect(new Set(register).size).toBe(10);
    expect(register[3]).toMatch(/^🛒 the-same.*….*name-3\.co\.uk$/);
  },
);

test.each([
  ['en', ['✅ 15', '🔒 700', '⚠️ 2', '▫️ 3'], 'Page 2 of 72'],
  ['fa', ['✅ ۱۵', '🔒 ۷۰۰', '⚠️ ۲', '▫️ ۳'], 'صفحهٔ ۲ از ۷۲'],
] as const)('a thousand results: a button leads to where each group begins (%s)', (locale, expected, page) => {
  const names = Array.from({ length: 720 }, (_, at) => `name${at}.com`);
  const states = names.slice(0, 717).map((_, at) => (at < 15 ? 'available' : at < 715 ? 'registered' : 'failed'));
  const found = states.map((state) => ({ state }) as const);
  const { labels } = screenOf(names, found, locale);
  expect(labels).toContainEqual([...expected]);
  const known = new Map(found.map((each, at) => [at, { ...each, at, round: 0 }]));
  const { keyboard = [] } = checkScreen(checkOf(names), known, texts.in(locale), '0');
  const pages = keyboard.filter((row) => row.length === 4).flat();
  expect(pages.map((button) => ('callback_data' in button ? button.callback_data.split(/\W/).at(-1) : ''))).toEqual([
    '0',
    '1',
    '71',
    '71',
  ]);
  expect(screenOf(names, found, locale, '1').text).toContain(page);
});

test.each([
  ['en', 'Check the failed ones again'],
  ['fa', 'بررسی دوبارهٔ ناموفق‌ها'],
] as const)('names that the provider never takes are not offered to be checked again (%s)', (locale, again) => {
  const labels = (why: string) =>
    screenOf(['one.com'], [{ state: 'failed', why }], locale)
      .labels.flat()
      .join();
  expect(labels('fields')).not.toContain(again);
  expect(labels('unavailable')).toContain(again);
});
