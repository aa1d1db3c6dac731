import { hash } from 'node:crypto';
import { relative } from 'node:path';
import { expect } from 'vitest';
import { type AccountSeed, type SandboxProvider, startProvider } from '../../src/sandbox/provider/index.ts';
import type { Call } from '../../src/sandbox/telegram/index.ts';
import { openTestApp, type TestApp, type TestAppOptions, TOKEN } from '../support/app.ts';
import type { Person } from '../support/person.ts';

export { TOKEN };
/** Of a second account, whose servers begin at 10.1.134.160. */
export const OTHER_TOKEN = 'another-token-of-the-test';
export const ACCOUNTS: AccountSeed[] = [
  { token: TOKEN, servers: 3 },
  { token: OTHER_TOKEN, servers: 2 },
];

/** Refusals of Telegram that a test expects: every other refusal is a wrong call of the bot. */
const FAIR =
  /not modified|message to (edit|delete) not found|can't be deleted|upgraded to a supergroup|no text in the message|blocked by the user|bot was kicked from|planned|Too Many Requests: retry after|not enough rights to send photos|REPLY_MESSAGE_ID_INVALID|MESSAGE_NOT_COMMAND|: MESSAGE_ID_INVALID/;
/** Refusals of a server that knows neither rich messages nor the tag of times: each is met once. */
const FAIR_OF_OLDER = /: method not found|message text is empty|Unsupported start tag "tg-time"/;
/** Resources that a test opened beside the app. */
const extras = new WeakMap<TestApp, { close(): Promise<void> }[]>();

/**
 * An app that closes at the end of the block, and then fails the test if the bot made a wrong call.
 * @param fair further refusals of Telegram that this test expects
 */
export async function enter(options: TestAppOptions = {}, fair?: RegExp): Promise<TestApp & AsyncDisposable> {
  const timings = { rebootMs: 400, ...options.timings };
  // Where the clock stands a flood limit never ends.
  const telegram = { rateLimits: !options.clockStands && isLimited(), ...options.telegram };
  const app = await openTestApp({ accounts: ACCOUNTS, ...options, timings, telegram });
  const expected = [FAIR, ...(fair ? [fair] : []), ...(telegram.older ? [FAIR_OF_OLDER] : [])];
  const close = async () => {
    await app.close();
    for (const extra of extras.get(app) ?? []) await extra.close();
    const wrong = app.world.calls.filter(
      // Whether the bot shows that it is typing depends on how long an answer takes.
      ({ method, error }) =>
        error && method !== 'sendChatAction' && !expected.some((each) => each.test(error.description)),
    );
    expect(wrong.map(({ method, error }) => `${method}: ${error?.description}`)).toEqual([]);
  };
  return Object.assign(app, { [Symbol.asyncDispose]: close });
}

const FILES_PER_LIMITED_ONE = 4;

/** Whether Telegram keeps its flood limits in this file: always in the same ones. */
function isLimited(): boolean {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  return hash('sha256', `flood limits ${file}`, 'buffer').readUInt32BE() % FILES_PER_LIMITED_ONE === 0;
}

/** {@link enter}, where the English person has connected the account. */
export async function enterConnected(options: TestAppOptions = {}, fair?: RegExp): Promise<TestApp & AsyncDisposable> {
  const app = await enter(options, fair);
  await connect(app.english);
  app.provider.forget();
  return app;
}

/** {@link enter}, where both people have connected the same account. */
export async function enterBothConnected(
  options: TestAppOptions = {},
  fair?: RegExp,
): Promise<TestApp & AsyncDisposable> {
  const app = await enter(options, fair);
  await connect(app.persian);
  await connect(app.english);
  app.provider.forget();
  return app;
}

export async function connect(person: Person, token: string = TOKEN): Promise<void> {
  await person.say(`/connect ${token}`);
}

/** The requests the provider saw, each as `server.status {"id":"srv-10001"}`; where a query travelled, that. */
export function asked({ provider }: { provider: SandboxProvider }, operation = ''): string[] {
  return provider.requests
    .filter((request) => request.operation.startsWith(operation))
    .map((request) => `${request.operation} ${JSON.stringify(request.body ?? request.query)}`);
}

/**
 * The calls since the one at `from` by which the bot did something that a person sees, in their order. A start reads and writes the bot's
 * profile beside all else, and a slow handler types: neither counts.
 */
export function visibleCalls({ world }: Pick<TestApp, 'world'>, from = 0): Call[] {
  return world.calls
    .slice(from)
    .filter(({ method, params }) => /^(send|edit|deleteMessage|answer)/.test(method) && params.action !== 'typing');
}

/** Takes the provider off the net. Resolves with what puts an equal one in its place. */
export async function goAway(app: TestApp, accounts = ACCOUNTS): Promise<() => Promise<SandboxProvider>> {
  const port = Number(new URL(app.provider.baseUrl).port);
  await app.provider.close();
  return async () => {
    const timings = { powerMs: 300, rebootMs: 400, untilSeen: true };
    const back = await startProvider({ port, accounts, timings });
    extras.set(app, [...(extras.get(app) ?? []), back]);
    return back;
  };
}
