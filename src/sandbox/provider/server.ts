import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answerOf, type Fault, type Faults, showsAfterHandling } from './faults.ts';
import type { Asked, Operation } from './operation.ts';
import { Refusal, refusal } from './refuse.ts';
import type { Account } from './state.ts';

/** A request as it arrived; the token is never in it. */
export interface LoggedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
  account?: string;
  /** The HTTP status that was sent in full; absent while, or when, there was none. */
  answered?: number;
}

export interface ServerParts extends Pick<Asked, 'timings' | 'accounts' | 'consoles'> {
  readonly operations: readonly Operation[];
  readonly faults: Faults;
  readonly log: (request: LoggedRequest) => void;
  /** The account a request's headers carry the token of. */
  readonly accountOf: (headers: Readonly<Record<string, string | string[] | undefined>>) => Account | undefined;
  /** Makes an altered account outlive the process, before the answer is sent. */
  readonly keep: (account: Account) => void;
}

interface Visit {
  readonly logged: LoggedRequest;
  fault?: Fault;
}

/** The contract's operations as HTTP routes. */
export function createServer(parts: ServerParts): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: false } });
  const visits = new WeakMap<FastifyRequest, Visit>();
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });

  app.addHook('onRequest', async (request) => {
    const [path = ''] = request.url.split('?');
    const logged: LoggedRequest = {
      operation: request.routeOptions.config.operation ?? 'none',
      method: request.method,
      path,
      query: { ...recordOf(request.query) },
      body: undefined,
      at: Date.now(),
    };
    visits.set(request, { logged });
    if (request.routeOptions.config.control !== true) parts.log(logged);
  });

  for (const operation of parts.operations) {
    app.route({
      method: operation.method,
      url: `/api/v1${operation.path}`,
      config: { operation: operation.name },
      handler: async (request, reply) => {
        const visit = visits.get(request);
        if (visit === undefined) return reply.callNotFound();
        visit.logged.body = request.body;
        const account = parts.accountOf(request.headers);
        if (account !== undefined) visit.logged.account = account.label;
        const fault = parts.faults.next(operation.name);
        if (fault?.kind === 'delay') await sleep(fault.ms ?? 1_000);
        else if (fault !== undefined && showsAfterHandling(fault)) visit.fault = fault;
        else if (fault !== undefined) return show(fault, reply);
        if (account === undefined) throw refusal('unauthenticated', 'unauthenticated');
        const parameters = { ...(request.method === 'GET' ? recordOf(request.query) : {}), ...recordOf(request.body) };
        const answer = await operation.handle({ ...parts, account, parameters });
        if (operation.alters === true) parts.keep(account);
        return answer;
      },
    });
  }

  app.setNotFoundHandler(() => {
    throw refusal('notFound', 'routeNotFound');
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body);
    if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) {
      const { status, body } = refusal('malformed', 'malformed');
      return reply.code(status).send(body);
    }
    throw error;
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = visits.get(request)?.fault;
    if (fault === undefined) return payload;
    if (fault.kind === 'truncated')
      return String(payload).slice(0, Math.max(1, Math.floor(String(payload).length / 2)));
    if (fault.kind === 'hang' || fault.kind === 'cutAfter') {
      show(fault, reply);
      return payload;
    }
    const answer = answerOf(fault);
    reply.code(answer.status).headers(answer.headers);
    return answer.text;
  });
  app.addHook('onResponse', async (request, reply) => {
    const visit = visits.get(request);
    if (visit !== undefined && reply.raw.writableFinished) visit.logged.answered = reply.statusCode;
  });
  return app;
}

/** Answers, cuts or stays silent as the fault says. */
function show(fault: Fault, reply: FastifyReply): FastifyReply {
  if (fault.kind === 'hang') return reply.hijack();
  if (fault.kind === 'cutBefore' || fault.kind === 'cutAfter') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  const answer = answerOf(fault);
  return reply.code(answer.status).headers(answer.headers).send(answer.text);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
    control?: boolean;
  }
}
