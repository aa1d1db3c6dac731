import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { InlineKeyboardButton, User } from 'grammy/types';
import { expect, vi } from 'vitest';
import { operations, type ServerSeed } from '../../src/sandbox/provider/index.ts';
import { type Message, openTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { bare, createPerson, type Person } from '../support/person.ts';

/** The chats and the accounts of the bot when its database was copied; see README.md. */
interface OldChats {
  /** When it was copied, epoch milliseconds. */
  at: number;
  /** The content of the key file beside the database. */
  key: string;
  nextUpdateId: number;
  people: User[];
  /** Every chat as it was then, oldest message first. */
  messages: Message[];
  /** Earlier versions of messages that had other buttons, oldest first. */
  before: Message[];
  /** The accounts at the provider, and their domains. */
  accounts: { token: string; servers: ServerSeed[]; domains: string[] }[];
}

export interface OldApp extends TestApp, AsyncDisposable {
  /** The third person, who was about to connect an account. */
  kim: Person;
  /** The person in their private chat, without the outcomes of old operations: those come at moments of their own, as replies. */
  withoutNews(person: Person): Person;
  group: number;
  oldChats: OldChats;
  /** The newest old button of a chat whose data begin so, with these words on it or in its message. */
  button(chat: number, data: string, words?: string): OldButton;
  /** Shows the message as it was, taps its button there, and waits until that is handled. */
  tap(person: Person, button: OldButton): Promise<{ text?: string; show_alert?: boolean; url?: string }>;
  /** The button's message as it is now. */
  messageOf(button: OldButton): Message | undefined;
  /** Every request that changes something at the provider, as `server.action {"id":"srv-10001"}`. */
  changes(): string[];
  /** Time passes for everybody. */
  pass(ms: number): void;
}

export interface OldButton {
  message: Message;
  data: string;
}

/** Refusals of Telegram that are expected: one of the old taps was being handled when the database was copied. */
const FAIR = /not modified|message to (edit|delete) not found|query is too old|Unsupported start tag "tg-time"/;
/** Of a confirm that expired on a busy machine: another old button has made a picture of its message by then. */
const EXPIRED_IN_PICTURE = /^⌛[\s\S]*there is no text in the message to edit$/;
const CHANGES = new Set(operations.flatMap(({ name, alters }) => (alters ? [name] : [])));

async function readOldChats(): Promise<OldChats> {
  return JSON.parse((await unpack('chats.json.gz')).toString('utf8'));
}

/**
 * Starts the bot on the old database, in the chats as they were, so much later than it was copied.
 * @param options `swapped`: Telegram says of everybody that they speak the other language; `newKey`: values written from now
 * on are sealed with it, and the key file is not used
 */
export async function openOldApp(
  laterMs: number,
  { swapped = false, newKey, ...options }: TestAppOptions & { swapped?: boolean; newKey?: string } = {},
): Promise<OldApp> {
  const oldChats = await readOldChats();
  const clock = setClock(oldChats.at + laterMs);
  const directory = await mkdtemp(join(tmpdir(), 'hosting-bot-old-'));
  const path = join(directory, 'bot.sqlite');
  await writeFile(path, await unpack('bot.sqlite.gz'));
  await writeFile(`${path}.key`, oldChats.key, { mode: 0o600 });
  const app = await openTestApp({
    ...options,
    accounts: oldChats.accounts,
    people: swapped ? oldChats.people.map(swap) : oldChats.people,
    env: {
      STORE_URL: `sqlite:${path}`,
      STORE_KEY: newKey === undefined ? '' : `${newKey},${oldChats.key.trim()}`,
      SERVER_LOCATIONS: 'tehran,frankfurt',
      ...options.env,
    },
    withoutBot: true,
  });
  const { world, provider } = app;
  for (const { token, domains } of oldChats.accounts)
    for (const domain of domains) await register(provider.baseUrl, token, domain);
  provider.forget();
  world.restore(oldChats.messages, oldChats.nextUpdateId);
  await app.startBot();
  await app.settled();
  const old = [...oldChats.before, ...oldChats.messages].filter(({ from }) => from?.id === world.bot.id);
  const kim = oldChats.people.find(({ first_name }) => first_name === 'Kim');
  const group = oldChats.messages.find(({ chat }) => chat.type === 'supergroup')?.chat.id;
  if (!kim || group === undefined) throw new TypeError('The fixture holds something else');
  const messageOf = ({ chat, message_id }: Message) =>
    world.messages(chat.id > 0 ? chat.id : kim.id, chat.id).find((each) => each.message_id === message_id);
  return Object.assign(app, {
    oldChats,
    group,
    kim: createPerson(world, kim, app.settled),
    withoutNews: ({ user }: Person) =>
      createPerson(world, user, app.settled, user.id, ({ reply_to_message: to }) => to?.from?.id !== world.bot.id),
    button(chat: number, data: string, words = '') {
      for (const message of old.toReversed()) {
        const shown = bare(message.text ?? message.caption ?? '');
        const found = buttonsOf(message).find(
          (each) => each.callback_data.startsWith(data) && (shown.includes(words) || bare(each.text).includes(words)),
        );
        if (found && message.chat.id === chat) return { message, data: found.callback_data };
      }
      throw new TypeError(`No old button ${data} ${words}`);
    },
    async tap(person: Person, { message, data }: OldButton) {
      world.restore([message]);
      const press = world.pressRaw(person.user.id, message.chat.id, message.message_id, data);
      const answer = await press.answered;
      await app.settled();
      return answer;
    },
    messageOf: ({ message }: OldButton) => messageOf(message),
    changes: () =>
      provider.requests
        .filter(({ operation }) => CHANGES.has(operation))
        .map(({ operation, body }) => `${operation} ${JSON.stringify(body)}`),
    pass: clock.pass,
    async [Symbol.asyncDispose]() {
      try {
        await app.close();
      } finally {
        clock.end();
        await rm(directory, { recursive: true });
      }
      const wrong = world.calls.flatMap(({ method, params, error }) => {
        if (!error || FAIR.test(error.description)) return [];
        return EXPIRED_IN_PICTURE.test(`${params.text}: ${error.description}`)
          ? []
          : [`${method}: ${error.description}`];
      });
      expect(wrong).toEqual([]);
    },
  });
}

/** The buttons of a message that tell the bot. */
export function buttonsOf({ reply_markup }: Message): (InlineKeyboardButton & { callback_data: string })[] {
  const all = reply_markup?.inline_keyboard.flat() ?? [];
  return all.flatMap((each) => ('callback_data' in each ? [each] : []));
}

/** Sets the clocks of this process to a moment; they run on from there. */
function setClock(at: number) {
  const { now } = Date;
  const running = performance.now.bind(performance);
  let ahead = at - now();
  let passed = 0;
  const clocks = [
    vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead),
    vi.spyOn(performance, 'now').mockImplementation(() => running() + passed),
  ];
  return {
    pass(ms: number) {
      ahead += ms;
      passed += ms;
    },
    end() {
      for (const each of clocks) each.mockRestore();
    },
  };
}

async function unpack(name: string): Promise<Buffer> {
  return gunzipSync(await readFile(join(import.meta.dirname, name)));
}

async function register(baseUrl: string, token: string, domain: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/api/v1/order/domain/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ domain, period: 1, 'nic-handle': 'ab123-irnic', ns1: 'a.b.ir', ns2: 'c.d.ir' }),
  });
  if (!answer.ok) throw new TypeError(await answer.text());
}

function swap(person: User): User {
  return { ...person, language_code: person.language_code === 'fa' ? 'en' : 'fa' };
}
