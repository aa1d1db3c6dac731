import { expect } from 'vitest';
import { LEASE_MS } from '../../../src/jobs/lease.ts';
import { asked, TOKEN } from '../../features/support.ts';
import { PEOPLE, type TeamApp } from '../../features/teams/support.ts';
import { openStoreOf, type TestApp } from '../../support/app.ts';
import type { Person } from '../../support/person.ts';

export const SERVER = 'srv-10001';
export const DOMAIN = 'mine.com';
/** Longer than the longest time between two rounds. */
const ROUND_MS = 67_000;

/** Lets rounds of readings go by, each in a process of its own. A bot that stops ends its round first: afterwards none is under way. */
export async function rounds(app: TestApp, count: number): Promise<void> {
  await begin(app, count);
  await app.stopBot();
  await app.startBot();
  await app.settled();
}

/** Resolves when no alert is due by the app's clock: during the sending an alert is due at the end of its lease. */
export async function allTold(app: TestApp): Promise<void> {
  const { alerts, close } = await openStoreOf(app);
  const dueAt = async () => (await alerts.nextDue()) ?? Number.POSITIVE_INFINITY;
  await expect.poll(async () => (await dueAt()) - app.now()).toBeGreaterThan(LEASE_MS);
  await close();
}

/** Begins rounds of readings, each once the one before it has ended. */
async function begin(app: TestApp, count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    await app.stopBot();
    app.later(ROUND_MS);
    const before = asked(app, 'server.status').length;
    await app.startBot();
    await expect.poll(() => asked(app, 'server.status').length).toBeGreaterThan(before);
  }
}

/** The bot is down for some time: jobs that became due meanwhile are done at its start. */
export async function later(app: TestApp, ms: number): Promise<void> {
  await app.stopBot();
  app.later(ms);
  await app.startBot();
  await app.settled();
}

/** Olga, the operator, is on call, and then Ada, the admin. */
export async function withRota({ change }: Pick<TeamApp, 'change'>): Promise<void> {
  const { operator, admin } = PEOPLE;
  await change((team) => {
    team.rota = { people: [operator.id, admin.id], time: '00:00', zone: 'UTC', since: 0 };
    team.onCall = { userId: operator.id, since: 0 };
  });
}

/** Lets the time go by until names are asked for again, `times` times. */
export async function ask(app: TestApp, times = 1, ms = 11 * 60_000): Promise<void> {
  await app.stopBot();
  const store = await openStoreOf(app);
  const dueAt = async () => (await store.watches.nextDue()) ?? 0;
  for (let done = 0; done < times; done++) {
    app.later(ms);
    const before = await dueAt();
    await app.startBot();
    await expect.poll(dueAt).not.toBe(before);
    // The due time moves when a round begins: stopped, the bot has ended it.
    await app.stopBot();
  }
  await store.close();
  await app.startBot();
  await app.settled();
}

/** The person watches all servers; one is read as on, and then as off until an alert reports it. */
export async function watchUntilOff(app: TestApp, person: Person): Promise<void> {
  await person.say('/watch');
  await begin(app, 1);
  await app.stopBot();
  setPower(app, 'off');
  await rounds(app, 3);
  await allTold(app);
}

/** The provider refuses the token of all accounts from now on, and rounds go by until that counts. */
export async function refuseToken(app: TestApp): Promise<void> {
  app.provider.fault({ kind: 'status', status: 401, times: 10_000 });
  const store = await openStoreOf(app);
  const failures = async (): Promise<number> => {
    const { accounts } = await store.accounts.get(app.english.user.id);
    const watched = await Promise.all(accounts.map(({ id }) => store.watches.get(app.english.user.id, id)));
    return Math.min(...watched.map((each) => each?.failures ?? Number.POSITIVE_INFINITY));
  };
  for (let rounds = 1; rounds <= 3; rounds++) {
    await app.stopBot();
    app.later(3 * ROUND_MS);
    await app.startBot();
    await expect.poll(failures).toBeGreaterThanOrEqual(rounds);
  }
  await app.settled();
  await store.close();
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
