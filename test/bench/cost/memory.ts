import { ROUND } from '../load/index.ts';
import { block, compare, PEERS, type Peer } from '../support/comparison.ts';
import { type Bench, fill } from '../support/result.ts';
import { requireSameWork } from '../support/same-work.ts';

/** 20,000 updates, including the warm-up. */
const ROUNDS = 4_500;
const WARM_UP_ROUNDS = 500;
const TOGETHER = 100;
/** A bot that refuses a step for now does some of the work twice. */
const TOLERANCE = 0.1;
const LIMIT = 1.3;
const MB = 1024 * 1024;

interface Memory {
  /** Right after the last update. */
  used: number;
  /** After a garbage collection. */
  left: number;
}

/** Resident memory after 20,000 updates and a garbage collection, over that of a bare bot that made the same calls. */
export const run: Bench = async () => {
  const comparison = await compare({ peers: ['bare', 'typical'] });
  const bytes = new Map<Peer, Memory>();
  const calls = new Map<string, Record<string, number>[]>();
  // Each is asked right after its own updates: an idle bot gives memory back.
  for (const [peer, side] of comparison.sides) {
    calls.set(PEERS[peer], [(await block(side, ROUNDS, TOGETHER)).calls]);
    const used = await side.worker.residentBytes({ collect: false });
    bytes.set(peer, { used, left: await side.worker.residentBytes() });
  }
  requireSameWork(calls, TOLERANCE);
  await comparison.close();
  const bare = bytes.get('bare')?.left ?? Number.NaN;
  return (['bot', 'typical'] as const).map((peer) => {
    const { used = Number.NaN, left = Number.NaN } = bytes.get(peer) ?? {};
    return {
      name: fill('memory after {updates} updates over bare grammY: {who}', {
        updates: (ROUNDS + WARM_UP_ROUNDS) * ROUND,
        who: PEERS[peer],
      }),
      value: left / bare,
      ...(peer === 'bot' ? { limit: LIMIT } : {}),
      detail: fill('{left} MB over {bare} MB resident after a garbage collection; {used} MB before it', {
        left: left / MB,
        bare: bare / MB,
        used: used / MB,
      }),
    };
  });
};
