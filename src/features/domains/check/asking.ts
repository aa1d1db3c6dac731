import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../hosting/index.ts';
import type { Check, CheckResult, Checks } from '../../../store/jobs/checks.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { NOT_ALLOWED, roundProgress } from './results.ts';
import type { Throttle } from './throttle.ts';

const ASK_LIMIT_MS = 20_000;
/** These failures hold for every name: they end the check. */
const STOPPING = ['notConnected', 'resellerServiceMissing'];
const PUT_OFF = 'putOff';
const RETRYABLE = ['unavailable', 'unreadable'];
const MAX_TRIES = 4;
/** A write is a durable commit, which costs more than a request. */
const KEEP_PAUSE_MS = 50;
const MAX_FAILURES_IN_A_ROW = 40;
const PATIENCE_MS = 10 * 60_000;

interface CheckRun {
  check: Check;
  /** By the name's index; grows as answers are stored. */
  found: Map<number, CheckResult>;
  access: Access;
  checks: Pick<Checks, 'addResults'>;
  throttle: Throttle;
  isAllowed(): Promise<boolean>;
}

/** Asks for every name without a certain result. Resolves to the kind of a failure that ended the check early. */
export async function askAvailability(
  { check, found, access, checks, throttle, isAllowed }: CheckRun,
  signal: AbortSignal,
) {
  let putOff = false;
  return runParallel<number, CheckResult>({
    items: roundProgress(check, found).open,
    throttle,
    signal,
    giveUp: (at) => ({ at, round: check.round, state: 'failed', why: putOff ? PUT_OFF : 'unavailable' }),
    async ask(at, stopped) {
      if (!(await isAllowed())) return { stop: NOT_ALLOWED };
      const place = { at, round: check.round };
      const limit = limitedTo(ASK_LIMIT_MS, stopped);
      try {
        const answer = await access.hosting.domainOrders.availability(check.domains[at] ?? '', 1, limit.signal, 0);
        return { found: { ...place, ...answer } };
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        putOff = error.throttled === true;
        return afterFailure(error, place);
      } finally {
        limit.end();
      }
    },
    async keep(batch) {
      await checks.addResults(check.id, batch);
      for (const each of batch) found.set(each.at, each);
    },
  });
}

/** Unlike `AbortSignal.any` with a timeout it leaves no timer behind: a list of 10,000 names would hold thousands. */
function limitedTo(ms: number, outer: AbortSignal) {
  const control = new AbortController();
  const abort = () => control.abort();
  const timer = setTimeout(() => control.abort(new DOMException(`Nothing came in ${ms} ms`, 'TimeoutError')), ms);
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  return {
    signal: control.signal,
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}

function afterFailure(failure: Failure, place: Pick<CheckResult, 'at' | 'round'>): Outcome<CheckResult> {
  const { kind, retryAfterSeconds, throttled } = failure;
  if (STOPPING.includes(kind)) return { stop: kind };
  const found: CheckResult = { ...place, state: 'failed', why: throttled ? PUT_OFF : kind };
  if (!RETRYABLE.includes(kind)) return { found };
  const later = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1_000 };
  return throttled ? { wait: found, ...later } : { busy: found, ...later };
}

/** `busy` failed and is retried later with fewer requests at a time. `wait` was throttled, which is no failure. */
type Outcome<Found> =
  | { found: Found }
  | { busy: Found; retryAfterMs?: number }
  | { wait: Found; retryAfterMs?: number }
  | { stop: string };

interface ParallelRun<Item, Found> {
  items: readonly Item[];
  /** Shared by the runs of one account. */
  throttle: Throttle;
  /** Rejects only on a programming error. */
  ask(item: Item, signal: AbortSignal): Promise<Outcome<Found>>;
  giveUp(item: Item): Found;
  /** Stores results durably; a result counts only after that. */
  keep(found: Found[]): Promise<void>;
  signal: AbortSignal;
  /** How long the provider may throttle every request, ms; ten minutes by default. */
  patienceMs?: number;
}

/** A throttled or failed request halves the concurrency and pauses; a success raises it. Resolves to a `stop`. */
export async function runParallel<Item, Found>(run: ParallelRun<Item, Found>): Promise<string | undefined> {
  const { ask, keep, giveUp, throttle, patienceMs = PATIENCE_MS } = run;
  const waiting = run.items.map((item) => ({ item, tries: 0 }));
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  let wake = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  let failures = 0;
  let throughAt = performance.now();
  let fresh: Found[] = [];
  let keeping: Promise<void> = Promise.resolve();
  let keptAt = Number.NEGATIVE_INFINITY;
  let stopped: string | undefined;
  let broken: unknown;

  /** Results during a write, or within {@link KEEP_PAUSE_MS} after it, are written together. */
  function note(found: Found): void {
    fresh.push(found);
    if (fresh.length > 1) return;
    keeping = keeping.then(async () => {
      const pause = keptAt + KEEP_PAUSE_MS - performance.now();
      await (pause > 0 ? wait(pause) : new Promise(setImmediate));
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

  /** The item waits for as long as other requests get through. */
  function onPutOff(entry: (typeof waiting)[number], found: Found): void {
    if (performance.now() - throughAt < patienceMs) return void waiting.push(entry);
    note(found);
    giveUpAll();
  }

  function onFailed(entry: (typeof waiting)[number], found: Found): void {
    failures++;
    entry.tries++;
    if (entry.tries < MAX_TRIES) waiting.push(entry);
    else note(found);
    if (failures >= MAX_FAILURES_IN_A_ROW) giveUpAll();
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

  /** A race with a promise that stays would keep every round of the loop in memory. */
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      throttle.onChange(resolve);
    });

  while (!signal.aborted && (waiting.length > 0 || tasks.size > 0)) {
    // Read once: a pause that ends between two readings would send no event to wait for.
    const pause = throttle.pauseMs();
    const entry = pause <= 0 && waiting.length > 0 && throttle.acquire() ? waiting.shift() : undefined;
    if (entry) begin(entry);
    else if (pause > 0 && waiting.length > 0) await wait(pause, undefined, { signal }).catch(() => undefined);
    else await change();
  }
  await Promise.all(tasks);
  await keeping;
  if (broken !== undefined) throw broken;
  return stopped;
}
