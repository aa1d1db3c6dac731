import fc from 'fast-check';
import type { MessageEntity } from 'grammy/types';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../src/sandbox/telegram/bot-api/refusal.ts';
import { formatText } from '../../../../src/sandbox/telegram/text/format.ts';
import { parseHtml } from '../../../../src/sandbox/telegram/text/html.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { anyText } from '../../../support/random/text.ts';
import { renderHtml } from '../support/render-html.ts';

const RUNS = amountOf(500, 2_000);
const alex = { id: 7, is_bot: false, first_name: 'Alex' };
const html = (text: string) => formatText({ text, parse_mode: 'HTML' }, [alex], true);

/** All tags of each style. */
const TAGS_OF = {
  bold: ['b', 'strong'],
  italic: ['i', 'em'],
  underline: ['u', 'ins'],
  strikethrough: ['s', 'strike', 'del'],
  spoiler: ['tg-spoiler'],
  code: ['code'],
  blockquote: ['blockquote'],
};

function refusal(text: string): string {
  try {
    html(text);
  } catch (error) {
    if (error instanceof Refusal) return error.message.replace("Bad Request: can't parse entities: ", '');
    throw error;
  }
  return 'parsed';
}

describe('markup that Telegram reads', () => {
  const readings: [string, string, object[]][] = [
    ['<b>سلام</b> 👋', 'سلام 👋', [{ type: 'bold', offset: 0, length: 4 }]],
    ['👋<i>x</i>', '👋x', [{ type: 'italic', offset: 2, length: 1 }]],
    ['<B>x</b >', 'x', [{ type: 'bold', offset: 0, length: 1 }]],
    ['<b>x</>', 'x', [{ type: 'bold', offset: 0, length: 1 }]],
    ['<strong>a</strong><em>b</em>', 'ab', [bold(0, 1), { type: 'italic', offset: 1, length: 1 }]],
    ...Object.entries(TAGS_OF).flatMap(([type, tags]) =>
      tags.map((tag): [string, string, object[]] => [`<${tag}>x</${tag}>`, 'x', [{ type, offset: 0, length: 1 }]]),
    ),
    ['&lt;b&gt; &amp;&quot;&#1578;&#x1f44b; &nbsp;', '<b> &"ت👋 &nbsp;', []],
    ['<span class="tg-spoiler">x</span>', 'x', [{ type: 'spoiler', offset: 0, length: 1 }]],
    ['<code class="language-sh">x</code>', 'x', [{ type: 'code', offset: 0, length: 1 }]],
    ['<pre>x</pre>', 'x', [{ type: 'pre', offset: 0, length: 1 }]],
    ['<pre><code class="language-sh">ls</code></pre>', 'ls', [{ type: 'pre', language: 'sh', offset: 0, length: 2 }]],
    ['<blockquote expandable>x</blockquote>', 'x', [{ type: 'expandable_blockquote', offset: 0, length: 1 }]],
    ['<a href="example.com">x</a>', 'x', [{ type: 'text_link', url: 'http://example.com/', offset: 0, length: 1 }]],
    ["<a href='https://a.io/?a=1&amp;b=2'>x</a>", 'x', [link('https://a.io/?a=1&b=2')]],
    ['<a href="nonsense">x</a>', 'x', []],
    ['<a href="tg://user?id=7">x</a>', 'x', [{ type: 'text_mention', user: alex, offset: 0, length: 1 }]],
    ['<a href="tg://user?id=8">x</a>', 'x', []],
    ['<b>a<code>b</code>c</b>', 'abc', [bold(0, 1), { type: 'code', offset: 1, length: 1 }, bold(2, 1)]],
    ['<i>a<b>b</b>c</i>', 'abc', [italic(0, 1), italic(1, 2), bold(1, 1)]],
    [
      '<b>a<a href="https://a.io/">b</a>c</b>',
      'abc',
      [bold(0, 1), { ...link('https://a.io/'), offset: 1 }, bold(1, 1), bold(2, 1)],
    ],
    ['<b>a</b><b>b</b>', 'ab', [bold(0, 2)]],
    ['<b> </b>x', ' x', [bold(0, 1)]],
    ['<a href>example.com</a>', 'example.com', [{ ...link('http://example.com/'), length: 11 }]],
    ['<a HREF="https://a.io/">x</a>', 'x', []],
    ['<blockquote cite expandable>x</blockquote>', 'x', [{ type: 'expandable_blockquote', offset: 0, length: 1 }]],
    ['<a href="EXAMPLE.com:0443/A b?c#d ">x</a>', 'x', [link('http://example.com:443/A%20b?c#d')]],
    ['<a href="tg:resolve?domain=x">x</a>', 'x', [link('tg://resolve?domain=x')]],
    ['<tg-time unix="soon">x</tg-time>', 'x', []],
    ['<tg-time unix="2147483648">x</tg-time>', 'x', []],
    [
      '<tg-time unix="4294967303">x</tg-time>',
      'x',
      [{ type: 'date_time', unix_time: 7, date_time_format: '', offset: 0, length: 1 }],
    ],
    ['&valueOf;&constructor', '&valueOf;&constructor', []],
    [
      '<tg-time unix="1647531900" format="wDT">soon</tg-time>',
      'soon',
      [{ type: 'date_time', unix_time: 1_647_531_900, date_time_format: 'wDT', offset: 0, length: 4 }],
    ],
  ];
  test.each(readings)('%s', (source, text, entities) => {
    expect(html(source)).toEqual({ text, entities });
  });

  test('trims up to the first entity and after the last letter', () => {
    expect(html('  x <b>y</b> \n')).toEqual({ text: 'x y', entities: [bold(2, 1)] });
    expect(html('x <b>y \n</b>')).toEqual({ text: 'x y', entities: [bold(2, 1)] });
    expect(html('<b> x</b>')).toEqual({ text: ' x', entities: [bold(0, 2)] });
  });

  test('cleans before it trims: what is removed or becomes a space holds nothing up', () => {
    expect(html('<b>\r</b> !')).toEqual({ text: '!', entities: [] });
    expect(html('<b>\0</b> !')).toEqual({ text: '  !', entities: [bold(0, 1)] });
    expect(html('\t<b>\u2028x\r</b>\t')).toEqual({ text: 'x', entities: [bold(0, 1)] });
    expect(html('a\tb')).toEqual({ text: 'a b', entities: [] });
    expect(html('<b>a</b>\r<b>b</b>')).toEqual({ text: 'ab', entities: [bold(0, 2)] });
    expect(html('\u200e\u200fسلام')).toEqual({ text: '\u200c\u200fسلام', entities: [] });
  });

  test('keeps entities of spaces only', () => {
    const code = { type: 'code', offset: 1, length: 1 };
    expect(html('<b> <code>x</code></b>')).toEqual({ text: ' x', entities: [bold(0, 1), code] });
    expect(html('<code> </code>x')).toEqual({ text: ' x', entities: [{ ...code, offset: 0 }] });
    expect(html('x<code> </code>')).toEqual({ text: 'x', entities: [] });
  });
});

function bold(offset: number, length: number): object {
  return { type: 'bold', offset, length };
}

function italic(offset: number, length: number): object {
  return { type: 'italic', offset, length };
}

function link(url: string): object {
  return { type: 'text_link', url, offset: 0, length: 1 };
}

describe('markup that Telegram refuses', () => {
  test.each([
    ['<x>a</x>', 'Unsupported start tag "x" at byte offset 0'],
    ['سلام <p>', 'Unsupported start tag "p" at byte offset 9'],
    ['a < b', 'Unsupported start tag "" at byte offset 2'],
    ['a <b', 'Unclosed start tag at byte offset 2'],
    ['<b>a', 'Can\'t find end tag corresponding to start tag "b"'],
    ['a</b>', 'Unexpected end tag at byte offset 1'],
    ['<b>a</i>', 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ['<b>a</b', 'Unclosed end tag at byte offset 4'],
    ['a <b ', 'Empty attribute name in the tag "b" at byte offset 2'],
    ['a <b x', 'Unclosed start tag "b" at byte offset 2'],
    ['<a href="x"/>x</a>', 'Empty attribute name in the tag "a" at byte offset 0'],
    ['<a ="x">x</a>', 'Empty attribute name in the tag "a" at byte offset 0'],
    ['<a href=x/y>x</a>', 'Unexpected end of name token at byte offset 8'],
    ['<a href="x>x</a>', 'Unclosed start tag at byte offset 0'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<tg-emoji emoji-id="x">x</tg-emoji>', 'Invalid custom emoji identifier specified'],
    ['<tg-emoji emoji-id="05">x</tg-emoji>', 'Invalid custom emoji identifier specified'],
    ['<tg-time unix="7" format="x">x</tg-time>', 'Invalid date format used'],
    [
      '&#55357;',
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    ],
  ])('%s', (source, expected) => {
    expect(refusal(source)).toBe(expected);
  });
});

describe('entities that Telegram finds by itself', () => {
  test.each([
    ['/start now', [['bot_command', '/start']]],
    ['try /reboot@hosting_bot.', [['bot_command', '/reboot@hosting_bot']]],
    ['a/b 1/2', []],
    ['ask @sara_m!', [['mention', '@sara_m']]],
    ['see https://example.com/a?b=1.', [['url', 'https://example.com/a?b=1']]],
    [
      'ping 192.0.2.7 and web1.example.ir',
      [
        ['url', '192.0.2.7'],
        ['url', 'web1.example.ir'],
      ],
    ],
    ['not 999.0.2.7 nor file.txt', []],
    ['mail me@example.com', [['email', 'me@example.com']]],
    ['#سرور و #42', [['hashtag', '#سرور']]],
    [
      '#tag@chat #a#b $USD $usd',
      [
        ['hashtag', '#tag@chat'],
        ['cashtag', '$USD'],
      ],
    ],
    ['@gif and @abc', [['mention', '@gif']]],
    ['/start@x (@sara_m)', [['mention', '@sara_m']]],
    ['tg://resolve?domain=x!', [['url', 'tg://resolve?domain=x']]],
    [
      'tonsite://x tonsite://x.ton',
      [
        ['url', 'ite://x'],
        ['url', 'tonsite://x.ton'],
      ],
    ],
    [
      'https://a.io/(b)c) x.io:0443/ y.io:0/ z.io?',
      [
        ['url', 'https://a.io/(b)c'],
        ['url', 'x.io:0443/'],
        ['url', 'y.io'],
        ['url', 'z.io'],
      ],
    ],
    [
      'Done.In Example.COM example.Com a_b.io b.zuerich',
      [
        ['url', 'Example.COM'],
        ['url', 'b.zuerich'],
      ],
    ],
    ['https://host.internal host.internal', [['url', 'https://host.internal']]],
    [
      'ftp://user:x@a.io sftp://a.io #a.io',
      [
        ['url', 'ftp://user:x@a.io'],
        ['hashtag', '#a'],
      ],
    ],
    [
      'mailto:c_d@example.com a.b+c@example.com @a.io',
      [
        ['email', 'c_d@example.com'],
        ['email', '+c@example.com'],
      ],
    ],
    [
      'a.io., 08.0.0.1 1.2.3 ~b.io [c.io]',
      [
        ['url', 'a.io'],
        ['url', '~b.io'],
        ['url', 'c.io'],
      ],
    ],
  ])('%s', (text, expected) => {
    const { entities } = formatText({ text }, []);
    const found = entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)]);
    expect(found).toEqual(expected);
  });

  test('not inside code, not over a link', () => {
    const { entities } = html('<code>192.0.2.7</code> <a href="https://a.io/">example.com</a>');
    expect(entities.map(({ type }) => type)).toEqual(['code', 'text_link']);
  });
});

describe('entities beside the text', () => {
  const given = (text: string, ...entities: MessageEntity[]) => {
    try {
      return formatText({ text, entities }, [alex]);
    } catch (error) {
      if (error instanceof Refusal) return error.message.replace('Bad Request: ', '');
      throw error;
    }
  };
  const at = (offset: number, length: number): MessageEntity => ({ type: 'bold', offset, length });
  test.each([
    ['x', at(0, 2), 'entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 2'],
    ['x', at(2, 1), 'entity begins after the end of the text at UTF-16 offset 2'],
    ['é👋', at(2, 1), 'entity begins in a middle of a UTF-16 symbol at byte offset 6'],
    ['é👋', at(0, 2), 'entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 6'],
    ['x', at(-1, 1), 'receive an entity with incorrect offset -1'],
    ['x', at(0, -1), 'receive an entity with incorrect length -1'],
    ['x', { type: 'text_link', url: 'x', offset: 0, length: 1 }, "entity URL 'x' is invalid: Wrong HTTP URL"],
    [' \u00a0\u200b', at(0, 1), 'text must be non-empty'],
    ['\ud800', at(0, 1), 'strings must be encoded in UTF-8'],
  ] satisfies [string, MessageEntity, string][])('%j %j', (text, entity, expected) => {
    expect(given(text, entity)).toBe(expected);
  });

  test('without a length are none, links are completed, people are known', () => {
    expect(given('x', at(0, 0))).toEqual({ text: 'x', entities: [] });
    expect(given('x', { type: 'text_link', url: 'A.io', offset: 0, length: 1 })).toEqual({
      text: 'x',
      entities: [{ type: 'text_link', url: 'http://a.io/', offset: 0, length: 1 }],
    });
    const user = { id: 7, is_bot: false, first_name: 'Somebody' };
    expect(given('x', { type: 'text_mention', user, offset: 0, length: 1 })).toEqual({
      text: 'x',
      entities: [{ type: 'text_mention', user: alex, offset: 0, length: 1 }],
    });
  });

  test('are ignored where there is a parse mode', () => {
    const { entities } = formatText({ text: '<b>x</b>y', parse_mode: 'html', entities: [at(1, 1)] }, []);
    expect(entities).toEqual([at(0, 1)]);
  });

  test('are kept, those Telegram finds itself are not taken over', () => {
    const entities: MessageEntity[] = [
      { type: 'bold', offset: 0, length: 1 },
      { type: 'bot_command', offset: 0, length: 1 },
    ];
    expect(formatText({ text: 'x', entities }, []).entities).toEqual([{ type: 'bold', offset: 0, length: 1 }]);
  });
});

describe('any input', () => {
  const piece = fc.oneof(
    anyText(),
    fc.constantFrom(
      '<b>',
      '</b>',
      '<a href="',
      '">',
      '</',
      '<',
      '>',
      '&lt;',
      '&',
      '&#',
      ';',
      '<pre>',
      '<code>',
      '</code>',
    ),
    fc.constantFrom(
      '</pre>',
      '<span class="tg-spoiler">',
      '<blockquote expandable>',
      '</>',
      '\n',
      '\0',
      ' ',
      '\r',
      'x',
      '👋',
      'سلام',
    ),
  );

  test('is read or refused in Telegram’s way, and every entity lies inside the text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        const read = attempt(() => html(source));
        if (!read) return;
        for (const { offset, length } of read.entities) {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(read.text.length);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('is the same after it was written as HTML and read again', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const read = attempt(() => html(pieces.join('')));
        if (!read) return;
        expect(html(renderHtml(read.text, read.entities))).toEqual(read);
      }),
      { numRuns: RUNS },
    );
  });

  test('as plain text stays itself when escaped', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(parseHtml(renderHtml(text, []))).toEqual({ text, entities: [] });
      }),
    );
  });
});

/** Fails on every error except a refusal with Telegram's text. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(String(error)).toContain("can't parse entities");
    return undefined;
  }
}
