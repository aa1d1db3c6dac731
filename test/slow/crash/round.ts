import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from 'grammy/types';
import type { Chance } from '../../support/random/chance.ts';
import { type Customer, caughtUp, type Environment } from './environment.ts';
import { planFaults } from './faults.ts';
import { isRight } from './judge/judge.ts';
import { tellsNotAsked } from './judge/outcome-texts.ts';
import { killMoment } from './kill-moment.ts';
import type { PurchaseAttempt } from './purchases/attempts.ts';
import { answersTo, tap } from './purchases/chat.ts';
import type { Purchase } from './purchases/purchase.ts';
import { confirmOf, hasPay, payButton } from './purchases/server-dialogs.ts';

/** The HTTP events of a purchase, from the tap until its outcome is shown. */
const EVENTS_EACH = 16;
/** Until when at most to kill where less happens. */
const LONGEST_LIFE_MS = 1_500;
const SETTLED_MS = 60_000;
const SHOWN_UNKNOWN = { method: 'editMessageText', afterHandling: true, delayMs: 60_000 } as const;
const NOT_SHOWN = { method: 'editMessageText', code: 502, description: 'Bad Gateway', times: 1 } as const;
const MOST_KILLS = 3;

export interface Round {
  purchases: Purchase[];
  kills: number;
  /** Milliseconds from the last restart to the last correct message. */
  settledMs: number;
}

/** Everybody buys something at once, and the bot is killed meanwhile; resolves when all that can settle has settled. */
export async function playRound(
  chance: Chance,
  environment: Environment,
  buy: (environment: Environment, customer: Customer) => Promise<PurchaseAttempt>,
  customers: readonly Customer[],
  before: readonly Purchase[],
): Promise<Round> {
  const { app } = environment;
  app.world.latencyMs = 0;
  app.world.clearFaults();
  const attempts = await Promise.all(customers.map((customer) => buy(environment, customer)));
  let kills = 0;
  /** Kills the bot after this number of its HTTP events. */
  const crash = async (act: () => void, things: number) => {
    const reached = killMoment(
      environment.ports,
      chance.whole(1, EVENTS_EACH * things),
      chance.whole(1, LONGEST_LIFE_MS),
    );
    act();
    await reached;
    // A little later the bot is between two of its own steps.
    for (let turns = chance.whole(0, 3); turns > 0; turns--) await nextTurn();
    await app.kill();
    kills++;
    app.provider.clearFaults();
    await app.start();
  };

  const ask = () => {
    for (const { asked } of attempts) asked.ask();
  };
  const shown = async () => (await Promise.all(attempts.map((attempt) => written(environment, attempt)))).flat();
  /** Kills the bot when the confirms are shown, before it knows of their messages; they are given before it is back. */
  const crashUnseen = async () => {
    app.world.fail({ ...SHOWN_UNKNOWN, times: attempts.length });
    ask();
    const there = await shown();
    await app.kill();
    kills++;
    app.world.clearFaults();
    // The provider keeps its answers to itself until the next kill.
    for (const { operation } of there)
      if (chance.odds(0.5)) app.provider.fault({ operation, kind: 'hang', afterHandling: chance.odds(0.7), times: 1 });
    for (const { customer, messageId } of messagesOf(there)) {
      const pay = payButton(customer, messageId);
      if (pay) tap(environment, customer, pay);
    }
    await app.start();
    await crash(() => undefined, there.length);
    return there;
  };
  /** The message with the confirm fails for some people, and they ask again. */
  const askOverRefusals = async () => {
    const refused = attempts.filter(() => chance.odds(0.5));
    for (const { customer } of refused) app.world.fail({ ...NOT_SHOWN, chat: customer.person.chat });
    ask();
    for (const attempt of refused) {
      if (hasPay(await answered(environment, attempt))) continue;
      attempt.asked = await attempt.prepare();
      attempt.asked.ask();
    }
  };
  const unseen = chance.odds(0.25);
  if (!unseen && chance.odds(0.25)) await crash(ask, attempts.length);
  else if (!unseen) await askOverRefusals();
  const purchases = unseen ? await crashUnseen() : await shown();

  const confirm = () => {
    planFaults(chance, environment, purchases);
    for (const { customer, messageId } of messagesOf(purchases)) {
      const pay = payButton(customer, messageId);
      if (!pay) continue;
      const first = tap(environment, customer, pay);
      if (chance.odds(0.4)) tap(environment, customer, pay);
      if (chance.odds(0.4)) app.world.resend(first);
    }
  };
  for (let left = chance.whole(1, MOST_KILLS); left > 0; left--) await crash(confirm, purchases.length);

  const restarted = performance.now();
  await Promise.all(customers.map(({ person }) => caughtUp(environment, person)));
  const all = [...before, ...purchases];
  // A failed edit leaves the earlier content in the message.
  await settled(environment, () => purchases.every((purchase) => isRight(purchase, all, app.provider.requests)));
  return { purchases, kills, settledMs: performance.now() - restarted };
}

/** Waits until the requested screen is shown, or refused. */
function answered(environment: Environment, { customer, asked: { since } }: PurchaseAttempt): Promise<Message> {
  return environment.app.world.until(() =>
    answersTo(customer, since).find((message) => hasPay(message) || tellsNotAsked(customer, message)),
  );
}

/** The purchases that the confirms show, once they are there. */
async function written(environment: Environment, { customer, asked, drafts }: PurchaseAttempt): Promise<Purchase[]> {
  const { messageId } = await confirmOf(environment, customer, asked);
  return drafts.map((draft) => ({ ...draft, customer, messageId }));
}

/** One purchase of each message. */
function messagesOf(purchases: readonly Purchase[]): Purchase[] {
  return [...new Map(purchases.map((purchase) => [purchase.messageId, purchase])).values()];
}

/** Resolves when it is so, or was not for long: the count finds an operation that never settles. */
export async function settled(
  { app: { world } }: { app: Pick<Environment['app'], 'world'> },
  isSo: () => boolean,
  withinMs = SETTLED_MS,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (isSo()) resolve();
  };
  const stop = world.onChange(look);
  const timer = setTimeout(resolve, withinMs);
  look();
  await promise;
  clearTimeout(timer);
  stop();
}
