import { expect, test } from 'vitest';
import { markdownNodes } from '../../../../src/sandbox/telegram/rich/markdown.ts';
import { blocksOfNodes } from '../../../../src/sandbox/telegram/rich/nodes.ts';

const read = (...lines: string[]) => blocksOfNodes(markdownNodes(lines.join('\n')), []);
const paragraph = (text: unknown) => ({ type: 'paragraph', text });
const styled = (type: string, text: unknown = 'x') => ({ type, text });

test.each([
  ['**x**', styled('bold')],
  ['__x__', styled('bold')],
  ['*x*', styled('italic')],
  ['_x_', styled('italic')],
  ['***x***', styled('italic', styled('bold'))],
  ['~~x~~', styled('strikethrough')],
  ['==x==', styled('marked')],
  ['||x||', styled('spoiler')],
  ['`x`', styled('code')],
  ['`` a`b ``', styled('code', 'a`b')],
  ['*a **b** c*', styled('italic', ['a ', styled('bold', 'b'), ' c'])],
  ['**a `**` b**', styled('bold', ['a ', styled('code', '**'), ' b'])],
  ['<u>a **b**</u>', styled('underline', ['a ', styled('bold', 'b')])],
  ['<code>**x**</code>', styled('code', '**x**')],
  ['$x^2$', { type: 'mathematical_expression', expression: 'x^2' }],
  ['![👍](tg://emoji?id=5)', { type: 'custom_emoji', custom_emoji_id: '5', alternative_text: '👍' }],
  [
    '![then](tg://time?unix=1647531900&format=wDT)',
    { type: 'date_time', text: 'then', unix_time: 1_647_531_900, date_time_format: 'wDT' },
  ],
  ['[a *b*](https://x.org "t")', { type: 'url', text: ['a ', styled('italic', 'b')], url: 'https://x.org' }],
  ['[x](mailto:a@b.c)', { type: 'email_address', text: 'x', email_address: 'a@b.c' }],
  ['<https://x.org>', { type: 'url', text: 'https://x.org', url: 'https://x.org' }],
  ['snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4'],
  ['**open and $5 and $6', '**open and $5 and $6'],
  [String.raw`\*x\* \#y &amp; &lt;`, '*x* #y & <'],
  ['a < b, <div>c</div>, <u>d', 'a < b, c, d'],
  ['one  \ntwo\\\nthree\nfour', 'one\ntwo\nthree four'],
])('%s', (markdown, text) => {
  expect(read(markdown)).toEqual([paragraph(text)]);
});

test('headings, dividers and paragraphs', () => {
  expect(read('# One #', 'text', '', 'Two', '---', '* * *', '####### seven')).toEqual([
    { type: 'heading', size: 1, text: 'One' },
    paragraph('text'),
    { type: 'heading', size: 2, text: 'Two' },
    { type: 'divider' },
    paragraph('####### seven'),
  ]);
});

test('code and formulas are as they stand', () => {
  expect(
    read('```sh', '  a **b**', '```', '~~~', '<b>', '~~~', '$$x_1$$', '```math', 'y_1', '```', '```', 'open'),
  ).toEqual([
    { type: 'pre', text: '  a **b**', language: 'sh' },
    { type: 'pre', text: '<b>' },
    { type: 'mathematical_expression', expression: 'x_1' },
    { type: 'mathematical_expression', expression: 'y_1' },
    { type: 'pre', text: 'open' },
  ]);
});

test('lists hold lists and paragraphs, and begin with any number', () => {
  expect(read('- a', '  - b', '', '  c', '- [x] d', '', '7. e', '8. f', 'end')).toEqual([
    {
      type: 'list',
      items: [
        { blocks: [paragraph('a'), { type: 'list', items: [{ blocks: [paragraph('b')] }] }, paragraph('c')] },
        { blocks: [paragraph('d')], has_checkbox: true, is_checked: true },
      ],
    },
    {
      type: 'list',
      items: [
        { blocks: [paragraph('e')], value: 7, type: '1' },
        { blocks: [paragraph('f end')], value: 8, type: '1' },
      ],
    },
  ]);
});

test('quotations hold blocks, and their paragraph goes on without the mark', () => {
  expect(read('> a', 'b', '>', '> - c', '> > d', '', 'e')).toEqual([
    {
      type: 'blockquote',
      blocks: [
        paragraph('a b'),
        { type: 'list', items: [{ blocks: [paragraph('c')] }] },
        { type: 'blockquote', blocks: [paragraph('d')] },
      ],
    },
    paragraph('e'),
  ]);
});

test('tables align their columns, and a row can be short', () => {
  expect(read('text', '', 'a | b', ':-: | --:', String.raw`x\|y | **z**`, 'w', '', 'end')).toEqual([
    paragraph('text'),
    {
      type: 'table',
      cells: [
        [
          { text: 'a', is_header: true, align: 'center' },
          { text: 'b', is_header: true, align: 'right' },
        ],
        [
          { text: 'x|y', align: 'center' },
          { text: styled('bold', 'z'), align: 'right' },
        ],
        [
          { text: 'w', align: 'center' },
          { text: '', align: 'right' },
        ],
      ],
    },
    paragraph('end'),
  ]);
});

test('footnotes lead to their definitions', () => {
  expect(read('a[^1]', '', '[^1]: *b*')).toEqual([
    paragraph(['a', { type: 'reference_link', text: styled('superscript', '1'), reference_name: '1' }]),
    paragraph({ type: 'reference', name: '1', text: styled('italic', 'b') }),
  ]);
});

test('tags hold Markdown, and media stand alone', () => {
  expect(
    read(
      '<details open><summary>S **b**</summary>',
      '',
      '### h',
      '- x',
      '',
      '</details>',
      '<tg-collage>',
      '',
      '![](https://x.org/a.png "c")',
      '![](https://x.org/b.mp4)',
      '',
      '</tg-collage>',
      '<table><tr><td>a *b*</td></tr></table> rest',
      '<a name="top"></a>',
    ),
  ).toEqual([
    {
      type: 'details',
      summary: ['S ', styled('bold', 'b')],
      blocks: [
        { type: 'heading', size: 3, text: 'h' },
        { type: 'list', items: [{ blocks: [paragraph('x')] }] },
      ],
      is_open: true,
    },
    {
      type: 'collage',
      blocks: [
        { type: 'photo', photo: { type: 'photo', media: 'https://x.org/a.png' }, caption: { text: 'c' } },
        { type: 'video', video: { type: 'video', media: 'https://x.org/b.mp4' } },
      ],
    },
    { type: 'table', cells: [[{ text: ['a ', styled('italic', 'b')] }]] },
    paragraph('rest'),
    { type: 'anchor', name: 'top' },
  ]);
});

test('blocks nested too deeply are refused at once', () => {
  for (const source of ['- '.repeat(16_000), '1. '.repeat(10_000), '>'.repeat(32_000)])
    expect(() => read(`${source}x`)).toThrow('more than 16 levels');
});

test('unclosed markup takes no long time', () => {
  const began = performance.now();
  for (const sign of ['*', '_', '[', '`', '$', '<', '<b>', '==', '![', '- ', '|', '***a ', '> x\n\n'])
    read(sign.repeat(32_768 / sign.length));
  // A second on an idle machine; minutes where each sign looks through the rest.
  expect(performance.now() - began).toBeLessThan(40_000);
});
