import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Controls, serveControls } from '../../control.ts';
import type { StateOf } from '../../serving.ts';
import type { Account } from '../accounts/account.ts';
import { type GetSource, type Operation, type OperationContext, sourceOf } from '../operations/operation.ts';
import { type Fault, type Faults, faultAnswer, isAfterHandling } from './faults.ts';
import type { Answer } from './forms.ts';
import { openapi } from './openapi.ts';
import { Refusal, refusal } from './refusal.ts';

export interface LoggedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  body: unknown;
  readonly at: number;
  account?: string;
  /** The HTTP status; absent until the whole answer has been sent. */
  answered?: number;
}

export interface ServerState extends Omit<OperationContext, 'account'> {
  readonly faults: Faults;
  /** The place of GET parameters that the contract leaves open. */
  readonly get: GetSource;
  readonly inForm: (operation: string, answer: Answer) => Answer;
  readonly log: (request: LoggedRequest) => void;
  readonly accountOf: (headers: FastifyRequest['headers']) => Account | undefined;
  readonly header: string;
  /** Saves a changed account; called before the answer is sent. */
  readonly save: (account: Account) => void;
  readonly controls: Controls | undefined;
}

const API = '/api/v1/*';

/** The contract's operations over HTTP, for all sandboxes of this process. */
export function createRoutes(operations: readonly Operation[], stateOf: StateOf<ServerState>): FastifyInstance {
  const app = Fastify({
    // A path that can't be decoded.
    frameworkErrors: (_error, _request, reply) => void sendRefusal(malformed(), reply),
    clientErrorHandler: refuseConnection,
  });
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  // Clients name JSON as the type of GET requests without a body, too.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null) : parseJson(request, String(body), done),
  );
  app.decorateRequest('logged', null);
  const byRoute = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]));
  const operationOf = ({ method, params, routeOptions }: FastifyRequest) =>
    routeOptions.url === API
      ? byRoute.get(`${method === 'HEAD' ? 'GET' : method} /${recordOf(params)['*']}`)
      : undefined;

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.control === true) return;
    const state = stateOf(request);
    request.logged = {
      operation: operationOf(request)?.name ?? 'none',
      method: request.method,
      path: request.url.split('?', 1).join(),
      query: recordOf(request.query),
      body: undefined,
      at: state.now(),
    };
    state.log(request.logged);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.logged !== null && reply.raw.writableFinished) request.logged.answered = reply.statusCode;
  });

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: API,
    handler: (request, reply) => {
      const operation = operationOf(request);
      return operation ? handleRequest(stateOf(request), operation, request, reply) : sendNotFound(reply);
    },
  });
  app.get('/_sandbox/openapi.json', { config: { control: true } }, async (request) => {
    const { get, header } = stateOf(request);
    return openapi(operations, get, header);
  });
  serveControls(app, (request) => stateOf(request).controls);
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

/** A fault can replace the operation and the answer, or only the answer. */
async function handleRequest(
  state: ServerState,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const account = state.accountOf(request.headers);
  if (request.logged !== null) {
    request.logged.body = request.body;
    if (account !== undefined) request.logged.account = account.label;
  }
  const fault = state.faults.take(operation.name, operation.method === 'GET' && request.body !== undefined);
  await (fault?.until ?? (fault?.kind === 'delay' ? wait(fault.ms ?? 1_000) : undefined));
  if (fault !== undefined && fault.kind !== 'delay' && !isAfterHandling(fault)) return sendFault(fault, reply);
  const answer = await runOperation(state, operation, account, request);
  const { status, body } = state.inForm(operation.name, answer);
  if (fault !== undefined && fault.kind !== 'delay') return sendFault(fault, reply, JSON.stringify(body));
  return reply.code(status).send(body);
}

async function runOperation(
  state: ServerState,
  operation: Operation,
  account: Account | undefined,
  request: FastifyRequest,
): Promise<Answer> {
  if (account === undefined) return refusal('unauthenticated', 'unauthenticated');
  const source = sourceOf(operation, state.get);
  const parameters = {
    ...(source !== 'body' && recordOf(request.query)),
    ...(source !== 'query' && recordOf(request.body)),
  };
  try {
    const body = await operation.handle(parameters, { ...state, account });
    if (operation.alters === true) state.save(account);
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
