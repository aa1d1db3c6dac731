import { expect, test } from 'vitest';
import { blockquote, code, isolate, listed, name, teamName } from '../../../src/telegram/ui/format.ts';
import { testTexts } from '../../support/texts.ts';

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

test('the rest of a long row of names is counted, in the digits of the language', () => {
  const names = ['web1', 'web2', 'db1', 'db2', 'cache'].map(name);
  expect(listed(names, testTexts().in('en')).html).toMatch(/web1.*, .*web2.*, .*db1.*, .*db2.*, .*cache<\/b>.$/);
  expect(listed(names, testTexts().in('en'), 2).html).toMatch(/web1.*, .*web2<\/b>., … and 3 more$/);
  expect(listed(names, testTexts().in('fa'), 2).html).toMatch(/web1.*، .*web2<\/b>.+، … و ۳ مورد دیگر$/);
});
