import { setTimeout as wait } from 'node:timers/promises';
import { buttons } from '../../../src/features/buttons.ts';
import { MOST_READINGS, ROUND_MS } from '../../../src/watches/budget.ts';
import { serve } from '../load/http.ts';
import { Provider } from '../load/provider.ts';
import { openEnvironment } from '../support/environment.ts';
import { type Bench, fill, median, quantile, type Result } from '../support/result.ts';
import { createTimedPerson, type TimedPerson } from '../support/timed-person.ts';
import { startWorker } from '../workers/worker.ts';

const ACCOUNTS = 10;
const SERVERS = 1_000;
/** Only these people use their accounts. The other people's accounts are read for watches alone. */
const ACTIVE = 8;
/** These cards and the list after them fit into a round of readings. */
const CARDS = 2;
/** Per person, without watches and with them. */
const VISITS = 3;
const PROVIDER_MS = 150;
const TELEGRAM_MS = 60;
/** A card shows the second of its reading: within that second the card would not change. */
const READING_MS = 1_100;
/** After this time the kept list is old: the next visit reads it again, in either case. */
const QUIET_MS = 35_000;
/** The machine may add a quarter of a reading. */
const LIMITS = { reads: MOST_READINGS, delay: 1.25 };

type Step = 'card' | 'list';
type Times = Record<Step, number[]>;

/**
 * The readings of ten large accounts by watches in a minute, and how long they delay an account's people. The provider answers an account's
 * requests one after another, which is the worst it can do, and people act in the moment in which a watch begins to read.
 */
export const run: Bench = async () => {
  const environment = await openEnvironment(Array.from({ length: ACCOUNTS }, () => 1));
  const { provider, url } = await openProvider();
  const bot = await startWorker('bot.ts', { ...environment.env, HOSTING_API_URL: url });
  const timed = environment.people.map((user) => ({ user, person: createTimedPerson(environment.world, user) }));
  for (const { user, person } of timed) await person.connect(environment.tokenOf(user));
  environment.world.latencyMs = TELEGRAM_MS;
  const active = timed.slice(0, ACTIVE);

  for (const { person } of active) await person.say('/servers');
  await wait(QUIET_MS);
  const without = await visits(active, VISITS, async () => undefined);
  const begun = performance.now();
  for (const { person } of timed) await person.say('/watch');
  // The readings that people cause by turning watches on are not readings of a watch.
  const turnedOn = performance.now();
  // The first round reads the lists as well.
  await wait(ROUND_MS / 2);
  const during = await visits(active, VISITS, ({ user }) => provider.asked(user.id));
  const minutes = (performance.now() - begun) / 60_000;
  await bot.stop();
  const reads = timed.slice(ACTIVE).map(({ user }) => provider.mostInMinute(user.id, turnedOn));
  await environment.close();
  return [
    {
      name: fill('watches of {SERVERS} servers: readings of an account in its busiest minute', { SERVERS }),
      value: Math.max(...reads),
      unit: 'a minute',
      limit: LIMITS.reads,
      detail: fill('{ACCOUNTS} accounts, {minutes} minutes', { ACCOUNTS, minutes }),
    },
    ...(['card', 'list'] as const).flatMap((step) => rows(step, without[step], during[step])),
  ];
};

function rows(step: Step, without: readonly number[], during: readonly number[]): Result[] {
  const of = (share: number) => ({ during: quantile(during, share), without: quantile(without, share) });
  const [middle, late] = [of(0.5), of(0.95)];
  const detail = '{during} ms over {without} ms';
  return [
    {
      name: fill('a {step} while watches read, beyond its time without them, over a reading: median', { step }),
      value: (median(during) - median(without)) / PROVIDER_MS,
      limit: LIMITS.delay,
      detail: fill(`${detail}, ${during.length} and ${without.length} times`, middle),
    },
    {
      name: fill('the same: p95', { step }),
      value: (late.during - late.without) / PROVIDER_MS,
      limit: LIMITS.delay,
      detail: fill(detail, late),
    },
    { name: fill('the same: p95 over p95', { step }), value: late.during / late.without, detail: fill(detail, late) },
  ];
}

interface TimedUser {
  user: { id: number };
  person: TimedPerson;
}

/** Each person visits the bot this often, at a time of their own. */
async function visits(
  people: readonly TimedUser[],
  count: number,
  begins: (who: TimedUser) => Promise<void>,
): Promise<Times> {
  const times: Times = { card: [], list: [] };
  const come = async (who: TimedUser, at: number) => {
    await wait(at * PROVIDER_MS);
    for (let done = 0; done < count; done++) {
      const { card, list } = await visit(who.person, () => begins(who));
      times.card.push(...card);
      times.list.push(...list);
    }
  };
  await Promise.all(people.map(come));
  return times;
}

/** @param begins resolves when the person acts next */
async function visit(person: TimedPerson, begins: () => Promise<void> = async () => undefined): Promise<Times> {
  const times: Times = { card: [], list: [] };
  for (let card = 0; card < CARDS; card++) {
    await begins();
    times.card.push(await person.press(`${buttons.server.name}|`));
    await wait(READING_MS);
  }
  await begins();
  times.list.push(await person.say('/servers'));
  await wait(QUIET_MS);
  return times;
}

/** A provider that answers the requests of an account one after another. */
async function openProvider() {
  const last = new Map<number, Promise<unknown>>();
  const askedAt = new Map<number, number[]>();
  const waiting = new Map<number, () => void>();
  const answers = new Provider({ latencyMs: () => PROVIDER_MS, serversOf: () => SERVERS, asked: () => undefined });
  const url = await serve((request) => {
    const account = Number(/(\d+)$/.exec(request.headers.authorization ?? '')?.[1]);
    askedAt.set(account, [...(askedAt.get(account) ?? []), performance.now()]);
    waiting.get(account)?.();
    waiting.delete(account);
    const answer = (last.get(account) ?? Promise.resolve()).then(() => answers.answer(request));
    last.set(account, answer);
    return answer;
  });
  const provider = {
    /** Resolves when the account is asked for something next. */
    asked: (account: number) => new Promise<void>((resolve) => waiting.set(account, resolve)),
    /** The most requests of an account within a minute, since a time. */
    mostInMinute(account: number, since: number): number {
      const times = (askedAt.get(account) ?? []).filter((at) => at >= since);
      return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
    },
  };
  return { provider, url };
}
