import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { buildConnector as Connector } from 'undici';
import { openConnector } from '../../hosting/http/connector.ts';
import { buildConnector } from '../../hosting/http/undici.ts';

export interface ProxyAddress {
  kind: 'http' | 'https' | 'socks5';
  host: string;
  port: number;
  credentials: { user: string; password: string } | undefined;
  where: string;
}

const PROXY_PORTS = { http: 80, https: 443, socks5: 1080 } satisfies Record<ProxyAddress['kind'], number>;
/** SOCKS5 stores the length of a user and of a password in one byte each. */
const MAX_SOCKS_FIELD_BYTES = 255;

export function readProxy(text: string): ProxyAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const kind = (['http', 'https', 'socks5'] as const).find((each) => url?.protocol === `${each}:`);
  if (!url?.hostname || !kind || url.port === '0' || !/^\/?$/.test(url.pathname + url.search + url.hash))
    return undefined;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const credentials = user === undefined || password === undefined ? undefined : { user, password };
  if (!credentials || !fitsKind(kind, credentials)) return undefined;
  return {
    kind,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || PROXY_PORTS[kind],
    credentials: user || password ? credentials : undefined,
    where: `${url.protocol}//${url.host}`,
  };
}

function fitsKind(kind: ProxyAddress['kind'], { user, password }: NonNullable<ProxyAddress['credentials']>): boolean {
  // HTTP separates the two by the first colon.
  if (kind !== 'socks5') return !user.includes(':');
  const lengths = [user, password].map((field) => Buffer.byteLength(field));
  return (
    lengths.every((length) => length > 0 && length <= MAX_SOCKS_FIELD_BYTES) || lengths.every((length) => length === 0)
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text holds a bare percent sign, or bytes that are no UTF-8.
    return undefined;
  }
}

export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
  constructor({ where }: ProxyAddress, did: string, cause?: unknown) {
    super(`The proxy ${where} ${did}`, cause === undefined ? {} : { cause });
  }
}

interface Target {
  host: string;
  port: number;
}

type Tunnel = (socket: Socket, target: Target, proxy: ProxyAddress, signal: AbortSignal) => Promise<Socket>;

const TUNNELS: Record<ProxyAddress['kind'], Tunnel> = {
  http: tunnelByHttp,
  https: tunnelByHttp,
  socks5: tunnelBySocks,
};

/**
 * Tunnels plain HTTP too: a forwarding proxy would log the bot's token with the address of every call. undici 8.12's
 * `ProxyAgent` sends SOCKS credentials percent-encoded, fails at IP addresses behind TLS, and waits five minutes.
 */
export function connectThrough(proxy: ProxyAddress, timeoutMs: number): Connector.connector {
  const toProxy = openConnector({ timeout: timeoutMs, allowH2: false });
  const toTarget = buildConnector({ timeout: timeoutMs });

  async function open({ hostname, port, protocol }: Connector.Options): Promise<Socket> {
    const socket = await reach(proxy, toProxy);
    // A proxy may answer with a refusal and then reset the connection: the refusal counts, not the reset.
    socket.on('error', () => undefined);
    const gone = new AbortController();
    const close = () => gone.abort();
    socket.once('close', close);
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(timeoutMs)]);
    const target = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    try {
      return await TUNNELS[proxy.kind](socket, target, proxy, signal);
    } catch (error) {
      socket.destroy();
      throw error instanceof ProxyFailure ? error : new ProxyFailure(proxy, 'gives no answer', error);
    } finally {
      socket.off('close', close);
    }
  }

  return (options, callback) => {
    open(options).then(
      (httpSocket) =>
        options.protocol === 'https:' ? toTarget({ ...options, httpSocket }, callback) : callback(null, httpSocket),
      (error: Error) => callback(error, null),
    );
  };
}

function reach(proxy: ProxyAddress, connect: Connector.connector): Promise<Socket> {
  const { kind, host, port } = proxy;
  const options = { hostname: host, host, port: String(port), protocol: kind === 'https' ? 'https:' : 'http:' };
  return new Promise((resolve, reject) => {
    connect(options, (error, socket) =>
      error ? reject(new ProxyFailure(proxy, 'can’t be reached', error)) : resolve(socket),
    );
  });
}

function refuses(proxy: ProxyAddress, code?: number): ProxyFailure {
  const did = proxy.credentials ? 'refuses its user and password' : 'wants a user and a password';
  return new ProxyFailure(proxy, code === undefined ? did : `${did} (status ${code})`);
}

/** tinyproxy answers 401 to wrong credentials and 407 to none. */
const REFUSED: ReadonlySet<number | undefined> = new Set([401, 407]);

async function tunnelByHttp(socket: Socket, target: Target, proxy: ProxyAddress, signal: AbortSignal): Promise<Socket> {
  const path = `${isIP(target.host) === 6 ? `[${target.host}]` : target.host}:${target.port}`;
  const { user, password } = proxy.credentials ?? {};
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const headers = { host: path, ...(proxy.credentials && { 'proxy-authorization': basic }) };
  const { promise, resolve, reject } = Promise.withResolvers<[IncomingMessage, Socket, Buffer]>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  // An import of this module makes Node load its own copy of undici, for the WebSocket that it exports.
  const { request } = process.getBuiltinModule('node:http');
  request({ createConnection: () => socket, method: 'CONNECT', path, headers })
    .once('connect', (...answer: [IncomingMessage, Socket, Buffer]) => resolve(answer))
    .on('error', reject)
    .end();
  const [{ statusCode }, tunnel, first] = await promise;
  if (REFUSED.has(statusCode)) throw refuses(proxy, statusCode);
  if (statusCode !== 200) throw new ProxyFailure(proxy, `does not reach Telegram (status ${statusCode})`);
  if (first.length > 0) tunnel.unshift(first);
  return tunnel;
}

/** RFC 1928 and RFC 1929. */
const SOCKS = { version: 5, noCredentials: 0, credentials: 2, noneFits: 0xff, connect: 1, granted: 0 };
const SOCKS_CREDENTIALS_VERSION = 1;
const ADDRESS = { v4: 1, name: 3, v6: 4 };
const SOCKS_REPLIES = [
  'general failure',
  'not allowed by its rules',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

async function tunnelBySocks(
  socket: Socket,
  target: Target,
  proxy: ProxyAddress,
  signal: AbortSignal,
): Promise<Socket> {
  const take = (length: number) => read(socket, length, signal);
  const offered = proxy.credentials ? [SOCKS.credentials, SOCKS.noCredentials] : [SOCKS.noCredentials];
  socket.write(Uint8Array.of(SOCKS.version, offered.length, ...offered));
  const [version, method = SOCKS.noneFits] = await take(2);
  if (version !== SOCKS.version) throw new ProxyFailure(proxy, 'does not speak SOCKS5');
  if (!offered.includes(method)) throw refuses(proxy);
  if (method === SOCKS.credentials) await proveSelf(socket, proxy, take);
  socket.write(
    Uint8Array.of(SOCKS.version, SOCKS.connect, 0, ...address(target.host), target.port >> 8, target.port & 0xff),
  );
  const [, reply = 0, , kind] = await take(4);
  if (reply !== SOCKS.granted) {
    throw new ProxyFailure(proxy, `does not reach Telegram (${SOCKS_REPLIES[reply - 1] ?? `reply ${reply}`})`);
  }
  const [named = 0] = kind === ADDRESS.name ? await take(1) : [];
  await take((kind === ADDRESS.v4 ? 4 : kind === ADDRESS.v6 ? 16 : named) + 2);
  return socket;
}

async function proveSelf(
  socket: Socket,
  proxy: ProxyAddress,
  take: (length: number) => Promise<Buffer>,
): Promise<void> {
  const fields = Object.values(proxy.credentials ?? {}).map((field) => Buffer.from(field));
  const sized = fields.flatMap((field) => [field.length, ...field]);
  socket.write(Uint8Array.of(SOCKS_CREDENTIALS_VERSION, ...sized));
  const [, status] = await take(2);
  if (status !== SOCKS.granted) throw refuses(proxy);
}

/** The proxy resolves names, because this machine's own resolver may be censored. */
function address(host: string): number[] {
  const family = isIP(host);
  if (family === 4) return [ADDRESS.v4, ...host.split('.').map(Number)];
  if (family === 6) return [ADDRESS.v6, ...v6Bytes(host)];
  const name = Buffer.from(host);
  return [ADDRESS.name, name.length, ...name];
}

function v6Bytes(host: string): number[] {
  const [left = [], right = []] = host.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

/** Later bytes stay in the socket for the next reader. */
async function read(socket: Socket, length: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = socket.read(length);
    if (bytes?.length === length) return bytes;
    await once(socket, 'readable', { signal });
  }
}
