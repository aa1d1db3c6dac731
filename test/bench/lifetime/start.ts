import { openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median } from '../support/result.ts';
import { startWorker } from '../workers/worker.ts';

const STARTS = 7;
const SECOND_MS = 1_000;
const LIMIT = 1;

/**
 * An update lies at Telegram; the process starts, asks for it and answers it. With a webhook it would be Telegram's pauses
 * between two attempts that are measured. The first start makes the store, and does not count.
 */
export const run: Bench = async () => {
  const environment = await openEnvironment([3]);
  const { world } = environment;
  const id = environment.people[0]?.id ?? 0;
  const times: number[] = [];
  for (let count = 0; count <= STARTS; count++) {
    const before = world.messages(id, id).length;
    const begun = performance.now();
    const starting = startWorker('bot.ts', environment.env);
    world.say(id, id, '/help');
    await world.until(() => world.messages(id, id).length === before + 2, { timeoutMs: 30_000 });
    if (count > 0) times.push(performance.now() - begun);
    const worker = await starting;
    await world.until(() => world.pending() === 0);
    await worker.stop();
  }
  await environment.close();
  const ms = median(times);
  const detail = fill('median {median} ms, {least} to {most}, long polling', {
    median: ms,
    least: Math.min(...times),
    most: Math.max(...times),
  });
  return [
    {
      name: 'from the start of the process to the first update answered, over a second',
      ratio: ms / SECOND_MS,
      limit: LIMIT,
      detail,
    },
  ];
};
