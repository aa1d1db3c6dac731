import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { machine, spawnNode } from '../../support/bots/process.ts';
import { ask, started } from './support.ts';

const MAIN = new URL('../../../src/sandbox/provider/main.ts', import.meta.url).pathname;

test('starts alone, prints its base URL, obeys its key and ends on SIGTERM', async () => {
  const child = spawnNode([MAIN, '--port', '0', '--token', 'alone', '--control', 'key'], machine);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [baseUrl]: unknown[] = await once(createInterface(child.stdout), 'line');
  const headers = { 'x-sandbox-control': 'key' };
  expect((await ask(String(baseUrl), 'GET', '/api/v1/server/list', { token: 'alone' })).json).toHaveLength(6);
  expect((await ask(String(baseUrl), 'GET', '/_sandbox/requests', { headers })).json).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

const TOKEN = ['--token', 'alone'];

test.each([
  [[]],
  [['--token', '']],
  [[...TOKEN, '--port', '99999']],
  [[...TOKEN, '--port', '65536']],
  [[...TOKEN, '--port', '-1']],
  [[...TOKEN, '--port', '']],
  [[...TOKEN, '--prot', '80']],
  [[...TOKEN, '--port']],
  [[...TOKEN, 'more']],
])('says in one line how it is started when it is started with %j', async (given) => {
  expect(await endOf(given)).toEqual({
    code: 2,
    told: 'npm run provider -- --port N --token T [--data FILE] [--control KEY]\n',
  });
});

test('says when its port is taken', async () => {
  const { baseUrl } = await started();
  const { port } = new URL(baseUrl);
  expect(await endOf([...TOKEN, '--port', port])).toEqual({
    code: 2,
    told: expect.stringMatching(`^Port ${port}.*\n$`),
  });
});

/** The exit code and the output of a failed start. */
async function endOf(given: readonly string[]): Promise<{ code: unknown; told: string }> {
  const child = spawnNode([MAIN, ...given], machine);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [[code], told] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  return { code, told };
}
