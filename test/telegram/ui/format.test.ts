import { expect, test } from 'vitest';
import { blockquote, code, isolate, teamName } from '../../../src/telegram/ui/format.ts';

test('however long its group’s title is, the name of a team shows its topic', () => {
  const title = 'g'.repeat(128);
  const names = ['t'.repeat(128), 'Nights'].map((topic) => teamName({ title, topicId: 7, topic }, 32));
  expect(names).toEqual([`${'g'.repeat(15)}… › ${'t'.repeat(12)}…`, `${'g'.repeat(22)}… › Nights`]);
  expect(names.map(({ length }) => length)).toEqual([32, 32]);
  expect(teamName({ title, topicId: 7 }, 32)).toBe(`${'g'.repeat(26)}… › #7`);
  expect(teamName({ title: 'a\nb', topicId: 0, topic: 'Nights' })).toBe('a b');
});

test('words of others stay words: no tag of theirs is one, and no mark turns what follows', () => {
  expect(code('</code>&').html).toBe('\u2068<code>&lt;/code&gt;&amp;</code>\u2069');
  expect(blockquote('</blockquote>').html).toBe('<blockquote expandable>&lt;/blockquote&gt;</blockquote>');
  expect(isolate('a\u202eb\u2067c')).toBe('\u2068abc\u2069');
});
