import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ask, started } from '../../sandbox/provider/support.ts';
import { machine, spawnNode } from '../../support/bots/process.ts';

const program = (name: string) => new URL(`../../../src/sandbox/${name}/main.ts`, import.meta.url).pathname;
const PROVIDER = program('provider');
const TELEGRAM = program('telegram');
const DEMO = new URL('../../../src/sandbox/demo.ts', import.meta.url).pathname;

test('the provider starts alone, prints its base URL, obeys its key and ends on SIGTERM', async () => {
  const child = run([PROVIDER, '--port', '0', '--token', 'alone', '--control', 'key', '--forms', 'bare']);
  const [baseUrl]: unknown[] = await once(createInterface(child.stdout), 'line');
  const headers = { 'x-sandbox-control': 'key' };
  const refused = await ask(String(baseUrl), 'GET', '/api/v1/server/list', { token: 'wrong' });
  expect(refused).toMatchObject({ status: 200, json: { error: 'unauthenticated' } });
  expect((await ask(String(baseUrl), 'GET', '/api/v1/server/list', { token: 'alone' })).json).toHaveLength(6);
  expect((await ask(String(baseUrl), 'GET', '/_sandbox/requests', { headers })).json).toHaveLength(2);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the Telegram starts alone with its page, over HTTPS that its file makes trusted, and takes the file away', async () => {
  const child = run([TELEGRAM, '--token', '1:alone', '--page', '--strict', '--https', '--control', 'a key']);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) if (lines.push(line) === 3) break;
  const [url = '', page = '', file = ''] = lines;
  expect(lines).toEqual([
    expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
    `page: ${url}/?control=a%20key`,
    expect.stringMatching(/^certificate: .*certificate\.pem$/),
  ]);
  const certificate = file.replace('certificate: ', '');
  const dispatcher = new Agent({ connect: { ca: await readFile(certificate, 'utf8') } });
  onTestFinished(() => dispatcher.close());
  const get = async (path: string, headers = {}) => {
    const { statusCode, headers: answered, body } = await request(url + path, { dispatcher, headers });
    return { status: statusCode, cookie: String(answered['set-cookie']).split(';', 1).join(), text: await body.text() };
  };
  expect(await get('/bot1:alone/getMe')).toMatchObject({ status: 200, text: expect.stringContaining('"is_bot":true') });
  expect((await get('/bot1:alone/getMe?odd=1')).text).toContain('unknown parameter getMe.odd');
  expect((await get('/')).text).toContain('<!doctype html>');
  expect((await get('/app/state')).status).toBe(404);
  const { cookie } = await get(page.replace(`page: ${url}`, ''));
  expect((await get('/app/state', { cookie })).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect(readFile(certificate)).rejects.toThrow('ENOENT');
});

test('the Telegram has no page without --page, inline feedback where it is told, and a basic group with --group basic', async () => {
  const child = run([TELEGRAM, '--token', '1:alone', '--inline-feedback', '--group', 'basic']);
  const [url]: unknown[] = await once(createInterface(child.stdout), 'line');
  expect((await fetch(String(url))).status).toBe(404);
  const state = await fetch(`${url}/app/state`);
  expect(await state.json()).toMatchObject({ switches: { inline_feedback: true, inaccessible_taps: false } });

  // Its creator upgrades it.
  const group = async () => {
    const state = z
      .object({ chats: z.array(z.object({ chat: z.object({ id: z.int(), type: z.string() }) })) })
      .parse(await (await fetch(`${url}/app/state`)).json());
    return state.chats.map(({ chat }) => chat).find(({ type }) => type !== 'private');
  };
  const basic = await group();
  expect(basic).toMatchObject({ type: 'group' });
  const body = JSON.stringify({ person: 700_000_001, chat: basic?.id, action: 'upgrade' });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${url}/app/group`, { method: 'POST', headers, body })).status).toBe(200);
  expect(await group()).toMatchObject({ type: 'supergroup' });
});

test('the demo prints first that it is starting, then the address of its page, and ends on SIGTERM', async () => {
  const child = run([DEMO]);
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.includes('Open http')) break;
  }
  expect(lines[0]).toMatch(/^Starting the demo/);
  const [, url = ''] = /Open (\S+)/.exec(lines.at(-1) ?? '') ?? [];
  expect(await (await fetch(url)).text()).toContain('<!doctype html>');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

const TOKEN = ['--token', 'alone'];
const USAGE = {
  [PROVIDER]:
    'npm run provider -- [--port N] --token T [--data FILE] [--forms quoted|bare|mixed] [--get query|body|both] [--seed TEXT] [--control KEY] [--https] [--help]',
  [TELEGRAM]:
    'npm run telegram -- [--port N] --token T [--page] [--group basic|supergroup] [--inline-feedback] [--strict] [--control KEY] [--https] [--help]',
};

const PORT = 'a number from 0 to 65535';
const VISIBLE = "the account's API token, any visible ASCII characters";

const WRONG: readonly [main: string, given: string[], wrong: string | RegExp][] = [
  [PROVIDER, [], '--token is missing.'],
  [PROVIDER, ['--token', ''], `--token can't be "": ${VISIBLE}.`],
  [PROVIDER, [...TOKEN, '--port', '99999'], `--port can't be "99999": ${PORT}.`],
  [PROVIDER, [...TOKEN, '--port', '65536'], `--port can't be "65536": ${PORT}.`],
  [PROVIDER, [...TOKEN, '--port=-1'], `--port can't be "-1": ${PORT}.`],
  [PROVIDER, [...TOKEN, '--port', ''], `--port can't be "": ${PORT}.`],
  [PROVIDER, [...TOKEN, '--prot', '80'], /^Unknown option '--prot'/],
  [PROVIDER, [...TOKEN, '--port'], /^Option '--port <value>' argument missing/],
  [PROVIDER, [...TOKEN, '--port', '-1'], /^Option '--port' argument is ambiguous/],
  [PROVIDER, [...TOKEN, '--forms', 'odd'], `--forms can't be "odd": one of quoted, bare, mixed.`],
  [PROVIDER, [...TOKEN, '--get', 'odd'], `--get can't be "odd": one of query, body, both.`],
  [PROVIDER, [...TOKEN, 'more'], /^Unexpected argument 'more'/],
  [
    TELEGRAM,
    TOKEN,
    `--token can't be "alone": the bot's token: a number, a colon, and letters or digits, such as 12345:test.`,
  ],
  [TELEGRAM, ['--token', '1:alone', '--group', 'channel'], `--group can't be "channel": one of basic, supergroup.`],
  [TELEGRAM, ['--token', '1:alone', '--page=yes'], /^Option '--page' does not take an argument/],
];

test.each(WRONG)(
  '%s names what is wrong and says how it is started when it is started with %j',
  async (main, given, wrong) => {
    const { told, ...ended } = await endOf(main, given);
    expect(ended).toEqual({ code: 2, printed: '' });
    const [first = '', ...rest] = told.split(/\n(?=npm run)/);
    expect(rest).toEqual([`${USAGE[main]}\n`]);
    if (typeof wrong === 'string') expect(first).toBe(wrong);
    else expect(first).toMatch(wrong);
  },
);

test.each([PROVIDER, TELEGRAM] as const)('%s describes each of its flags when it is asked to', async (main) => {
  const { code, printed, told } = await endOf(main, ['--help']);
  expect({ code, told }).toEqual({ code: 0, told: '' });
  const [usage = '', ...rest] = printed.split('\n');
  expect(usage).toBe(USAGE[main]);
  const described = rest.flatMap((line) => /^ {2}(--[\w-]+)( \S+)? +\w.{5}/.exec(line)?.[1] ?? []);
  expect(described).toEqual(usage.match(/--[\w-]+/g));
});

test('says when its port is taken', async () => {
  const { baseUrl } = await started();
  const { port } = new URL(baseUrl);
  expect(await endOf(PROVIDER, [...TOKEN, '--port', port])).toEqual({
    code: 2,
    printed: '',
    told: expect.stringMatching(`^Port ${port}.*\n$`),
  });
});

function run(words: readonly string[]) {
  const child = spawnNode(words, machine);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** The exit code and the output of a start that ends at once. */
async function endOf(
  main: string,
  given: readonly string[],
): Promise<{ code: unknown; printed: string; told: string }> {
  const child = run([main, ...given]);
  const [[code], printed, told] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, printed, told };
}
