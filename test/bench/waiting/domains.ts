import { buttons } from '../../../src/features/buttons.ts';
import { openEnvironment } from '../support/environment.ts';
import { type Bench, fill, type Result } from '../support/result.ts';
import { createTimedPerson } from '../support/timed-person.ts';
import { startWorker } from '../workers/worker.ts';

const ANSWER_MS = 200;
const BOUND = 16;
const COUNT = 1_000;
/** Enough to tell how long a thousand take one after another, without waiting for them. */
const FEW = 40;
const LIMIT = 1.15;
const LONGEST_MS = 60_000;

/** From a list of names to all of their results on the screen, over the time the answers alone take. */
export const run: Bench = async () => {
  const ideal = Math.ceil(COUNT / BOUND) * ANSWER_MS;
  const ms = await check(COUNT, BOUND);
  const single = await check(FEW, 1);
  const whole = (single / FEW) * COUNT;
  const bound: Result = {
    name: 'a thousand names, sixteen at a time',
    ratio: ms / ideal,
    limit: LIMIT,
    detail: fill('{ms} ms for {count} names, ideally {ideal} ms at {answer} ms an answer', {
      ms: Math.round(ms),
      count: COUNT,
      ideal,
      answer: ANSWER_MS,
    }),
  };
  const detail = { ms: Math.round(single), count: FEW, answer: ANSWER_MS, whole: whole / 1_000 };
  return [
    bound,
    {
      name: 'the same, one after another',
      ratio: whole / ideal,
      detail: fill(
        '{ms} ms for {count} names at {answer} ms an answer: {whole} s for a thousand; over the ideal time of sixteen at a time',
        detail,
      ),
    },
  ];
};

/** Milliseconds from the upload of so many names to the screen with their results. */
async function check(count: number, parallel: number): Promise<number> {
  const environment = await openEnvironment([1]);
  const [person] = environment.people;
  if (!person) throw new RangeError('the environment has no people');
  const bot = await startWorker('bot.ts', { ...environment.env, CHECK_PARALLEL: String(parallel) });
  const timedPerson = createTimedPerson(environment.world, person);
  await timedPerson.connect(environment.tokenOf(person));
  environment.provider.fault({ operation: 'domain.availability', kind: 'delay', ms: ANSWER_MS });
  const names = Array.from({ length: count }, (_, index) => `name-${index}.com`).join('\n');
  const begun = performance.now();
  environment.world.upload(person.id, person.id, {
    name: 'names.txt',
    type: 'text/plain',
    bytes: new TextEncoder().encode(names),
  });
  const data = () =>
    environment.world
      .messages(person.id, person.id)
      .at(-1)
      ?.reply_markup?.inline_keyboard.flat()
      .some((button) => 'callback_data' in button && button.callback_data.startsWith(`${buttons.checkFile.name}|`));
  await environment.world.until(data, { timeoutMs: LONGEST_MS });
  const ms = performance.now() - begun;
  await bot.stop();
  await environment.close();
  return ms;
}
