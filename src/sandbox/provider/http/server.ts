import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Certificate, serverFactory } from '../../certificate.ts';
import type { Account } from '../accounts/account.ts';
import { type GetSource, type Operation, type OperationContext, sourceOf } from '../operations/operation.ts';
import { type Fault, type Faults, faultAnswer, isAfterHandling } from './faults.ts';
import type { Answer } from './forms.ts';
import { Refusal, refusal } from './refusal.ts';

/** A received request, without its token. */
export interface LoggedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  body: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
  account?: string;
  /** The HTTP status; absent until the whole answer has been sent. */
  answered?: number;
}

export interface ServerDependencies extends Omit<OperationContext, 'account'> {
  readonly operations: readonly Operation[];
  readonly faults: Faults;
  /** Where the parameters of a GET are read that the contract leaves open. */
  readonly get: GetSource;
  /** Gives an answer the form in which it is sent. */
  readonly inForm: (operation: string, answer: Answer) => Answer;
  readonly log: (request: LoggedRequest) => void;
  /** The account of the token in the headers. */
  readonly accountOf: (headers: FastifyRequest['headers']) => Account | undefined;
  /** Saves a changed account; called before the answer is sent. */
  readonly save: (account: Account) => void;
  readonly certificate: Certificate | undefined;
}

const API = '/api/v1/*';

/** The contract's operations over HTTP. */
export function createServer(dependencies: ServerDependencies): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    serverFactory: serverFactory(dependencies.certificate),
    // A path that can't be decoded.
    frameworkErrors: (_error, _request, reply) => void sendRefusal(malformed(), reply),
    clientErrorHandler: refuseConnection,
  });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  // Clients name the type of JSON in GETs without a body, too.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null) : parseJson(request, String(body), done),
  );
  app.decorateRequest('logged', null);
  const byRoute = new Map(dependencies.operations.map((each) => [`${each.method} ${each.path}`, each]));
  const operationOf = ({ method, params, routeOptions }: FastifyRequest) =>
    routeOptions.url === API
      ? byRoute.get(`${method === 'HEAD' ? 'GET' : method} /${recordOf(params)['*']}`)
      : undefined;

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.control === true) return;
    request.logged = {
      operation: operationOf(request)?.name ?? 'none',
      method: request.method,
      path: request.url.split('?', 1).join(),
      query: recordOf(request.query),
      body: undefined,
      at: Date.now(),
    };
    dependencies.log(request.logged);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.logged !== null && reply.raw.writableFinished) request.logged.answered = reply.statusCode;
  });

  // One route for all: Fastify compiles each, which takes a sandbox longer than all else of its start.
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: API,
    handler: (request, reply) => {
      const operation = operationOf(request);
      return operation ? handleRequest(dependencies, operation, request, reply) : sendNotFound(reply);
    },
  });
  app.setNotFoundHandler((_, reply) => sendNotFound(reply));
  app.setErrorHandler((error, _, reply) => {
    if (error instanceof Refusal) return sendRefusal(error, reply);
    if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500)
      return sendRefusal(malformed(), reply);
    console.error(error);
    return sendRefusal(refusal('fault', 'fault'), reply);
  });
  return app;
}

/** Runs the operation and answers. A fault can replace both, or only the answer. */
async function handleRequest(
  dependencies: ServerDependencies,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const account = dependencies.accountOf(request.headers);
  if (request.logged !== null) {
    request.logged.body = request.body;
    if (account !== undefined) request.logged.account = account.label;
  }
  const fault = dependencies.faults.take(operation.name);
  if (fault?.kind === 'delay') await (fault.until ?? sleep(fault.ms ?? 1_000));
  else if (fault !== undefined && !isAfterHandling(fault)) return sendFault(fault, reply);
  const answer = await runOperation(dependencies, operation, account, request);
  const { status, body } = dependencies.inForm(operation.name, answer);
  if (fault !== undefined && fault.kind !== 'delay') return sendFault(fault, reply, JSON.stringify(body));
  return reply.code(status).send(body);
}

async function runOperation(
  dependencies: ServerDependencies,
  operation: Operation,
  account: Account | undefined,
  request: FastifyRequest,
): Promise<Answer> {
  if (account === undefined) return refusal('unauthenticated', 'unauthenticated');
  const source = sourceOf(operation, dependencies.get);
  const parameters = {
    ...(source !== 'body' && recordOf(request.query)),
    ...(source !== 'query' && recordOf(request.body)),
  };
  try {
    const body = await operation.handle(parameters, { ...dependencies, account });
    if (operation.alters === true) dependencies.save(account);
    return { status: 200, body };
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function sendFault(fault: Fault, reply: FastifyReply, trueAnswer = ''): FastifyReply {
  if (fault.kind === 'hang') return reply.hijack();
  if (fault.kind === 'cutBefore' || fault.kind === 'cutAfter') {
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
  const { status, headers, text } = faultAnswer(fault, trueAnswer);
  return reply.code(status).headers(headers).send(text);
}

const malformed = () => refusal('malformed', 'malformed');

/** Answers what is no HTTP request, or has too many headers. */
function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable) {
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : malformed().status;
    const body = JSON.stringify(malformed().body);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close`;
    const type = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`;
    socket.write(`${head}\r\n${type}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

const sendNotFound = (reply: FastifyReply) => sendRefusal(refusal('notFound', 'routeNotFound'), reply);
const sendRefusal = ({ status, body }: Refusal, reply: FastifyReply) => reply.code(status).send(body);

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

declare module 'fastify' {
  interface FastifyRequest {
    logged: LoggedRequest | null;
  }
}
