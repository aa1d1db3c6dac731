import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import { type Environment, openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median, quantile, type Result } from '../support/result.ts';
import { createTimedPerson, type TimedPerson } from '../support/timed-person.ts';
import { startWorker } from '../workers/worker.ts';

const WHAT = {
  list: 'time to the visible answer: list',
  card: 'time to the visible answer: card',
  confirm: 'time to the visible answer: confirm',
  reboot: 'time to the visible answer: reboot',
};

const PROVIDER_MS = 150;
const TELEGRAM_MS = 60;
/** One exchange with the provider, then one message or edit; answering the tap goes out beside them. */
const UNAVOIDABLE_MS = PROVIDER_MS + TELEGRAM_MS;
const ROUNDS = 30;
const LIMIT = 1.1;
/** A person reads before tapping on: the handler before has long ended. */
const READING_MS = 100;

const STEPS = ['list', 'card', 'confirm', 'reboot'] as const;
type Step = (typeof STEPS)[number];
type Round = Record<Step, number>;

/** From the update to the visible answer, over the exchanges that can't be avoided. */
export const run: Bench = async () => {
  const environment = await openEnvironment(Array.from({ length: ROUNDS + 1 }, () => 3));
  const [first, ...others] = environment.people.map((person) =>
    createTimedPerson(environment.world, person, answers(environment)),
  );
  if (!first) throw new RangeError('the environment has no people');
  let bot = await startWorker('bot.ts', environment.env);
  for (const [index, timedPerson] of [first, ...others].entries()) {
    const person = environment.people[index];
    if (person) await timedPerson.connect(environment.tokenOf(person));
  }
  await first.say('/servers');
  await bot.stop();

  environment.world.latencyMs = TELEGRAM_MS;
  environment.provider.fault({ kind: 'delay', ms: PROVIDER_MS });
  bot = await startWorker('bot.ts', environment.env);
  const cold = await takeSteps(environment, first);
  const warm: Round[] = [];
  for (const timedPerson of others) warm.push(await takeSteps(environment, timedPerson));
  await bot.stop();
  bot = await startWorker('bot.ts', environment.env);
  const stale = await first.press(`${buttons.server.name}|`);
  await bot.stop();
  await environment.close();

  return [...STEPS.map((step) => row(step, warm, cold)), staleRow(stale)];
};

/** A round through the bot, up to the reboot's outcome; each part timed. */
async function takeSteps(environment: Environment, timedPerson: TimedPerson): Promise<Round> {
  const list = await timedPerson.say('/servers');
  await wait(READING_MS);
  const card = await timedPerson.press(`${buttons.server.name}|`);
  await wait(READING_MS);
  const confirm = await timedPerson.press(`${buttons.power.name}|`);
  await wait(READING_MS);
  environment.provider.forget();
  const reboot = await timedPerson.press(`${buttons.confirm.name}|`);
  await timedPerson.seesOutcome();
  environment.provider.forget();
  await wait(READING_MS);
  return { list, card, confirm, reboot };
}

/** A screen shown before the provider has answered is no answer yet. */
function answers({ provider }: Environment) {
  return () => provider.requests.length === 0 || provider.requests.some(({ answered }) => answered !== undefined);
}

function row(step: Step, warm: readonly Round[], cold: Round): Result {
  const times = warm.map((round) => round[step]);
  const detail = {
    median: Math.round(median(times)),
    p90: Math.round(quantile(times, 0.9)),
    cold: Math.round(cold[step]),
    floor: UNAVOIDABLE_MS,
  };
  return {
    name: WHAT[step],
    value: median(times) / UNAVOIDABLE_MS,
    limit: LIMIT,
    detail: fill('median {median} ms, p90 {p90} ms, first after a start {cold} ms, unavoidable {floor} ms', detail),
  };
}

function staleRow(ms: number): Result {
  const detail = fill('{ms} ms, unavoidable {floor} ms, once', { ms: Math.round(ms), floor: UNAVOIDABLE_MS });
  return { name: 'card by a button from before a restart', value: ms / UNAVOIDABLE_MS, detail };
}
