import { expect, test } from 'vitest';
import { failureWords } from '../../../src/telegram/failures/words.ts';
import { loadTexts } from '../../../src/telegram/i18n/index.ts';

const texts = loadTexts('en', (problem) => expect.fail(problem));

test('a provider that has not answered for a while is not called slow', () => {
  const silent = { kind: 'unavailable', slow: true };
  expect(failureWords(texts.in('en'), silent)).toMatch(/has not answered for a while, so it was not asked/);
  expect(failureWords(texts.in('fa'), silent)).toMatch(/پاسخ نمی‌دهد/);
  expect(failureWords(texts.in('en'), { ...silent, throttled: true })).toMatch(/too slow/);
});
