import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

const KEY_HEADER = 'x-sandbox-control';
const KEY_COOKIE = 'sandbox_control';

export interface ControlRoute {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** @returns the JSON of the answer; 204 where there is none. @throws ZodError for a wrong body */
  handle: (body: unknown) => unknown;
}

export const get = (path: string, handle: () => unknown): ControlRoute => ({ method: 'GET', path, handle });
export const remove = (path: string, handle: () => void): ControlRoute => ({ method: 'DELETE', path, handle });
export const post = <Body>(path: string, body: z.ZodType<Body>, run: (body: Body) => unknown): ControlRoute => ({
  method: 'POST',
  path,
  handle: (raw) => run(body.parse(raw)),
});

/** Dates that are older can't be written. */
const MAX_YEARS = 100;
const MAX_AGE = MAX_YEARS * 365.25 * 24 * 60 * 60;

/** Makes everything in a sandbox older. */
export const age = {
  seconds: z.number().positive().max(MAX_AGE, `At most ${MAX_YEARS} years at once: ${MAX_AGE} seconds`),
};

/** A timer takes no longer time, and would end at once. */
export const waitMs = z
  .number()
  .min(0)
  .max(2 ** 31 - 1);

export interface Controls {
  key: string;
  routes: readonly ControlRoute[];
}

export function controlsOf(key: string | undefined, routes: () => readonly ControlRoute[]): Controls | undefined {
  return key === undefined ? undefined : { key, routes: routes() };
}

/** A request without the key in the header {@link KEY_HEADER} gets 404. */
export function serveControls(
  app: FastifyInstance,
  controlsFor: (request: FastifyRequest) => Controls | undefined,
): void {
  const routeOf = (request: FastifyRequest<{ Params: { '*': string } }>) => {
    const { key, routes } = controlsFor(request) ?? {};
    if (key === undefined || request.headers[KEY_HEADER] !== key) return undefined;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    return routes?.find((each) => each.method === method && each.path === request.params['*']);
  };
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST', 'DELETE'],
    url: '/_sandbox/*',
    config: { control: true },
    // Answers before the body is read.
    onRequest: async (request, reply) => {
      if (!routeOf(request)) return reply.callNotFound();
    },
    handler: async (request, reply) => run(routeOf(request)?.handle, request.body, reply),
  });
}

async function run(handle: ControlRoute['handle'] | undefined, body: unknown, reply: FastifyReply): Promise<unknown> {
  try {
    const answer = await handle?.(body);
    return answer === undefined ? reply.code(204).send() : reply.send(answer);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return reply.code(400).send({ issues: error.issues });
  }
}

/**
 * With a key, a request carries the key in the header, or in the cookie that {@link signIn} set.
 * Without a key, it comes from a program of this machine or from the page itself, not from another page or host name.
 */
export function mayUsePage({ headers, hostname }: FastifyRequest, key: string | undefined): boolean {
  if (key !== undefined) return headers[KEY_HEADER] === key || cookiesOf(headers.cookie).includes(cookie(key));
  const from = headers['sec-fetch-site'] ?? 'none';
  return ['same-origin', 'none'].includes(String(from)) && /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname);
}

/** Answers `/?control=KEY` with the key's cookie and the page without the key. @returns whether it answered */
export function signIn(request: FastifyRequest, reply: FastifyReply, key: string | undefined): boolean {
  const { searchParams } = new URL(request.url, 'http://localhost');
  if (key === undefined || searchParams.get('control') !== key) return false;
  reply.header('set-cookie', `${cookie(key)}; Path=/; HttpOnly; SameSite=Strict`).redirect('/', 303);
  return true;
}

const cookie = (key: string) => `${KEY_COOKIE}=${encodeURIComponent(key)}`;
const cookiesOf = (header = '') => header.split(/;\s*/);

declare module 'fastify' {
  interface FastifyContextConfig {
    control?: boolean;
  }
}
