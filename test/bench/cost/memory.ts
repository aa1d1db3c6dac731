import { ROUND } from '../load/index.ts';
import { compare, PEERS } from '../support/comparison.ts';
import { type Bench, fill } from '../support/result.ts';

/** 20,000 updates, with those of the warm-up. */
const ROUNDS = 4_500;
const WARM_UP_ROUNDS = 500;
const TOGETHER = 100;
const LIMIT = 1.3;
const MB = 1024 * 1024;

/** Resident memory after 20,000 updates and a garbage collection, over that of a bare bot that made the same calls. */
export const run: Bench = async () => {
  const comparison = await compare({ peers: ['bare', 'typical'] });
  await comparison.measure(ROUNDS, TOGETHER, { blocks: 1 });
  const bytes = new Map<string, { now: number; before: number }>();
  for (const [peer, { worker }] of comparison.sides) {
    const before = await worker.residentBytes({ collect: false });
    bytes.set(peer, { before, now: await worker.residentBytes() });
  }
  await comparison.close();
  const bare = bytes.get('bare')?.now ?? Number.NaN;
  return (['bot', 'typical'] as const).map((peer) => {
    const { now = Number.NaN, before = Number.NaN } = bytes.get(peer) ?? {};
    return {
      name: fill('memory after {updates} updates over bare grammY: {who}', {
        updates: (ROUNDS + WARM_UP_ROUNDS) * ROUND,
        who: PEERS[peer],
      }),
      value: now / bare,
      ...(peer === 'bot' ? { limit: LIMIT } : {}),
      detail: fill('{now} MB over {bare} MB resident after a garbage collection; {before} MB before it', {
        now: now / MB,
        bare: bare / MB,
        before: before / MB,
      }),
    };
  });
};
