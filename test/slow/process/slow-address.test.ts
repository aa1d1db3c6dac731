import { type ChildProcess, spawn } from 'node:child_process';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Api } from 'grammy';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openExchange } from '../../../src/telegram/api/exchange.ts';
import { readProxy } from '../../../src/telegram/api/proxy.ts';
import { clientOf } from '../../hosting/support.ts';
import { BOT_TOKEN } from '../../support/app.ts';
import { freePort } from '../../support/programs/port.ts';

const SLOW = '127.0.0.2';
const DEAD = '127.0.0.3';
const CONNECT_MS = 10_000;
/** Longer than the half second after which Node gives up an address that is not the last. */
const SLOW_MS = 700;

/** Answers a request with the text in its argument, and a proxy's with a refusal. */
const SERVER = `
const [, host, port, text] = process.argv;
require('node:http')
  .createServer((_, response) => response.end(text))
  .on('connect', (_, socket) => socket.end('HTTP/1.1 502 Bad Gateway\\r\\n\\r\\n'))
  .listen({ host, port, backlog: 1 }, () => console.log('listens'));`;

/** More connections than its queue takes: the kernel drops further ones, and their senders try again after 1 s. */
const MORE_THAN_QUEUED = 8;

/** A server whose machine takes no further connection until it is continued. */
async function startStopped(host: string, port: number, text = ''): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['-e', SERVER, host, String(port), text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  await once(server.stdout, 'data');
  server.kill('SIGSTOP');
  const queued = Array.from({ length: MORE_THAN_QUEUED }, () => connect(port, host).on('error', () => undefined));
  onTestFinished(() => {
    for (const each of queued) each.destroy();
  });
  return server;
}

/** The port of a server that `localhost` names by two addresses: one connects after {@link SLOW_MS}, the other never. */
async function slowBesideDead(order: readonly string[], text: string): Promise<number> {
  const port = await freePort();
  const [slow] = await Promise.all([startStopped(SLOW, port, text), startStopped(DEAD, port)]);
  const lookup = vi.spyOn<{ lookup: (name: string) => Promise<unknown> }, 'lookup'>(dns, 'lookup');
  onTestFinished(() => lookup.mockRestore());
  lookup.mockImplementation(async () => {
    setTimeout(() => slow.kill('SIGCONT'), SLOW_MS);
    return order.map((address) => ({ address, family: 4 }));
  });
  return port;
}

describe.each([[[SLOW, DEAD]], [[DEAD, SLOW]]])('a name with the addresses %j, one slow and one dead', (order) => {
  test('the provider is reached', async () => {
    const port = await slowBesideDead(order, '[]');
    const hosting = clientOf(`http://localhost:${port}`, { timeouts: { connectMs: CONNECT_MS } });
    expect(await hosting.servers.list()).toEqual([]);
  });

  test('Telegram is reached', async () => {
    const port = await slowBesideDead(order, '{"ok":true,"result":{"id":1}}');
    expect(await callTelegram(`http://localhost:${port}`)).toMatchObject({ id: 1 });
  });

  test('the proxy before Telegram is reached', async () => {
    const port = await slowBesideDead(order, '');
    const call = callTelegram('http://api.telegram.org', `http://localhost:${port}`);
    await expect(call).rejects.toMatchObject({ error: { message: expect.stringContaining('status 502') } });
  });
});

function callTelegram(apiRoot: string, proxy?: string): Promise<object> {
  const exchange = openExchange({
    apiRoot,
    token: BOT_TOKEN,
    proxy: proxy === undefined ? undefined : readProxy(proxy),
    connectMs: CONNECT_MS,
    answerMs: 3 * CONNECT_MS,
  });
  return new Api(BOT_TOKEN, exchange.client).getMe();
}
