import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { expect, onTestFinished } from 'vitest';
import {
  createProvider,
  Failure,
  type FailureKind,
  type Hosting,
  type ProviderOptions,
} from '../../src/hosting/index.ts';
import { type ProviderSandboxOptions, type SandboxProvider, startProvider } from '../../src/sandbox/provider/index.ts';

export const TOKEN = 'secret-token-1';

/** Every effect at once. */
export const INSTANT = { powerMs: 0, rebootMs: 0, reinstallMs: 0, copyMs: 0, restoreMs: 0, orderMs: 0 };

/** A sandbox of its own for one test, and a client with the token of its account. */
export async function connected(
  options: Partial<ProviderSandboxOptions> = {},
): Promise<{ sandbox: SandboxProvider; hosting: Hosting }> {
  const sandbox = await startProvider({ accounts: [{ token: TOKEN, servers: 4 }], timings: INSTANT, ...options });
  onTestFinished(() => sandbox.close());
  return { sandbox, hosting: clientOf(sandbox.baseUrl) };
}

export function clientOf(baseUrl: string, options: Partial<ProviderOptions> = {}, token = TOKEN): Hosting {
  const provider = createProvider({
    baseUrl,
    auth: 'Authorization: Bearer {token}',
    timeouts: { headersMs: 5_000, bodyMs: 5_000, pauseMs: 20 },
    ...options,
  });
  onTestFinished(() => provider.close());
  return provider.forToken(token);
}

/** The Failure a call ends with; anything else fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    (value) => new Error(`no failure but ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error;
  throw error;
}

export async function expectFailure(call: Promise<unknown>, kind: FailureKind, rest: object = {}): Promise<void> {
  expect(await failureOf(call)).toMatchObject({ kind, ...rest });
}

/** The one request the provider saw since the log was cleared. */
export function onlyRequest(sandbox: SandboxProvider) {
  expect(sandbox.requests).toHaveLength(1);
  const [request] = sandbox.requests;
  const { operation, method, path, query, body } = request ?? {};
  return { operation, method, path, query, body };
}

/** A provider that answers every request with what it is told: JSON for values, else the reply as it is. */
export interface Scripted {
  readonly hosting: Hosting;
  /** The request lines and headers that arrived. */
  readonly seen: { method: string; url: string; headers: IncomingHttpHeaders }[];
  reply(value: unknown, status?: number, headers?: OutgoingHttpHeaders): void;
  /** Takes over the connection after the request came. */
  act(handler: (response: ServerResponse) => void): void;
}

export async function scripted(options: Partial<ProviderOptions> = {}, token = TOKEN): Promise<Scripted> {
  let handler: (response: ServerResponse) => void = (response) => response.end();
  const seen: Scripted['seen'] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    request.resume().on('end', () => handler(response));
  });
  return {
    hosting: clientOf(await listening(server), options, token),
    seen,
    reply: (value, status = 200, headers = {}) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      handler = (response) => response.writeHead(status, headers).end(text);
    },
    act: (given) => {
      handler = given;
    },
  };
}

/** Starts a server for one test; its base URL. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
