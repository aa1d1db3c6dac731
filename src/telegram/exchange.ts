import { HttpError, type Transformer } from 'grammy';
import { Pool } from 'undici';
import { gather } from '../hosting/gather.ts';

/** Methods whose parameters never carry a file. Every other one goes grammY's way, which knows how to upload. */
const PLAIN: ReadonlySet<string> = new Set([
  'getUpdates',
  'sendMessage',
  'editMessageText',
  'editMessageReplyMarkup',
  'answerCallbackQuery',
  'answerInlineQuery',
  'sendChatAction',
  'deleteMessage',
]);

const HEADERS = { 'content-type': 'application/json' };

export interface ExchangeLimits {
  connectMs: number;
  /** From the request to the last byte of its answer; longer than a long poll. */
  answerMs: number;
}

/**
 * Sends the frequent calls to the Bot API over undici: a third of the processor time of grammY's own client, which is made
 * for uploads, and no error of it names the address, which holds the bot's token. Repeats nothing.
 * @param apiRoot where the Bot API answers, such as `https://api.telegram.org`
 * @throws HttpError as grammY's client does, when the answer did not come or is no JSON
 */
export function exchangeWith(apiRoot: string, token: string, { connectMs, answerMs }: ExchangeLimits): Transformer {
  const { origin, pathname } = new URL(apiRoot);
  const prefix = `${pathname.replace(/\/+$/, '')}/bot${token}/`;
  // An idle connection lets the process end.
  const pool = new Pool(origin, { connect: { timeout: connectMs }, headersTimeout: 0, bodyTimeout: 0 });

  return async (prev, method, payload, signal) => {
    if (!PLAIN.has(method)) return prev(method, payload, signal);
    try {
      const { text } = await gather(
        pool,
        { path: prefix + method, method: 'POST', headers: HEADERS, body: JSON.stringify(payload) },
        { answerMs, signal },
      );
      const answer: Awaited<ReturnType<typeof prev<typeof method>>> = JSON.parse(text);
      return answer;
    } catch (error) {
      throw new HttpError(`Network request for '${method}' failed!`, error);
    }
  };
}
