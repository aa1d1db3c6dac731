import { expect, test } from 'vitest';
import { partOf } from '../support/random/part.ts';
import { crashSeed, randomRuns, simulated } from '../support/random/seed.ts';
import { type Defect, simulateExpiry } from './expiry-simulation.ts';
import { simulateOutside } from './outside-simulation.ts';
import { type PowerDefect, simulate } from './simulation.ts';

/** Weeks of readings take a busy machine minutes. */
const timeout = 240_000;

/** The cases of {@link partOf} are those of the table, and the one with processes that die. */
const isOutageTried = partOf('simulated outages', 6);
const DYING = 5;

test.for(
  (
    [
      ['three servers', { servers: 3, kills: 0 }],
      ['names at a registry that fails for hours', { servers: 3, kills: 0, names: true }],
      ['more servers than a minute has readings', { servers: 70, kills: 0 }],
      ['a bot that is down for up to two hours', { servers: 70, kills: 0, downs: true }],
      ['a provider that takes its time', { seed: 1, hours: 24, servers: 70, kills: 0, readMs: 1_500 }],
    ] as const
  ).filter((_, at) => isOutageTried(at)),
)('%s: no outage is missed, none told twice, none made up', { timeout }, async ([, options]) => {
  const verdict = await simulate({ seed: crashSeed, hours: simulated(24, 4 * 24, 14 * 24), ...options });
  console.info(`watches, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, falseSilences: 0, doubled: 0, left: 0 });
  expect(verdict.outages).toBeGreaterThan(0);
  expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  expect(verdict.mostTogether).toBe(1);
});

test('many servers at a provider that takes its time: no operation of our own is told as an outage', {
  timeout,
}, async () => {
  const verdict = await simulate({ seed: 1, servers: 300, kills: 0, readMs: 1_500, hours: 8 });
  expect(verdict).toMatchObject({ falseAlarms: 0, doubled: 0 });
});

test.for([0.2].filter(() => isOutageTried(DYING)))(
  'processes that die in a round only make it later: nothing is told twice or made up',
  { timeout },
  async (kills) => {
    const verdict = await simulate({ seed: crashSeed, servers: 3, kills, hours: simulated(24, 4 * 24, 14 * 24) });
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0, left: 0 });
    expect(verdict.outages).toBeGreaterThan(0);
    expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  },
);

const isKillTried = partOf('simulated kills in slow rounds', 2);

test.for([1, 2].filter((_, at) => isKillTried(at)))(
  'processes that die in rounds of a provider that takes its time keep the budget of a minute (seed %s)',
  { timeout },
  async (seed) => {
    const verdict = await simulate({ seed, servers: 70, kills: 0.2, readMs: 1_500, hours: 12, offMs: 3 * 3_600_000 });
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0, left: 0 });
    expect(verdict.outages).toBeGreaterThan(0);
    expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  },
);

test.for(['server', 'list', 'refusals'] as const)(
  'trouble of the provider with one part alone (%s): no outage is missed, none told twice, none made up',
  { timeout },
  async (trouble) => {
    const hours = simulated(24, 4 * 24, 14 * 24);
    const verdict = await simulate({ seed: crashSeed, servers: 3, kills: 0, hours, trouble });
    console.info(`trouble with the ${trouble}, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
    const none = { missed: 0, falseAlarms: 0, falseSilences: 0, untoldRefusals: 0, doubled: 0, left: 0 };
    expect(verdict).toMatchObject(none);
    expect(verdict.outages).toBeGreaterThan(0);
    expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  },
);

test('a provider that fails a share of all readings for hours: three readings of a server that is off tell that, and no alert is made up', {
  timeout,
}, async () => {
  const verdict = await simulate({
    ...{ seed: crashSeed, servers: 1, kills: 0, brownouts: true },
    hours: simulated(14 * 24, 14 * 24, 56 * 24),
  });
  console.info(`brownouts, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, falseSilences: 0, doubled: 0, left: 0 });
  expect(verdict.outages).toBeGreaterThan(0);
});

const RESTLESS = { servers: 5, kills: 0, restless: true } as const;

test('servers that flap are told as unstable, once, and a server that is off for two readings is not told', {
  timeout,
}, async () => {
  const verdict = await simulate({ ...RESTLESS, seed: crashSeed, hours: simulated(30, 4 * 24, 14 * 24) });
  console.info(`restless servers, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0, left: 0 });
  expect(Math.min(verdict.flaps, verdict.short, verdict.outages)).toBeGreaterThan(0);
});

test.for<[PowerDefect, 'missed' | 'falseAlarms']>([
  ['forgetsChanges', 'missed'],
  ['countsTwice', 'falseAlarms'],
])('the judge of outages sees a bot that %s', { timeout }, async ([defect, mistake]) => {
  const verdict = await simulate({ ...RESTLESS, seed: 1, hours: randomRuns(24, 72), defect });
  expect(verdict[mistake]).toBeGreaterThan(0);
});

test('the judge of outages sees a bot that loses the alerts of half of the servers, in slow rounds with kills', {
  timeout,
}, async () => {
  const slow = { servers: 70, kills: 0.2, readMs: 1_500, hours: 12, offMs: 3 * 3_600_000 };
  const verdict = await simulate({ ...slow, seed: 1, defect: 'losesHalf' });
  expect(verdict.missed).toBeGreaterThan(verdict.outages / 4);
});

const isChangeTried = partOf('simulated changes elsewhere', 2);

test.for([0, 0.2].filter((_, at) => isChangeTried(at)))(
  'changes elsewhere are told once, those by the bot never, over lists that fail or lack servers (kills %s)',
  { timeout },
  async (kills) => {
    const verdict = await simulateOutside({ seed: crashSeed, servers: 12, kills, days: simulated(3, 7, 28) });
    console.info(`changes outside, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0 });
    expect(Math.min(verdict.changes, verdict.own, verdict.partialLists)).toBeGreaterThan(0);
  },
);

const isExpiryTried = partOf('simulated expiries', 2);

test.for([0, 0.1].filter((_, at) => isExpiryTried(at)))(
  'servers that expire are told on each day of theirs once in each chat, and none that was renewed (kills %s)',
  { timeout },
  async (kills) => {
    const verdict = await simulateExpiry({ seed: crashSeed, servers: 5, kills, days: simulated(75, 150, 365) });
    console.info(`expiry, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0 });
    expect(Math.min(verdict.steps, verdict.own, verdict.renewals - verdict.own)).toBeGreaterThan(0);
  },
);

test.for([0, 0.1].filter((_, at) => isExpiryTried(at)))(
  'a step of a server that lists lack on its day is told late, but not lost (kills %s)',
  { timeout },
  async (kills) => {
    const days = simulated(75, 150, 365);
    const verdict = await simulateExpiry({ seed: crashSeed, servers: 5, kills, days, lacks: true });
    console.info(`expiry with lists that lack servers, seed ${crashSeed}: ${JSON.stringify(verdict)}`);
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0 });
    expect(Math.min(verdict.steps, verdict.lacking)).toBeGreaterThan(0);
  },
);

const isDefectTried = partOf('planted defects of digests', 4);
const DEFECTS: readonly [Defect, 'missed' | 'falseAlarms' | 'doubled'][] = [
  ['forgetsDay', 'doubled'],
  ['forgetsLooks', 'missed'],
  ['knowsYesterday', 'falseAlarms'],
  ['forgetsListed', 'missed'],
];

test.for(DEFECTS.filter((_, at) => isDefectTried(at)))(
  'the judge of digests sees a bot that %s',
  { timeout },
  async ([defect, mistake]) => {
    const lacks = defect === 'forgetsListed';
    const verdict = await simulateExpiry({ seed: 1, servers: 5, kills: 0.3, days: randomRuns(30, 60), lacks, defect });
    expect(verdict[mistake]).toBeGreaterThan(0);
  },
);
