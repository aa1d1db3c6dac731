import { setTimeout as sleep } from 'node:timers/promises';

/** How one asking ended: `busy` is worth trying again, later and with less at a time. */
export type Asked<Found> = { found: Found } | { busy: Found; retryAfterMs?: number } | { stop: string };

export interface Run<Item, Found> {
  items: readonly Item[];
  /** At most so many at a time. */
  most: number;
  /** Asks for one item; never rejects but for a mistake of ours. */
  ask(item: Item, signal: AbortSignal): Promise<Asked<Found>>;
  /** What is noted of an item that is not asked for any more, where nothing gets through. */
  giveUp(item: Item): Found;
  /** Keeps what was found out, as soon as possible. Nothing counts as found before that. */
  keep(found: Found[]): Promise<void>;
  /** Ends the run: what is being asked is given up, what was found is kept. */
  signal: AbortSignal;
  firstPauseMs?: number;
  /** Told whenever it is slowed down, and when it is at its bound again. */
  paced?(slow: boolean): void;
}

const MOST_TRIES = 4;
/** By how much every success raises what is asked for at a time. */
const GROWTH = 0.5;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Between two writes: each is a durable commit, which costs more than an asking. */
const KEEP_PAUSE_MS = 50;
/** After so many askings in a row that failed, the rest is not tried any more. */
const GIVE_UP_AFTER = 40;

/**
 * Asks for many items at a time. Where it is told to wait or asking fails, it halves what it does at a time and pauses,
 * and grows again with every success; only what failed is tried again, behind the others.
 * Resolves to why it was stopped, if `ask` said so.
 */
export async function runParallel<Item, Found>(run: Run<Item, Found>): Promise<string | undefined> {
  const { ask, keep, giveUp, most, firstPauseMs = FIRST_PAUSE_MS, paced } = run;
  const waiting = run.items.map((item) => ({ item, tries: 0 }));
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const pace = { allowed: most, asking: 0, failures: 0, slowedAt: 0, pausedUntil: 0 };
  let fresh: Found[] = [];
  let keeping: Promise<void> = Promise.resolve();
  let keptAt = Number.NEGATIVE_INFINITY;
  let stopped: string | undefined;
  let broken: unknown;
  let wake = () => {};

  /** What is found while the last lot is being written, or a moment after it, is written together. */
  function note(found: Found): void {
    fresh.push(found);
    if (fresh.length > 1) return;
    keeping = keeping.then(async () => {
      const pause = keptAt + KEEP_PAUSE_MS - performance.now();
      await (pause > 0 ? sleep(pause) : new Promise(setImmediate));
      const lot = fresh;
      fresh = [];
      await keep(lot);
      keptAt = performance.now();
    });
    keeping.catch(() => ended.abort());
  }

  function slowDown(begunAt: number, retryAfterMs: number | undefined): void {
    pace.failures++;
    // What went out before the last slowing down tells nothing new.
    if (begunAt < pace.slowedAt) return;
    const at = performance.now();
    const pause = Math.min(LONGEST_PAUSE_MS, retryAfterMs ?? firstPauseMs * 2 ** Math.log2(most / pace.allowed));
    pace.allowed = Math.max(1, Math.floor(pace.allowed / 2));
    pace.slowedAt = at;
    pace.pausedUntil = at + pause;
    paced?.(true);
  }

  async function askOne(entry: (typeof waiting)[number]): Promise<void> {
    const begunAt = performance.now();
    const asked = await ask(entry.item, signal);
    // What was given up says nothing about the name.
    if (signal.aborted && !('found' in asked)) return;
    if ('stop' in asked) {
      stopped = asked.stop;
      ended.abort();
    } else if ('found' in asked) {
      pace.failures = 0;
      pace.allowed = Math.min(most, pace.allowed + GROWTH);
      if (pace.allowed === most) paced?.(false);
      note(asked.found);
    } else {
      slowDown(begunAt, asked.retryAfterMs);
      entry.tries++;
      if (entry.tries < MOST_TRIES) waiting.push(entry);
      else note(asked.busy);
      if (pace.failures >= GIVE_UP_AFTER) for (const { item } of waiting.splice(0)) note(giveUp(item));
    }
  }

  const tasks = new Set<Promise<void>>();
  while (!signal.aborted && (waiting.length > 0 || tasks.size > 0)) {
    const pause = pace.pausedUntil - performance.now();
    const entry = pause <= 0 && tasks.size < Math.floor(pace.allowed) ? waiting.shift() : undefined;
    if (entry) {
      const task = askOne(entry)
        .catch((error: unknown) => {
          broken ??= error;
          ended.abort();
        })
        .finally(() => {
          tasks.delete(task);
          wake();
        });
      tasks.add(task);
      continue;
    }
    if (pause > 0 && waiting.length > 0) await sleep(pause, undefined, { signal }).catch(() => undefined);
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  await Promise.all(tasks);
  await keeping;
  if (broken !== undefined) throw broken;
  return stopped;
}
