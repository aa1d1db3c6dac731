import { createServer, type RequestListener } from 'node:http';
import { AbortController } from 'abort-controller';
import { Api, GrammyError, HttpError, InputFile } from 'grammy';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';
import { openExchange } from '../../../src/telegram/api/exchange.ts';
import { BOT_TOKEN } from '../../support/app.ts';

/** A server in place of the Bot API, and its client over the exchange. */
async function serves(listener: RequestListener, answerMs = 5_000) {
  const server = createServer(listener);
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const root = `http://127.0.0.1:${port}/api`;
  const exchange = openExchange({ apiRoot: root, token: BOT_TOKEN, connectMs: 1_000, answerMs });
  const api = new Api(BOT_TOKEN, exchange.client);
  api.config.use(exchange.frequent);
  return { api, exchange, server };
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** The messages and stacks of an error and its cause. */
function wordsOf(error: unknown): string {
  const inner = error instanceof HttpError ? error.error : undefined;
  return [error, inner].map((each) => (each instanceof Error ? `${each.message}\n${each.stack}` : '')).join('\n');
}

test('a call goes to the method’s address as JSON, and its answer comes back', async () => {
  const seen: string[] = [];
  const { api } = await serves((request, response) => {
    request.setEncoding('utf8').on('data', (chunk) => seen.push(`${request.method} ${request.url} ${chunk}`));
    request.on('end', () => response.end(JSON.stringify({ ok: true, result: true })));
  });
  expect(await api.deleteMessage(7, 8)).toBe(true);
  expect(seen).toEqual([`POST /api/bot${BOT_TOKEN}/deleteMessage {"chat_id":7,"message_id":8}`]);
});

test('a refusal of Telegram comes in its words', async () => {
  const { api } = await serves((_, response) =>
    response.writeHead(400).end(JSON.stringify({ ok: false, error_code: 400, description: 'Bad Request: no' })),
  );
  const failure = await failureOf(api.sendMessage(7, 'text'));
  expect(failure).toBeInstanceOf(GrammyError);
  expect(failure).toMatchObject({ error_code: 400, description: 'Bad Request: no' });
});

test.for<[string, RequestListener]>([
  ['breaks', (request) => request.socket.destroy()],
  ['is no JSON', (_, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
  ['never comes', () => undefined],
  [
    'comes in pieces for too long',
    (request, response) => {
      const drip = setInterval(() => response.write(' '), 50);
      request.socket.on('close', () => clearInterval(drip));
    },
  ],
])('an answer that %s is an HttpError without the token, and is asked for once', async ([, listener]) => {
  let asked = 0;
  const { api } = await serves((...exchange) => {
    asked++;
    listener(...exchange);
  }, 1_000);
  const upload = () => api.sendDocument(7, new InputFile(Buffer.from('a'), 'a.txt'));
  for (const call of [() => api.sendMessage(7, 'text'), upload]) {
    asked = 0;
    const failure = await failureOf(call());
    expect(failure).toBeInstanceOf(HttpError);
    expect(wordsOf(failure)).not.toContain(BOT_TOKEN);
    expect(asked).toBe(1);
  }
});

test('the caller who stops a call is not kept waiting, also where it was stopped before', async () => {
  const stop = new AbortController();
  const { api } = await serves(() => stop.abort(), 3_600_000);
  for (let times = 0; times < 2; times++) {
    expect(await failureOf(api.getUpdates({ timeout: 25 }, stop.signal))).toBeInstanceOf(HttpError);
  }
});

test('a file is uploaded whole, its length told before', async () => {
  const seen: (string | undefined)[] = [];
  const { api } = await serves((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      const { 'content-type': type, 'content-length': length } = request.headers;
      seen.push(type?.split(';')[0], /filename=a\.txt[\s\S]*?\r\n\r\n(.*)\r\n/.exec(body)?.[1]);
      expect(Number(length)).toBe(body.length);
      response.end(JSON.stringify({ ok: true, result: {} }));
    });
  });
  await api.sendDocument(7, new InputFile(Buffer.from('its text'), 'a.txt'));
  expect(seen).toEqual(['multipart/form-data', 'its text']);
});

test('a file is downloaded up to a size, and one that can’t be had is told without the token', async () => {
  const { exchange } = await serves((request, response) => {
    if (request.url === `/api/file/bot${BOT_TOKEN}/a/b.txt`) response.end('its text');
    else response.writeHead(404).end(`no ${request.url}`);
  });
  expect(await exchange.download('a/b.txt', 8)).toEqual(Buffer.from('its text'));
  expect(await exchange.download('a/b.txt', 7)).toBeUndefined();
  const failure = await failureOf(exchange.download('a/c.txt', 8));
  expect(failure).toMatchObject({ message: 'A file could not be downloaded from Telegram' });
  expect(failure instanceof Error && failure.cause).toMatchObject({ message: 'status 404' });
});

test('a signal of Node’s own: when this no longer compiles, grammY takes it, and abort-controller can go', () => {
  expectTypeOf<AbortSignal>().not.toExtend<Parameters<Api['getUpdates']>[1]>();
});
