import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createProvider, Failure, type Hosting } from '../../../src/hosting/index.ts';
import { amountOf } from '../../support/random/seeds.ts';

/** The bytes that a connection gets, and whether it is then closed or left open. */
interface Script {
  readonly bytes: Uint8Array;
  readonly close: boolean;
}
/** A provider that plays one script at a time, and a client of it. */
interface Lane {
  readonly hosting: Hosting;
  readonly sockets: ReadonlySet<Socket>;
  play(script: Script): void;
  close(): Promise<void>;
}

async function openLane(): Promise<Lane> {
  let script: Script = { bytes: new Uint8Array(), close: true };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
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
  const timeouts = { connectMs: 100, headersMs: 60, bodyMs: 60, pauseMs: 5 };
  const options = { baseUrl: `http://127.0.0.1:${port}`, auth: 'A: {token}', timeouts, maxBytes: 100_000 };
  const provider = createProvider(options);
  return {
    hosting: provider.forToken('a-token'),
    sockets,
    play: (given) => {
      script = given;
    },
    close: async () => {
      await provider.close();
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** The scripts that run at once: most of their time is spent waiting for an answer that never comes. */
const LANES = 8;
let lanes: Lane[] = [];
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, openLane));
});
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

const NEW = { geo: 'x', ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0, period: 30, os: 'docker' } as const;
const UPGRADE = { ram: 1, cpu: 1, disk: 10, backup: 0, traffic: 0 };
const REGISTRATION = { domain: 'a.com', period: 1, ns1: 'n.a.com', ns2: 'm.a.com' };

const changes: ((hosting: Hosting) => Promise<unknown>)[] = [
  (hosting) => hosting.servers.action('1', 'reboot'),
  (hosting) => hosting.servers.reinstall('1', 'docker'),
  (hosting) => hosting.servers.changePassword('1', 'p'),
  (hosting) => hosting.servers.changeSshKey('1', 'k'),
  (hosting) => hosting.servers.rescue('1', 'finnix'),
  (hosting) => hosting.servers.eject('1'),
  (hosting) => hosting.snapshots.create('1', 'n'),
  (hosting) => hosting.snapshots.restore('1', 'n'),
  (hosting) => hosting.snapshots.delete('1', 'n'),
  (hosting) => hosting.backups.create('1'),
  (hosting) => hosting.backups.restore('1', 'v'),
  (hosting) => hosting.backups.delete('1', 'v'),
  (hosting) => hosting.cloudOrders.order(NEW),
  (hosting) => hosting.cloudOrders.renew('1', 30),
  (hosting) => hosting.cloudOrders.upgrade('1', UPGRADE),
  (hosting) => hosting.domainOrders.register(REGISTRATION),
  (hosting) => hosting.domainOrders.renew({ id: '1', domain: 'a.com' }, 1),
];
/** A read that is left hanging is asked again: an asker that leaves soon keeps a thousand runs short. */
const soon = () => AbortSignal.timeout(150);
const reads: ((hosting: Hosting) => Promise<unknown>)[] = [
  (hosting) => hosting.servers.list({}, soon()),
  (hosting) => hosting.servers.status('1', soon()),
  (hosting) => hosting.servers.console('1', soon()),
  (hosting) => hosting.servers.graph('1', 'day', soon()),
  (hosting) => hosting.snapshots.list('1', soon()),
  (hosting) => hosting.backups.list('1', soon()),
  (hosting) => hosting.cloudOrders.quote(NEW, soon()),
  (hosting) => hosting.cloudOrders.quoteRenewal('1', 30, soon()),
  (hosting) => hosting.cloudOrders.quoteUpgrade('1', UPGRADE, soon()),
  (hosting) => hosting.domainOrders.price('com', 1, soon()),
  (hosting) => hosting.domainOrders.availability('a.com', 1, soon()),
  (hosting) => hosting.domainOrders.info('a.com', soon()),
];
const SURE = ['notConnected', 'fields', 'insufficientBalance', 'resellerServiceMissing', 'notFound', 'refused'];
const OF_CHANGE = [...SURE, 'notSent', 'ambiguous'];
const OF_READ = [...SURE, 'unavailable', 'unreadable'];

/** Every call ends in a value or in a Failure of its kinds, in each lane with a script of its own. */
async function allEnd(scripts: readonly Script[]): Promise<void> {
  await Promise.all(
    scripts.map(async (script, index) => {
      const lane = lanes[index % LANES];
      lane?.play(script);
      if (lane !== undefined)
        await Promise.all([
          ...reads.map((call) => ends(call(lane.hosting), OF_READ)),
          ...changes.map((call) => ends(call(lane.hosting), OF_CHANGE)),
        ]);
    }),
  );
}

async function ends(call: Promise<unknown>, kinds: readonly string[]): Promise<void> {
  const thrown: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown === undefined) return;
  expect(thrown).toBeInstanceOf(Failure);
  if (thrown instanceof Failure) expect(kinds).toContain(thrown.kind);
}

/** One of a kind for each lane. */
const each = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: LANES, maxLength: LANES });

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
  const script = fc.tuple(json, status).map(([value, code]) => ({
    bytes: answer(code, 'content-type: application/json\r\n', JSON.stringify(value)),
    close: true,
  }));
  await fc.assert(fc.asyncProperty(each(script), allEnd), { numRuns: amountOf(4, 8) });
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
  const script = fc.tuple(stream, fc.boolean()).map(([bytes, close]) => ({ bytes, close }));
  await fc.assert(fc.asyncProperty(each(script), allEnd), { numRuns: amountOf(3, 6) });
}, 60_000);

test('an endless body holds no more memory than its limit', async () => {
  const chunk = encoded('x'.repeat(64 * 1_024));
  const script = {
    bytes: Buffer.concat([
      encoded('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10000\r\n'),
      chunk,
      encoded('\r\n10000\r\n'),
      chunk,
    ]),
    close: false,
  };
  const lane = await openLane();
  onTestFinished(lane.close);
  lane.play(script);
  for (const call of changes) await expect(call(lane.hosting)).rejects.toMatchObject({ kind: 'ambiguous' });
  expect(lane.sockets.size).toBeLessThanOrEqual(changes.length);
});
