import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** Stands between the bot and a server on this machine, to be the network between them on a bad day. */
export interface Gate {
  port: number;
  /** Nothing gets through any more, in either direction, and nothing is refused: a network that swallows. */
  swallow(): void;
  /** Resets every connection, new ones too. */
  cut(): void;
  /** {@link cut}, or {@link swallow}, as soon as this many more messages have come from the near side. */
  after(messages: number, weather: 'cuts' | 'swallows'): void;
  /** Messages pass again as before; swallowed messages do not come again. */
  mend(): void;
  close(): Promise<void>;
}

/** @param port the server's, on 127.0.0.1 */
export async function openGate(port: number): Promise<Gate> {
  let weather: 'fine' | 'swallows' | 'cuts' = 'fine';
  let coming: { left: number; weather: 'cuts' | 'swallows' } | undefined;
  const pairs = new Set<Socket>();
  const change = (next: typeof weather) => {
    weather = next;
    coming = undefined;
    if (next === 'cuts') reset();
  };
  const server = createServer((near) => {
    pairs.add(near);
    near.on('error', () => near.destroy()).on('close', () => pairs.delete(near));
    if (weather === 'cuts') return void near.resetAndDestroy();
    if (weather === 'swallows') return void near.resume();
    const far = createConnection(port, '127.0.0.1');
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    near.on('data', (bytes) => {
      if (coming && --coming.left < 0) change(coming.weather);
      if (weather === 'fine') far.write(bytes);
    });
    far.on('data', (bytes) => void (weather === 'fine' && near.write(bytes)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('No port');
  const reset = () => {
    for (const near of pairs) near.resetAndDestroy();
  };
  return {
    port: address.port,
    swallow: () => change('swallows'),
    cut: () => change('cuts'),
    after: (messages, next) => {
      coming = { left: messages, weather: next };
    },
    mend: () => change('fine'),
    async close() {
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
