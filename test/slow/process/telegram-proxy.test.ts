import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, HttpError, InputFile } from 'grammy';
import { describe, expect, test } from 'vitest';
import { createLog } from '../../../src/log.ts';
import { type Exchange, openExchange } from '../../../src/telegram/api/exchange.ts';
import { ProxyFailure, readProxy } from '../../../src/telegram/api/proxy.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import { freePort } from '../../support/programs/port.ts';
import { describeWithProxies, listen, PROXIED, startProxy } from '../../support/programs/proxies.ts';

const CONNECT_MS = 1_500;
const SECRET = 'S3cret%3APass';

interface Seen {
  url: string | undefined;
  from: string | undefined;
  connection: number;
}

/** A Bot API that answers every call with `true` and every download with its own path. */
async function startApi(answer?: RequestListener) {
  const seen: Seen[] = [];
  const connections: unknown[] = [];
  const server = createHttpServer((request, response) => {
    if (!connections.includes(request.socket)) connections.push(request.socket);
    seen.push({
      url: request.url,
      from: request.socket.remoteAddress,
      connection: connections.indexOf(request.socket),
    });
    request.resume().on('end', () => {
      if (answer) answer(request, response);
      else if (request.url?.startsWith('/file/')) response.end(request.url.split('/').at(-1));
      else response.end(JSON.stringify({ ok: true, result: true }));
    });
  });
  return { port: await listen(server), seen };
}

function reach(port: number, proxy: string, host = '127.0.0.1') {
  const read = readProxy(proxy);
  expect(read).toBeDefined();
  const exchange = openExchange({
    apiRoot: `http://${host}:${port}`,
    token: BOT_TOKEN,
    proxy: read,
    connectMs: CONNECT_MS,
    answerMs: 10_000,
  });
  const api = new Api(BOT_TOKEN, exchange.client);
  api.config.use(exchange.frequent);
  return { api, exchange };
}

/** A frequent call, one that grammY's client sends, and a download. */
function eachKind(api: Api, exchange: Exchange): (() => Promise<unknown>)[] {
  return [() => api.sendMessage(7, 'text'), () => api.getMe(), () => exchange.download('documents/a.txt', 100)];
}

/** Every error in the error that the call ends with. */
async function failureOf(call: Promise<unknown>): Promise<unknown[]> {
  const outer = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  const all: unknown[] = [];
  for (let error: unknown = outer; error !== undefined && !all.includes(error); ) {
    all.push(error);
    error = error instanceof HttpError ? error.error : error instanceof Error ? error.cause : undefined;
  }
  return all;
}

/** The text of the call's failure about the proxy. Nothing in it holds the password or the bot's token. */
async function toldOf(call: Promise<unknown>, secrets: readonly string[]): Promise<string> {
  const failure = await failureOf(call);
  const words = failure.map((error) => (error instanceof Error ? `${error.message}\n${error.stack}` : '')).join('\n');
  for (const secret of [BOT_TOKEN, ...secrets]) expect(words).not.toContain(secret);
  const found = failure.find((error) => error instanceof ProxyFailure);
  return found instanceof ProxyFailure ? found.message : words;
}

describeWithProxies('through a real proxy', () => {
  test.for(['http', 'socks5'] as const)('%s: calls, uploads and downloads share its connections', async (kind) => {
    const { port, seen } = await startApi();
    const proxy = await startProxy(kind);
    const { api, exchange } = reach(port, proxy.url());
    for (let times = 0; times < 3; times++) {
      await api.sendMessage(7, 'text');
      await api.getMe();
      await api.sendDocument(7, new InputFile(Buffer.from('a'), 'a.txt'));
      expect(await exchange.download('documents/a.txt', 100)).toEqual(Buffer.from('a.txt'));
    }
    expect(seen.map(({ url }) => url?.split('/').at(-1)).slice(0, 4)).toEqual([
      'sendMessage',
      'getMe',
      'sendDocument',
      'a.txt',
    ]);
    expect(seen).toHaveLength(12);
    expect(new Set(seen.map(({ from }) => from))).toEqual(new Set([PROXIED]));
    // The next one may go out before the connection of the last one counts as free.
    expect(new Set(seen.map(({ connection }) => connection)).size).toBeLessThanOrEqual(2);
    expect(proxy.log()).toContain(String(port));
    expect(proxy.log()).not.toContain(BOT_TOKEN);
  });

  test.for(['http', 'socks5'] as const)('%s: an answer may take longer than connecting', async (kind) => {
    const { port } = await startApi(async (_, response) => {
      await wait(3 * CONNECT_MS);
      response.end(JSON.stringify({ ok: true, result: [] }));
    });
    const proxy = await startProxy(kind);
    const { api } = reach(port, proxy.url());
    expect(await api.getUpdates({ timeout: 25 })).toEqual([]);
    expect(await api.getUpdates({ timeout: 25 })).toEqual([]);
  });

  test.for([
    ['http', 'bot%2duser:wrong', /refuses its user and password \(status 40[17]\)$/],
    ['http', '', /wants a user and a password \(status 407\)$/],
    ['socks5', 'bot%40user:wrong', /refuses its user and password$/],
    ['socks5', '', /wants a user and a password$/],
  ] as const)('%s: credentials "%s" are told as refused', async ([kind, credentials, words]) => {
    const { port, seen } = await startApi();
    const proxy = await startProxy(kind);
    const { api, exchange } = reach(port, proxy.url(credentials));
    for (const call of eachKind(api, exchange)) {
      const told = await toldOf(call(), ['wrong', ...proxy.secrets]);
      expect(told).toContain(`The proxy ${proxy.where} `);
      expect(told).toMatch(words);
    }
    expect(seen).toEqual([]);
  });

  test.for([
    ['http', /does not reach Telegram \(status 5\d\d\)$/],
    ['socks5', /does not reach Telegram \(connection refused\)$/],
  ] as const)('%s: a Telegram that is out of its reach is told as such', async ([kind, words]) => {
    const proxy = await startProxy(kind);
    const { api } = reach(await freePort(), proxy.url());
    const told = await toldOf(api.sendMessage(7, 'text'), proxy.secrets);
    expect(told).toContain(`The proxy ${proxy.where} `);
    expect(told).toMatch(words);
  });
});

describe.for(['http', 'https', 'socks5'] as const)('a proxy for %s', (kind) => {
  const dead = async () => freePort();
  const silent = () => listen(createServer((socket) => void socket.resume()));
  const closing = () => listen(createServer((socket) => void socket.resume().once('data', () => socket.end())));
  const strange = () => listen(createServer((socket) => void socket.resume().write('220 ready for mail\r\n')));

  test.for([
    ['that is gone', dead],
    ['that says nothing', silent],
    ['that closes', closing],
    ['that speaks something else', strange],
  ] as const)('%s is named without its password', async ([, start]) => {
    const { port, seen } = await startApi();
    const where = `${kind}://127.0.0.1:${await start()}`;
    const { api, exchange } = reach(port, where.replace('//', `//bot:${SECRET}@`));
    for (const call of eachKind(api, exchange)) {
      expect(await toldOf(call(), [SECRET, decodeURIComponent(SECRET)])).toContain(`The proxy ${where} `);
    }
    expect(seen).toEqual([]);
  });
});

test.for([
  ['127.0.0.1', '01 7f 00 00 01'],
  ['localhost', '03 09 6c 6f 63 61 6c 68 6f 73 74'],
  ['[2001:db8::1:20]', '04 20 01 0d b8 00 00 00 00 00 00 00 00 00 01 00 20'],
] as const)('a SOCKS proxy is asked for %s as it is written, and looks names up itself', async ([host, bytes]) => {
  const asked: string[] = [];
  const port = await listen(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write(Uint8Array.of(5, 0));
        socket.once('data', (request) => {
          asked.push(request.toString('hex'));
          socket.write(Uint8Array.of(5, 2, 0, 1, 0, 0, 0, 0, 0, 0));
        });
      });
    }),
  );
  const { api } = reach(8443, `socks5://127.0.0.1:${port}`, host);
  expect(await toldOf(api.getMe(), [])).toMatch(/does not reach Telegram \(not allowed by its rules\)$/);
  expect(asked).toEqual([`050100${bytes.replaceAll(' ', '')}20fb`]);
});

test('the log hides the user and password of any URL', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.error({ err: new Error(`no way to socks5://bot:${SECRET}@proxy:1080/ today`) }, 'trouble');
  expect(lines.join('')).toContain('socks5://[secret]@proxy:1080/ today');
  expect(lines.join('')).not.toContain(SECRET);
});
