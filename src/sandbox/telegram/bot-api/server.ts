import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StateOf } from '../../serving.ts';
import type { Backend } from '../backend/backend.ts';
import type { Calls } from './calls.ts';
import { applyFault, ConnectionCut, endOfDelay, type Faults } from './faults.ts';
import { asOlder } from './legacy.ts';
import { call, checkParameters } from './methods/index.ts';
import { DOWNLOAD_BYTES } from './methods/media.ts';
import type { RateLimiter } from './rate-limits.ts';
import { type AnswerBody, readAnswer, readParameters } from './read-parameters.ts';
import { Described, Refusal, refusal } from './refusal.ts';
import { isArgs, methodNamed, refuseMistakes } from './schema.ts';
import type { Raw } from './types.ts';

export interface BotServerDependencies {
  token: string;
  backend: Backend;
  calls: Calls;
  faults: Faults;
  /** Refuses unknown parameters, which Telegram ignores. */
  strict: boolean;
  /** Answers like a server before 9.5. */
  older: boolean;
  /** Milliseconds from a call's arrival to its effect; getUpdates is not delayed. */
  latency: () => number;
  /** Absent where Telegram's limits are not simulated. */
  limiter: RateLimiter | undefined;
}

/** `/bot<token>/<method>` and `/file/bot<token>/<path>`, as at api.telegram.org. */
export function serveBot(server: FastifyInstance, stateOf: StateOf<BotServerDependencies>): void {
  server.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/bot*',
    handler: (request, reply) => {
      const [, token, method] = /^([^/]*)\/(.*)$/s.exec(request.params['*']) ?? [];
      if (token === undefined || method === undefined) return sendRefusal(reply, refusal('notFound'));
      return answer(stateOf(request), request, reply, { token, method });
    },
  });
  server.get<{ Params: { token: string; '*': string } }>('/file/bot:token/*', (request, reply) => {
    const { token, backend } = stateOf(request);
    if (request.params.token !== token) return sendRefusal(reply, refusal('unauthorized'));
    const file = backend.files.byPath(request.params['*']);
    if (!file || file.bytes.length > DOWNLOAD_BYTES) return sendRefusal(reply, refusal('notFound'));
    return reply.type('application/octet-stream').send(file.bytes);
  });
}

/** An answer of the webhook cannot call these; source: `WebhookActor.cpp`, `handle`. */
const NOT_IN_ANSWER = /^(get.*|setwebhook|deletewebhook|close|logout)$/i;

/** Runs the call in a webhook's answer. The result is dropped; `calls` has the error. */
export async function runAnswer(dependencies: BotServerDependencies, body: AnswerBody): Promise<void> {
  const { method, ...raw } = await readAnswer(body);
  const name = typeof method === 'string' && !NOT_IN_ANSWER.test(method) ? methodNamed(method) : undefined;
  if (name === undefined) return;
  // An error that left this function would end the process.
  await runMethod(dependencies, name, raw).catch(() => undefined);
}

async function answer(
  dependencies: BotServerDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, method }: { token: string; method: string },
): Promise<FastifyReply> {
  try {
    checkToken(token, method, dependencies.token);
    const { method: inParameters = '', ...raw } = await readParameters(request);
    const name = methodNamed(method || String(inParameters));
    if (!name) throw refusal('methodNotFound');
    const result =
      name === 'getUpdates' ? await poll(dependencies, raw, reply) : await runMethod(dependencies, name, raw);
    const { result: plain, description } = result instanceof Described ? result : { result };
    return await reply.send({ ok: true, result: plain, ...(description ? { description } : {}) });
  } catch (error) {
    if (error instanceof Refusal) return sendRefusal(reply, error);
    if (!(error instanceof ConnectionCut)) throw error;
    request.raw.socket.destroy();
    return reply.hijack();
  }
}

const MAX_TOKEN_BYTES = 80;
const MAX_USER_ID = 2 ** 54;

/**
 * @param method `test/…` belongs to Telegram's test servers, which do not know the bot
 * @throws Refusal as `ClientManager::send` of tdlib/telegram-bot-api and the bot's failed login
 */
function checkToken(token: string, method: string, own: string): void {
  if (token === own && !/^test(\/|$)/.test(method)) return;
  const id = token.split(':', 1)[0] ?? '';
  if (token.startsWith('0') || Buffer.byteLength(token) > MAX_TOKEN_BYTES || !token.includes(':'))
    throw refusal('tokenInvalid');
  if (!/^(0|-?[1-9]\d*)$/.test(id)) throw refusal('tokenMisdirected');
  throw refusal(Number(id) > 0 && Number(id) < MAX_USER_ID ? 'unauthorized' : 'tokenInvalid');
}

async function poll(dependencies: BotServerDependencies, raw: Raw, reply: FastifyReply): Promise<unknown> {
  const { backend, faults, limiter } = dependencies;
  const fault = faults.take('getUpdates', raw);
  await endOfDelay(fault);
  applyFault(fault);
  const checked = checkedParameters(dependencies, 'getUpdates', raw);
  if (!isArgs('getUpdates', checked)) throw refusal('notFound');
  const gone = new AbortController();
  // By default each abort would create an error with its stack.
  reply.raw.once('close', () => gone.abort('closed'));
  try {
    if (backend.delivery) throw refusal('conflictWebhook');
    return await backend.updates.poll(limiter?.slowPoll(checked) ?? checked, gone.signal);
  } catch (error) {
    if (limiter) await wait(limiter.conflictDelayMs());
    throw error;
  }
}

/** Applies the planned fault and records the call. */
async function runMethod(dependencies: BotServerDependencies, method: string, raw: Raw): Promise<unknown> {
  const { backend, calls, faults } = dependencies;
  const at = backend.now();
  const fault = faults.take(method, raw);
  const { afterHandling = false } = fault ?? {};
  const latencyMs = dependencies.latency();
  if (latencyMs > 0) await wait(latencyMs);
  if (!afterHandling) await endOfDelay(fault);
  const answer = await calls.record(method, raw, at, (noteParameters) => {
    if (!afterHandling) applyFault(fault);
    const checked = checkedParameters(dependencies, method, raw);
    noteParameters(checked);
    dependencies.limiter?.check(method, checked);
    const result = call(method, checked, backend);
    if (afterHandling) applyFault(fault);
    return result;
  });
  if (afterHandling) await endOfDelay(fault);
  return answer;
}

function checkedParameters({ strict, older }: BotServerDependencies, method: string, given: Raw): Raw {
  const raw = older ? asOlder(method, given) : given;
  const checked = checkParameters(method, raw);
  if (strict) refuseMistakes(method, raw, checked);
  return checked;
}

function sendRefusal(reply: FastifyReply, { code, message, parameters }: Refusal): FastifyReply {
  if (parameters?.retry_after !== undefined) reply.header('retry-after', parameters.retry_after);
  return reply
    .code(code)
    .send({ ok: false, error_code: code, description: message, ...(parameters && { parameters }) });
}

/** A path that cannot be decoded reaches no other handler. */
export function refusePath(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  sendRefusal(reply, refusal('notFound'));
}

const TOO_LARGE = 413;

/** Answers an unknown path, an unreadable or a too large body in the Bot API's envelope. */
export function answerErrors(server: FastifyInstance): void {
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refusal('notFound')));
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    if (error instanceof Refusal) return sendRefusal(reply, error);
    const code = error.statusCode ?? 500;
    const words = code === TOO_LARGE ? 'Request Entity Too Large' : `${STATUS_CODES[code] ?? code}: ${error.message}`;
    return sendRefusal(reply, new Refusal(code, words));
  });
}
