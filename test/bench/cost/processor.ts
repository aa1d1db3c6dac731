import { compare, of, PEERS, spread } from '../support/comparison.ts';
import { type Bench, fill, type Result } from '../support/result.ts';

const WAYS = [
  { together: 1, rounds: 200, limit: 1.5, words: 'one update at a time' },
  { together: 10, rounds: 500, limit: 1.7, words: 'ten people together' },
];

/** Processor time per update of the real bot and of its peers, over that of a bare grammY handler that makes the same calls. */
export const run: Bench = async () => {
  const peers = ['bare', 'telegraf', 'typical'] as const;
  const comparison = await compare({ peers });
  const results: Result[] = [];
  for (const { together, rounds, limit, words } of WAYS) {
    const measured = await comparison.measure(rounds, together);
    const bare = of(measured, 'bare');
    for (const peer of ['bot', 'telegraf', 'typical'] as const) {
      const own = of(measured, peer);
      results.push({
        name: fill('processor time per update over bare grammY, {words}: {who}', { words, who: PEERS[peer] }),
        value: own.ms / bare.ms,
        ...(peer === 'bot' ? { limit } : {}),
        detail: fill('{own} ms over {bare} ms, {updates} updates each, block by block {least} to {most}', {
          own: own.ms,
          bare: bare.ms,
          updates: own.updates,
          ...spread(own, bare),
        }),
      });
    }
  }
  await comparison.close();
  return results;
};
