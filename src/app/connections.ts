import type { Logger } from 'pino';
import { createBot } from '../bot.ts';
import type { Config } from '../config.ts';
import { createProvider, type FailureKind, limitsBeside, type Provider } from '../hosting/index.ts';
import type { Store } from '../store/index.ts';
import { createChatLimits, createSharedGroupBudget } from '../telegram/api/chat-limits.ts';
import { createEphemeralChats } from '../telegram/api/ephemeral-chats.ts';
import { openExchange } from '../telegram/api/exchange.ts';
import { followMigration } from '../telegram/api/migration.ts';
import { createReach } from '../telegram/api/reach.ts';
import { fallBackToGeneral } from '../telegram/api/topics.ts';
import type { Texts } from '../telegram/i18n/index.ts';
import { noteProviderCall } from '../telegram/ui/waiting.ts';
import type { Metrics } from '../web/metrics.ts';
import type { Workers } from '../workers/pool.ts';

/** The request or its answer did not get through: a warning in the log. */
const OUTAGES: ReadonlySet<string> = new Set<FailureKind>(['unavailable', 'unreadable', 'notSent', 'ambiguous']);

interface ProviderParts {
  config: Config;
  log: Logger;
  metrics: Metrics | undefined;
  workers: Workers;
}

export function openProvider({ config, log, metrics, workers }: ProviderParts): Provider {
  return createProvider({
    baseUrl: config.hostingApiUrl,
    auth: config.hostingApiAuth,
    nationalTlds: config.nationalTlds,
    places: limitsBeside(config.checkParallel),
    waiting: noteProviderCall,
    breakerChanged: (state, resource) => log.warn({ state, resource }, 'circuit breaker of the provider'),
    workers,
    observe: (call) => {
      metrics?.provider(call);
      log[OUTAGES.has(call.outcome) ? 'warn' : 'debug'](call, 'provider');
    },
  });
}

interface TelegramParts {
  config: Config;
  log: Logger;
  metrics: Metrics | undefined;
  store: Store;
  texts: Texts;
  report(error: unknown, where: string): void;
  now(): number;
  elapsed(): number;
}

export function openTelegram({ config, log, metrics, store, texts, report, now, elapsed }: TelegramParts) {
  const limits = createChatLimits({
    now: elapsed,
    ...(store.shared ? { messages: createSharedGroupBudget(store.groupMessages, now, report) } : {}),
  });
  const exchange = openExchange({
    apiRoot: config.telegramApiRoot,
    token: config.botToken,
    proxy: config.telegramProxy,
    connectMs: 10_000,
    answerMs: 40_000,
  });
  const bot = createBot(config.botToken, exchange, { limits, observe: metrics?.telegram, now });
  const reach = createReach({
    chats: store.chats,
    waitsIn: async (userId, chatId) => (await store.ledger.showingOf(userId)).some((each) => each.chatId === chatId),
    // A private chat has the number of its person.
    note: (chat, silence) =>
      log.info(
        { chat: chat > 0 ? 'private' : chat, silence },
        silence ? 'may not write in a chat' : 'may write in a chat again',
      ),
    report,
    now,
  });
  const ephemeralChats = createEphemeralChats();
  bot.on('my_chat_member', (ctx, next) => {
    ephemeralChats.forget(ctx.chat.id);
    return next();
  });
  bot.use(reach.listen);
  bot.api.config.use(reach.watch, fallBackToGeneral({ ...store, texts, report }), followMigration(store));
  return { bot, exchange, limits, reach, ephemeralChats };
}
