import { request } from 'undici';
import { onTestFinished } from 'vitest';
import {
  type ProviderSandboxOptions,
  type SandboxProvider,
  startProvider,
} from '../../../src/sandbox/provider/index.ts';

export const TOKEN = 'token-a';
export const INSTANT = { powerMs: 0, rebootMs: 0, reinstallMs: 0, copyMs: 0, restoreMs: 0, orderMs: 0 };

export interface Asked {
  query?: Record<string, string>;
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** Sends a request without using the bot's own client. */
export async function ask(
  baseUrl: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { query, body, token = TOKEN, headers }: Asked = {},
): Promise<{ status: number; json: unknown; text: string }> {
  const answer = await request(`${baseUrl}${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  const json: unknown = /^[[{].*[}\]]$/s.test(text) ? JSON.parse(text) : undefined;
  return { status: answer.statusCode, json, text };
}

export async function started(options: Partial<ProviderSandboxOptions> = {}): Promise<SandboxProvider> {
  const provider = await startProvider({ accounts: [{ token: TOKEN, servers: 3 }], timings: INSTANT, ...options });
  onTestFinished(() => provider.close());
  return provider;
}
