import { Api } from 'grammy';
import { expect, test } from 'vitest';
import { createLateEdits } from '../../../src/telegram/ui/late-edits.ts';

const SCREEN = { text: 'all of it' };

function open(handledLast: () => number | undefined = () => undefined) {
  const edits: unknown[] = [];
  const errors: unknown[] = [];
  const api = new Api('1:token');
  api.config.use(async (_, method, payload) => {
    edits.push([method, 'text' in payload && payload.text]);
    return { ok: true, result: true as never };
  });
  const late = createLateEdits({
    inTurn: async (_, work) => {
      await work();
      return true;
    },
    handledLast,
    report: (error) => void errors.push(error),
  });
  return { late, edits, errors, of: { api, person: { id: 7 }, update: { update_id: 5 }, chat: { id: 7 } } };
}

test('a screen is completed by an edit', async () => {
  const { late, edits, of } = open();
  late.schedule(of, 1, async () => SCREEN);
  await late.idle();
  expect(edits).toEqual([['editMessageText', 'all of it']]);
});

test('once a button of the message was tapped, its work ends and nothing is written over what it shows', async () => {
  const { late, edits, of } = open();
  const { promise, resolve } = Promise.withResolvers<typeof SCREEN>();
  let given: AbortSignal | undefined;
  late.schedule(of, 1, (signal) => {
    given = signal;
    return promise;
  });
  late.schedule({ ...of, update: { update_id: 6 } }, 2, async () => SCREEN);
  late.giveUp(7, 1);
  expect(given?.aborted).toBe(true);
  resolve(SCREEN);
  await late.idle();
  expect(edits).toHaveLength(1);
});

test('a newer screen of the same message takes the place of the older one’s work', async () => {
  const { late, edits, of } = open();
  const { promise, resolve } = Promise.withResolvers<typeof SCREEN>();
  late.schedule(of, 1, () => promise);
  late.schedule(of, 1, async () => ({ text: 'newer' }));
  resolve(SCREEN);
  await late.idle();
  expect(edits).toEqual([['editMessageText', 'newer']]);
});

test.each([
  [5, 1],
  [6, 0],
])('where several processes handle updates, and the last one was %d, there are %d edits', async (last, count) => {
  const { late, edits, of } = open(() => last);
  late.schedule(of, 1, async () => SCREEN);
  await late.idle();
  expect(edits).toHaveLength(count);
});

test('work that fails is reported; the end of the program ends all of it', async () => {
  const { late, edits, errors, of } = open();
  late.schedule(of, 1, () => Promise.reject(new TypeError('broken')));
  await late.idle();
  expect(errors).toEqual([new TypeError('broken')]);
  late.schedule(of, 2, (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(SCREEN))));
  await late.stop();
  expect(edits).toEqual([]);
});
