import { expect, test } from 'vitest';
import { loadTexts } from '../../../src/telegram/i18n/index.ts';
import { told } from './screens.ts';

test('a confirm that came in time and was interrupted is told as expired', () => {
  const words = loadTexts('en', () => undefined).in('en')('confirm-interrupted');
  const chat = { id: 1, type: 'private' as const, first_name: 'A' };
  const text = `${words}\n⌛ web1: the time to confirm is over. Nothing was sent.`;
  expect(told({ message_id: 1, date: 1, chat, text })).toBe('expired');
  expect(told({ message_id: 1, date: 1, chat, text: words })).toBe('other');
});
