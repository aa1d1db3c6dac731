import { hash } from 'node:crypto';
import type { Api } from 'grammy';
import { createHeartbeat, LEASE_MS } from '../../../jobs/lease.ts';
import { createJobRunner } from '../../../jobs/runner.ts';
import type { Check, CheckResult, Checks } from '../../../store/jobs/checks.ts';
import type { Accesses } from '../../../telegram/access/access.ts';
import type { ChatLimits } from '../../../telegram/api/chat-limits.ts';
import type { Reach } from '../../../telegram/api/reach.ts';
import type { Texts } from '../../../telegram/i18n/index.ts';
import type { NewsRule } from '../../../telegram/tell/tell.ts';
import { askAvailability } from './asking.ts';
import { createCheckMessage } from './message.ts';
import { createThrottle, type Throttle } from './throttle.ts';

const RIGHT_CHECK_PAUSE_MS = 1_000;

interface CheckerDependencies {
  api: Api;
  limits: ChatLimits;
  reach: Pick<Reach, 'standing'>;
  checks: Checks;
  isNews: NewsRule;
  accesses: Accesses;
  texts: Texts;
  parallel: number;
  resellerUrl?: string | undefined;
  report(error: unknown, where: string): void;
  /** Whether other replicas run checks of the same store. */
  shared?: boolean | undefined;
  /** The store's clock, shared by the replicas, epoch milliseconds. */
  now: () => number;
  progressMs?: number | undefined;
  leaseMs?: number | undefined;
}

/** Runs checks outside the lanes of updates; a check resumes after a restart. */
export interface Checker {
  begin(check: Check): Promise<void>;
  /** Runs the names in `rest` of an ended check as a new check; `false` if there are none. */
  beginRest(id: string, make: (before: Check) => Check): Promise<boolean>;
  /** `false` if the check does not run. */
  cancel(id: string): Promise<boolean>;
  /** Asks again for the names that failed or were left; `false` while the check runs. `roundId`: see {@link Check}. */
  again(id: string, roundId: string): Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

function atMostEvery(ms: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let last = { at: performance.now(), answer: Promise.resolve(true) };
  return () => {
    const at = performance.now();
    if (at - last.at >= ms) last = { at, answer: ask() };
    return last.answer;
  };
}

export function createChecker({
  api,
  limits,
  reach,
  checks,
  isNews,
  accesses,
  texts,
  parallel,
  resellerUrl,
  report,
  shared,
  now,
  progressMs,
  leaseMs = LEASE_MS,
}: CheckerDependencies): Checker {
  const running = new Map<string, AbortController>();
  const message = createCheckMessage({
    api,
    limits,
    reach,
    checks,
    isNews,
    texts,
    resellerUrl,
    report,
    now,
    progressMs,
  });
  const heartbeat = createHeartbeat({ leaseMs, now });
  let stopping = false;
  /** By the hash of the account's token. */
  const throttles = new Map<string, Throttle>();
  /** A check that a person just began does not wait for an earlier check's pause. */
  const begunByPerson = new Set<string>();
  const leaseEnd = () => now() + leaseMs;
  const jobs = createJobRunner<Check>({
    next: () => checks.nextDue(),
    take: (most) => checks.takeDue(now(), leaseMs, most),
    get: (id) => checks.get(id),
    report: (error) => report(error, 'check'),
    now,
    shared,
    async advance(check) {
      if (stopping) return;
      if (check.state === 'running') await ask(await message.shown(check));
      else await message.showEnd(check);
    },
  });

  /** Two people may have connected the same account. */
  function throttleOf(token: string): Throttle {
    const key = hash('sha256', token);
    const throttle = throttles.get(key) ?? createThrottle(parallel);
    throttles.set(key, throttle);
    return throttle;
  }

  /** If another replica takes the check over, that one ends and shows it. */
  async function ask(check: Check): Promise<void> {
    const control = new AbortController();
    running.set(check.id, control);
    let throttle: Throttle | undefined;
    const lease = heartbeat.hold({
      until: check.heldUntil ?? null,
      extend: (until, since) => checks.extend({ id: check.id, heldUntil: since }, until),
      report: (error) => report(error, 'check'),
    });
    // The check was ended, or another process took it over while this one stood still.
    lease.lost.addEventListener('abort', () => control.abort());
    try {
      const found = await checks.results(check.id);
      const endProgress = message.showProgress({
        check,
        found,
        slow: () => throttle?.slow === true,
        isHeld: lease.isHeld,
      });
      const why = await askAll(found).finally(async () => {
        await endProgress();
        await lease.release();
      });
      if (stopping) return;
      const end = why === undefined ? ({ state: 'done' } as const) : ({ state: 'stopped', why } as const);
      const heldUntil = lease.until ?? undefined;
      const ended = await checks.change(check.id, ['running'], () => end, { round: check.round, heldUntil });
      const current = ended ?? (await checks.get(check.id));
      if (!current || current.state === 'running') return;
      if (current.heldUntil === heldUntil) await message.showEnd(current);
      else await message.showEndAgain(current);
    } finally {
      running.delete(check.id);
      await lease.release();
    }

    async function askAll(found: Map<number, CheckResult>): Promise<string | undefined> {
      const asker = { userId: check.userId, chatId: check.chatId };
      const access = await accesses.of(asker, 'read', check.accountId);
      if (!access) return 'notConnected';
      throttle = throttleOf(access.account.token);
      if (begunByPerson.delete(check.id)) throttle.reset();
      const isAllowed = access.team
        ? atMostEvery(
            RIGHT_CHECK_PAUSE_MS,
            async () => (await accesses.of(asker, 'read', check.accountId)) !== undefined,
          )
        : async () => true;
      return askAvailability({ check, found, access, checks, throttle, isAllowed }, control.signal);
    }
  }

  async function runNow(check: Check): Promise<void> {
    if (check.state === 'running') begunByPerson.add(check.id);
    void jobs.run(check);
  }

  return {
    async begin(check) {
      await runNow(await checks.add({ ...check, tappedAt: now() }, now(), leaseEnd()));
    },
    async beginRest(id, make) {
      const next = await checks.takeRest(id, (before) => ({ ...make(before), tappedAt: now() }), now(), leaseEnd());
      if (next) await runNow(next);
      return next !== undefined;
    },
    async cancel(id) {
      const cancelled = await checks.change(id, ['running'], () => ({ state: 'cancelled', tappedAt: now() }));
      if (!cancelled) return false;
      const control = running.get(id);
      if (control) control.abort();
      else await runNow(cancelled);
      return true;
    },
    async again(id, roundId) {
      const anew = await checks.change(id, ['done', 'cancelled', 'stopped'], ({ round }) => ({
        state: 'running',
        round: round + 1,
        roundId,
        tappedAt: now(),
        why: undefined,
        heldUntil: leaseEnd(),
      }));
      if (!anew) return false;
      await runNow(anew);
      return true;
    },
    async start() {
      await checks.takeOver(now());
      jobs.start();
    },
    async stop() {
      stopping = true;
      const quiet = jobs.stop();
      for (const control of running.values()) control.abort();
      await quiet;
    },
  };
}
