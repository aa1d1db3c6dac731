import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openLoad, ROUND } from '../load/index.ts';
import { block, closeSide, openBot, PEERS, type Side, startSide } from '../support/comparison.ts';
import { type Bench, fill, type Result } from '../support/result.ts';
import { bytesWritten, syncCounter } from '../support/writes.ts';

const WAYS = [
  { together: 1, rounds: 150, words: 'one update at a time', limits: { syncs: 1, kilobytes: 15 } },
  { together: 10, rounds: 300, words: 'ten people together', limits: { syncs: 0.3, kilobytes: 15 } },
];
const WARM_UP_ROUNDS = 200;
const KB = 1_024;
/** Data that was not synchronised yet is written by then. */
const WRITTEN_MS = 1_500;

type Way = (typeof WAYS)[number];

/** The number of waits for the disk, and the bytes written. The typical bot makes the same calls. */
export const run: Bench = async () => {
  const bot = await openBot();
  const script = JSON.stringify(await bot.load.rehearse());
  const typicalLoad = await openLoad();
  const SCRIPT = join(typicalLoad.directory, 'script.json');
  await writeFile(SCRIPT, script);
  const typical = await startSide(typicalLoad, 'typical', { settings: { SCRIPT } });
  const results: Result[] = [];
  for (const [who, side] of [
    ['bot', bot],
    ['typical', typical],
  ] as const) {
    await side.load.run(WARM_UP_ROUNDS, 10);
    for (const way of WAYS) {
      const kilobytes = (await growthOf(() => bytesWritten(side.worker.pid), side, way)) / KB;
      results.push({
        name: fill('written to the disk per update, {words}: {who}', { words: way.words, who: PEERS[who] }),
        value: kilobytes,
        unit: 'KB',
        ...(who === 'bot' ? { limit: way.limits.kilobytes } : {}),
        detail: fill('{updates} updates, by whole pages', { updates: way.rounds * ROUND }),
      });
    }
    await side.worker.stop();
    results.push(...(await syncs(who, side, who === 'typical' ? { SCRIPT } : {})));
  }
  return results;
};

/** The same bot once more, under strace. */
async function syncs(who: 'bot' | 'typical', { load }: Side, settings: Record<string, string>): Promise<Result[]> {
  const counter = syncCounter(load.directory);
  const name = ({ words }: Way) =>
    fill('synchronisations with the disk per update, {words}: {who}', { words, who: PEERS[who] });
  if (!counter) {
    await load.close();
    return WAYS.map((way) => ({ name: name(way), value: 'not measured', detail: 'strace is missing' }));
  }
  const side = await startSide(load, who, { settings, under: counter.under });
  await load.run(WARM_UP_ROUNDS, 10);
  const results: Result[] = [];
  for (const way of WAYS) {
    results.push({
      name: name(way),
      value: await growthOf(counter.count, side, way),
      unit: 'an update',
      ...(who === 'bot' ? { limit: way.limits.syncs } : {}),
      detail: fill('{updates} updates, counted by strace', { updates: way.rounds * ROUND }),
    });
  }
  await closeSide(side);
  return results;
}

/** The growth of a count per update. */
async function growthOf(count: () => number, side: Side, { rounds, together }: Way): Promise<number> {
  await wait(WRITTEN_MS);
  const before = count();
  await block(side, rounds, together);
  await wait(WRITTEN_MS);
  return (count() - before) / (rounds * ROUND);
}
