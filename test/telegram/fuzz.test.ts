import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/sandbox/telegram/index.ts';
import { anyUpdate } from '../support/fuzz.ts';
import { openHouse, type TestHouse, TOKEN } from '../support/house.ts';

const UPDATES = 10_000;
/** So many that hardly anybody exceeds 30 updates in 10 seconds. */
const PEOPLE = 800;
const WITH_ACCOUNT = 160;
const AT_ONCE = 100;

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
  for (let from = 0; from < updates.length; from += AT_ONCE) {
    for (const update of updates.slice(from, from + AT_ONCE)) {
      const { callback_query: tap } = update;
      const id = `tap-${taps.length}`;
      if (typeof tap === 'object') taps.push(id);
      world.push(typeof tap === 'object' ? { callback_query: { id, ...tap } } : update);
    }
    await house.settled();
  }

  const calls = world.calls.slice(before);
  const refused = calls.filter((call) => !call.ok && !LEGITIMATE.test(call.error?.description ?? ''));
  expect(refused.map(brief), `FUZZ_SEED=${seed}`).toEqual([]);
  const answers = calls.filter(({ method }) => method === 'answerCallbackQuery');
  expect(answers.map(({ params }) => params.callback_query_id).sort(), `FUZZ_SEED=${seed}`).toEqual(taps.sort());
  const limited = answers.filter(({ params }) => /^(Not so fast|لطفاً کمی آرام‌تر)/.test(String(params.text))).length;
  expect(limited).toBeLessThan(taps.length / 100);
  const unexpected = log.filter((line) => line.includes('unexpected')).slice(0, 3);
  expect(unexpected, `FUZZ_SEED=${seed}`).toEqual([]);

  const { id } = people[PEOPLE] ?? { id: 0 };
  const asked = world.say(id, id, '/help');
  await world.until(() => world.messages(id, id).some(({ message_id }) => message_id > asked.message_id));
}, 60_000);

function brief({ method, params, error }: Call): string {
  return `${method} ${JSON.stringify(params).slice(0, 300)}: ${error?.description}`;
}
