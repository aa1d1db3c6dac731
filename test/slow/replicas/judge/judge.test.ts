import { expect, test } from 'vitest';
import { effectKey, type History, type Judgement, judge, type Settled } from './judge.ts';

const restart = (id: string, state: Settled['state'], subject = 'web1'): Settled => ({
  id,
  kind: 'power',
  state,
  subject,
});
const done = (...subjects: string[]) => new Map(subjects.map((subject) => [effectKey({ kind: 'power', subject }), 1]));

/** Everything went as it should. */
const SOUND: History = {
  confirmed: [
    { operation: 'a', told: 'done' },
    { operation: 'b', told: 'unknown' },
    { operation: 'c', told: 'expired' },
    { operation: 'd', told: 'unclear' },
  ],
  ledger: [
    restart('a', 'done', 'web1'),
    restart('b', 'unknown', 'web2'),
    restart('c', 'expired', 'web3'),
    restart('d', 'accepted', 'web4'),
    // Asked for twice, since the bot died before it showed the first confirm; the first was not confirmed.
    restart('e', 'expired', 'web1'),
  ],
  effects: done('web1', 'web2', 'web4'),
  answers: [
    { kind: 'answers', person: 1, asked: ['x', 'y'], answered: ['x', 'y'] },
    { kind: 'answers', person: 1, asked: ['x', 'y', 'z'], answered: ['x', 'outage', 'z'] },
    { kind: 'answers', person: 1, asked: ['x', 'y'], answered: ['x', 'x', 'y'] },
  ],
  both: [
    {
      kind: 'both',
      person: 1,
      calls: [
        { at: 20, endedAt: 30, text: '' },
        { at: 10, endedAt: 20, text: '' },
      ],
    },
  ],
  names: [{ seen: 'n', kept: 'n' }],
  unanswered: [],
};

function faults({ doubled, lost, wrong, disordered, beside }: Judgement): Record<string, number> {
  const counts = { doubled, lost, wrong, disordered, beside };
  return Object.fromEntries(
    Object.entries(counts).flatMap(([name, { length }]) => (length > 0 ? [[name, length]] : [])),
  );
}

test('a correct run is found correct, and counted', () => {
  const judgement = judge(SOUND);
  expect(faults(judgement)).toEqual({});
  expect(judgement).toMatchObject({ done: 2, unknown: 1, unsent: 1, repeated: 1 });
  // An operation of unknown outcome may not have been done.
  expect(faults(judge({ ...SOUND, effects: done('web1', 'web4') }))).toEqual({});
});

const PLANTED: [string, Partial<History>, Record<string, number>][] = [
  ['a restart that was carried out twice', { effects: new Map([...SOUND.effects, ['power web1', 2]]) }, { doubled: 1 }],
  ['a restart without a request', { effects: new Map([...SOUND.effects, ['power web9', 1]]) }, { doubled: 1 }],
  ['one that expired and was carried out', { effects: done('web1', 'web2', 'web3', 'web4') }, { doubled: 1 }],
  ['one that is said to be done and was not', { effects: done('web2', 'web4') }, { lost: 1 }],
  [
    'a confirm that was not taken up',
    { ledger: [...SOUND.ledger.slice(1), restart('a', 'ready')] },
    { doubled: 1, lost: 1 },
  ],
  [
    'one that is being sent for ever',
    {
      ledger: [...SOUND.ledger, restart('f', 'sending')],
      confirmed: [...SOUND.confirmed, { operation: 'f', told: 'underWay' }],
    },
    { lost: 1 },
  ],
  ['one that the ledger does not know', { confirmed: [{ operation: '?', told: 'done' }] }, { lost: 1 }],
  ['a message that still asks', { confirmed: [{ operation: 'a', told: 'confirm' }] }, { wrong: 1 }],
  ['a message that says something else', { confirmed: [{ operation: 'b', told: 'done' }] }, { wrong: 1 }],
  [
    'an answer that never came',
    { answers: [{ kind: 'answers', person: 1, asked: ['x', 'y'], answered: ['x'] }] },
    { lost: 1 },
  ],
  [
    'answers in another order',
    { answers: [{ kind: 'answers', person: 1, asked: ['x', 'y'], answered: ['y', 'x'] }] },
    { disordered: 1 },
  ],
  [
    'two updates of one person at the same time',
    {
      both: [
        {
          kind: 'both',
          person: 1,
          calls: [
            { at: 10, endedAt: 20, text: '' },
            { at: 19, endedAt: 29, text: '' },
          ],
        },
      ],
    },
    { beside: 1 },
  ],
  ['a name that is not the last one', { names: [{ seen: 'new', kept: 'old' }] }, { lost: 1 }],
  ['a person who waits in vain', { unanswered: ['connected of 1'] }, { lost: 1 }],
];

test.for(PLANTED)('%s is found', ([, planted, expected]) => {
  expect(faults(judge({ ...SOUND, ...planted }))).toEqual(expected);
});
