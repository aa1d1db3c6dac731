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
  /** Any free port when left out. */
  port?: number;
  /** `<the bot's user id>:<secret>`, as BotFather gives them. */
  token: string;
  /** Without the @. */
  username?: string;
  /** Answers as a Bot API server before 9.5: see {@link asOlder}; off when left out. */
  older?: boolean;
  /** Refuses parameters that the Bot API does not know; off when left out: Telegram ignores them. */
  strict?: boolean;
  /** Serves the chat page; true when left out. */
  page?: boolean;
  /** The key of the control routes and of the page's; without a key there are no control routes, and this machine has the page's. */
  control?: string;
  /** Serves HTTPS with it; HTTP when left out. */
  certificate?: Certificate;
  hints?: PageState['hints'];
  /** The switches of the page's panel; without them there is no panel. */
  demo?: DemoControls;
  latencyMs?: number;
  /** The time in which the bot can answer a callback query. */
  callbackLifeMs?: number;
  /** The time in which the bot can answer an inline query. */
  inlineLifeMs?: number;
  /** The time in which the bot can answer a person with an ephemeral message. */
  ephemeralAnswerMs?: number;
  /** The length of a second between two deliveries of an update to the webhook; 1,000 when left out. */
  webhookSecondMs?: number;
  /** The clock of the sandbox, epoch milliseconds; `Date.now` when left out. Waits are timed by the machine's. */
  now?: () => number;
  /** Answers 429 as Telegram does, and slows down repeated getUpdates; off when left out. */
  rateLimits?: boolean;
  /** One Persian and one English person when left out. */
  people?: User[];
  /** The bot hears which inline results people choose, as BotFather's inline feedback says; off when left out. */
  inlineFeedback?: boolean;
  /** A supergroup when left out. */
  group?: 'group' | 'supergroup';
}

export interface SandboxTelegram {
  /** The root of the Bot API, and the address of the chat page. */
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

/** The Bot API, the page and the control routes, for all sandboxes of this process. */
function createRoutes(stateOf: StateOf<TelegramState>): FastifyInstance {
  const server = Fastify({ bodyLimit: BODY_BYTES, frameworkErrors: refusePath });
  server.register(multipart, {
    limits: { fileSize: FILE_BYTES, fieldSize: BODY_BYTES },
    // As in Telegram: a part is a file by its name alone.
    isPartAFile: (_field, _type, name) => name !== undefined,
  });
  acceptBodies(server, (request) => stateOf(request).strict);
  serveBot(server, stateOf);
  servePage(server, stateOf);
  serveControls(server, (request) => stateOf(request).controls);
  answerErrors(server);
  return server;
}

/** Starts a Telegram on 127.0.0.1: the Bot API for one bot, and a page on which two people chat with it, also in a group. */
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
  // A demo waits for its bot before it says its address. A visit meets the error of a module that can't be prepared.
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
