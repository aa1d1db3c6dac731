import { expect, test } from 'vitest';
import { testTexts } from '../../support/texts.ts';

const MARK = '\u200f';
const texts = testTexts();
const isolated = (name: string) => `\u2068${name}\u2069`;

test.each([
  ['a name alone', isolated('سارا'), true],
  ['a name in a tag', `<b>${isolated('سارا')}</b>`, true],
  ['a name before an English word', `${isolated('سارا')} ok`, true],
  ['an IP', isolated('10.0.0.1'), true],
  ['a Latin name before a Persian word', `${isolated('web1')} روشن است`, true],
  ['a Persian name before a Persian word', `${isolated('سارا')} روشن است`, false],
  ['a Persian word', 'روشن', false],
  ['a name that does not end', '\u2068سارا', true],
])(
  'in Persian a line that begins with %s gets a mark unless its first letter is Persian with and without names',
  (_, line, isMarked) => {
    expect(texts.in('fa').directed(`${line}\n${line}`)).toBe(
      [line, line].map((each) => (isMarked ? MARK + each : each)).join('\n'),
    );
  },
);

test('in English a line that begins with a Persian name gets a mark, and a quote does not', () => {
  const english = texts.in('en');
  const member = { html: `${isolated('<b>نیما</b>')}` };
  expect(english('team-limit-member', { member })).toMatch(/^\u200e/);
  const quote = '<blockquote>موجودی کافی نیست</blockquote>';
  expect(english.directed(`${quote}\nسارا ok`)).toBe(`${quote}\n\u200eسارا ok`);
});
