import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import type { User } from 'grammy/types';
import type { Certificate } from '../certificate.ts';
import { type Controls, controlsOf, serveControls } from '../control.ts';
import { type StateOf, shareRoutes } from '../serving.ts';
import { Backend } from './backend/backend.ts';
import { PEOPLE } from './backend/people.ts';
import { Calls } from './bot-api/calls.ts';
import { Faults } from './bot-api/faults.ts';
import { RateLimiter } from './bot-api/rate-limits.ts';
import { acceptBodies } from './bot-api/read-parameters.ts';
import { answerErrors, type BotServerDependencies, refusePath, runAnswer, serveBot } from './bot-api/server.ts';
import { EPHEMERAL_ANSWER_MS } from './choices.ts';
import { telegramControls } from './control.ts';
import type { DemoControls } from './page-server/demo.ts';
import { prepareModules } from './page-server/files.ts';
import type { PageState } from './page-server/page-api.ts';
import { type PageOptions, servePage } from './page-server/server.ts';
import { World } from './users/world.ts';

export type { BotRights } from './backend/backend.ts';
export type { Answer } from './backend/queries.ts';
export type { Call } from './bot-api/calls.ts';
export type { Fault } from './bot-api/faults.ts';
export type { Upload } from './bot-api/types.ts';
export { PageRefusal } from './users/actions.ts';
export type { Press } from './users/callback-queries.ts';
export type { InlineAsk } from './users/inline.ts';
export type { World } from './users/world.ts';

export interface TelegramOptions {
  /** Any free port by default. */
  port?: number;
  /** `<the bot's user id>:<secret>`, as BotFather gives it. */
  token: string;
  username?: string;
  /** Answers like a Bot API server before 9.5: see {@link asOlder}. */
  older?: boolean;
  /** Refuses unknown parameters, which Telegram ignores. */
  strict?: boolean;
  /** Serves the chat page; true by default. */
  page?: boolean;
  /** The key of the control routes and of the page's. Without a key only this machine has the page's routes. */
  control?: string;
  /** Serves HTTPS with the certificate, else HTTP. */
  certificate?: Certificate;
  hints?: PageState['hints'];
  demo?: DemoControls;
  latencyMs?: number;
  callbackLifeMs?: number;
  inlineLifeMs?: number;
  ephemeralAnswerMs?: number;
  /** 1,000 by default. */
  webhookSecondMs?: number;
  /** Epoch milliseconds; `Date.now` by default. Waits follow the machine's clock. */
  now?: () => number;
  /** Answers 429 as Telegram does, and slows down repeated getUpdates. */
  rateLimits?: boolean;
  /** One Persian and one English person by default. */
  people?: User[];
  /** The bot hears which inline results people choose, as with BotFather's inline feedback. */
  inlineFeedback?: boolean;
  /** A supergroup by default. */
  group?: 'group' | 'supergroup';
}

export interface SandboxTelegram {
  url: string;
  world: World;
  close(): Promise<void>;
}

/** Telegram's upload limit is 50 MB. */
const BODY_BYTES = 64 * 1024 * 1024;
const FILE_BYTES = 50 * 1024 * 1024;

interface TelegramState extends BotServerDependencies, PageOptions {
  controls: Controls | undefined;
}

const serve = shareRoutes<TelegramState>(createRoutes);

function createRoutes(stateOf: StateOf<TelegramState>): FastifyInstance {
  const server = Fastify({ bodyLimit: BODY_BYTES, frameworkErrors: refusePath });
  server.register(multipart, {
    limits: { fileSize: FILE_BYTES, fieldSize: BODY_BYTES },
    // Telegram takes a part for a file by its name alone.
    isPartAFile: (_field, _type, name) => name !== undefined,
  });
  acceptBodies(server, (request) => stateOf(request).strict);
  serveBot(server, stateOf);
  servePage(server, stateOf);
  serveControls(server, (request) => stateOf(request).controls);
  answerErrors(server);
  return server;
}

/** Starts a Telegram on 127.0.0.1: the Bot API for one bot, and a page on which people chat with the bot. */
export async function startTelegram(options: TelegramOptions): Promise<SandboxTelegram> {
  const { now = Date.now } = options;
  const backend = new Backend({
    now,
    token: options.token,
    username: options.username ?? 'hosting_sandbox_bot',
    people: options.people ?? PEOPLE,
    group: options.group ?? 'supergroup',
    callbackLifeMs: options.callbackLifeMs ?? 15_000,
    inlineLifeMs: options.inlineLifeMs ?? 15_000,
    ephemeralAnswerMs: options.ephemeralAnswerMs ?? EPHEMERAL_ANSWER_MS,
    webhookSecondMs: options.webhookSecondMs ?? 1_000,
  });
  backend.switch('inline_feedback', options.inlineFeedback ?? false);
  const calls = new Calls(() => backend.changed.fire(), now);
  const faults = new Faults();
  const limiter = options.rateLimits ? new RateLimiter(now) : undefined;
  const world = new World(backend, calls, faults, options.latencyMs ?? 0);
  const { hints, demo, control, page = true } = options;
  const state: TelegramState = {
    token: options.token,
    backend,
    calls,
    faults,
    strict: options.strict ?? false,
    older: options.older ?? false,
    latency: () => world.latencyMs,
    limiter,
    hints,
    demo,
    control,
    page,
    controls: controlsOf(control, () => telegramControls(world, calls)),
  };
  backend.webhookAnswered.on((body) => void runAnswer(state, body));
  const serving = await serve(state, { port: options.port, certificate: options.certificate });
  // A demo waits for its bot before it shows its address. A visit reports a module that can't be prepared.
  if (page && demo) prepareModules().catch(() => undefined);
  return {
    url: serving.url,
    world,
    close: async () => {
      backend.queries.close();
      backend.updates.end('gone');
      await backend.delivery?.stop();
      await serving.close();
    },
  };
}
