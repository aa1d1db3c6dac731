import { compareBots } from '../support/comparison.ts';
import { type Bench, fill } from '../support/result.ts';

const LIMIT = 2;

/** Processor time per update of the real bot over that of a bare grammY handler that makes the same calls. */
export const run: Bench = async () => {
  const comparison = await compareBots();
  const { bot, bare } = comparison;
  return [
    {
      name: 'processor time per update, over a bare grammY handler',
      ratio: bot / bare,
      limit: LIMIT,
      detail: fill('{bot} ms over {bare} ms, {updates} updates each, block by block {least} to {most}', {
        ...comparison,
      }),
    },
  ];
};
