import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account.ts';
import type { Asked, Operation } from '../operations/operation.ts';
import { answerOf, type Fault, type Faults, showsAfterHandling } from './faults.ts';
import { Refusal, refusal } from './refusal.ts';

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

export interface ServerParts extends Pick<Asked, 'timings' | 'accounts' | 'consoles' | 'registries'> {
  readonly operations: readonly Operation[];
  readonly faults: Faults;
  readonly log: (request: LoggedRequest) => void;
  /** The account a request's headers carry the token of. */
  readonly accountOf: (headers: FastifyRequest['headers']) => Account | undefined;
  /** Makes an altered account outlive the process, before the answer is sent. */
  readonly keep: (account: Account) => void;
}

/** The contract's operations as HTTP routes. */
export function createServer(parts: ServerParts): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.decorateRequest('logged', null);

  app.addHook('onRequest', async (request) => {
    const { operation = 'none', control } = request.routeOptions.config;
    if (control === true) return;
    request.logged = {
      operation,
      method: request.method,
      path: request.url.split('?', 1).join(),
      query: recordOf(request.query),
      body: undefined,
      at: Date.now(),
    };
    parts.log(request.logged);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.logged !== null && reply.raw.writableFinished) request.logged.answered = reply.statusCode;
  });

  for (const operation of parts.operations) {
    app.route({
      method: operation.method,
      url: `/api/v1${operation.path}`,
      config: { operation: operation.name },
      handler: (request, reply) => answering(parts, operation, request, reply),
    });
  }
  app.setNotFoundHandler((_, reply) => refuse(refusal('notFound', 'routeNotFound'), reply));
  app.setErrorHandler((error, _, reply) => {
    if (error instanceof Refusal) return refuse(error, reply);
    if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)
      return refuse(refusal('malformed', 'malformed'), reply);
    throw error;
  });
  return app;
}

/** Does the operation, unless a fault comes first, and answers, unless a fault comes then. */
async function answering(
  parts: ServerParts,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const account = parts.accountOf(request.headers);
  if (request.logged !== null) {
    request.logged.body = request.body;
    if (account !== undefined) request.logged.account = account.label;
  }
  const fault = parts.faults.next(operation.name);
  if (fault?.kind === 'delay') await sleep(fault.ms ?? 1_000);
  else if (fault !== undefined && !showsAfterHandling(fault)) return show(fault, reply);
  const { status, body } = await outcomeOf(parts, operation, account, request);
  if (fault !== undefined && fault.kind !== 'delay') return show(fault, reply, JSON.stringify(body));
  return reply.code(status).send(body);
}

async function outcomeOf(
  parts: ServerParts,
  operation: Operation,
  account: Account | undefined,
  request: FastifyRequest,
): Promise<{ status: number; body: unknown }> {
  if (account === undefined) return refusal('unauthenticated', 'unauthenticated');
  const query = request.method === 'GET' ? recordOf(request.query) : {};
  const parameters = { ...query, ...recordOf(request.body) };
  try {
    const body = await operation.handle({ ...parts, account, parameters });
    if (operation.alters === true) parts.keep(account);
    return { status: 200, body };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Answers, cuts or stays silent as the fault says; `answer` is the true one. */
function show(fault: Fault, reply: FastifyReply, answer = ''): FastifyReply {
  if (fault.kind === 'hang') return reply.hijack();
  if (fault.kind === 'cutBefore' || fault.kind === 'cutAfter') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  const { status, headers, text } = answerOf(fault, answer);
  return reply.code(status).headers(headers).send(text);
}

const refuse = ({ status, body }: Refusal, reply: FastifyReply) => reply.code(status).send(body);

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
    control?: boolean;
  }
  interface FastifyRequest {
    logged: LoggedRequest | null;
  }
}
