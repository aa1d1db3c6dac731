import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../src/web/server.ts';

const MEGABYTE = 1024 * 1024;

test('a body of more than a megabyte is refused, and at an unknown address every body', async () => {
  const server = createServer((error) => expect.fail(String(error)));
  server.routes.post('/', async () => 'taken');
  const url = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.close());
  const post = async (path: string, bytes: number) => {
    const body = JSON.stringify('a'.repeat(bytes - 2));
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url + path, { method: 'POST', headers, body })).status;
  };
  expect(await post('/', MEGABYTE)).toBe(200);
  expect(await post('/', MEGABYTE + 1)).toBe(413);
  expect(await post('/other', MEGABYTE + 1)).toBe(404);
});
