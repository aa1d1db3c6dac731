import { expect, test } from 'vitest';
import { parseHtml } from '../../../../src/sandbox/telegram/rich/html.ts';
import { blocksOfNodes } from '../../../../src/sandbox/telegram/rich/nodes.ts';

const read = (html: string) => blocksOfNodes(parseHtml(html), []);
const paragraph = (text: unknown) => ({ type: 'paragraph', text });

test('white space is one space, a break is a line, and words between blocks are a paragraph', () => {
  expect(read('  one\n two <b> three</b> <i>four </i><br>five <hr/> six ')).toEqual([
    paragraph(['one two ', { type: 'bold', text: 'three' }, ' ', { type: 'italic', text: 'four ' }, '\nfive']),
    { type: 'divider' },
    paragraph('six'),
  ]);
  expect(read('<p> x </p>\n<p></p>')).toEqual([paragraph('x'), paragraph('')]);
});

test('references are characters', () => {
  expect(read('&lt;&#1587;&#x627; &amp;&nbsp;&hellip;&unknown;')).toEqual([paragraph('<سا &\u00a0…&unknown;')]);
  expect(read('&valueOf;&constructor;')).toEqual([paragraph('&valueOf;&constructor;')]);
});

test('a link leads to an address, a person, an anchor or a reference', () => {
  expect(
    read(
      '<a href="#n">1</a><a href="#a">up</a><a href="mailto:a@b.c">m</a><a href="tel:+1">t</a><a href="x.org">x</a>' +
        '<p><tg-reference name="n">note</tg-reference></p><a name="a"></a>',
    ),
  ).toEqual([
    paragraph([
      { type: 'reference_link', text: '1', reference_name: 'n' },
      { type: 'anchor_link', text: 'up', anchor_name: 'a' },
      { type: 'email_address', text: 'm', email_address: 'a@b.c' },
      { type: 'phone_number', text: 't', phone_number: '+1' },
      { type: 'url', text: 'x', url: 'x.org' },
    ]),
    paragraph({ type: 'reference', name: 'n', text: 'note' }),
    { type: 'anchor', name: 'a' },
  ]);
});

test('lists have numbers, letters and boxes, and hold other blocks', () => {
  expect(
    read(
      '<ol start="3" type="a" reversed><li>x</li><li>y</li><li value="9" type="1">z</li></ol>' +
        '<ul><li><input type="checkbox" checked>done<ul><li>deep</li></ul></li></ul>',
    ),
  ).toEqual([
    {
      type: 'list',
      items: [
        { blocks: [paragraph('x')], value: 3, type: 'a' },
        { blocks: [paragraph('y')], value: 2, type: 'a' },
        { blocks: [paragraph('z')], value: 9, type: '1' },
      ],
    },
    {
      type: 'list',
      items: [
        {
          blocks: [paragraph('done'), { type: 'list', items: [{ blocks: [paragraph('deep')] }] }],
          has_checkbox: true,
          is_checked: true,
        },
      ],
    },
  ]);
});

test('code keeps its lines and its language', () => {
  expect(read('<pre><code class="language-sh">  a\n  <b>b</b></code></pre><pre>x\n y</pre>')).toEqual([
    { type: 'pre', text: ['  a\n  ', { type: 'bold', text: 'b' }], language: 'sh' },
    { type: 'pre', text: 'x\n y' },
  ]);
});

test('quotations have a credit, tables a form, details a summary, figures a caption', () => {
  expect(
    read(
      '<blockquote><p>q</p><cite>me</cite></blockquote><aside>p<cite>me</cite></aside>' +
        '<table bordered compact><caption>c</caption><tr><th align="right">h</th><td rowspan="2">v</td></tr></table>' +
        '<details open><summary>s</summary><h3>h</h3>x</details>' +
        '<figure><tg-map lat="35.7" long="51.4" zoom="14"/><figcaption>c<cite>me</cite></figcaption></figure>' +
        '<tg-button-row align="left"><tg-button type="callback_data" data="d" style="link">b</tg-button></tg-button-row>',
    ),
  ).toEqual([
    { type: 'blockquote', blocks: [paragraph('q')], credit: 'me' },
    { type: 'pullquote', text: 'p', credit: 'me' },
    {
      type: 'table',
      cells: [
        [
          { text: 'h', is_header: true, align: 'right' },
          { text: 'v', rowspan: 2 },
        ],
      ],
      caption: 'c',
      is_bordered: true,
      is_compact: true,
    },
    { type: 'details', summary: 's', blocks: [{ type: 'heading', size: 3, text: 'h' }, paragraph('x')], is_open: true },
    {
      type: 'map',
      location: { latitude: 35.7, longitude: 51.4 },
      ...{ zoom: 14, width: 600, height: 300 },
      caption: { text: 'c', credit: 'me' },
    },
    { type: 'buttons', buttons: [{ text: 'b', callback_data: 'd', style: 'link' }], align: 'left' },
  ]);
});

test.each([
  '<b>x',
  '<b>x</i>',
  'x</b>',
  '<div>x</div>',
  'a < b',
  '<figure></figure>',
  '<img src="x"/>',
  '<tg-button type="x">x</tg-button>',
  '<tg-button type="valueOf">x</tg-button>',
  '<tg-button type="__proto__">x</tg-button>',
])('%s is refused', (html) => {
  expect(() => read(html)).toThrow('Bad Request: sandbox:');
});
