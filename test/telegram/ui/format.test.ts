import { expect, test } from 'vitest';
import { teamName } from '../../../src/telegram/ui/format.ts';

test('however long its group’s title is, the name of a team shows its topic', () => {
  const title = 'g'.repeat(128);
  const names = ['t'.repeat(128), 'Nights'].map((topic) => teamName({ title, topicId: 7, topic }, 32));
  expect(names).toEqual([`${'g'.repeat(15)}… › ${'t'.repeat(12)}…`, `${'g'.repeat(22)}… › Nights`]);
  expect(names.map(({ length }) => length)).toEqual([32, 32]);
  expect(teamName({ title, topicId: 7 }, 32)).toBe(`${'g'.repeat(26)}… › #7`);
  expect(teamName({ title: 'a\nb', topicId: 0, topic: 'Nights' })).toBe('a b');
});
