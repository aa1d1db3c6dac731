import { openLoad, ROUND } from '../load/index.ts';
import { block, closeSide, type Side, startSide } from '../support/comparison.ts';
import { fillStore } from '../support/filled-store.ts';
import { type Bench, fill } from '../support/result.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const TOGETHER = 10;
const WARM_UP_ROUNDS = 500;
const ROUNDS = 250;
const BLOCKS = 3;
const LIMIT = 1.2;
const MB = 1024 * 1024;
const STORE_KEY = 'c'.repeat(64);

/** A hundred times as many connected people must cost neither memory nor time. */
export const run: Bench = async () => {
  const sides = { small: await openGrown(SMALL), large: await openGrown(LARGE) };
  for (const side of Object.values(sides)) await block(side, WARM_UP_ROUNDS, TOGETHER);
  const used = { small: 0, large: 0 };
  const bytes = { small: 0, large: 0 };
  for (let count = 0; count < BLOCKS; count++)
    for (const size of ['small', 'large'] as const) {
      used[size] += (await block(sides[size], ROUNDS, TOGETHER)).ms;
      // Right after its own updates: an idle bot gives memory back.
      bytes[size] = await sides[size].worker.residentBytes();
    }
  for (const side of Object.values(sides)) await closeSide(side);
  const updates = BLOCKS * ROUNDS * ROUND;
  const memory = { large: bytes.large / MB, small: bytes.small / MB, updates };
  const time = { large: used.large / updates, small: used.small / updates, updates };
  return [
    {
      name: 'memory: 100,000 connected people over 1,000',
      value: bytes.large / bytes.small,
      limit: LIMIT,
      detail: fill('{large} MB over {small} MB after {updates} updates', memory),
    },
    {
      name: 'processor time per update: 100,000 connected people over 1,000',
      value: used.large / used.small,
      limit: LIMIT,
      detail: fill('{large} ms over {small} ms, {updates} updates each', time),
    },
  ];
};

/** A bot whose store knows this many people already, each with an account and a restart, which is kept for now. */
async function openGrown(people: number): Promise<Side> {
  const load = await openLoad();
  await fillStore(load.env.STORE_URL ?? '', STORE_KEY, { people, restarts: 1, state: 'done' });
  const side = await startSide(load, 'bot', { settings: { STORE_KEY } });
  await load.connect();
  return side;
}
