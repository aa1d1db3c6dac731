import { autoRetry } from '@grammyjs/auto-retry';
import { Bot, BotError, type MiddlewareFn, type Transformer } from 'grammy';
import type { Update } from 'grammy/types';
import { account, anonymous } from './features/account/index.ts';
import { tryKeptToken } from './features/account/kept-token.ts';
import { buttons } from './features/buttons.ts';
import {
  captionedSecret,
  editedSecret,
  typedSecret,
  unsolicitedSecret,
} from './features/common/input/unsolicited-secret.ts';
import { nextSteps } from './features/common/next-steps.ts';
import { type DomainDependencies, domains, holdsDomain } from './features/domains/index.ts';
import { createRegistering } from './features/domains/register/index.ts';
import { fallback } from './features/fallback.ts';
import { arrivals, groups, rightsChanges } from './features/groups.ts';
import { noteFollowed, operations } from './features/operations.ts';
import {
  askAboutCommands,
  cancelByWords,
  mentions,
  plainWords,
  unknownCommands,
} from './features/plain-words/index.ts';
import { typedChoices } from './features/plain-words/typed-choice.ts';
import { servers } from './features/servers/index.ts';
import { createBuying } from './features/shop/buy/index.ts';
import { shop } from './features/shop/index.ts';
import { leavings, startTeamWork, teams, topicNames } from './features/teams/index.ts';
import { createWatches, keepAlerts } from './features/watches/index.ts';
import type { Watcher } from './features/watches/watcher.ts';
import { identifyUser } from './telegram/access/person.ts';
import { type ChatLimits, createChatLimits } from './telegram/api/chat-limits.ts';
import { meaningOf } from './telegram/api/errors.ts';
import type { Exchange } from './telegram/api/exchange.ts';
import { onMigration } from './telegram/api/migration.ts';
import { observeCalls, type SeenCall } from './telegram/api/observation.ts';
import { olderServers } from './telegram/api/older-servers.ts';
import { onTopicOpened } from './telegram/api/topics.ts';
import { Composer } from './telegram/composer.ts';
import type { Ctx, Services } from './telegram/context.ts';
import { leaveQuestions } from './telegram/dialog/ask.ts';
import { runFlows } from './telegram/dialog/flow.ts';
import { goOnWith, repeatWith } from './telegram/dialog/pending-request.ts';
import { stopInOutage } from './telegram/failures/outage.ts';
import { reportFailure } from './telegram/failures/report.ts';
import { sayUnanswered } from './telegram/failures/unanswered.ts';
import { isPressed } from './telegram/ui/button.ts';
import { inAnyCase } from './telegram/ui/command.ts';
import { goOnByLink } from './telegram/ui/link.ts';
import { messageIdOf } from './telegram/ui/tapped-message.ts';
import { saySlowProvider, showTyping } from './telegram/ui/waiting.ts';
import { createTaps, type Taps } from './telegram/updates/taps.ts';
import { isTypedTap } from './telegram/updates/update.ts';

/** Background work is tried again later anyway. */
const MAX_PAUSE_OF_BACKGROUND_S = 5;
/** Only the lane of the update's person waits as well. */
const MAX_PAUSE_OF_UPDATE_S = 25;

export function createBot(
  token: string,
  exchange: Pick<Exchange, 'client' | 'frequent'>,
  {
    limits = createChatLimits(),
    observe,
    now = Date.now,
  }: { limits?: ChatLimits; observe?: ((call: SeenCall) => void) | undefined; now?: () => number } = {},
): Bot<Ctx> {
  const bot = new Bot<Ctx>(token, { client: exchange.client });
  bot.api.config.use(exchange.frequent);
  // The transformer nearest to Telegram sees every attempt.
  if (observe) bot.api.config.use(observeCalls(observe));
  bot.api.config.use(limits.watch);
  bot.api.config.use(withoutReply);
  bot.api.config.use(...olderServers(now));
  bot.api.config.use(keepPauses(2, MAX_PAUSE_OF_BACKGROUND_S));
  bot.use((ctx, next) => {
    ctx.api.config.use(keepPauses(1, MAX_PAUSE_OF_UPDATE_S));
    return next();
  });
  return bot;
}

/** Repeats no call that may have arrived. */
function keepPauses(maxRetryAttempts: number, maxDelaySeconds: number): Transformer {
  return autoRetry({
    maxRetryAttempts,
    maxDelaySeconds,
    rethrowHttpErrors: true,
    rethrowInternalServerErrors: true,
  });
}

/** The message to reply to may be deleted meanwhile. */
const withoutReply: Transformer = async (previous, method, payload, signal) => {
  const answer = await previous(method, payload, signal);
  const isGone = !answer.ok && meaningOf(method, answer) === 'noReply';
  return isGone ? previous(method, { ...payload, reply_parameters: undefined }, signal) : answer;
};

export function registerFeatures(
  bot: Bot<Ctx>,
  services: Services,
  domainParts: DomainDependencies,
  watcher: Watcher,
): Taps {
  const taps = createTaps(bot.api, services.report, services.operations.now);
  const composer = new Composer<Ctx>();
  composer.use(onMigration(services), onTopicOpened(services.store), inAnyCase());
  composer.use(
    identifyUser(
      services,
      taps,
      new Composer<Ctx>(leavings, topicNames, rightsChanges, arrivals, anonymous).middleware(),
    ),
  );
  composer.use(leavings, topicNames, rightsChanges, keepAlerts, giveUpLateEdit, noteFollowed);
  composer.use(showTyping(), saySlowProvider());
  composer.use(editedSecret);
  composer.use(reportFailure(nextSteps));
  composer.use(cancelByWords, typedSecret, unsolicitedSecret, stopInOutage);
  composer.use(
    askAboutCommands,
    leaveQuestions((ctx) => isPressed(ctx, buttons.answerAgain) || isTypedTap(ctx.callbackQuery?.id ?? '')),
  );
  const handle = (update: Update) => handleInside(bot, update);
  composer.use(goOnWith(buttons.goOn, handle), repeatWith(buttons, handle), goOnByLink(handle));
  const [buying, registering] = [createBuying(), createRegistering(domainParts)];
  composer.use(runFlows([buying.flow, registering.flow]));
  services.reminders.on('unanswered', (reminder) => sayUnanswered(bot.api, services.reach, services.texts, reminder));
  services.reminders.on('price', (promise) => buying.resume(bot.api, services, promise));
  services.reminders.onToken((reminder) => tryKeptToken(bot.api, services, reminder));
  startTeamWork(bot, services);
  // Behind the flows, because their answers are no plain words, and before the handlers of commands.
  composer.use(typedChoices(handle), plainWords(holdsDomain));
  composer.use(buying.entries, registering.entries);
  composer.use(
    arrivals,
    groups,
    account,
    teams,
    createWatches(watcher),
    servers,
    shop,
    captionedSecret,
    domains(domainParts),
    operations,
    unknownCommands,
    mentions,
    fallback,
  );
  bot.use(composer);
  return taps;
}

/** A tapped message shows something else from then on. */
const giveUpLateEdit: MiddlewareFn<Ctx> = (ctx, next) => {
  const message = ctx.callbackQuery?.message;
  if (message) ctx.services.lateEdits.giveUp(message.chat.id, messageIdOf(message));
  return next();
};

async function handleInside(bot: Bot<Ctx>, update: Update): Promise<void> {
  try {
    await bot.handleUpdate(update);
  } catch (error) {
    throw error instanceof BotError ? error.error : error;
  }
}
