import { expect, test } from 'vitest';
import { name } from '../../../src/telegram/ui/format.ts';
import { type Part, richScreen } from '../../../src/telegram/ui/rich.ts';
import { post } from '../../../src/telegram/ui/screen.ts';
import { startChat } from '../../sandbox/telegram/support/call.ts';
import { bare, textOf } from '../../support/person.ts';
import { testTexts } from '../../support/texts.ts';

const texts = testTexts();
const [en, fa] = [texts.in('en'), texts.in('fa')];
const rows = (count: number, cell: string) => Array.from({ length: count }, (_, at) => [cell, String(at)]);
const columns = [{ title: '' }, { title: 'Number', align: 'end' as const }];

/** The rich message and the plain text that arrive for the parts. */
async function arrived(parts: readonly Part[], t = en) {
  const { telegram, api, me } = await startChat();
  const { text, rich } = richScreen(t, parts);
  const newest = () => telegram.world.messages(telegram.world.english.id, me).at(-1);
  const place = { chatId: me, topicId: undefined, locale: 'en' };
  await post(api, place, { text });
  const plain = newest();
  await post(api, place, { text, ...(rich ? { rich } : {}) });
  const asRich = newest();
  await telegram.close();
  return { rich, plain, asRich };
}

test('lines, quotes, tables and details arrive in both forms with the same words', async () => {
  const { plain, asRich } = await arrived([
    '<b>Head</b>\nsecond line\n\nthird line\n<blockquote expandable>a quote\nof two lines</blockquote>',
    {
      columns,
      rows: [
        ['one & two', '1'],
        ['', '2'],
      ].map(([name = '', number = '']) => [name.replace('&', '&amp;'), number]),
    },
    { summary: 'More', parts: ['inside', { columns: [{ title: '' }], rows: [['cell']] }] },
    '',
  ]);
  expect(plain?.text).toBe(
    'Head\nsecond line\n\nthird line\na quote\nof two lines\n\none & two · 1\n2\n\nMore\ninside\n\ncell',
  );
  expect(asRich?.rich_message?.blocks.map(({ type }) => type)).toEqual([
    'paragraph',
    'paragraph',
    'expandable_blockquote',
    'table',
    'details',
  ]);
  expect(asRich && textOf(asRich)).toBe(
    'Head\nsecond line\n\nthird line\n\na quote\nof two lines\n\n | Number\none & two | 1\n | 2\n\nMore\n  inside\n  \n  cell',
  );
});

test('a Persian cell and line that begins with a name of another script stands right to left', async () => {
  const { plain, asRich } = await arrived([{ columns: [{ title: '' }], rows: [['🟢 web1'], ['سرور']] }], fa);
  expect(plain?.text).toBe('\u200f🟢 web1\nسرور');
  expect(asRich?.rich_message?.is_rtl).toBe(true);
  expect(asRich && textOf(asRich)).toBe('\u200f🟢 web1\nسرور');
});

test('a screen at the limits of a rich message is one; beyond them it is text, cut visibly', async () => {
  const most = await arrived([{ columns, rows: rows(498, 'x') }]);
  expect(most.asRich?.rich_message?.blocks).toMatchObject([{ cells: { length: 499 } }]);
  const long = await arrived([{ columns, rows: rows(8, 'x'.repeat(4_000)) }]);
  expect(long.asRich?.rich_message).toBeDefined();
  for (const beyond of [
    rows(499, 'x'.repeat(10)),
    rows(9, 'x'.repeat(4_000)),
    [Array.from({ length: 21 }, () => 'x'.repeat(300))],
  ]) {
    const wide = (beyond[0] ?? []).map(() => ({ title: 'y' }));
    const { rich, asRich } = await arrived([{ columns: wide, rows: beyond }]);
    expect(rich).toBeUndefined();
    expect(bare(asRich?.text ?? '')).toMatch(/…$/);
  }
});

test('a line break in a cell or a name makes no row of its own', async () => {
  const place = 'teh\n🟢 web9';
  for (const isAligned of [false, true]) {
    const { plain, asRich } = await arrived([{ columns, rows: [[place, '1\u2028\r\n2']], isAligned }]);
    expect(bare(plain?.text ?? '')).toMatch(/^teh 🟢 web9( · | {2})1 2$/);
    expect(asRich && textOf(asRich).split('\n')).toHaveLength(2);
  }
  expect(bare(name(place).html)).toBe('<b>teh 🟢 web9</b>');
});
