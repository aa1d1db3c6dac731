import { expect, test } from 'vitest';
import { enterConnected } from '../../support.ts';
import { documentOf } from './document.ts';

const FORMULAS = [
  '=1+1',
  '+SUM(A1)',
  '-SUM(A1)',
  '@SUM(A1)',
  '＝1+1',
  '＋SUM(A1)',
  '－SUM(A1)',
  '＠SUM(A1)',
  '﹦1+1',
  '﹢SUM(A1)',
  '﹣SUM(A1)',
  '﹫SUM(A1)',
  '−SUM(A1)',
  '\u200e＝HYPERLINK(1)',
  '\u2068=SUM(A1)',
];

test('what a spreadsheet would take for a formula is text in the file of results, with full-width signs too', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say(`/check shop.com ${FORMULAS.join(' ')}`);
  await english.sees(/names? checked/);
  await english.press('All as a file');
  const cells = (await documentOf(app, english)).split(/\r\n|,/).map((cell) => cell.replace(/^"(.*)"$/, '$1'));
  for (const formula of FORMULAS) expect(cells).toContain(`'${formula}`);
  expect(cells.filter((cell) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
  expect(cells).toContain('shop.com');
});
