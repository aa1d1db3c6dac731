import { expect } from 'vitest';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';
import { asked, TOKEN } from '../support.ts';

export const SERVER = 'srv-10001';
export const DOMAIN = 'mine.com';
/** Longer than the longest time between two rounds. */
const ROUND_MS = 67_000;

/** Lets rounds of readings go by, each in a process of its own. A bot that stops ends its round first: afterwards none is under way. */
export async function rounds(app: TestApp, count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    await app.stopBot();
    app.later(ROUND_MS);
    const before = asked(app, 'server.status').length;
    await app.startBot();
    await expect.poll(() => asked(app, 'server.status').length).toBeGreaterThan(before);
  }
  await app.stopBot();
  await app.startBot();
  await app.settled();
}

/** Lets the time go by until names are asked for again, `times` times. */
export async function ask(app: TestApp, times = 1, ms = 11 * 60_000): Promise<void> {
  for (let done = 0; done < times; done++) {
    await app.stopBot();
    const store = await openStoreOf(app);
    app.later(ms);
    const dueAt = async () => (await store.watches.nextDue()) ?? 0;
    const before = await dueAt();
    await app.startBot();
    await expect.poll(dueAt).not.toBe(before);
    await store.close();
    // The due time moves when a round begins: stopped, the bot has ended it.
    await app.stopBot();
    await app.startBot();
    await app.settled();
  }
}

/** The person has all servers watched; one is read as on, and then as off until an alert tells so. */
export async function watchUntilOff(app: TestApp, person: Person): Promise<void> {
  await person.say('/watch');
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 3);
}

/** Sets what the provider says of the server's power. */
export function setPower(app: TestApp, status: string): void {
  app.provider.account(TOKEN).setStatus(SERVER, status);
}

/** The account has {@link DOMAIN} for a year, registered elsewhere. */
export async function ownDomain({ provider }: TestApp): Promise<void> {
  await fetch(`${provider.baseUrl}/api/v1/order/domain/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ domain: DOMAIN, period: 1, ns1: 'ns1.example.com', ns2: 'ns2.example.com' }),
  });
}
