import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from './support.ts';

const MAIN = new URL('../../../src/sandbox/provider/main.ts', import.meta.url).pathname;

test('starts alone, prints its base URL, obeys its key and ends on SIGTERM', async () => {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--token', 'alone', '--control', 'key']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [baseUrl]: unknown[] = await once(createInterface(child.stdout), 'line');
  const headers = { 'x-sandbox-control': 'key' };
  expect((await ask(String(baseUrl), 'GET', '/api/v1/server/list', { token: 'alone' })).json).toHaveLength(6);
  expect((await ask(String(baseUrl), 'GET', '/_sandbox/requests', { headers })).json).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('says how it is started when it is started wrongly', async () => {
  const child = spawn(process.execPath, [MAIN]);
  const [text]: unknown[] = await once(createInterface(child.stderr), 'line');
  expect(text).toContain('--token');
  expect(await once(child, 'exit')).toEqual([2, null]);
});
