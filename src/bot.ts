import { autoRetry } from '@grammyjs/auto-retry';
import { Bot, BotError, type Transformer } from 'grammy';
import type { Update } from 'grammy/types';
import { account, anonymous } from './features/account/index.ts';
import { buttons } from './features/buttons.ts';
import { nextSteps } from './features/common/next-steps.ts';
import { heldScreen } from './features/common/operation/conflict.ts';
import { type PaymentContext, paymentContextOf } from './features/common/payment/view.ts';
import { captionedSecret, editedSecret, typedSecret, unaskedSecret } from './features/common/unasked-secret.ts';
import { type DomainDependencies, domains } from './features/domains/index.ts';
import { createRegistering } from './features/domains/register/index.ts';
import { registrationScreen } from './features/domains/registration-screen.ts';
import { domainRenewalScreen } from './features/domains/renew.ts';
import { fallback } from './features/fallback.ts';
import { operations } from './features/operations.ts';
import { backupScreen } from './features/servers/backup-screen.ts';
import { servers } from './features/servers/index.ts';
import { passwordScreen } from './features/servers/password.ts';
import { powerScreen } from './features/servers/power.ts';
import { reinstallScreen } from './features/servers/reinstall.ts';
import { rescueScreen } from './features/servers/rescue.ts';
import { snapshotScreen } from './features/servers/snapshot-screen.ts';
import { sshKeyScreen } from './features/servers/ssh-key.ts';
import { createBuying } from './features/shop/buy/index.ts';
import { shop } from './features/shop/index.ts';
import { orderScreen } from './features/shop/order-screen.ts';
import { batchOf, batchScreen } from './features/shop/renew/batch-screen.ts';
import { renewalScreen } from './features/shop/renew/screen.ts';
import { upgradeScreen } from './features/shop/upgrade/screen.ts';
import { conflictsOf } from './operations/conflicts.ts';
import type { Operation, OperationKind } from './operations/index.ts';
import type { Ledger } from './store/operations/index.ts';
import { meaningOf } from './telegram/api/errors.ts';
import type { Exchange } from './telegram/api/exchange.ts';
import { type ChatLimits, createChatLimits } from './telegram/api/limits.ts';
import { observeCalls, type SeenCall } from './telegram/api/observation.ts';
import type { Ctx, Services } from './telegram/context.ts';
import { leaveQuestions } from './telegram/dialog/ask.ts';
import { runFlows } from './telegram/dialog/flow.ts';
import { goOnWith } from './telegram/dialog/wish.ts';
import type { Translate } from './telegram/i18n/index.ts';
import { onMigration } from './telegram/migration.ts';
import { stopInOutage } from './telegram/outage.ts';
import { identifyUser } from './telegram/person.ts';
import { reportFailure } from './telegram/report-failure.ts';
import { saySlowProvider } from './telegram/slow-provider.ts';
import { inAnyCase } from './telegram/ui/command.ts';
import type { Screen } from './telegram/ui/screen.ts';
import { showTyping } from './telegram/ui/typing.ts';
import { sayUnanswered } from './telegram/unanswered.ts';
import { createTaps, type Taps } from './telegram/updates/taps.ts';

/** Telegram's pauses up to here are kept wherever something is sent: what goes on by itself is tried again later anyway. */
const SHORT_PAUSE_S = 5;
/** Whoever asked for something waits this long for their answer; only their own lane waits with them. See `promiseWord` for more. */
const LONG_PAUSE_S = 25;

/** A bare bot: what talks to Telegram, before it knows how to handle anything. */
export function createBot(
  token: string,
  exchange: Pick<Exchange, 'client' | 'frequent'>,
  limits: ChatLimits = createChatLimits(),
  observe?: (call: SeenCall) => void,
): Bot<Ctx> {
  const bot = new Bot<Ctx>(token, { client: exchange.client });
  bot.api.config.use(exchange.frequent);
  // Nearest to Telegram: it sees every attempt.
  if (observe) bot.api.config.use(observeCalls(observe));
  bot.api.config.use(limits.watch);
  bot.api.config.use(withoutReply);
  bot.api.config.use(keepPauses(2, SHORT_PAUSE_S));
  bot.use((ctx, next) => {
    if (ctx.chat) limits.heardFrom(ctx.chat.id);
    ctx.api.config.use(keepPauses(1, LONG_PAUSE_S));
    return next();
  });
  return bot;
}

/** Waits as long as Telegram asks and tries again; a call that may have arrived is not repeated. */
function keepPauses(maxRetryAttempts: number, maxDelaySeconds: number): Transformer {
  return autoRetry({
    maxRetryAttempts,
    maxDelaySeconds,
    rethrowHttpErrors: true,
    rethrowInternalServerErrors: true,
  });
}

/** What is answered may go away at that moment: then it is answered without pointing at it. */
const withoutReply: Transformer = async (previous, method, payload, signal) => {
  const answer = await previous(method, payload, signal);
  if (answer.ok || meaningOf(method, answer) !== 'noReply') return answer;
  return previous(method, { ...payload, reply_parameters: undefined }, signal);
};

/** Gives the bot its features, in the order in which an update meets them. */
export function registerFeatures(bot: Bot<Ctx>, services: Services, domainParts: DomainDependencies): Taps {
  const taps = createTaps(bot.api, services.report);
  bot.use(onMigration(services.store), inAnyCase());
  bot.use(identifyUser(services, taps, anonymous.middleware()));
  bot.use(showTyping(), saySlowProvider());
  bot.use(editedSecret);
  bot.use(reportFailure(nextSteps));
  bot.use(typedSecret, unaskedSecret, stopInOutage);
  bot.use(leaveQuestions());
  bot.use(goOnWith(buttons.goOn, (update) => handleInside(bot, update)));
  const [buying, registering] = [createBuying(), createRegistering(domainParts)];
  bot.use(runFlows([buying.flow, registering.flow]));
  services.reminders.on('unanswered', (reminder) => sayUnanswered(bot.api, services.texts, reminder));
  services.reminders.on('price', (promise) => buying.resume(bot.api, services, promise));
  bot.use(buying.entries, registering.entries);
  bot.use(account, servers, shop, captionedSecret, domains(domainParts), operations, fallback);
  return taps;
}

/** Handles an update that stands for the one in hand, whose handler hears of what fails. */
async function handleInside(bot: Bot<Ctx>, update: Update): Promise<void> {
  try {
    await bot.handleUpdate(update);
  } catch (error) {
    throw error instanceof BotError ? error.error : error;
  }
}

/** The kinds that cost something. */
type Paid = 'order' | 'renewal' | 'upgrade' | 'registration' | 'domainRenewal';

/** How each kind of operation looks in its message. */
const SCREENS: Record<Exclude<OperationKind, Paid>, (operation: Operation, t: Translate) => Screen> = {
  power: powerScreen,
  rescue: rescueScreen,
  snapshot: snapshotScreen,
  backup: backupScreen,
  reinstall: reinstallScreen,
  password: passwordScreen,
  sshKey: sshKeyScreen,
};
const PAID_SCREENS: Record<Paid, (operation: Operation, t: Translate, payment: PaymentContext) => Screen> = {
  order: orderScreen,
  renewal: renewalScreen,
  upgrade: upgradeScreen,
  registration: registrationScreen,
  domainRenewal: domainRenewalScreen,
};

/** An operation as its message shows it; those that were confirmed together, as one. */
export async function screenOf(
  operation: Operation,
  t: Translate,
  services: Pick<Services, 'store' | 'topUpUrl' | 'resellerUrl'>,
): Promise<Screen> {
  const { kind } = operation;
  const { ledger } = services.store;
  if (!isPaid(kind))
    return heldScreen(operation, await conflictsShown(operation, ledger), t, SCREENS[kind](operation, t));
  const payment = await paymentContextOf(services, operation);
  const batch = batchOf(operation);
  if (!batch)
    return heldScreen(operation, await conflictsShown(operation, ledger), t, PAID_SCREENS[kind](operation, t, payment));
  const all = (await Promise.all(batch.map((id) => ledger.get(id)))).filter((each) => each !== undefined);
  const held = await Promise.all(all.map(async (each) => [each.id, await conflictsShown(each, ledger)] as const));
  return batchScreen(all, t, payment, { held: new Map(held) });
}

/** The operations that held a confirm back when it was tapped, as far as they are under way still. */
async function conflictsShown(operation: Operation, { get }: Pick<Ledger, 'get'>): Promise<Operation[]> {
  if (operation.state !== 'ready' || !operation.heldBy) return [];
  const found = await Promise.all(operation.heldBy.map((id) => get(id)));
  return conflictsOf(
    operation,
    found.filter((each) => each !== undefined),
  );
}

function isPaid(kind: OperationKind): kind is Paid {
  return kind in PAID_SCREENS;
}
