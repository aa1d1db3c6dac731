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

test.concurrent('a name that a spreadsheet would take for a formula is text in the file of results, with full-width signs too', async () => {
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

test.concurrent('a name is no formula either where a spreadsheet parts cells at a semicolon or a tab', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  const body = { total: 1, currency: 'toman;=1+1;\u200e＝2|+3', period: 1, avaliable: 1 };
  provider.fault({ operation: 'domain.availability', kind: 'status', status: 200, body });
  await english.upload('names.txt', 'text/plain', Buffer.from('shop.com\nname|=1+1\nname;=1+1\n"na\tme\t=1+1"\n'));
  await english.sees(/checked/);
  await english.press('All as a file');
  const file = await documentOf(app, english);
  expect(file).toContain(`toman;'=1+1;\u200e'＝2|'+3`);
  const cells = file.split(/[\r\n,;\t|"]+/);
  expect(cells.filter((cell) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
});
