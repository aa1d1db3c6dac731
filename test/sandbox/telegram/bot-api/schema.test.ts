import { expect, test } from 'vitest';
import { checkParameters, isArgs } from '../../../../src/sandbox/telegram/bot-api/schema.ts';

test('parameters are arguments of the method they were checked for, and of no other', () => {
  const raw = { chat_id: '7', text: 'hello' };
  expect(isArgs('sendMessage', raw)).toBe(false);
  const checked = checkParameters('sendMessage', raw);
  expect(isArgs('sendMessage', checked)).toBe(true);
  expect(isArgs('sendPhoto', checked)).toBe(false);
  expect(isArgs('sendMessage', { ...checked })).toBe(false);
});
