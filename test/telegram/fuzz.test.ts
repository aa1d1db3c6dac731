import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/sandbox/telegram/index.ts';
import { isRecord } from '../../src/sandbox/telegram/values.ts';
import { anyUpdate } from '../support/fuzz.ts';
import { openHouse, type TestHouse, TOKEN } from '../support/house.ts';

const UPDATES = 10_000;
/** So many that hardly anybody exceeds 30 updates in 10 seconds. */
const PEOPLE = 800;
const WITH_ACCOUNT = 160;
const AT_ONCE = 200;

/** What a Bot API server rightly refuses: chats and messages that were invented. */
const LEGITIMATE =
  /chat not found|message to (edit|delete|react|be replied) not found|message can't be (edited|deleted)|message is not modified/;

/** The last of them keeps out of it. */
const people = Array.from({ length: PEOPLE + 1 }, (_, index) => ({
  id: 5_000_000 + index,
  is_bot: false,
  first_name: `Person ${index}`,
  language_code: index % 2 === 0 ? 'en' : 'fa',
}));

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({
    people,
    accounts: [{ token: TOKEN, servers: 20 }],
    // What is measured elsewhere: the disk.
    env: { STORE_URL: 'sqlite::memory:' },
  });
});
afterAll(() => house.close());

/** Some people connect an account and look around; what their buttons carried. */
async function shownData(): Promise<string[]> {
  const { world } = house;
  for (const { id } of people.slice(0, WITH_ACCOUNT)) {
    for (const text of [
      `/connect ${TOKEN}`,
      '/servers',
      '/server 10.0.0.1',
      '/reboot 10.0.0.2',
      '/accounts',
      '/language',
    ])
      world.say(id, id, text);
  }
  await house.settled();
  const keyboards = people.slice(0, WITH_ACCOUNT).flatMap(({ id }) => world.messages(id, id));
  const buttons = keyboards.flatMap(({ reply_markup }) => reply_markup?.inline_keyboard.flat() ?? []);
  return buttons.flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
}

test('10,000 random updates leave the bot alive, every tap answered once, every call valid', async () => {
  const { world, log } = house;
  const shown = await shownData();
  const before = world.calls.length;
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
  const updates = fc.sample(anyUpdate({ people: people.slice(0, PEOPLE), group: world.group, shown }), {
    numRuns: UPDATES,
    seed,
  });
  const taps: string[] = [];
  /** By who asked, of each lot: who types on is answered for the last of it only. */
  const asked: Map<unknown, string[]>[] = [];
  for (let from = 0; from < updates.length; from += AT_ONCE) {
    const lot = new Map<unknown, string[]>();
    asked.push(lot);
    for (const [at, update] of updates.slice(from, from + AT_ONCE).entries()) {
      const { callback_query: tap, inline_query: inline } = update;
      const id = `query-${from + at}`;
      if (isRecord(tap)) taps.push(id);
      if (isRecord(inline) && isRecord(inline.from)) lot.set(inline.from.id, [...(lot.get(inline.from.id) ?? []), id]);
      if (isRecord(tap)) world.push({ callback_query: { id, ...tap } });
      else world.push(isRecord(inline) ? { inline_query: { id, ...inline } } : update);
    }
    await house.settled();
  }

  const calls = world.calls.slice(before);
  const refused = calls.filter((call) => !call.ok && !LEGITIMATE.test(call.error?.description ?? ''));
  expect(refused.map(brief), `FUZZ_SEED=${seed}`).toEqual([]);
  const answers = calls.filter(({ method }) => method === 'answerCallbackQuery');
  expect(answers.map(({ params }) => params.callback_query_id).sort(), `FUZZ_SEED=${seed}`).toEqual(taps.sort());
  const told = calls.filter(({ method }) => method === 'answerInlineQuery').map(({ params }) => params.inline_query_id);
  expect(new Set(told).size, `FUZZ_SEED=${seed}`).toBe(told.length);
  const silent = asked.flatMap((lot) => [...lot.values()]).filter((ids) => !ids.some((id) => told.includes(id)));
  expect(silent, `FUZZ_SEED=${seed}`).toEqual([]);
  expect(told.length).toBeGreaterThan(UPDATES / 50);
  const limited = answers.filter(({ params }) => /^(Not so fast|لطفاً کمی آرام‌تر)/.test(String(params.text))).length;
  expect(limited).toBeLessThan(taps.length / 100);
  const unexpected = log.filter((line) => line.includes('unexpected')).slice(0, 3);
  expect(unexpected, `FUZZ_SEED=${seed}`).toEqual([]);

  const { id } = people[PEOPLE] ?? { id: 0 };
  const asking = world.say(id, id, '/help');
  await world.until(() => world.messages(id, id).some(({ message_id }) => message_id > asking.message_id));
}, 120_000);

function brief({ method, params, error }: Call): string {
  return `${method} ${JSON.stringify(params).slice(0, 300)}: ${error?.description}`;
}
