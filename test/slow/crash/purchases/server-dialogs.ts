import type { Message } from 'grammy/types';
import { buttons } from '../../../../src/features/buttons.ts';
import type { NewServer } from '../../../../src/hosting/index.ts';
import { DAY } from '../../../../src/sandbox/provider/accounts/seed.ts';
import type { Customer, Environment } from '../environment.ts';
import { answersTo, appears, buttonsOn, changes, is, last, type Shown, say, shownNow, tap } from './chat.ts';

export const DAYS = 30;
export const MORE_TRAFFIC = 50;
/** In the list of servers by their expiry. */
const PAGE_SIZE = 8;
const FIELDS = ['geo', 'os', 'cpu', 'ram', 'disk', 'backup', 'traffic', 'period'] as const;

/** A purchase right before its price is asked: the messages that show it come after `since`. */
export interface Asked {
  since: number;
  ask(): void;
}

const isPay = (shown: Shown) => is(buttons.pay, shown) || is(buttons.payAll, shown);

export const hasPay = (message: Message) => buttonsOn(message).some(isPay);

/** The button that pays for what the message shows, where there is one. */
export function payButton(customer: Customer, messageId: number): Shown | undefined {
  const message = shownNow(customer, messageId);
  return message && buttonsOn(message).find(isPay);
}

/** The confirm of the requested purchase. */
export function confirmOf(environment: Environment, customer: Customer, { since }: Asked): Promise<Shown> {
  return appears(environment, customer, since, isPay);
}

export async function prepareRenewal(environment: Environment, customer: Customer, ip: string): Promise<Asked> {
  const since = say(customer, environment, `/renew ${ip}`);
  const days = (shown: Shown) => is(buttons.renewFor, shown) && last(shown) === String(DAYS);
  return { since, ask: tapping(environment, customer, await appears(environment, customer, since, days)) };
}

/** Several at once, each on the page where it is by its expiry. */
export async function prepareBatch(
  environment: Environment,
  customer: Customer,
  ips: readonly string[],
): Promise<Asked> {
  const since = say(customer, environment, '/renew');
  const isRow = (shown: Shown) => is(buttons.chooseExpiring, shown);
  const rows = () => answersTo(customer, since).flatMap(buttonsOn).filter(isRow);
  let page = 0;
  await appears(environment, customer, since, isRow);
  for (const ip of ips) {
    const one = () => rows().find(({ label }) => label.split(' ').includes(ip));
    const place = pageOf(customer, ip);
    for (const wanted of [place, place - 1, place + 1].filter((each) => each >= 0)) {
      if (one()) break;
      if (wanted === page) continue;
      const turn = await appears(environment, customer, since, (shown) => is(buttons.expiring, shown));
      await tapped(environment, customer, since, { ...turn, data: turn.data.replace(/\d+$/, String(wanted)) });
      page = wanted;
    }
    const row = one();
    if (!row) throw new Error(`${ip} is on none of the pages around ${place}`);
    await tapped(environment, customer, since, row);
  }
  tap(environment, customer, await appears(environment, customer, since, (shown) => is(buttons.renewChosen, shown)));
  const days = (shown: Shown) => is(buttons.renewChosenFor, shown) && last(shown) === String(DAYS);
  return { since, ask: tapping(environment, customer, await appears(environment, customer, since, days)) };
}

/** The page of the servers by their expiry, from 0; the list is read a little earlier or later than this is. */
function pageOf({ account }: Customer, ip: string): number {
  const day = ({ expiresAt }: { expiresAt: number }) => Math.floor(expiresAt / DAY);
  const listed = [...account.servers].sort((one, other) => day(one) - day(other));
  return Math.floor(listed.findIndex((server) => server.ip === ip) / PAGE_SIZE);
}

/** One core more (the first step), and traffic, which is added once for every time that it is bought. */
export async function prepareUpgrade(environment: Environment, customer: Customer, ip: string): Promise<Asked> {
  const since = say(customer, environment, `/upgrade ${ip}`);
  const go = (fits: (to: string) => boolean) => (shown: Shown) => is(buttons.upgradeAsk, shown) && fits(last(shown));
  const step = (fits: (shown: Shown) => boolean) => (shown: Shown) => is(buttons.upgradeTo, shown) && fits(shown);
  tap(
    environment,
    customer,
    await appears(
      environment,
      customer,
      since,
      step((shown) => last(shown).endsWith(`.${MORE_TRAFFIC}`)),
    ),
  );
  const traffic = await appears(
    environment,
    customer,
    since,
    go((to) => to.endsWith(`.${MORE_TRAFFIC}`)),
  );
  // News of earlier purchases may come below the choice.
  const first = step(({ messageId }) => messageId === traffic.messageId);
  tap(environment, customer, await appears(environment, customer, since, first));
  const more = go((to) => to !== last(traffic));
  return { since, ask: tapping(environment, customer, await appears(environment, customer, since, more)) };
}

export async function prepareOrder(environment: Environment, customer: Customer, server: NewServer): Promise<Asked> {
  const since = say(customer, environment, '/buy');
  await appears(environment, customer, since, (shown) => is(buttons.buyLeave, shown));
  const order = (shown: Shown) => is(buttons.buyOrder, shown);
  // A second time the form has all answers.
  const isFilled = answersTo(customer, since).flatMap(buttonsOn).some(order);
  for (const field of isFilled ? [] : FIELDS)
    await changes(environment, customer, since, () => void say(customer, environment, String(server[field])));
  return { since, ask: tapping(environment, customer, await appears(environment, customer, since, order)) };
}

function tapping(environment: Environment, customer: Customer, shown: Shown): () => void {
  return () => void tap(environment, customer, shown);
}

/** Taps a button that makes the same message show others. */
async function tapped(environment: Environment, customer: Customer, since: number, shown: Shown): Promise<void> {
  const labels = () =>
    answersTo(customer, since)
      .flatMap(buttonsOn)
      .map(({ label }) => label)
      .join();
  const before = labels();
  tap(environment, customer, shown);
  await environment.app.world.until(() => labels() !== before, { describe: () => before });
}
