import { expect, test } from 'vitest';
import { requireSameWork } from './same-work.ts';

const work = (edits: number) => [
  { sendMessage: 100, editMessageText: edits },
  { sendMessage: 100, editMessageText: 400, setMyCommands: 2, getMyDescription: 3 },
];

test('bots that make the same calls are compared, with any calls for themselves', () => {
  requireSameWork(
    new Map([
      ['ours', work(400)],
      ['bare', [{ sendMessage: 200, editMessageText: 800 }]],
    ]),
  );
});

test.each([
  ['less often', work(380)],
  ['not at all', [{ sendMessage: 200 }]],
  ['besides others', [...work(400), { deleteMessage: 0, sendPhoto: 3 }]],
])('a bot that makes a call %s is not compared', (_, other) => {
  expect(() =>
    requireSameWork(
      new Map([
        ['ours', work(400)],
        ['bare', other],
      ]),
    ),
  ).toThrow(/^not the same work: (editMessageText|sendPhoto) \d+ times by ours, \d+ times by bare$/);
});
