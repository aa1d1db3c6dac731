import { type ApiClientOptions, HttpError, type Transformer } from 'grammy';
import type { Dispatcher } from 'undici';
import { openConnector } from '../../hosting/http/connector.ts';
import { gather } from '../../hosting/http/gather.ts';
import { Pool } from '../../hosting/http/undici.ts';
import { connectThrough, type ProxyAddress } from './proxy.ts';

/** Methods whose parameters never carry a file: grammY's own client uploads the files of all others. */
const METHODS_WITHOUT_FILES: ReadonlySet<string> = new Set([
  'getUpdates',
  'sendMessage',
  'sendRichMessage',
  'editMessageText',
  'editMessageReplyMarkup',
  'answerCallbackQuery',
  'answerInlineQuery',
  'sendChatAction',
  'deleteMessage',
]);

const HEADERS = { 'content-type': 'application/json' };
const DOWNLOAD_MS = 20_000;

export interface ExchangeOptions {
  apiRoot: string;
  token: string;
  /** Without a proxy the connection is direct; proxies in environment variables are ignored. */
  proxy?: ProxyAddress | undefined;
  connectMs: number;
  /** The limit from the request to the last byte of its answer; longer than a long poll. */
  answerMs: number;
}

/** The exchange repeats nothing, and its errors name no address: addresses hold the bot's token. */
export interface Exchange {
  readonly client: ApiClientOptions;
  /** Takes a third of the processor time of grammY's own client, which is made for uploads. @throws HttpError */
  readonly frequent: Transformer;
  /** @param path as `getFile` returns it */
  download(path: string, most: number): Promise<Uint8Array | undefined>;
}

interface FetchOptions {
  headers: Record<string, string>;
  body: string | AsyncIterable<Uint8Array>;
  signal: Parameters<typeof gather>[2]['signal'];
}

export function openExchange({ apiRoot, token, proxy, connectMs, answerMs }: ExchangeOptions): Exchange {
  const { origin, pathname } = new URL(apiRoot);
  const prefix = `${pathname.replace(/\/+$/, '')}/bot${token}/`;
  // undici's idle connections do not keep the process alive.
  const pool = new Pool(origin, {
    connect: proxy ? connectThrough(proxy, connectMs) : openConnector({ timeout: connectMs }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function post(path: string, { headers, body, signal }: FetchOptions): Promise<string> {
    const whole = typeof body === 'string' ? body : Buffer.concat(await Array.fromAsync(body));
    const request = { path, method: 'POST' as const, headers, body: whole };
    const { text } = await gather(pool, request, { answerMs, signal });
    return text;
  }

  return {
    client: {
      apiRoot,
      timeoutSeconds: answerMs / 1_000,
      fetch: async (address: string | URL, { headers, body, signal }: FetchOptions) => {
        const type = headers['content-type'] ?? HEADERS['content-type'];
        const text = await post(new URL(address).pathname, { headers: { 'content-type': type }, body, signal });
        return { json: () => JSON.parse(text) };
      },
    },

    async frequent(prev, method, payload, signal) {
      if (!METHODS_WITHOUT_FILES.has(method)) return prev(method, payload, signal);
      try {
        const text = await post(prefix + method, { headers: HEADERS, body: JSON.stringify(payload), signal });
        const answer: Awaited<ReturnType<typeof prev<typeof method>>> = JSON.parse(text);
        return answer;
      } catch (error) {
        throw new HttpError(`Network request for '${method}' failed!`, error);
      }
    },

    async download(path, most) {
      const signal = AbortSignal.timeout(DOWNLOAD_MS);
      try {
        const { pathname } = new URL(`${apiRoot}/file/bot${token}/${path}`);
        return await readAtMost(most, await pool.request({ method: 'GET', path: pathname, signal }));
      } catch (error) {
        throw new Error('A file could not be downloaded from Telegram', { cause: error });
      }
    },
  };
}

async function readAtMost(
  most: number,
  { statusCode, body }: Dispatcher.ResponseData,
): Promise<Uint8Array | undefined> {
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`status ${statusCode}`);
  }
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
