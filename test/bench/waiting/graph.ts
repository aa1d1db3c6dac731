import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import type { Chart } from '../../../src/features/servers/graph/chart.ts';
import { toPng, toSvg } from '../../../src/features/servers/graph/picture.ts';
import { openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median, quantile, type Result } from '../support/result.ts';
import { createTimedPerson, type TimedPerson } from '../support/timed-person.ts';
import { startWorker } from '../workers/worker.ts';

const WHAT = {
  card: 'time from the card to its graph',
  period: 'time to another period in its place',
};

const PROVIDER_MS = 150;
const TELEGRAM_MS = 60;
/** One exchange with the provider, then one edit; answering the tap goes out beside them. */
const UNAVOIDABLE_MS = PROVIDER_MS + TELEGRAM_MS;
const ROUNDS = 20;
const LIMIT = 1.3;
/** A person reads before tapping on: the handler before has long ended. */
const READING_MS = 100;

const STEPS = ['card', 'period'] as const;
type Round = Record<(typeof STEPS)[number], number>;

/** A graph's picture by itself, and from the tap to the picture in the chat. */
export const run: Bench = async () => [await picture(), ...(await taps())];

async function taps(): Promise<Result[]> {
  const environment = await openEnvironment(Array.from({ length: ROUNDS + 1 }, () => 3));
  const bot = await startWorker('bot.ts', environment.env);
  const timedPeople = environment.people.map((person) => createTimedPerson(environment.world, person));
  for (const [index, timedPerson] of timedPeople.entries()) {
    const person = environment.people[index];
    if (person) await timedPerson.connect(environment.tokenOf(person));
  }
  environment.world.latencyMs = TELEGRAM_MS;
  environment.provider.fault({ kind: 'delay', ms: PROVIDER_MS });
  const rounds: Round[] = [];
  for (const timedPerson of timedPeople) rounds.push(await takeSteps(timedPerson));
  await bot.stop();
  await environment.close();
  const [cold, ...warm] = rounds;
  return STEPS.map((step) => {
    const times = warm.map((round) => round[step]);
    const detail = {
      median: Math.round(median(times)),
      p90: Math.round(quantile(times, 0.9)),
      cold: Math.round(cold?.[step] ?? Number.NaN),
      floor: UNAVOIDABLE_MS,
    };
    const value = median(times) / UNAVOIDABLE_MS;
    return {
      name: WHAT[step],
      value,
      limit: LIMIT,
      detail: fill('median {median} ms, p90 {p90} ms, first after a start {cold} ms, unavoidable {floor} ms', detail),
    };
  });
}

async function takeSteps(timedPerson: TimedPerson): Promise<Round> {
  await timedPerson.say('/servers');
  await wait(READING_MS);
  await timedPerson.press(`${buttons.server.name}|`);
  await wait(READING_MS);
  const card = await timedPerson.press(`${buttons.graph.name}|`);
  await wait(READING_MS);
  const period = await timedPerson.press(`${buttons.graph.name}|`);
  await wait(READING_MS);
  return { card, period };
}

const PICTURES = 40;
const WARM_UP = 20;
const PANELS = 5;
const POINTS = 60;
const STEP_MS = 24 * 60_000;

/** Measures the chart over the rendering that any picture needs; by turns, so that both meet the same machine. */
async function picture(): Promise<Result> {
  const svg = toSvg(sample());
  const spent = { whole: 0, render: 0 };
  for (let count = -WARM_UP; count < PICTURES; count++) {
    const whole = await processorMs(() => toPng(toSvg(sample())));
    const render = await processorMs(() => toPng(svg));
    if (count < 0) continue;
    spent.whole += whole / PICTURES;
    spent.render += render / PICTURES;
  }
  const detail = fill('{whole} ms over {render} ms of processor time, {panels} panels, {pictures} pictures', {
    ...spent,
    panels: PANELS,
    pictures: PICTURES,
  });
  return {
    name: "processor time of a graph's picture, over rendering its SVG",
    value: spent.whole / spent.render,
    detail,
  };
}

async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function sample(): Chart {
  const now = Date.now();
  const panels = Array.from({ length: PANELS }, (_, panel) => ({
    name: `resource ${panel}`,
    readings: 'now 12 · min 3 · max 45',
    points: Array.from({ length: POINTS }, (_, index) => ({
      at: now - (POINTS - index) * STEP_MS,
      value: (1 + Math.sin(index / (3 + panel))) * 10 ** panel,
    })),
  }));
  return { locale: 'en', title: 'web1 · last day', subtitle: '20 Nov 2026 – 21 Nov 2026', panels };
}
