/** Real proxies on this machine, and relays that record who connected to a server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { generate } from 'selfsigned';
import { onTestFinished } from 'vitest';
import { freePort } from './port.ts';
import { describeWithPrograms } from './programs.ts';

/** Ends with the process that started it, also when that one is killed: the standard input closes then. */
const LEASHED = '"$@" <&- & read -r _; kill $!; wait $!';
const START_MS = 15_000;
/** TLS goes by the machine's clock, which may have any time in a test. */
export const VALID = { notBeforeDate: new Date(Date.UTC(2000, 0)), notAfterDate: new Date(Date.UTC(2100, 0)) };

/** Connections through a proxy come from here; those of the tests and of the bot itself from {@link ITSELF}. */
export const PROXIED = '127.0.0.2';
export const ITSELF = '127.0.0.1';

export type ProxyKind = 'http' | 'https' | 'socks5';
export const PROXY_KINDS: readonly ProxyKind[] = ['http', 'https', 'socks5'];

/** tinyproxy takes letters, digits and `-._` only; the URL writes some of them percent-encoded all the same. */
const CREDENTIALS = {
  http: { user: 'bot-user', password: 'S3cret.Pass_1', written: 'bot%2duser:S3cret%2EPass_1' },
  socks5: { user: 'bot@user', password: 'S3cret:P/a%s?#ö', written: 'bot%40user:S3cret%3AP%2Fa%25s%3F%23%C3%B6' },
};

/** A real proxy that wants a user and a password. */
export interface RealProxy {
  port: number;
  /** Its name in a log. */
  where: string;
  /** The TELEGRAM_PROXY that leads through it. @param credentials as they stand in the URL; the right ones unless given */
  url(credentials?: string): string;
  /** Every form of the password, none of which may be written anywhere. */
  secrets: string[];
  /** Its output so far. */
  log(): string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export function describeWithProxies(name: string, tests: () => void): void {
  describeWithPrograms(name, [['tinyproxy'], ['microsocks']], tests);
}

/** Starts tinyproxy or microsocks on a free port until the test has ended; an HTTPS proxy is tinyproxy behind TLS. */
export async function startProxy(kind: ProxyKind, certificate?: Certificate): Promise<RealProxy> {
  const inner = await freePort();
  const { user, password, written } = CREDENTIALS[kind === 'socks5' ? 'socks5' : 'http'];
  const words = kind === 'socks5' ? microsocks(inner, user, password) : tinyproxy(inner, user, password);
  const port = kind === 'https' ? (await startRelay(inner, certificate ?? (await createCertificate()))).port : inner;
  let child: ChildProcess | undefined;
  let log = '';

  async function start(): Promise<void> {
    child = spawn('sh', ['-c', LEASHED, 'sh', ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
    }
    const deadline = performance.now() + START_MS;
    while (!(await listens(inner))) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${words[0]} did not start: ${log}`);
      await wait(10);
    }
  }

  async function stop(): Promise<void> {
    if (!child) return;
    const ended = once(child, 'close');
    child.stdin?.end();
    child = undefined;
    await ended;
  }

  onTestFinished(stop);
  await start();
  const host = `127.0.0.1:${port}`;
  return {
    port,
    where: `${kind}://${host}`,
    url: (credentials = written) => `${kind}://${credentials}@${host}`,
    secrets: [password, written.split(':')[1] ?? '', Buffer.from(`${user}:${password}`).toString('base64')],
    log: () => log,
    start,
    stop,
  };
}

function tinyproxy(port: number, user: string, password: string): string[] {
  const file = join(mkdtempSync(join(tmpdir(), 'tinyproxy-')), 'tinyproxy.conf');
  const lines = [
    'Listen 127.0.0.1',
    `Port ${port}`,
    `Bind ${PROXIED}`,
    'Timeout 600',
    'LogLevel Info',
    'MaxClients 200',
  ];
  writeFileSync(file, [...lines, `BasicAuth ${user} ${password}`, ''].join('\n'));
  return ['tinyproxy', '-d', '-c', file];
}

function microsocks(port: number, user: string, password: string): string[] {
  return ['microsocks', '-i', '127.0.0.1', '-p', String(port), '-b', PROXIED, '-u', user, '-P', password];
}

async function listens(port: number): Promise<boolean> {
  const socket = dial(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // The proxy does not listen yet.
    return false;
  } finally {
    socket.destroy();
  }
}

export interface Certificate {
  cert: string;
  key: string;
}

/** A certificate of this machine's own names, to be trusted by itself. */
export async function createCertificate(): Promise<Certificate> {
  const altNames = [
    { type: 2, value: 'localhost' },
    { type: 7, ip: '127.0.0.1' },
  ] as const;
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [...altNames] }],
    ...VALID,
  });
  return { cert: made.cert, key: made.private };
}

/** Stands before a server on this machine and counts the connections. */
export interface Relay {
  port: number;
  /** The addresses that connections came from. */
  from: ReadonlySet<string>;
  connections(): number;
}

/** @param certificate makes the relay speak TLS */
export async function startRelay(port: number, certificate?: Certificate): Promise<Relay> {
  const from = new Set<string>();
  let connections = 0;
  const take = (near: Socket) => {
    connections++;
    from.add(near.remoteAddress ?? '');
    const far = dial(port, '127.0.0.1');
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  };
  const server = certificate ? createTlsServer(certificate, take) : createServer(take);
  return { port: await listen(server), from, connections: () => connections };
}

/** Takes connections on a free port until the test has ended, and then cuts them. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('No port');
  return address.port;
}
