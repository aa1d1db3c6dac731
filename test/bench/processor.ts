import { duel } from './duel.ts';
import { type Bench, fill } from './result.ts';
import texts from './texts.json' with { type: 'json' };

const LIMIT = 2;

/** Processor time per update of the real bot over that of a bare grammY handler that makes the same calls. */
export const run: Bench = async () => {
  const score = await duel();
  const { bot, bare } = score;
  return [
    {
      name: texts.processor.name,
      ratio: bot / bare,
      limit: LIMIT,
      detail: fill(texts.processor.detail, { ...score }),
    },
  ];
};
