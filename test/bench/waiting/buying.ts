import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import { openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median } from '../support/result.ts';
import { createTimedPerson, type TimedPerson } from '../support/timed-person.ts';
import { startWorker } from '../workers/worker.ts';

const PEOPLE = 10;
const CHANGES = 40;
const WARM_UP = 4;
const BLOCK = 8;
const LIMIT = 2;
/** A person may send 30 updates in ten seconds, and a change of mind is two of them. */
const PACE_MS = 750;

const ANSWERS = ['frankfurt', 'debian12', '2', '4', '40', '1', '0', '30'];
const { buyField, buyValue } = buttons;

/** Measures the n-th change of a value in the buying flow, from the taps to the new price, without injected latency. */
export const run: Bench = async () => {
  const environment = await openEnvironment(Array.from({ length: PEOPLE }, () => 3));
  const bot = await startWorker('bot.ts', environment.env);
  const timedPeople = environment.people.map((person) => createTimedPerson(environment.world, person));
  for (const [index, timedPerson] of timedPeople.entries()) {
    const person = environment.people[index];
    if (!person) continue;
    await timedPerson.connect(environment.tokenOf(person));
    await timedPerson.say('/buy');
    for (const answer of ANSWERS) await timedPerson.say(answer);
  }
  await wait(10_000);

  const times: number[][] = [];
  for (let change = -WARM_UP; change < CHANGES; change++) {
    const next = wait(PACE_MS);
    const round: number[] = [];
    for (const timedPerson of timedPeople) round.push(await changeMind(timedPerson, change % 2 === 0 ? '8' : '4'));
    if (change >= 0) times.push(round);
    await next;
  }
  await bot.stop();
  await environment.close();

  const blocks = Array.from({ length: CHANGES / BLOCK }, (_, block) =>
    median(times.slice(block * BLOCK, (block + 1) * BLOCK).flat()),
  );
  const [first = Number.NaN] = blocks;
  const last = blocks.at(-1) ?? Number.NaN;
  const detail = fill(
    'median of the 1st to 8th {first} ms, of the 33rd to 40th {last} ms; {least} to {most} ms, {PEOPLE} people',
    { first, last, least: Math.min(...blocks), most: Math.max(...blocks), PEOPLE },
  );
  return [
    {
      name: 'a change of mind while buying: the dearest of five blocks of eight over the cheapest',
      value: Math.max(...blocks) / Math.min(...blocks),
      limit: LIMIT,
      detail,
    },
  ];
};

/** Opens a value and chooses another. @returns milliseconds of both */
async function changeMind(timedPerson: TimedPerson, memory: string): Promise<number> {
  const opened = await timedPerson.press(`${buyField.name}|ram`);
  return opened + (await timedPerson.press(`${buyValue.name}|ram|${memory}`));
}
