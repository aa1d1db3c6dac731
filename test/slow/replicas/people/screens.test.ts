import { expect, test } from 'vitest';
import { testTexts } from '../../../support/texts.ts';
import { told } from './screens.ts';

test('a confirm that came in time and was interrupted is told as expired', () => {
  const words = testTexts().in('en')('confirm-interrupted');
  const chat = { id: 1, type: 'private' as const, first_name: 'A' };
  const text = `${words}\n⌛ web1: the time to confirm is over. Nothing was sent.`;
  expect(told({ message_id: 1, date: 1, chat, text })).toBe('expired');
  expect(told({ message_id: 1, date: 1, chat, text: words })).toBe('other');
});
