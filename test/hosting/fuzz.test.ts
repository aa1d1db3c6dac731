import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProvider, Failure, type Hosting, type Provider } from '../../src/hosting/index.ts';

/** Bytes the next connections get, and whether they are then closed or left open. */
let script: { readonly bytes: Uint8Array; readonly close: boolean } = { bytes: new Uint8Array(), close: true };
let server: Server;
let provider: Provider;
let hosting: Hosting;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.on('data', () => {
      socket.write(script.bytes);
      if (script.close) socket.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const timeouts = { connectMs: 500, headersMs: 60, bodyMs: 60 };
  provider = createProvider({ baseUrl: `http://127.0.0.1:${port}`, auth: 'A: {token}', timeouts, maxBytes: 100_000 });
  hosting = provider.forToken('t');
});
afterAll(async () => {
  await provider.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const NEW = { geo: 'x', ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0, period: 30, os: 'docker' } as const;
const UPGRADE = { ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0 };
const REGISTRATION = { domain: 'a.com', period: 1, ns1: 'n.a.com', ns2: 'm.a.com' };

const changes: (() => Promise<unknown>)[] = [
  () => hosting.servers.action('1', 'reboot'),
  () => hosting.servers.reinstall('1', 'docker'),
  () => hosting.servers.changePassword('1', 'p'),
  () => hosting.servers.changeSshKey('1', 'k'),
  () => hosting.servers.rescue('1', 'finnix'),
  () => hosting.servers.eject('1'),
  () => hosting.snapshots.create('1', 'n'),
  () => hosting.snapshots.restore('1', 'n'),
  () => hosting.snapshots.delete('1', 'n'),
  () => hosting.backups.create('1'),
  () => hosting.backups.restore('1', 'v'),
  () => hosting.backups.delete('1', 'v'),
  () => hosting.cloudOrders.order(NEW),
  () => hosting.cloudOrders.renew('1', 30),
  () => hosting.cloudOrders.upgrade('1', UPGRADE),
  () => hosting.domainOrders.register(REGISTRATION),
  () => hosting.domainOrders.renew({ id: '1', domain: 'a.com' }, 1),
];
/** A failing read pauses before its retries: an asker that leaves soon keeps a thousand runs short. */
const soon = () => AbortSignal.timeout(150);
const reads: (() => Promise<unknown>)[] = [
  () => hosting.servers.list({}, soon()),
  () => hosting.servers.status('1', soon()),
  () => hosting.servers.console('1', soon()),
  () => hosting.servers.graph('1', 'day', soon()),
  () => hosting.snapshots.list('1', soon()),
  () => hosting.backups.list('1', soon()),
  () => hosting.cloudOrders.quote(NEW, soon()),
  () => hosting.cloudOrders.quoteRenewal('1', 30, soon()),
  () => hosting.cloudOrders.quoteUpgrade('1', UPGRADE, soon()),
  () => hosting.domainOrders.price('com', 1, soon()),
  () => hosting.domainOrders.availability('a.com', 1, soon()),
  () => hosting.domainOrders.info('a.com', soon()),
];
const SURE = ['notConnected', 'fields', 'insufficientBalance', 'resellerServiceMissing', 'notFound', 'refused'];
const OF_CHANGE = [...SURE, 'notSent', 'ambiguous'];
const OF_READ = [...SURE, 'unavailable', 'unreadable'];

/** Every call ends in a value or in a Failure of its kinds. */
async function allEnd(): Promise<void> {
  const endings = [
    ...reads.map((call) => ({ call, kinds: OF_READ })),
    ...changes.map((call) => ({ call, kinds: OF_CHANGE })),
  ];
  await Promise.all(
    endings.map(async ({ call, kinds }) => {
      const thrown: unknown = await call().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (thrown === undefined) return;
      expect(thrown).toBeInstanceOf(Failure);
      if (thrown instanceof Failure) expect(kinds).toContain(thrown.kind);
    }),
  );
}

const encoded = (text: string) => new TextEncoder().encode(text);
const answer = (status: number, headers: string, body: string) =>
  encoded(
    `HTTP/1.1 ${status} X\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );

const name = fc.constantFrom(
  ...[
    'id',
    'ip',
    'message',
    'error',
    'errors',
    'success',
    'data',
    'time',
    'cpu',
    'total',
    'currency',
    'period',
    'avaliable',
  ],
  ...[
    'order_id',
    'password',
    'hostname',
    'port',
    'rescue_disk',
    'volume_id',
    'name',
    '__proto__',
    'constructor',
    'toString',
  ],
);
/** JSON that often holds the contract's names. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(name, fc.string()), tie('value'), { maxKeys: 6 }),
  ),
})).value;
const status = fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 }));

test('any JSON under any status', async () => {
  await fc.assert(
    fc.asyncProperty(json, status, async (value, code) => {
      script = { bytes: answer(code, 'content-type: application/json\r\n', JSON.stringify(value)), close: true };
      await allEnd();
    }),
    { numRuns: 40 },
  );
});

test('any bytes, whole or cut, closed or left open', async () => {
  const stream = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.tuple(json, fc.nat()).map(([value, cut]) => {
      const bytes = answer(200, '', JSON.stringify(value) ?? '');
      return bytes.subarray(0, cut % (bytes.length + 1));
    }),
    fc.tuple(fc.string(), fc.string()).map(([headers, body]) => answer(200, `${headers}\r\n`, body)),
  );
  await fc.assert(
    fc.asyncProperty(stream, fc.boolean(), async (bytes, close) => {
      script = { bytes, close };
      await allEnd();
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('an endless body holds no more memory than its limit', async () => {
  const chunk = encoded('x'.repeat(64 * 1_024));
  script = {
    bytes: Buffer.concat([
      encoded('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10000\r\n'),
      chunk,
      encoded('\r\n10000\r\n'),
      chunk,
    ]),
    close: false,
  };
  for (const call of changes) await expect(call()).rejects.toMatchObject({ kind: 'ambiguous' });
  expect(sockets.size).toBeLessThanOrEqual(changes.length);
});
