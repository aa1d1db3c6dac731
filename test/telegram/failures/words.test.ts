import { expect, test } from 'vitest';
import { failureWords } from '../../../src/telegram/failures/words.ts';
import { testTexts } from '../../support/texts.ts';

const texts = testTexts();

test('a provider that has not answered for a while is not called slow', () => {
  const silent = { kind: 'unavailable', slow: true };
  expect(failureWords(texts.in('en'), silent)).toMatch(/has not answered for a while, so it was not asked/);
  expect(failureWords(texts.in('fa'), silent)).toMatch(/پاسخ نمی‌دهد/);
  expect(failureWords(texts.in('en'), { ...silent, throttled: true })).toMatch(/too slow/);
});
