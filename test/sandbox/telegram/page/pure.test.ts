import fc from 'fast-check';
import type { MessageEntity } from 'grammy/types';
import { expect, test } from 'vitest';
import { type Piece, pieces } from '../../../../src/sandbox/telegram/page/messages/entities.ts';
import { Presses } from '../../../../src/sandbox/telegram/page/session/presses.ts';
import { hashOf, readRoute } from '../../../../src/sandbox/telegram/page/session/route.ts';
import texts from '../../../../src/sandbox/telegram/page/texts.json' with { type: 'json' };

const outline = (list: readonly Piece[]): unknown[] =>
  list.map((piece) => (typeof piece === 'string' ? piece : { [piece.entity.type]: outline(piece.pieces) }));
const words = (list: readonly Piece[]): string =>
  list.map((piece) => (typeof piece === 'string' ? piece : words(piece.pieces))).join('');

const entities: fc.Arbitrary<MessageEntity[]> = fc.array(
  fc.record({
    type: fc.constantFrom('bold', 'italic', 'spoiler', 'blockquote', 'code'),
    offset: fc.nat(30),
    length: fc.nat(30),
  }),
  { maxLength: 6 },
);

test('entities nest, and one that overlaps another is cut at its end', () => {
  expect(outline(pieces('abcdef', [{ type: 'bold', offset: 1, length: 3 }]))).toEqual(['a', { bold: ['bcd'] }, 'ef']);
  const nested = pieces('abcdef', [
    { type: 'italic', offset: 2, length: 1 },
    { type: 'bold', offset: 0, length: 4 },
  ]);
  expect(outline(nested)).toEqual([{ bold: ['ab', { italic: ['c'] }, 'd'] }, 'ef']);
  const overlapping = pieces('abcdef', [
    { type: 'bold', offset: 0, length: 4 },
    { type: 'italic', offset: 2, length: 4 },
  ]);
  expect(outline(overlapping)).toEqual([{ bold: ['ab', { italic: ['cd'] }] }, { italic: ['ef'] }]);
});

test('with any entities no letter is lost, doubled or moved', () => {
  fc.assert(fc.property(fc.string({ maxLength: 30 }), entities, (text, list) => words(pieces(text, list)) === text));
});

test('an answer that overtakes the reply to its tap still finds its button', () => {
  const presses = new Presses();
  const place = { chat: 1, message: 2, row: 0, column: 0 };
  presses.start(place);
  expect(presses.finish({ type: 'answer', callback_query_id: 'q', text: 'done' })).toBe(false);
  expect(presses.isWaiting(place)).toBe(true);
  expect(presses.identify(place, 'q')).toEqual({ type: 'answer', callback_query_id: 'q', text: 'done' });
  expect(presses.isWaiting(place)).toBe(false);
});

test('the address names the person and the chat, a group included', () => {
  expect(readRoute(hashOf(7, -1001))).toEqual({ person: 7, chat: -1001 });
  expect(readRoute(hashOf(7))).toEqual({ person: 7 });
  expect(readRoute(hashOf(7, -1001, 5))).toEqual({ person: 7, chat: -1001, topic: 5 });
  expect(readRoute('#nonsense')).toEqual({});
});

test('every text of the page exists in both languages, with the same places to fill', () => {
  const places = (of: Record<string, string>) =>
    Object.entries(of).map(([key, text]) => [key, [...text.matchAll(/\{\w+\}/g)].map(String).sort()]);
  expect(places(texts.fa)).toEqual(places(texts.en));
});
