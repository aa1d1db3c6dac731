import { compare, of, PEERS, spread } from '../support/comparison.ts';
import { type Bench, fill } from '../support/result.ts';

const TOGETHER = 200;
const ROUNDS = 1_000;
const LIMIT = 2;
/** A bot that refuses a step for now does some of the work twice. */
const TOLERANCE = 0.1;

/** Updates a second that one processor carries while 200 people act as fast as they are answered: a bare bot's over ours. */
export const run: Bench = async () => {
  const comparison = await compare({ peers: ['bare', 'typical'] });
  const measured = await comparison.measure(ROUNDS, TOGETHER, TOLERANCE);
  await comparison.close();
  const bare = of(measured, 'bare');
  return (['bot', 'typical'] as const).map((peer) => {
    const own = of(measured, peer);
    return {
      name: fill('updates a second of one processor, 200 people: bare grammY over {who}', { who: PEERS[peer] }),
      value: own.ms / bare.ms,
      ...(peer === 'bot' ? { limit: LIMIT } : {}),
      detail: fill(
        '{bare}/s over {own}/s of processor time, answered {bareWall}/s over {ownWall}/s; {updates} updates each, {refused} steps refused, block by block {least} to {most}',
        {
          bare: Math.round(1_000 / bare.ms),
          own: Math.round(1_000 / own.ms),
          bareWall: Math.round(bare.perSecond),
          ownWall: Math.round(own.perSecond),
          updates: own.updates,
          refused: own.refused,
          ...spread(own, bare),
        },
      ),
    };
  });
};
