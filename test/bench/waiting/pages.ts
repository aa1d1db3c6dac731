import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import { type Environment, openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median } from '../support/result.ts';
import { createTimedPerson, type TimedPerson } from '../support/timed-person.ts';
import { startWorker } from '../workers/worker.ts';

const WHAT = {
  next: {
    name: 'turning a page: 10,000 servers over 10',
    pattern: 'median {large} ms over {small} ms, nothing injected',
  },
  first: {
    name: 'the first page: 10,000 servers over 10',
    pattern: 'median {large} ms over {small} ms, with the injected delays',
  },
};

const SMALL = 10;
const LARGE = 10_000;
/** A person may send 30 updates in ten seconds; so several with either account turn pages, by turns. */
const COUPLES = 12;
const TURNS = 6;
const WARM_UP = 1;
const LIMIT = 1.5;

type Times = Record<'next' | 'first', number[]>;

/**
 * Turning a page in an account of 10,000 servers over one of 10. To the next page nothing is injected, so that nothing
 * hides the difference; the first page asks the provider anew, and is measured with the delays of the other benches.
 */
export const run: Bench = async () => {
  const environment = await openEnvironment(Array.from({ length: COUPLES }, () => [SMALL, LARGE]).flat());
  const bot = await startWorker('bot.ts', environment.env);
  const timedPeople = environment.people.map((person) => createTimedPerson(environment.world, person));
  for (const [index, timedPerson] of timedPeople.entries()) {
    const person = environment.people[index];
    if (person) await timedPerson.connect(environment.tokenOf(person));
  }
  const times: [Times, Times] = [
    { next: [], first: [] },
    { next: [], first: [] },
  ];
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    for (const [index, timedPerson] of timedPeople.entries()) {
      const { next, first } = await turnPages(environment, timedPerson);
      if (turn < 0) continue;
      const of = times[index % 2 === 0 ? 0 : 1];
      of.next.push(next);
      of.first.push(first);
    }
  }
  await bot.stop();
  await environment.close();
  return (['next', 'first'] as const).map((page) => {
    const [small, large] = [median(times[0][page]), median(times[1][page])];
    const { name, pattern } = WHAT[page];
    return { name, value: large / small, limit: LIMIT, detail: fill(pattern, { small, large }) };
  });
};

const PROVIDER_MS = 150;
const TELEGRAM_MS = 60;
/** The handler before has long ended, and the states are shown, when a person taps again. */
const READING_MS = 300;

async function turnPages(
  { world, provider }: Environment,
  timedPerson: TimedPerson,
): Promise<{ next: number; first: number }> {
  provider.fault({ kind: 'delay', ms: PROVIDER_MS });
  world.latencyMs = TELEGRAM_MS;
  const first = await timedPerson.say('/servers');
  provider.clearFaults();
  world.latencyMs = 0;
  await wait(READING_MS);
  const next = await timedPerson.press(`${buttons.serversTurn.name}|`);
  await wait(READING_MS);
  return { next, first };
}
