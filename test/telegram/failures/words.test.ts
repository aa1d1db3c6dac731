import { expect, test } from 'vitest';
import { failureLine, failureWords } from '../../../src/telegram/failures/words.ts';
import { testTexts } from '../../support/texts.ts';

const texts = testTexts();

test('a provider that has not answered for a while is not called slow', () => {
  const silent = { kind: 'unavailable', slow: true };
  expect(failureWords(texts.in('en'), silent)).toMatch(
    /Nothing was changed: the provider has not answered for a while/,
  );
  expect(failureWords(texts.in('fa'), silent)).toMatch(/پاسخ نمی‌دهد/);
  expect(failureWords(texts.in('en'), { ...silent, throttled: true })).toMatch(/too slow/);
});

test('one line of several says of a request that never left that it was not sent, and of one without an answer not', () => {
  expect(failureLine(texts.in('en'), { kind: 'notSent' }, 0)).toMatch(/Not sent/);
  const unclear = failureWords(texts.in('en'), { kind: 'ambiguous', throttled: true });
  expect(unclear).toMatch(/may or may not have been done/);
});
