import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../src/features/buttons.ts';
import { openTown } from './support/environment.ts';
import { type Bench, fill, median } from './support/result.ts';
import { createRider, type Rider } from './support/timed-person.ts';
import { startWorker } from './workers/worker.ts';

const PEOPLE = 10;
const CHANGES = 40;
const WARM_UP = 4;
const BLOCK = 8;
const LIMIT = 2;
/** A person may send 30 updates in ten seconds, and a change of mind is two of them. */
const PACE_MS = 750;

const ANSWERS = ['frankfurt', 'debian12', '2', '4', '40', '1', '0', '30'];
const { buyField, buyValue } = buttons;

/** What the n-th change of mind in the buying flow costs: from the taps to the new price, nothing injected. */
export const run: Bench = async () => {
  const town = await openTown(Array.from({ length: PEOPLE }, () => 3));
  const bot = await startWorker('bot.ts', town.env);
  const riders = town.people.map((person) => createRider(town.world, person));
  for (const [index, rider] of riders.entries()) {
    const person = town.people[index];
    if (!person) continue;
    await rider.connect(town.tokenOf(person));
    await rider.say('/buy');
    for (const answer of ANSWERS) await rider.say(answer);
  }
  await wait(10_000);

  const times: number[][] = [];
  for (let change = -WARM_UP; change < CHANGES; change++) {
    const next = wait(PACE_MS);
    const round: number[] = [];
    for (const rider of riders) round.push(await changeMind(rider, change % 2 === 0 ? '8' : '4'));
    if (change >= 0) times.push(round);
    await next;
  }
  await bot.stop();
  await town.close();

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
      ratio: Math.max(...blocks) / Math.min(...blocks),
      limit: LIMIT,
      detail,
    },
  ];
};

/** Opens a value and chooses another. @returns milliseconds of both */
async function changeMind(rider: Rider, memory: string): Promise<number> {
  const opened = await rider.press(`${buyField.name}|ram`);
  return opened + (await rider.press(`${buyValue.name}|ram|${memory}`));
}
