import { STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Cloud } from '../backend/backend.ts';
import type { Calls } from './calls.ts';
import { Cut, type Faults, strike } from './faults.ts';
import { call, checkParameters } from './methods/index.ts';
import { DOWNLOAD_BYTES } from './methods/media.ts';
import { readParameters } from './read-parameters.ts';
import { Refusal, refuse } from './refusal.ts';
import { isArgs, methodNamed } from './schema.ts';
import type { Raw } from './types.ts';

interface BotServer {
  token: string;
  cloud: Cloud;
  calls: Calls;
  faults: Faults;
  /** Milliseconds from a call's arrival to its effect; long polls are not held up. */
  latency: () => number;
  /** Refuses calls that come too fast. @throws Refusal 429 */
  flood: (method: string, parameters: Raw) => void;
}

/** `/bot<token>/<method>` and `/file/bot<token>/<path>`, as api.telegram.org answers them. */
export function serveBot(server: FastifyInstance, parts: BotServer): void {
  server.route<{ Params: { token: string; method: string } }>({
    method: ['GET', 'POST'],
    url: '/bot:token/:method',
    handler: (request, reply) => answer(parts, request, reply, request.params),
  });
  server.get<{ Params: { token: string; '*': string } }>('/file/bot:token/*', (request, reply) => {
    if (request.params.token !== parts.token) return sendRefusal(reply, refuse('unauthorized'));
    const file = parts.cloud.files.byPath(request.params['*']);
    if (!file || file.bytes.length > DOWNLOAD_BYTES) return sendRefusal(reply, refuse('notFound'));
    return reply.type('application/octet-stream').send(file.bytes);
  });
}

async function answer(
  parts: BotServer,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, method }: { token: string; method: string },
): Promise<FastifyReply> {
  try {
    if (token !== parts.token) throw refuse('unauthorized');
    const name = methodNamed(method);
    if (!name) throw refuse('notFound');
    const raw = await readParameters(request);
    const result = name === 'getUpdates' ? await poll(parts, raw, reply) : await handle(parts, name, raw);
    return await reply.send({ ok: true, result });
  } catch (error) {
    if (error instanceof Refusal) return sendRefusal(reply, error);
    if (!(error instanceof Cut)) throw error;
    request.raw.socket.destroy();
    return reply.hijack();
  }
}

async function poll({ cloud, faults }: BotServer, raw: Raw, reply: FastifyReply): Promise<unknown> {
  const fault = faults.take('getUpdates', raw);
  if (fault?.delayMs) await delay(fault.delayMs);
  strike(fault);
  const ask = checkParameters('getUpdates', raw);
  if (!isArgs('getUpdates', ask)) throw refuse('notFound');
  if (cloud.delivery) throw refuse('conflictWebhook');
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return cloud.updates.poll(ask, gone.signal);
}

/** One call from its arrival to its record in `calls`. */
async function handle(parts: BotServer, method: string, raw: Raw): Promise<unknown> {
  const { cloud, calls, faults } = parts;
  const at = Date.now();
  const fault = faults.take(method, raw);
  const { delayMs = 0, afterHandling = false } = fault ?? {};
  const wait = parts.latency() + (afterHandling ? 0 : delayMs);
  if (wait > 0) await delay(wait);
  const answer = await calls.record(method, raw, at, (noteParameters) => {
    if (!afterHandling) strike(fault);
    const checked = checkParameters(method, raw);
    noteParameters(checked);
    parts.flood(method, checked);
    const result = call(method, checked, cloud);
    if (afterHandling) strike(fault);
    return result;
  });
  if (afterHandling && delayMs > 0) await delay(delayMs);
  return answer;
}

function sendRefusal(reply: FastifyReply, { code, message, parameters }: Refusal): FastifyReply {
  return reply
    .code(code)
    .send({ ok: false, error_code: code, description: message, ...(parameters && { parameters }) });
}

/** What never reaches a method (a body that can't be read or is too big, a strange path) in the Bot API's envelope. */
export function answerErrors(server: FastifyInstance): void {
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('notFound')));
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    const code = error.statusCode ?? 500;
    return sendRefusal(reply, new Refusal(code, `${STATUS_CODES[code] ?? code}: ${error.message}`));
  });
}
