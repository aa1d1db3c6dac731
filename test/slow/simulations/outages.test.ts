import { expect, test } from 'vitest';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { type PowerDefect, simulate } from './simulation.ts';

const [seed] = seedsOf(1);
const HOURS = amountOf(48, 14 * 24);

test.for([
  ['three servers', { servers: 3, kills: 0 }],
  ['servers that go off again within the hour', { servers: 3, kills: 0, often: true }],
  ['names at a registry that fails for hours', { servers: 3, kills: 0, names: true }],
  ['more servers than a minute has readings', { servers: 70, kills: 0 }],
  ['a bot that is down for up to two hours', { servers: 70, kills: 0, downs: true }],
  ['a provider that takes its time', { seed: 1, hours: 24, servers: 70, kills: 0, readMs: 1_500 }],
] as const)('%s: no outage is missed, none told twice, none made up', async ([, options]) => {
  const verdict = await simulate({ seed, hours: HOURS, ...options });
  console.info(`watches, seed ${seed}: ${JSON.stringify(verdict)}`);
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, falseSilences: 0, doubled: 0, left: 0 });
  expect(verdict.outages).toBeGreaterThan(0);
  expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  expect(verdict.mostTogether).toBe(1);
});

test('many servers at a provider that takes its time: no operation of our own is told as an outage', async () => {
  const verdict = await simulate({ seed: 1, servers: 300, kills: 0, readMs: 1_500, hours: 8 });
  expect(verdict).toMatchObject({ falseAlarms: 0, doubled: 0 });
});

test('processes that die in a round only make it later: nothing is told twice or made up', async () => {
  const verdict = await simulate({ seed, servers: 3, kills: 0.2, hours: HOURS });
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0, left: 0 });
  expect(verdict.outages).toBeGreaterThan(0);
  expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
});

test.for([1, 2])(
  'processes that die in rounds of a provider that takes its time keep the budget of a minute (seed %s)',
  async (seed) => {
    const verdict = await simulate({ seed, servers: 70, kills: 0.2, readMs: 1_500, hours: 12, offMs: 3 * 3_600_000 });
    expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0, left: 0 });
    expect(verdict.outages).toBeGreaterThan(0);
    expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  },
);

test.for(['server', 'list', 'refusals'] as const)(
  'trouble of the provider with one part alone (%s): no outage is missed, none told twice, none made up',
  async (trouble) => {
    const verdict = await simulate({ seed, servers: 3, kills: 0, hours: HOURS, trouble });
    console.info(`trouble with the ${trouble}, seed ${seed}: ${JSON.stringify(verdict)}`);
    const none = { missed: 0, falseAlarms: 0, falseSilences: 0, untoldRefusals: 0, doubled: 0, left: 0 };
    expect(verdict).toMatchObject(none);
    expect(verdict.outages).toBeGreaterThan(0);
    expect(verdict.mostInMinute).toBeLessThanOrEqual(30);
  },
);

test('a provider that fails a share of all readings for hours: three readings of a server that is off tell that, and no alert is made up', async () => {
  const verdict = await simulate({
    ...{ seed, servers: 1, kills: 0, brownouts: true },
    hours: amountOf(5 * 24, 56 * 24),
  });
  console.info(`brownouts, seed ${seed}: ${JSON.stringify(verdict)}`);
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, falseSilences: 0, doubled: 0, left: 0 });
  expect(verdict.outages).toBeGreaterThan(0);
});

const RESTLESS = { servers: 5, kills: 0, restless: true } as const;

test('servers that flap are told as unstable, once, and a server that is off for two readings is not told', async () => {
  const verdict = await simulate({ ...RESTLESS, seed, hours: amountOf(30, 14 * 24) });
  console.info(`restless servers, seed ${seed}: ${JSON.stringify(verdict)}`);
  expect(verdict).toMatchObject({ missed: 0, falseAlarms: 0, doubled: 0, left: 0 });
  expect(Math.min(verdict.flaps, verdict.short, verdict.outages)).toBeGreaterThan(0);
});

test.for<[PowerDefect, 'missed' | 'falseAlarms']>([
  ['forgetsChanges', 'missed'],
  ['countsTwice', 'falseAlarms'],
])('the judge of outages sees a bot that %s', async ([defect, mistake]) => {
  const verdict = await simulate({ ...RESTLESS, seed: 1, hours: amountOf(24, 72), defect });
  expect(verdict[mistake]).toBeGreaterThan(0);
});

test('the judge of outages sees a bot that loses the alerts of half of the servers, in slow rounds with kills', async () => {
  const slow = { servers: 70, kills: 0.2, readMs: 1_500, hours: 12, offMs: 3 * 3_600_000 };
  const verdict = await simulate({ ...slow, seed: 1, defect: 'losesHalf' });
  expect(verdict.missed).toBeGreaterThan(verdict.outages / 4);
});
