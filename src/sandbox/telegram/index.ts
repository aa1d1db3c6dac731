import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { User } from 'grammy/types';
import { Cloud } from './backend/backend.ts';
import { PEOPLE } from './backend/people.ts';
import { Calls } from './bot-api/calls.ts';
import { Faults } from './bot-api/faults.ts';
import { Flood } from './bot-api/rate-limits.ts';
import { acceptForms } from './bot-api/read-parameters.ts';
import { answerErrors, serveBot } from './bot-api/server.ts';
import type { PageState } from './page-server/page-api.ts';
import { servePage } from './page-server/server.ts';
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
  /** Any free one unless given. */
  port?: number;
  /** `<the bot's user id>:<secret>`, as BotFather gives them. */
  token: string;
  /** Without the @. */
  username?: string;
  hints?: PageState['hints'];
  latencyMs?: number;
  /** How long a tap can be answered. */
  callbackLifeMs?: number;
  /** How long a second lasts between two attempts to deliver an update to a webhook; a true one unless given. */
  webhookSecondMs?: number;
  /** Answers 429 as Telegram does; off unless given. */
  rateLimits?: boolean;
  /** One Persian and one English person unless given. */
  people?: User[];
  /** A supergroup unless told. */
  group?: 'group' | 'supergroup';
}

export interface SandboxTelegram {
  /** TELEGRAM_API_ROOT, and the chat page's address. */
  url: string;
  world: World;
  close(): Promise<void>;
}

/** Telegram's upload limit is 50 MB. */
const BODY_BYTES = 64 * 1024 * 1024;
const FILE_BYTES = 50 * 1024 * 1024;

/** A Telegram on 127.0.0.1: the Bot API for one bot, two people and a group, and the page on which they chat. */
export async function startTelegram(options: TelegramOptions): Promise<SandboxTelegram> {
  const cloud = new Cloud({
    token: options.token,
    username: options.username ?? 'hosting_sandbox_bot',
    people: options.people ?? PEOPLE,
    group: options.group ?? 'supergroup',
    callbackLifeMs: options.callbackLifeMs ?? 15_000,
    webhookSecondMs: options.webhookSecondMs ?? 1_000,
  });
  const calls = new Calls(() => cloud.changed.fire());
  const faults = new Faults();
  const flood = new Flood();
  const world = new World(cloud, calls, faults, options.latencyMs ?? 0);
  const server = Fastify({ bodyLimit: BODY_BYTES, forceCloseConnections: true });
  await server.register(multipart, { limits: { fileSize: FILE_BYTES, fieldSize: BODY_BYTES } });
  acceptForms(server);
  serveBot(server, {
    token: options.token,
    cloud,
    calls,
    faults,
    latency: () => world.latencyMs,
    flood: (method, parameters) => options.rateLimits && flood.check(method, parameters),
  });
  servePage(server, cloud, options.hints);
  answerErrors(server);
  const url = await server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  return {
    url,
    world,
    close: async () => {
      cloud.queries.close();
      cloud.updates.end('gone');
      await cloud.delivery?.stop();
      await server.close();
    },
  };
}
