import { ADDRCONFIG, type LookupAddress } from 'node:dns';
import dns from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { buildConnector as Connector } from 'undici';
import { buildConnector, errors } from './undici.ts';

/** The next address of a name is tried as well after this time (RFC 8305, 8). */
const HEAD_START_MS = 250;

/** undici does not apply its own settings to a socket that it is given. */
const SOCKET = { highWaterMark: 64 * 1024, keepAlive: true, keepAliveInitialDelay: 60_000, noDelay: true };

export interface ConnectorOptions {
  timeout: number;
  allowH2?: boolean;
}

/** Node tries addresses one after the other, and never reaches a slow IPv4 behind an IPv6 that leads nowhere. */
export function openConnector(options: ConnectorOptions): Connector.connector {
  const known = buildConnector(options);
  return (target, callback) => {
    if (isIP(target.hostname) !== 0) return void known(target, callback);
    reach(target, options.timeout).then(
      (httpSocket) =>
        target.protocol === 'https:' ? known({ ...target, httpSocket }, callback) : callback(null, httpSocket),
      (error: Error) => callback(error, null),
    );
  };
}

async function reach({ hostname, port, protocol }: Connector.Options, timeoutMs: number): Promise<Socket> {
  const ended = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const slow = () =>
    reject(new errors.ConnectTimeoutError(`No address of ${hostname} connects within ${timeoutMs} ms`));
  const timer = setTimeout(slow, timeoutMs);
  try {
    const target = { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    return await Promise.race([firstOf(target, ended), late]);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function firstOf(
  { hostname, port }: { hostname: string; port: number },
  ended: AbortController,
): Promise<Socket> {
  const found = await dns.lookup(hostname, { all: true, hints: ADDRCONFIG });
  let turn: Promise<unknown> = Promise.resolve();
  const attempts = alternating(found).map(({ address }) => {
    const attempt = turn.then(() => connectTo({ host: address, port }, ended));
    const headStart = turn.then(() => wait(HEAD_START_MS, undefined, { signal: ended.signal }));
    turn = Promise.allSettled([Promise.race([attempt, headStart])]);
    return attempt;
  });
  try {
    return await Promise.any(attempts);
  } catch (error) {
    throw error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  }
}

function alternating(found: readonly LookupAddress[]): LookupAddress[] {
  const first = found.filter(({ family }) => family === found[0]?.family);
  const second = found.filter(({ family }) => family !== found[0]?.family);
  return found.flatMap((_, at) => [...first.slice(at, at + 1), ...second.slice(at, at + 1)]);
}

function connectTo(address: { host: string; port: number }, ended: AbortController): Promise<Socket> {
  const { signal } = ended;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = connect({ ...SOCKET, ...address });
    const giveUp = () => void socket.destroy(signal.reason);
    signal.addEventListener('abort', giveUp);
    socket.once('error', reject).once('connect', () => {
      signal.removeEventListener('abort', giveUp);
      socket.off('error', reject);
      ended.abort();
      resolve(socket);
    });
  });
}
