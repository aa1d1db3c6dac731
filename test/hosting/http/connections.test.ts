import { createServer, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { clientOf, listening } from '../support.ts';

/** Serves one request on each connection, and resets the connection when more arrives on it, as if it had just closed it. */
async function serveOnce(headers: Record<string, string> = {}) {
  const served = new Set<IncomingMessage['socket']>();
  const handled: string[] = [];
  const server = createServer((request, response) => {
    if (served.has(request.socket)) return void request.socket.resetAndDestroy();
    served.add(request.socket);
    handled.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(200, headers).end('{"message":"ok"}'));
  });
  return { handled, hosting: clientOf(await listening(server)) };
}

test('a change goes over a connection of its own: none that was idle can lose it', async () => {
  const { handled, hosting } = await serveOnce({ 'keep-alive': 'timeout=600' });
  const read = () => hosting.servers.graph('9', 'day').catch((error: unknown) => error);
  await read();
  expect(await hosting.servers.action('9', 'reboot')).toEqual({ words: 'ok' });
  await read();
  expect(await hosting.snapshots.delete('9', 'n')).toEqual({ words: 'ok' });
  expect(await hosting.servers.action('9', 'reboot')).toEqual({ words: 'ok' });
  expect(handled.filter((url) => !url.endsWith('/graph'))).toEqual([
    '/api/v1/server/action',
    '/api/v1/server/snapshot',
    '/api/v1/server/action',
  ]);
});

test('a read by GET with a body keeps its connection', async () => {
  const sockets = new Set<IncomingMessage['socket']>();
  const server = createServer((request, response) => {
    sockets.add(request.socket);
    request.resume().on('end', () => response.end('[]'));
  });
  const hosting = clientOf(await listening(server));
  for (let count = 0; count < 3; count++) {
    await hosting.snapshots.list('9');
    // The connection is free one turn after its answer.
    await nextTurn();
  }
  expect(sockets.size).toBe(1);
});

test('a server that takes the body of a GET for the next request is asked again, over new connections from then on', async () => {
  const statuses: number[] = [];
  const served = new Set<IncomingMessage['socket']>();
  const server = createServer((request, response) => {
    const status = served.has(request.socket) ? 400 : 200;
    served.add(request.socket);
    statuses.push(status);
    const page = status === 400 ? '<h1>Bad Request</h1>' : '[]';
    request.resume().on('end', () => response.writeHead(status).end(page));
  });
  const hosting = clientOf(await listening(server));
  for (let count = 0; count < 3; count++) {
    expect(await hosting.snapshots.list('9')).toEqual([]);
    await nextTurn();
  }
  expect(statuses).toEqual([200, 400, 200, 200]);
});

test('a change asks for its connection to be closed, a read for its to be kept', async () => {
  const headers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers.connection);
    request.resume().on('end', () => response.end('{"message":"ok","status":"on"}'));
  });
  const hosting = clientOf(await listening(server));
  await hosting.servers.status('9');
  await hosting.servers.action('9', 'on');
  await hosting.servers.status('9');
  expect(headers).toEqual(['keep-alive', 'close', 'keep-alive']);
});
