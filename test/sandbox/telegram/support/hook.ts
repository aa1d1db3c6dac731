import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A received update, which the test answers. */
export interface Delivered {
  update: { update_id: number; message?: { text?: string }; callback_query?: { data?: string } };
  headers: IncomingHttpHeaders;
  /** Answers with this status; later calls have no effect. */
  answer(status: number, headers?: Record<string, string>, body?: string): void;
  /** Closes the connection without an answer. */
  cut(): void;
}

/** A bot's webhook. The test decides every answer. */
export interface Hook {
  url: string;
  /** All received updates in order. */
  all: Delivered[];
  /** Resolves with the first `count` updates. */
  first(count: number): Promise<Delivered[]>;
}

/** @param answer the automatic answer; without it the test answers */
export async function openHook(answer?: (delivered: Delivered) => void): Promise<Hook> {
  const all: Delivered[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response: ServerResponse) => {
    const update = await json(request);
    const delivered: Delivered = {
      update: isUpdate(update) ? update : { update_id: Number.NaN },
      headers: request.headers,
      answer(status, headers = {}, body = '') {
        if (!response.headersSent) response.writeHead(status, headers).end(body);
      },
      cut: () => void request.socket.destroy(),
    };
    all.push(delivered);
    answer?.(delivered);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/hook`,
    all,
    first(count) {
      const { promise, resolve } = Promise.withResolvers<Delivered[]>();
      const look = () => {
        if (all.length < count) return;
        waiting.delete(look);
        resolve(all.slice(0, count));
      };
      waiting.add(look);
      look();
      return promise;
    },
  };
}

function isUpdate(value: unknown): value is Delivered['update'] {
  return typeof value === 'object' && value !== null && 'update_id' in value;
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('not listening');
  return address.port;
}
