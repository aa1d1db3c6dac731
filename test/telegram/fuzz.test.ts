import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../src/sandbox/telegram/index.ts';
import { isRecord } from '../../src/sandbox/telegram/values.ts';
import { anyUpdate } from '../support/fuzz.ts';
import { openHouse, type TestHouse } from '../support/house.ts';

/** More with FUZZ_RUNS: 100,000 take some minutes. */
const UPDATES = Number(process.env.FUZZ_RUNS ?? 10_000);
const LONGEST_MS = 60_000 + UPDATES * 20;
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

/** Everybody with an account has one of their own, which nobody else may reach. */
const tokens = people.slice(0, WITH_ACCOUNT).map((_, index) => tokenOf(`account ${index}`));
const secrets = Array.from({ length: 50 }, (_, index) => tokenOf(`secret ${index}`));

function tokenOf(what: string): string {
  const bytes = hash('sha256', what, 'buffer').subarray(0, 24);
  return bytes.toString(bytes[0] === undefined || bytes[0] % 2 === 0 ? 'hex' : 'base64url');
}

let house: TestHouse;
let disk: string;
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'hosting-bot-fuzz-'));
  house = await openHouse({
    people,
    accounts: tokens.map((token) => ({ token, servers: 20 })),
    env: { STORE_URL: `sqlite:${join(disk, 'bot.sqlite')}` },
  });
});
afterAll(async () => {
  await house.close();
  await rm(disk, { recursive: true });
});

/** Some people connect an account and look around; what their buttons carried. */
async function shownData(): Promise<string[]> {
  const { world, provider } = house;
  for (const [index, { id }] of people.slice(0, WITH_ACCOUNT).entries()) {
    const token = tokens[index] ?? '';
    const [one, other] = provider.account(token).servers;
    for (const text of [
      `/connect ${token}`,
      '/servers',
      `/server ${one?.ip}`,
      `/reboot ${other?.ip}`,
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

test(
  'random updates leave the bot alive, taps answered, calls valid and tokens where they belong',
  async () => {
    const { world, log, provider } = house;
    const shown = await shownData();
    const before = world.calls.length;
    const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
    const updates = fc.sample(anyUpdate({ people: people.slice(0, PEOPLE), group: world.group, shown, secrets }), {
      numRuns: UPDATES,
      seed,
    });
    const taps: string[] = [];
    /** By who asked, of each lot: who types on is answered for the last of it only. */
    const asked: Map<unknown, string[]>[] = [];
    const foreign: string[] = [];
    for (let from = 0; from < updates.length; from += AT_ONCE) {
      const lot = new Map<unknown, string[]>();
      asked.push(lot);
      provider.forget();
      for (const [at, update] of updates.slice(from, from + AT_ONCE).entries()) {
        const { callback_query: tap, inline_query: inline } = update;
        const id = `query-${from + at}`;
        if (isRecord(tap)) taps.push(id);
        if (isRecord(inline) && isRecord(inline.from))
          lot.set(inline.from.id, [...(lot.get(inline.from.id) ?? []), id]);
        if (isRecord(tap)) world.push({ callback_query: { id, ...tap } });
        else world.push(isRecord(inline) ? { inline_query: { id, ...inline } } : update);
      }
      await house.settled();
      foreign.push(...usedByOthers(updates.slice(from, from + AT_ONCE)));
    }

    expect(foreign, `FUZZ_SEED=${seed}`).toEqual([]);
    const calls = world.calls.slice(before);
    const refused = calls.filter((call) => !call.ok && !LEGITIMATE.test(call.error?.description ?? ''));
    expect(refused.map(brief), `FUZZ_SEED=${seed}`).toEqual([]);
    const answers = calls.filter(({ method }) => method === 'answerCallbackQuery');
    expect(answers.map(({ params }) => params.callback_query_id).sort(), `FUZZ_SEED=${seed}`).toEqual(taps.sort());
    const told = calls
      .filter(({ method }) => method === 'answerInlineQuery')
      .map(({ params }) => params.inline_query_id);
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

    expect(slipped(updates, calls), `FUZZ_SEED=${seed}`).toEqual([]);
    const said = calls.filter(({ method }) => method !== 'deleteMessage').map(({ params }) => JSON.stringify(params));
    expect(heldIn(said), `FUZZ_SEED=${seed}`).toEqual([]);
    expect(heldIn(log), `FUZZ_SEED=${seed}`).toEqual([]);
    const files = (await readdir(disk)).map((name) => readFile(join(disk, name), 'latin1'));
    expect(files.length).toBeGreaterThan(0);
    expect(heldIn(await Promise.all(files)), `FUZZ_SEED=${seed}`).toEqual([]);
  },
  LONGEST_MS,
);

/** The accounts that were asked for though their people sent nothing. */
function usedByOthers(updates: readonly Record<string, unknown>[]): string[] {
  const senders = new Set(updates.flatMap((update) => Object.values(update)).map((body) => senderOf(body)));
  const owners = new Map(tokens.map((token, index) => [house.provider.account(token).label, people[index]?.id]));
  return house.provider.requests.flatMap(({ account, operation }) =>
    account === undefined || senders.has(owners.get(account)) ? [] : [`${operation} of ${account}`],
  );
}

function senderOf(body: unknown): unknown {
  return isRecord(body) && isRecord(body.from) ? body.from.id : undefined;
}

/** The messages with a token in them that nobody deleted. */
function slipped(updates: readonly Record<string, unknown>[], calls: readonly Call[]): string[] {
  const deleted = new Set(
    calls
      .filter(({ method }) => method === 'deleteMessage')
      .map(({ params }) => `${params.chat_id} ${params.message_id}`),
  );
  return updates.flatMap(({ message, edited_message: edited }) => {
    const body = message ?? edited;
    // A message by nobody is a channel's, which never reaches us.
    if (!isRecord(body) || !isRecord(body.chat) || !isRecord(body.from)) return [];
    const words = `${body.text ?? ''}${body.caption ?? ''}`;
    const isLeft = secrets.some((secret) => words.includes(secret));
    return isLeft && !deleted.has(`${body.chat.id} ${body.message_id}`) ? [JSON.stringify(body)] : [];
  });
}

/** The tokens that stand in any of these. */
function heldIn(texts: readonly string[]): string[] {
  return [...tokens, ...secrets].filter((token) => texts.some((text) => text.includes(token)));
}

function brief({ method, params, error }: Call): string {
  return `${method} ${JSON.stringify(params).slice(0, 300)}: ${error?.description}`;
}
