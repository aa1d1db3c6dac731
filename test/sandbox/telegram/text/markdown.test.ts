import fc from 'fast-check';
import type { MessageEntity } from 'grammy/types';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../../src/sandbox/telegram/bot-api/refusal.ts';
import { formatText } from '../../../../src/sandbox/telegram/text/format.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { anyText } from '../../../support/random/text.ts';

const alex = { id: 7, is_bot: false, first_name: 'Alex' };
const REFUSED = "Bad Request: can't parse entities: ";

/** The text and its entities, or the words of the refusal. */
function read(parse_mode: string, source: string): unknown {
  try {
    const { text, entities } = formatText({ text: source, parse_mode }, [alex], true);
    return [text, ...entities.map((entity) => describeEntity(text, entity))];
  } catch (error) {
    if (error instanceof Refusal) return error.message.replace(REFUSED, '');
    throw error;
  }
}

/** `bold(x)`, with what the entity says besides its text: `text_link(x) http://a.io/`. */
function describeEntity(text: string, { type, offset, length, ...more }: MessageEntity): string {
  const told = Object.values(more).map((value) => (typeof value === 'object' ? value.first_name : value));
  return [`${type}(${text.slice(offset, offset + length)})`, ...told].join(' ');
}

const RESERVED = [...'](){}#+-=|.!'];
const isReserved = (char: string) => `Character '${char}' is reserved and must be escaped with the preceding '\\'`;
const noEnd = (kind: string, at: number) => `Can't find end of ${kind} entity at byte offset ${at}`;

describe('MarkdownV2', () => {
  test.each<[string, ...string[]]>([
    ['*سلام* 👋', 'سلام 👋', 'bold(سلام)'],
    ['👋_x_', '👋x', 'italic(x)'],
    ['__u__ ~s~ ||p||', 'u s p', 'underline(u)', 'strikethrough(s)', 'spoiler(p)'],
    ['*a _b_*', 'a b', 'bold(a )', 'bold(b)', 'italic(b)'],
    ['___a_ b__', 'a b', 'underline(a b)', 'italic(a)'],
    ['`*a*`', '*a*', 'code(*a*)'],
    ['```\nls\n``` x', 'ls\n x', 'pre(ls\n)'],
    ['```sh\r\nls```', 'ls', 'pre(ls) sh'],
    ['```sh ls```', ' ls', 'pre( ls) sh'],
    ['```sh```', 'sh', 'pre(sh)'],
    ['``` a``` b', ' a b', 'pre( a)'],
    ['** x', 'x'],
    ['\\*a\\* \\. \\a \\\\', '*a* . a \\'],
    ['\\سلام \\', '\\سلام \\'],
    ['[x](a.io)', 'x', 'text_link(x) http://a.io/'],
    ['[x](https://a.io/\\)\\\\)', 'x', 'text_link(x) https://a.io/)\\'],
    ['[x](nonsense)', 'x'],
    ['[a\\.io]', 'a.io', 'text_link(a.io) http://a.io/'],
    ['[x](tg://user?id=7)', 'x', 'text_mention(x) Alex'],
    ['[x](tg://user?id=8)', 'x'],
    ['[x](tg://user?id&id=7)', 'x', 'text_link(x) tg://user?id&id=7'],
    ['![👍](tg://emoji?id=5368324170671202286)', '👍', 'custom_emoji(👍) 5368324170671202286'],
    ['![soon](tg://time?unix=1647531900&format=wDT)', 'soon', 'date_time(soon) 1647531900 wDT'],
    ['*a ![soon](tg://time?unix=1)*', 'a soon', 'bold(a )', 'date_time(soon) 1 '],
    ['[![soon](tg://time?unix=1)](a.io)', 'soon', 'date_time(soon) 1 '],
    ['>a\n>b\nc', 'a\nb\nc', 'blockquote(a\nb\n)'],
    ['>a||\nb', 'a\nb', 'expandable_blockquote(a\n)'],
    ['>a||\r\nb', 'a\nb', 'expandable_blockquote(a\n)'],
    ['>a\n>b||', 'a\nb', 'expandable_blockquote(a\nb)'],
    ['>*a*\n>>_b_', 'a\nb', 'blockquote(a\nb)', 'bold(a)', 'italic(b)'],
    ['*>a||\nb*', 'a\nb', 'expandable_blockquote(a\n)', 'bold(a\n)', 'bold(b)'],
    ['a\n>b', 'a\nb', 'blockquote(b)'],
    ['a\r\n\r>b', 'a\nb', 'blockquote(b)'],
  ])('%j is read', (source, ...expected) => {
    expect(read('MarkdownV2', source)).toEqual(expected);
  });

  test.each<[string, string]>([
    ...RESERVED.map((char): [string, string] => [`سلام ${char}`, isReserved(char)]),
    ['a>b', isReserved('>')],
    ['*a', noEnd('Bold', 0)],
    ['سلام _a', noEnd('Italic', 9)],
    ['a __b_', noEnd('Italic', 5)],
    ['~a', noEnd('Strikethrough', 0)],
    ['||a', noEnd('Spoiler', 0)],
    ['`a', noEnd('Code', 0)],
    ['```a', noEnd('Pre', 0)],
    ['```sh\na', noEnd('PreCode', 0)],
    ['[a', noEnd('TextUrl', 0)],
    ['![a', noEnd('CustomEmoji', 0)],
    ['*a _b*', noEnd('Bold', 5)],
    ['>*a\nb*', noEnd('Bold', 1)],
    ['>||a\nb', noEnd('Spoiler', 1)],
    ['_i __u_', noEnd('Italic', 6)],
    ['>*||\nb*', noEnd('Bold', 1)],
    ['>*a', noEnd('Bold', 1)],
    ['[a](b', "Can't find end of a URL at byte offset 4"],
    ['![a](b', "Can't find end of a URL at byte offset 5"],
    ['![a] ', 'The entity must contain a tg://emoji or tg://time URL'],
    ...[
      'x',
      'tg://emoji?id=0',
      'tg://emoji?id=05',
      'tg://emoji?id=9223372036854775808',
      'tg://time?unix=0',
      'tg://time?format=wDT',
      'tg://time?unix=1&format=x',
      'tg://time?unix=2147483648',
      'tg://times?unix=1',
    ].map((url): [string, string] => [`![a](${url})`, 'Invalid tg://emoji or tg://time URL specified']),
  ])('%j is refused: %s', (source, words) => {
    expect(read('markdownv2', source)).toBe(words);
  });

  test('any text with its reserved characters escaped stays itself', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const escaped = text.replace(/[!-~]/g, '\\$&');
        expect(formatText({ text: escaped, parse_mode: 'MarkdownV2' }, [], true).text).toEqual(
          formatText({ text }, [], true).text,
        );
      }),
      { numRuns: amountOf(100, 1_000) },
    );
  });
});

describe('Markdown', () => {
  test.each<[string, ...string[]]>([
    ['*سلام* _i_ `c`', 'سلام i c', 'bold(سلام)', 'italic(i)', 'code(c)'],
    ['*a _b*', 'a _b', 'bold(a _b)'],
    ['a.b! (c) ] ~ >', 'a.b! (c) ] ~ >'],
    ['\\_ \\* \\` \\[ \\] \\\\', '_ * ` [ \\] \\\\'],
    ['*a\\*', 'a\\', 'bold(a\\)'],
    ['```sh\nls```', 'ls', 'pre(ls) sh'],
    ['```ls```', 'ls', 'pre(ls)'],
    ['```a`b```', 'a`b', 'pre(a`b)'],
    ['`` x', 'x'],
    ['[x](a.io)', 'x', 'text_link(x) http://a.io/'],
    ['[x](a.io', 'x', 'text_link(x) http://a.io/'],
    ['[](a.io)', '(a.io)', 'url(a.io)'],
    ['[x](tg://user?id=7) y', 'x y', 'text_mention(x) Alex'],
    ['[nonsense]', 'nonsense'],
    ['[example.com]', 'example.com', 'text_link(example.com) http://xample.comm/'],
    ['*b* [e.io]', 'b e.io', 'bold(b)', 'text_link(e.io) http://o.io/'],
    ['*b**b**b* [e.io]', 'bbb e.io', 'bold(bbb)', 'text_link(e.io) http://e.io/'],
  ])('%j is read', (source, ...expected) => {
    expect(read('Markdown', source)).toEqual(expected);
  });

  test.each([
    ['سلام *a', 9],
    ['_a', 0],
    ['`a', 0],
    ['```a``', 0],
    ['[a', 0],
  ])('%j is refused', (source, at) => {
    expect(read('Markdown', source)).toBe(`Can't find end of the entity starting at byte offset ${at}`);
  });
});

test.each(['HTML', 'Markdown', 'MarkdownV2'])('%s that is no Unicode is refused before it is read', (mode) => {
  expect(read(mode, '*<\ud800')).toBe('Bad Request: text must be encoded in UTF-8');
});
