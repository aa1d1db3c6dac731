import { expect, test } from 'vitest';
import { checkScreen } from '../../../src/features/domains/check-screen.ts';
import type { Check, Found } from '../../../src/store/checks.ts';
import { loadTexts } from '../../../src/telegram/i18n.ts';

const texts = loadTexts('en', (problem) => {
  throw new Error(problem);
});

function checkOf(domains: string[]): Check {
  const about = { id: 'check', state: 'done', userId: 1, chatId: 1, accountId: 'account', locale: 'en' } as const;
  return { ...about, domains, rest: [], junk: [], junkCount: 0, duplicates: 0, cut: false, round: 0 };
}

/** The ended check as people read it, without markup. */
function screenOf(domains: string[], found: Omit<Found, 'at' | 'round'>[], locale: 'en' | 'fa', page = '0') {
  const known = new Map(found.map((each, at) => [at, { ...each, at, round: 0 }]));
  const { text, keyboard = [] } = checkScreen(checkOf(domains), known, texts.in(locale), page);
  const bare = (words: string) => words.replace(/<[^>]*>|[\u200e\u200f\u2066-\u2069]/g, '');
  return { text: bare(text), labels: keyboard.map((row) => row.map((button) => bare(button.text))) };
}

test.each([
  ['en', 'one.com: the provider asked to wait'],
  ['fa', 'one.com: ارائه‌دهنده خواست صبر کنم'],
] as const)('a name that was put off to the last says that it was (%s)', (locale, words) => {
  expect(screenOf(['one.com'], [{ state: 'failed', why: 'putOff' }], locale).text).toContain(words);
});
