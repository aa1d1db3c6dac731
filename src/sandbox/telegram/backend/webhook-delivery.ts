import { STATUS_CODES } from 'node:http';
import { Agent, request } from 'undici';
import type { AnswerBody } from '../bot-api/read-parameters.ts';
import { isRecord } from '../bot-api/values.ts';
import type { QueuedUpdate, UpdateQueue } from './update-queue.ts';

export interface WebhookSettings {
  url: string;
  maxConnections: number;
  secretToken: string | undefined;
}

export interface DeliveryOptions {
  /** Milliseconds of one of Telegram's seconds. */
  secondMs: number;
  answered: (body: AnswerBody) => void;
  now: () => number;
}

/** Source: `WebhookActor.cpp`, `create_connection`. */
const ANSWER_LIMIT_S = 60;
/** Telegram multiplies the pause by a random factor from one to two. */
const LONGEST_PAUSE_S = 60;
const LONGEST_RETRY_AFTER_S = 3_600;

/** Updates in sequence; the first is under way or waits for its next delivery. */
interface Lane {
  waiting: number[];
  failures: number;
  pauseS: number;
  timer?: NodeJS.Timeout;
}

/**
 * Delivers a queue's updates to one webhook. Source: `WebhookActor.cpp`, and `add_update` in `Client.cpp`.
 * Messages wait for those of the same chat, callback queries for those of the same person.
 * Only 2xx is success. A failed update is delivered again after 0, 2, 4, 8 … seconds or `Retry-After` until it expires.
 * A successful answer can contain a call. Deliveries go to 127.0.0.1 only.
 */
export class Delivery {
  readonly settings: WebhookSettings;
  lastError: { at: number; message: string } | undefined;
  readonly #queue: UpdateQueue;
  readonly #options: DeliveryOptions;
  readonly #agent: Agent;
  readonly #lanes = new Map<string, Lane>();
  readonly #ready: string[] = [];
  readonly #unsubscribe: () => void;
  readonly #stopped = new AbortController();
  #active = 0;

  constructor(queue: UpdateQueue, settings: WebhookSettings, options: DeliveryOptions) {
    this.settings = settings;
    this.#queue = queue;
    this.#options = options;
    this.#agent = new Agent({ connections: settings.maxConnections, pipelining: 1 });
    for (const queued of queue.all()) this.#enter(queued);
    this.#unsubscribe = queue.added.on((queued) => {
      this.#enter(queued);
      this.#sendReady();
    });
    this.#sendReady();
  }

  /** Interrupted updates stay in the queue. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopped.abort();
    for (const { timer } of this.#lanes.values()) clearTimeout(timer);
    await this.#agent.destroy();
  }

  #enter({ update }: QueuedUpdate): void {
    const name = laneOf(update);
    const lane = this.#lanes.get(name);
    if (lane) return void lane.waiting.push(update.update_id);
    this.#lanes.set(name, { waiting: [update.update_id], failures: 0, pauseS: 1 });
    this.#ready.push(name);
  }

  #sendReady(): void {
    while (!this.#stopped.signal.aborted && this.#active < this.settings.maxConnections) {
      const name = this.#ready.shift();
      const lane = name === undefined ? undefined : this.#lanes.get(name);
      if (name === undefined || !lane) return;
      this.#active++;
      void this.#sendFirst(name, lane).finally(() => {
        this.#active--;
        this.#sendReady();
      });
    }
  }

  async #sendFirst(name: string, lane: Lane): Promise<void> {
    const queued = this.#queue.get(lane.waiting[0] ?? 0);
    const refused = queued && (await this.#send(queued.update));
    if (this.#stopped.signal.aborted) return;
    if (queued && refused) return this.#repeatLater(name, lane, queued, refused);
    if (queued) this.#queue.confirm(queued.update.update_id);
    this.#next(name, lane);
  }

  #repeatLater(name: string, lane: Lane, { update, expires }: QueuedUpdate, { message, retryAfterS }: Refused): void {
    this.lastError = { at: Math.floor(this.#options.now() / 1000), message };
    const longest = LONGEST_PAUSE_S * (1 + Math.random());
    if (retryAfterS === 0 && lane.failures > 0) lane.pauseS = Math.min(longest, lane.pauseS * 2);
    const pauseS = retryAfterS > 0 || lane.failures === 0 ? retryAfterS : lane.pauseS;
    lane.failures++;
    const pauseMs = pauseS * this.#options.secondMs;
    if (this.#options.now() + pauseMs > expires) {
      this.#queue.confirm(update.update_id);
      this.#next(name, lane);
      return;
    }
    lane.timer = setTimeout(() => {
      this.#ready.push(name);
      this.#sendReady();
    }, pauseMs);
  }

  #next(name: string, lane: Lane): void {
    lane.waiting.shift();
    Object.assign(lane, { failures: 0, pauseS: 1 });
    if (lane.waiting.length > 0) this.#ready.push(name);
    else this.#lanes.delete(name);
  }

  async #send(update: QueuedUpdate['update']): Promise<Refused | undefined> {
    const { url, secretToken } = this.settings;
    const address = webhookAddress(url);
    if (!address || !isLoopback(address)) return { message: 'sandbox: only this machine is reached', retryAfterS: 0 };
    try {
      const { statusCode, headers, body } = await request(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secretToken === undefined ? {} : { 'x-telegram-bot-api-secret-token': secretToken }),
        },
        body: JSON.stringify(update),
        dispatcher: this.#agent,
        signal: this.#stopped.signal,
        headersTimeout: ANSWER_LIMIT_S * this.#options.secondMs,
      });
      const bytes = new Uint8Array(await body.arrayBuffer());
      if (statusCode >= 200 && statusCode < 300) {
        this.#options.answered({ contentType: String(headers['content-type'] ?? ''), bytes });
        return undefined;
      }
      const retryAfterS = Math.min(Number(headers['retry-after']) || 0, LONGEST_RETRY_AFTER_S);
      const message = `Wrong response from the webhook: ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd();
      return { message, retryAfterS };
    } catch (error) {
      // Telegram reports every connection error in getWebhookInfo and delivers the update again.
      return { message: `Connection failed: ${error instanceof Error ? error.message : 'unknown'}`, retryAfterS: 0 };
    }
  }
}

interface Refused {
  message: string;
  /** 0 where the answer has no `Retry-After`. */
  retryAfterS: number;
}

/** A URL without a protocol is HTTPS, as in Telegram. */
export function webhookAddress(url: string): URL | null {
  return URL.parse(/^https?:\/\//i.test(url) ? url : `https://${url}`);
}

export function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Telegram's `webhook_queue_id`: the chat of a message, the person of a query, else the update itself. */
function laneOf(update: QueuedUpdate['update']): string {
  for (const [kind, body] of Object.entries(update)) {
    if (!isRecord(body)) continue;
    if (/_query$/.test(kind)) return `${kind} ${isRecord(body.from) ? body.from.id : update.update_id}`;
    if (isRecord(body.chat)) return `${/(message|post)$/.test(kind) ? 'chat' : kind} ${body.chat.id}`;
  }
  return `alone ${update.update_id}`;
}
