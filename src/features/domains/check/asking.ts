import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../../hosting/index.ts';
import type { Check, Checks, Found } from '../../../store/checks.ts';
import type { Access } from '../../../telegram/access.ts';
import { roundProgress } from './results.ts';
import type { Throttle } from './throttle.ts';

const ASK_LIMIT_MS = 20_000;
/** They are the same for every name: asking on would be of no use. */
const STOPPING = ['notConnected', 'resellerServiceMissing'];
/** Why a name is not known that the provider asked to wait with, and then never took. */
const PUT_OFF = 'putOff';
/** Asking again may mend these. */
const PASSING = ['unavailable', 'unreadable'];
const MOST_TRIES = 4;
/** Between two writes: each is a durable commit, which costs more than an asking. */
const KEEP_PAUSE_MS = 50;
/** After so many askings in a row that failed, the rest is not tried any more. */
const GIVE_UP_AFTER = 40;
const PATIENCE_MS = 10 * 60_000;

interface CheckRun {
  check: Check;
  /** What is known so far, by the name's place; grows as answers are kept. */
  found: Map<number, Found>;
  access: Access;
  checks: Pick<Checks, 'keep'>;
  /** How many names are asked for at a time, by all checks of the account. */
  throttle: Throttle;
}

/**
 * Asks for every name that nothing certain is known about, and keeps each answer before it counts. Resolves to the kind of
 * the failure that made going on useless, if there was one.
 */
export async function askAvailability({ check, found, access, checks, throttle }: CheckRun, signal: AbortSignal) {
  let putOff = false;
  return runParallel<number, Found>({
    items: roundProgress(check, found).open,
    throttle,
    signal,
    giveUp: (at) => ({ at, round: check.round, state: 'failed', why: putOff ? PUT_OFF : 'unavailable' }),
    async ask(at, stopped) {
      const limited = AbortSignal.any([stopped, AbortSignal.timeout(ASK_LIMIT_MS)]);
      const place = { at, round: check.round };
      try {
        const answer = await access.hosting.domainOrders.availability(check.domains[at] ?? '', 1, limited, 0);
        return { found: { ...place, ...answer } };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        putOff = error.throttled === true;
        return afterFailure(error, place);
      }
    },
    async keep(batch) {
      await checks.keep(check.id, batch);
      for (const each of batch) found.set(each.at, each);
    },
  });
}

function afterFailure(failure: Failure, place: Pick<Found, 'at' | 'round'>): Outcome<Found> {
  const { kind, retryAfterSeconds, throttled } = failure;
  if (STOPPING.includes(kind)) return { stop: kind };
  const found: Found = { ...place, state: 'failed', why: throttled ? PUT_OFF : kind };
  if (!PASSING.includes(kind)) return { found };
  const later = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1_000 };
  return throttled ? { wait: found, ...later } : { busy: found, ...later };
}

/**
 * How one asking ended: `busy` is worth trying again, later and with less at a time; `wait` was put off by the provider,
 * which is no failure of the item.
 */
type Outcome<Found> =
  | { found: Found }
  | { busy: Found; retryAfterMs?: number }
  | { wait: Found; retryAfterMs?: number }
  | { stop: string };

interface ParallelRun<Item, Found> {
  items: readonly Item[];
  /** What is asked for at a time; shared by the runs that must not exceed it together. */
  throttle: Throttle;
  /** Asks for one item; never rejects but for a mistake of ours. */
  ask(item: Item, signal: AbortSignal): Promise<Outcome<Found>>;
  /** What is noted of an item that is not asked for any more, where nothing gets through. */
  giveUp(item: Item): Found;
  /** Keeps what was found out, as soon as possible. Nothing counts as found before that. */
  keep(found: Found[]): Promise<void>;
  /** Ends the run: what is being asked is given up, what was found is kept. */
  signal: AbortSignal;
  /** How long it is put off, with nothing getting through, before it gives up; ten minutes unless given. */
  patienceMs?: number;
}

/**
 * Asks for many items at a time. Where it is told to wait or asking fails, it halves what is done at a time and pauses, and
 * grows again with every success; only what failed is tried again, behind the others.
 * Resolves to why it was stopped, if `ask` said so.
 */
export async function runParallel<Item, Found>(run: ParallelRun<Item, Found>): Promise<string | undefined> {
  const { ask, keep, giveUp, throttle, patienceMs = PATIENCE_MS } = run;
  const waiting = run.items.map((item) => ({ item, tries: 0 }));
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const over = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  let failures = 0;
  let throughAt = performance.now();
  let fresh: Found[] = [];
  let keeping: Promise<void> = Promise.resolve();
  let keptAt = Number.NEGATIVE_INFINITY;
  let stopped: string | undefined;
  let broken: unknown;

  /** What is found while the last lot is being written, or a moment after it, is written together. */
  function note(found: Found): void {
    fresh.push(found);
    if (fresh.length > 1) return;
    keeping = keeping.then(async () => {
      const pause = keptAt + KEEP_PAUSE_MS - performance.now();
      await (pause > 0 ? sleep(pause) : new Promise(setImmediate));
      const batch = fresh;
      fresh = [];
      await keep(batch);
      keptAt = performance.now();
    });
    keeping.catch(() => ended.abort());
  }

  function giveUpAll(): void {
    for (const { item } of waiting.splice(0)) note(giveUp(item));
  }

  async function askOne(entry: (typeof waiting)[number]): Promise<void> {
    const begunAt = performance.now();
    const asked = await ask(entry.item, signal);
    // An aborted request says nothing about the item.
    if (signal.aborted && !('found' in asked)) return;
    if ('stop' in asked) {
      stopped = asked.stop;
      ended.abort();
    } else if ('found' in asked) {
      failures = 0;
      throughAt = performance.now();
      throttle.speedUp();
      note(asked.found);
    } else {
      throttle.slowDown(begunAt, asked.retryAfterMs);
      if ('wait' in asked) onPutOff(entry, asked.wait);
      else onFailed(entry, asked.busy);
    }
  }

  /** Waits on, however often, for as long as other requests get through. */
  function onPutOff(entry: (typeof waiting)[number], found: Found): void {
    if (performance.now() - throughAt < patienceMs) return void waiting.push(entry);
    note(found);
    giveUpAll();
  }

  function onFailed(entry: (typeof waiting)[number], found: Found): void {
    failures++;
    entry.tries++;
    if (entry.tries < MOST_TRIES) waiting.push(entry);
    else note(found);
    if (failures >= GIVE_UP_AFTER) giveUpAll();
  }

  const tasks = new Set<Promise<void>>();
  function begin(entry: (typeof waiting)[number]): void {
    const task = askOne(entry)
      .catch((error: unknown) => {
        broken ??= error;
        ended.abort();
      })
      .finally(() => {
        tasks.delete(task);
        throttle.release();
      });
    tasks.add(task);
  }

  while (!signal.aborted && (waiting.length > 0 || tasks.size > 0)) {
    // Read before a slot is taken: a pause that ends in between would send no event to wait for.
    const pause = throttle.pauseMs();
    const entry = pause <= 0 && waiting.length > 0 && throttle.acquire() ? waiting.shift() : undefined;
    if (entry) begin(entry);
    else if (pause > 0 && waiting.length > 0) await sleep(pause, undefined, { signal }).catch(() => undefined);
    else await Promise.race([throttle.changed(), over]);
  }
  await Promise.all(tasks);
  await keeping;
  if (broken !== undefined) throw broken;
  return stopped;
}
