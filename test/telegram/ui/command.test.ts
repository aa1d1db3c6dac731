import { expect, test } from 'vitest';
import { isCommand } from '../../../src/telegram/ui/command.ts';

test.each(['/servers', '/Reboot web1', '/check@hosting_bot a.com', '/cancel\nplease'])('%j is a command', (text) => {
  expect(isCommand(text)).toBe(true);
});

test.each([
  ['a slash alone', '/ servers'],
  ['a path', '/etc/passwd'],
  ['another script', '/مشهد'],
  ['a token that begins with a slash', `/${'a1B2'.repeat(12)}`],
  ['a word behind others', 'please /reboot'],
  ['nothing', ''],
])('%s is none', (_, text) => {
  expect(isCommand(text)).toBe(false);
});
