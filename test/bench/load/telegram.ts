import type { InlineKeyboardMarkup, Message, Update, User } from 'grammy/types';
import { Pool } from 'undici';
import { z } from 'zod';
import type { Answer, Asked } from './http.ts';

export const BOT_TOKEN = '123456789:BenchBenchBenchBenchBenchBenchBench';
const BOT = { id: 123_456_789, is_bot: true, first_name: 'Hosting', username: 'hosting_bench_bot' } as const;
const ME = {
  ...BOT,
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: true,
  can_connect_to_business: false,
  has_main_web_app: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
};
const MOST_AT_ONCE = 100;
/** As many as Telegram opens to a webhook at most. */
const WEBHOOK_CONNECTIONS = 100;

/** The calls that show something. */
const SCREENS: ReadonlySet<string> = new Set([
  'sendMessage',
  'editMessageText',
  'sendPhoto',
  'sendDocument',
  'editMessageMedia',
]);

const parameters = z.looseObject({
  chat_id: z.number().optional(),
  message_id: z.number().optional(),
  text: z.string().optional(),
  reply_markup: z.unknown().optional(),
  offset: z.number().optional(),
  timeout: z.number().optional(),
  file_id: z.string().optional(),
  callback_query_id: z.string().optional(),
  url: z.string().optional(),
  secret_token: z.string().optional(),
});
type Parameters = z.infer<typeof parameters>;

export interface Upload {
  name: string;
  type: string;
  text: string;
}

export interface TelegramOptions {
  /** Milliseconds until a call has its effect; `getUpdates` is not delayed. */
  latencyMs(): number;
  /** Called with every message that a call shows. */
  shows(person: number, message: Message, call: { method: string; params: Parameters }): void;
  called(method: string): void;
  /** Called where a tap is answered by words of its own. */
  noted(person: number): void;
}

/**
 * The Bot API as far as the benches need it. Unlike the sandbox Telegram it checks nothing, so that it is quick enough to saturate
 * a bot.
 */
export class Telegram {
  readonly #options: TelegramOptions;
  readonly #queued = new Map<number, Update>();
  readonly #files = new Map<string, Buffer>();
  /** Whose tap a query is. */
  readonly #taps = new Map<string, number>();
  #webhook: { pool: Pool; path: string; headers: Record<string, string> } | undefined;
  #wake: (() => void) | undefined;
  #nextUpdate = 100_000_001;
  #nextMessage = 1_000;
  #nextQuery = 4_000_000_000_000;

  constructor(options: TelegramOptions) {
    this.#options = options;
  }

  say(person: User, text: string): void {
    const entities = text.startsWith('/')
      ? [{ type: 'bot_command', offset: 0, length: text.split(/\s/)[0]?.length }]
      : [];
    this.#message(person, { text, ...(entities.length > 0 ? { entities } : {}) });
  }

  upload(person: User, { name, type, text }: Upload, caption?: string): void {
    const bytes = Buffer.from(text);
    this.#files.set(name, bytes);
    const document = { file_id: name, file_unique_id: name, file_name: name, mime_type: type, file_size: bytes.length };
    const entities = [{ type: 'bot_command', offset: 0, length: caption?.length }];
    this.#message(person, { document, ...(caption === undefined ? {} : { caption, caption_entities: entities }) });
  }

  press(person: User, message: Message, data: string): void {
    const id = String(this.#nextQuery++);
    this.#taps.set(id, person.id);
    this.#push({ callback_query: { id, from: person, message, chat_instance: String(person.id), data } });
  }

  async answer({ path, headers, body }: Asked): Promise<Answer> {
    const [, kind, name = ''] = /^\/(bot|file\/bot)[^/]*\/(?:documents\/)?([^?]*)/.exec(path) ?? [];
    if (kind !== 'bot') return this.#files.get(decodeURIComponent(name)) ?? Buffer.alloc(0);
    const params = read(headers['content-type'] ?? '', body);
    if (name === 'getUpdates') return this.#updates(params);
    const latency = this.#options.latencyMs();
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    return `{"ok":true,"result":${JSON.stringify(this.#call(name, params))}}`;
  }

  #call(method: string, params: Parameters): unknown {
    if (SCREENS.has(method)) return this.#show(method, params);
    if (method === 'getMe') return ME;
    if (method === 'getFile') return { file_id: params.file_id, file_path: `documents/${params.file_id}` };
    if (method === 'getWebhookInfo') return { url: this.#webhook?.path ?? '', pending_update_count: this.#queued.size };
    if (method === 'setWebhook') this.#deliverTo(params);
    if (method === 'answerCallbackQuery') this.#answerTap(params);
    this.#options.called(method);
    return true;
  }

  #answerTap({ callback_query_id: id = '', text }: Parameters): void {
    const person = this.#taps.get(id);
    this.#taps.delete(id);
    if (person !== undefined && text !== undefined) this.#options.noted(person);
  }

  #show(method: string, params: Parameters): Message {
    const { chat_id = 0, text = '', reply_markup, message_id = this.#nextMessage++ } = params;
    const message: Message = {
      message_id,
      from: BOT,
      chat: { id: chat_id, type: 'private', first_name: 'Person' },
      date: now(),
      text,
      entities: [{ type: 'bold', offset: 0, length: 2 }],
      ...(isKeyboard(reply_markup) ? { reply_markup } : {}),
    };
    this.#options.called(method);
    this.#options.shows(chat_id, message, { method, params });
    return message;
  }

  async #updates({ offset = 0, timeout = 0 }: Parameters): Promise<string> {
    for (const id of this.#queued.keys()) {
      if (id >= offset) break;
      this.#queued.delete(id);
    }
    if (this.#queued.size === 0 && timeout > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeout * 1_000);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return `{"ok":true,"result":${JSON.stringify([...this.#queued.values().take(MOST_AT_ONCE)])}}`;
  }

  #message(person: User, content: object): void {
    const chat = { id: person.id, type: 'private', first_name: person.first_name };
    this.#push({ message: { message_id: this.#nextMessage++, from: person, chat, date: now(), ...content } });
  }

  #push(body: object): void {
    const update: Update = { update_id: this.#nextUpdate++, ...body };
    if (this.#webhook) return void this.#deliver(update);
    this.#queued.set(update.update_id, update);
    this.#wake?.();
    this.#wake = undefined;
  }

  #deliverTo({ url = '', secret_token }: Parameters): void {
    const { origin, pathname } = new URL(url);
    const secret = secret_token === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret_token };
    const pool = new Pool(origin, { connections: WEBHOOK_CONNECTIONS, pipelining: 1 });
    this.#webhook = { pool, path: pathname, headers: { 'content-type': 'application/json', ...secret } };
    for (const update of this.#queued.values()) void this.#deliver(update);
    this.#queued.clear();
  }

  async #deliver(update: Update): Promise<void> {
    if (!this.#webhook) return;
    const { pool, path, headers } = this.#webhook;
    const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(update) });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`the webhook answered ${answer.statusCode}`);
  }
}

function read(type: string, body: Buffer): Parameters {
  if (body.length === 0) return {};
  if (type.startsWith('application/json')) return parameters.parse(JSON.parse(body.toString()));
  // A form with a file: only the chat is of interest.
  const [, chat] = /name="chat_id"\r\n\r\n(\d+)/.exec(body.toString('latin1')) ?? [];
  return chat === undefined ? {} : { chat_id: Number(chat) };
}

function isKeyboard(markup: unknown): markup is InlineKeyboardMarkup {
  return typeof markup === 'object' && markup !== null && 'inline_keyboard' in markup;
}

function now(): number {
  return Math.floor(Date.now() / 1_000);
}
