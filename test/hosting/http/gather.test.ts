import { createServer, type ServerResponse } from 'node:http';
import { Pool } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { GivenUp, gather } from '../../../src/hosting/http/gather.ts';
import { listening } from '../support.ts';

/** A server that answers when it is told to, and one connection to it. */
async function slow() {
  const asked: { url: string | undefined; response: ServerResponse }[] = [];
  const changed = new EventTarget();
  const origin = await listening(
    createServer((request, response) => {
      asked.push({ url: request.url, response });
      changed.dispatchEvent(new Event('asked'));
    }),
  );
  const pool = new Pool(new URL(origin).origin, { connections: 1 });
  onTestFinished(() => pool.destroy());
  const next = () => new Promise((resolve) => changed.addEventListener('asked', resolve, { once: true }));
  const get = (path: string, signal?: AbortSignal) =>
    gather(pool, { path, method: 'GET' }, { answerMs: 20_000, signal });
  return { asked, next, get };
}

test('a request aborted while it waits for a connection is never sent', async () => {
  const { asked, next, get } = await slow();
  const came = next();
  const first = get('/first');
  await came;
  const stop = new AbortController();
  const second = get('/second', stop.signal);
  stop.abort();
  await expect(second).rejects.toMatchObject({ name: GivenUp.name, left: false });
  asked[0]?.response.end('one');
  expect(await first).toMatchObject({ status: 200, text: 'one' });
  const again = next();
  const third = get('/third');
  await again;
  asked.at(-1)?.response.end('three');
  expect((await third).text).toBe('three');
  expect(asked.map(({ url }) => url)).toEqual(['/first', '/third']);
});

test('a request aborted while its answer is awaited may have been sent', async () => {
  const { next, get } = await slow();
  const stop = new AbortController();
  const came = next();
  const asked = get('/asked', stop.signal);
  await came;
  stop.abort();
  await expect(asked).rejects.toMatchObject({ name: GivenUp.name, left: true });
});

test('an answer in pieces is whole, its letters too', async () => {
  const { asked, next, get } = await slow();
  const came = next();
  const answer = get('/letters');
  await came;
  const bytes = Buffer.from('سلام');
  asked[0]?.response.write(bytes.subarray(0, 3));
  asked[0]?.response.end(bytes.subarray(3));
  expect((await answer).text).toBe('سلام');
});

test('an early hint is not the answer', async () => {
  const { asked, next, get } = await slow();
  const came = next();
  const answer = get('/hinted');
  await came;
  asked[0]?.response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  asked[0]?.response.writeHead(202, { 'x-mark': 'mine' }).end('late');
  expect(await answer).toMatchObject({ status: 202, headers: { 'x-mark': 'mine' }, text: 'late' });
});
