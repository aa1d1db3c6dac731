import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Events of Node's HTTP servers; source: the documentation of `diagnostics_channel`, "Built-in channels". */
const HTTP_EVENTS = ['http.server.request.start', 'http.server.response.finish'];

/**
 * Resolves after this number of requests and answers at the servers on these ports, or after `mostMs`.
 * The bot does all its work between two such moments.
 */
export function killMoment(ports: ReadonlySet<number>, events: number, mostMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = events;
  const count = (message: unknown) => {
    if (ports.has(portOf(message)) && --left <= 0) resolve();
  };
  for (const name of HTTP_EVENTS) subscribe(name, count);
  const timer = setTimeout(resolve, mostMs);
  return promise.finally(() => {
    clearTimeout(timer);
    for (const name of HTTP_EVENTS) unsubscribe(name, count);
  });
}

function portOf(message: unknown): number {
  return isExchange(message) ? (message.request.socket.localPort ?? 0) : 0;
}

function isExchange(message: unknown): message is { request: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message;
}
