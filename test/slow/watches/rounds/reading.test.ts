import { expect, test } from 'vitest';
import { inTurn } from '../../../../src/features/watches/rounds/reading.ts';

test('lists in any order keep the turn: each server is read once before one is read again', () => {
  const servers = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id }));
  const read: string[] = [];
  for (const list of [servers, servers.toReversed(), servers.toSpliced(1, 1)])
    read.push(...inTurn(list, new Map(), { cursor: read.at(-1) ?? '' }, 2, 0).ids.slice(0, 2));
  expect(read).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});
