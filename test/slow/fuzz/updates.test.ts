import { hash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRecord } from '../../../src/sandbox/telegram/bot-api/values.ts';
import type { Call } from '../../../src/sandbox/telegram/index.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { amountOf, seedsOf } from '../../support/random/seeds.ts';
import { anyUpdate, type Shown } from '../../support/random/updates.ts';

const UPDATES = amountOf(400, 10_000);
const [seed = 1] = seedsOf(1);
const LONGEST_MS = 60_000 + UPDATES * 20;
/** Enough people that hardly one exceeds 30 updates in 10 seconds. People with an account cost five updates each before the first one. */
const PEOPLE = Math.min(800, UPDATES * 0.3);
const WITH_ACCOUNT = PEOPLE / 5;
const AT_ONCE = 200;
/** A busy machine answers late, which is no fault here. */
const LATE_MS = 300_000;

/** The number of people who look around in the group too. */
const IN_GROUP = 10;
/** The number of messages per chat whose buttons are tapped. */
const NEWEST = 4;
/** Operations that are sent once, and then watched until their effect shows. */
const CHANGES =
  /^(?:server\.(?:action|os|password|ssh-key|rescue|eject)|(?:snapshot|backup)\.(?:create|restore|delete)|cloud\.(?:order|renew|upgrade)|domain\.(?:register|renew))$/;

/** Errors that a Bot API server rightly gives: chats, messages and taps that were invented, and answers that it shows to all only. */
const LEGITIMATE =
  /chat not found|message to (edit|delete|react|be replied) not found|message can't be (edited|deleted)|message is not modified|there is no text in the message to edit|query is too old|(MESSAGE_NOT_COMMAND|(USER|MESSAGE)_ID_INVALID)$/;

/** The last of them keeps out of it. */
const people = Array.from({ length: PEOPLE + 1 }, (_, index) => ({
  id: 5_000_000 + index,
  is_bot: false,
  first_name: `Person ${index}`,
  language_code: index % 2 === 0 ? 'en' : 'fa',
}));

/** Each person with an account has one of their own, which no other person may reach. */
const tokens = people.slice(0, WITH_ACCOUNT).map((_, index) => tokenOf(`account ${index}`));
const owned = new Map(tokens.map((token, index) => [people[index]?.id ?? 0, token]));
const secrets = Array.from({ length: 50 }, (_, index) => tokenOf(`secret ${index}`));

function tokenOf(what: string): string {
  const bytes = hash('sha256', what, 'buffer').subarray(0, 24);
  return bytes.toString(bytes[0] === undefined || bytes[0] % 2 === 0 ? 'hex' : 'base64url');
}

let app: TestApp;
let disk: string;
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'hosting-bot-fuzz-'));
  app = await openTestApp({
    people,
    accounts: tokens.map((token) => ({ token, servers: 20 })),
    env: { STORE_URL: `sqlite:${join(disk, 'bot.sqlite')}` },
    telegram: { callbackLifeMs: LATE_MS, inlineLifeMs: LATE_MS },
  });
});
afterAll(async () => {
  await app.close();
  await rm(disk, { recursive: true });
}, LATE_MS);

/** Some people connect an account and look around, also in the group. */
async function connectSome(): Promise<void> {
  const { world, provider } = app;
  for (const [index, { id }] of people.slice(0, WITH_ACCOUNT).entries()) {
    const token = tokens[index] ?? '';
    const [one, other] = provider.account(token).servers;
    for (const text of [`/connect ${token}`, '/servers', `/server ${one?.ip}`, `/reboot ${other?.ip}`, '/accounts'])
      world.say(id, id, text);
    if (index < IN_GROUP) for (const text of ['/servers', `/server ${one?.ip}`]) world.say(id, world.group.id, text);
  }
  await caughtUp();
}

/** Resolves when all updates are handled, which takes a busy machine longer than {@link TestApp.settled} allows. */
async function caughtUp(): Promise<void> {
  await app.world.until(() => app.world.pending() === 0, { timeoutMs: LATE_MS });
  await app.settled();
}

/** The buttons of the newest messages of everybody with an account, and of their group. */
function buttonsShown(): Shown[] {
  const { world } = app;
  const places = people.slice(0, WITH_ACCOUNT).map(({ id }) => ({ person: id, messages: world.messages(id, id) }));
  const inGroup = { person: undefined, messages: world.messages(people[0]?.id ?? 0, world.group.id) };
  return [...places, inGroup].flatMap(({ person, messages }) =>
    messages.slice(person === undefined ? -20 * NEWEST : -NEWEST).flatMap((message) =>
      (message.reply_markup?.inline_keyboard ?? []).flat().flatMap((button) => {
        return 'callback_data' in button ? [{ person, message, data: button.callback_data }] : [];
      }),
    ),
  );
}

test(
  'random updates leave the bot alive, taps answered, calls valid and tokens where they belong',
  async () => {
    const { world, log, provider } = app;
    await connectSome();
    const before = world.calls.length;
    const note = `seed ${seed}`;
    // Half of all comes from those with an account: they get further.
    const often = Array.from({ length: 3 }, () => people.slice(0, WITH_ACCOUNT)).flat();
    const around = { people: [...people.slice(0, PEOPLE), ...often], group: world.group, tokens: owned, secrets };
    const updates: Record<string, unknown>[] = [];
    const taps: string[] = [];
    /** By asker, of each lot: a person who types on is answered for the last text only. */
    const asked: Map<unknown, string[]>[] = [];
    const requests = createFollowing();
    for (let from = 0; from < UPDATES; from += AT_ONCE) {
      provider.forget();
      // This batch goes on from the state that the last one left.
      const made = fc.sample(anyUpdate({ ...around, shown: buttonsShown() }), { numRuns: AT_ONCE, seed: seed + from });
      const pushed = push(made, from);
      taps.push(...pushed.taps);
      asked.push(pushed.asked);
      await caughtUp();
      requests.follow(made);
      updates.push(...made);
    }

    expect(requests.foreign, note).toEqual([]);
    expect(requests.seen, note).toBeGreaterThan(UPDATES / 40);
    const calls = world.calls.slice(before);
    const refused = calls.filter((call) => !call.ok && !LEGITIMATE.test(call.error?.description ?? ''));
    expect(refused.map(brief), note).toEqual([]);
    const answers = calls.filter(({ method }) => method === 'answerCallbackQuery');
    expect(answers.map(({ params }) => params.callback_query_id).sort(), note).toEqual(taps.sort());
    const told = calls
      .filter(({ method }) => method === 'answerInlineQuery')
      .map(({ params }) => params.inline_query_id);
    expect(new Set(told).size, note).toBe(told.length);
    const silent = asked.flatMap((lot) => [...lot.values()]).filter((ids) => !ids.some((id) => told.includes(id)));
    expect(silent, note).toEqual([]);
    expect(told.length).toBeGreaterThan(UPDATES / 50);
    const limited = answers.filter(({ params }) => /^(Too fast|کمی آرام‌تر)/.test(String(params.text))).length;
    expect(limited).toBeLessThan(taps.length / 100);
    const unexpected = log.filter((line) => line.includes('unexpected')).slice(0, 3);
    expect(unexpected, note).toEqual([]);

    const { id } = people[PEOPLE] ?? { id: 0 };
    const asking = world.say(id, id, '/help');
    await world.until(() => world.messages(id, id).some(({ message_id }) => message_id > asking.message_id));

    expect(slipped(updates, calls), note).toEqual([]);
    const said = calls.map(({ method, params }) => `${method} ${JSON.stringify(params)}`);
    expect(heldIn(said), note).toEqual([]);
    expect(heldIn(log), note).toEqual([]);
    const files = (await readdir(disk)).map((name) => readFile(join(disk, name), 'latin1'));
    expect(files.length).toBeGreaterThan(0);
    expect(heldIn(await Promise.all(files)), note).toEqual([]);
  },
  LONGEST_MS,
);

/** Pushes updates with ids for their taps and inline queries. Returns the ids of inline queries by person. */
function push(updates: readonly Record<string, unknown>[], from: number) {
  const taps: string[] = [];
  const asked = new Map<unknown, string[]>();
  for (const [at, update] of updates.entries()) {
    const { callback_query: tap, inline_query: inline } = update;
    const id = `query-${from + at}`;
    if (isRecord(tap)) taps.push(id);
    if (isRecord(inline) && isRecord(inline.from))
      asked.set(inline.from.id, [...(asked.get(inline.from.id) ?? []), id]);
    if (isRecord(tap)) app.world.push({ callback_query: { id, ...tap } });
    else app.world.push(isRecord(inline) ? { inline_query: { id, ...inline } } : update);
  }
  return { taps, asked };
}

/** Checks that the provider gets tokens only of people who sent something, or whose operation or check goes on. */
function createFollowing() {
  const owners = new Map(tokens.map((token, index) => [app.provider.account(token).label, people[index]?.id]));
  /** The accounts on which something was begun that is watched from then on, an hour where its outcome is unknown. */
  const begun = new Set<string>();
  const foreign: string[] = [];
  let seen = 0;
  /** Values that an answer leaves to be read, such as a price, a list or the first names of a check, are asked for behind it. */
  let before = new Set<unknown>();

  function isExpected(account: string, operation: string, senders: ReadonlySet<unknown>): boolean {
    const isLate = before.has(owners.get(account)) && !CHANGES.test(operation);
    const isOwn = senders.has(owners.get(account)) || isLate;
    if (isOwn && (CHANGES.test(operation) || operation === 'domain.availability')) begun.add(account);
    const isWatched = !CHANGES.test(operation) && begun.has(account);
    return isOwn || isWatched;
  }

  return {
    foreign,
    get seen() {
      return seen;
    },
    follow(updates: readonly Record<string, unknown>[]): void {
      const senders = new Set(updates.flatMap((update) => Object.values(update)).map((body) => senderOf(body)));
      for (const { account, operation, method } of app.provider.requests) {
        if (account === undefined) continue;
        seen++;
        if (!isExpected(account, operation, senders)) foreign.push(`${method} ${operation} of ${account}`);
      }
      before = senders;
    },
  };
}

function senderOf(body: unknown): unknown {
  return isRecord(body) && isRecord(body.from) ? body.from.id : undefined;
}

/** The messages with a token in them that were not deleted. */
function slipped(updates: readonly Record<string, unknown>[], calls: readonly Call[]): string[] {
  const deleted = new Set(
    calls
      .filter(({ method }) => method === 'deleteMessage')
      .map(({ params }) => `${params.chat_id} ${params.message_id}`),
  );
  return updates.flatMap(({ message, edited_message: edited }) => {
    const body = message ?? edited;
    // A message without a sender is a channel's, which the bot never receives.
    if (!isRecord(body) || !isRecord(body.chat) || !isRecord(body.from)) return [];
    const words = `${body.text ?? ''}${body.caption ?? ''}`;
    const isLeft = [...secrets, ...tokens].some((secret) => words.includes(secret));
    return isLeft && !deleted.has(`${body.chat.id} ${body.message_id}`) ? [JSON.stringify(body)] : [];
  });
}

/** The texts with a token in them. */
function heldIn(texts: readonly string[]): string[] {
  const all = [...tokens, ...secrets];
  return texts.filter((text) => all.some((token) => text.includes(token))).map((text) => text.slice(0, 500));
}

function brief({ method, params, error }: Call): string {
  return `${method} ${JSON.stringify(params).slice(0, 300)}: ${error?.description}`;
}
