import { expect, test } from 'vitest';
import { judgeWatches, type Kill, type Outage, type Place, ROUND_MS, type ToldAlert } from './judge.ts';

const GROUP = -1;
const PRIVATE = 1;
const STRANGER = 2;
const PLACES: readonly Place[] = [PRIVATE, GROUP].map((chatId) => ({ chatId, account: 'a' }));
const FROM = 1_000_000;
const TO = FROM + 60_000;
const OUTAGE: Outage = { account: 'a', serverId: 's', ip: '10.0.0.1', from: FROM, to: TO };
const TOLD_AT = FROM + 4 * ROUND_MS;

let lastId = 0;
const told = (chatId: number, more: Partial<ToldAlert> = {}): ToldAlert => ({
  ...{ chatId, ip: OUTAGE.ip, messageId: ++lastId, at: TOLD_AT, upAt: TO + 4 * ROUND_MS },
  ...more,
});
const right = () => [told(PRIVATE), told(GROUP)];

/** The alerts, the processes that died, the readings of the outage, and the mistakes that the judge must find. */
const CASES: [string, ToldAlert[], Kill[], number, string[]][] = [
  ['told once to each chat', right(), [], 3, []],
  ['not told to the group', [told(PRIVATE)], [], 3, ['missed in -1']],
  ['told to nobody', [], [], 3, ['missed in 1', 'missed in -1']],
  ['told too late', [told(PRIVATE, { at: FROM + 50_000 }), told(GROUP)], [], 3, ['missed in 1']],
  ['told in time after a kill', [told(PRIVATE, { at: FROM + 20_000 }), told(GROUP)], [died(FROM + 3_000)], 3, []],
  ['told twice', [...right(), told(GROUP, { at: TOLD_AT + 500 })], [], 3, ['doubled in -1']],
  [
    'told twice, with a kill before',
    [...right(), told(GROUP, { at: TOLD_AT + 500 })],
    [died(FROM)],
    3,
    ['doubled in -1'],
  ],
  ['told once more after a kill', [...right(), told(GROUP, { at: TOLD_AT + 500 })], [died(TOLD_AT + 10)], 3, []],
  ['sent as a process died', [...right(), told(GROUP, { at: TOLD_AT + 900 })], [died(TOLD_AT - 10)], 3, []],
  [
    'told once more after a kill, in a list that others had joined',
    [told(PRIVATE), told(GROUP, { listedAt: TOLD_AT + 5_000 }), told(GROUP, { at: TOLD_AT + 5_900 })],
    [died(TOLD_AT + 5_010)],
    3,
    [],
  ],
  ['told after two readings', right(), [], 2, ['madeUp in 1', 'madeUp in -1']],
  ['told to a chat that does not watch it', [...right(), told(STRANGER)], [], 3, ['madeUp in 2']],
  ['another server told', [...right(), told(GROUP, { ip: '10.0.0.2' })], [], 3, ['madeUp in -1']],
  ['told before it was off', [...right(), told(GROUP, { at: FROM - 1 })], [], 3, ['madeUp in -1']],
  ['left open', [told(PRIVATE), open(told(GROUP))], [], 3, ['left in -1']],
  ['ended too late', [told(PRIVATE), told(GROUP, { upAt: TO + 50_000 })], [], 3, ['left in -1']],
];

function died(at: number): Kill {
  return { at, backAt: at + 500 };
}

function open({ upAt: _, ...alert }: ToldAlert): ToldAlert {
  return alert;
}

test.for(CASES)('%s', ([, alerts, kills, offReadings, mistakes]) => {
  const { wrong, figures } = judgeWatches({
    ...{ outages: [OUTAGE], places: PLACES, alerts, kills },
    offReadings: () => offReadings,
  });
  expect(wrong.map((line) => line.split(':', 1)[0])).toEqual(mistakes);
  expect(figures.outages).toBe(2);
});

test('an outage that is shorter than its bound may be told or not', () => {
  const short = { ...OUTAGE, to: FROM + ROUND_MS };
  const judge = (alerts: ToldAlert[], readings: number) =>
    judgeWatches({ outages: [short], places: PLACES, alerts, kills: [], offReadings: () => readings });
  expect(judge([], 1).wrong).toEqual([]);
  expect(judge([told(PRIVATE, { at: FROM + ROUND_MS, upAt: FROM + 6 * ROUND_MS })], 3).wrong).toEqual([]);
  expect(judge([told(PRIVATE, { at: FROM + ROUND_MS, upAt: FROM + 6 * ROUND_MS })], 1).wrong).toHaveLength(1);
});
