import { hash } from 'node:crypto';
import type { Api } from 'grammy';
import { createWatch } from '../../operations/watch.ts';
import type { Check, Checks, Found } from '../../store/checks.ts';
import type { Accesses } from '../../telegram/access.ts';
import type { ChatLimits } from '../../telegram/chat-limits.ts';
import type { Texts } from '../../telegram/i18n.ts';
import { edit, post } from '../../telegram/screen.ts';
import { whatTelegramSays } from '../../telegram/telegram-error.ts';
import { askAbout } from './check-asking.ts';
import { showProgress } from './check-progress.ts';
import { checkScreen, progressScreen } from './check-screen.ts';
import { createPace, type Pace } from './pace.ts';

const LEASE_MS = 20_000;

export interface CheckerParts {
  api: Api;
  limits: ChatLimits;
  checks: Checks;
  accesses: Accesses;
  texts: Texts;
  /** How many names are asked for at a time, on one account. */
  parallel: number;
  report(error: unknown, where: string): void;
  /** Whether other processes run checks of the same store. */
  shared?: boolean | undefined;
}

/** Runs checks: each leaves its lane, tells how far it is in its message, and goes on after a restart. */
export interface Checker {
  /** Writes a check down, shown in its message from now on, and runs it. */
  begin(check: Check): Promise<void>;
  /** Runs the names that wait behind an ended one as a check of their own; `false` where none wait (any more). */
  beginRest(id: string, make: (before: Check) => Check): Promise<boolean>;
  /** Ends a running one; what was found out stays. `false` when it does not run (any more). */
  cancel(id: string): Promise<boolean>;
  /** Asks again for what failed or was left. `false` while it runs. */
  again(id: string): Promise<boolean>;
  start(): Promise<void>;
  /** Takes up nothing more; what runs goes on at the next start. */
  stop(): Promise<void>;
}

export function createChecker({
  api,
  limits,
  checks,
  accesses,
  texts,
  parallel,
  report,
  shared,
}: CheckerParts): Checker {
  const running = new Map<string, AbortController>();
  let stopping = false;
  /** By account: its checks share one bound. */
  const paces = new Map<string, Pace>();
  const held = () => Date.now() + LEASE_MS;
  const watch = createWatch<Check>({
    next: () => checks.nextDue(),
    take: () => checks.takeDue(Date.now(), LEASE_MS),
    get: (id) => checks.get(id),
    report: (error) => report(error, 'check'),
    now: Date.now,
    shared,
    async advance(check) {
      if (stopping) return;
      const ended = check.state === 'running' ? await ask(await shown(check)) : check;
      if (ended && ended.state !== 'running') await tellEnd(ended);
    },
  });

  /** Two people may have connected the same account. */
  function paceOf(token: string): Pace {
    const key = hash('sha256', token);
    const pace = paces.get(key) ?? createPace(parallel);
    paces.set(key, pace);
    return pace;
  }

  /** In a message, unless it is; without one it runs all the same, and its end gets one. */
  async function shown(check: Check): Promise<Check> {
    if (check.messageId !== undefined) return check;
    try {
      const messageId = await post(api, check.chatId, progressScreen(check, new Map(), texts.in(check.locale)));
      return (await checks.change(check.id, ['running'], () => ({ messageId }))) ?? check;
    } catch (error) {
      report(error, 'check');
      return check;
    }
  }

  /** Runs it to its end; resolves to what it is by then. */
  async function ask(check: Check): Promise<Check | undefined> {
    const control = new AbortController();
    running.set(check.id, control);
    const found = new Map<number, Found>();
    let pace: Pace | undefined;
    const endProgress = showProgress(
      { api, limits, checks, texts, report },
      { check, found, control, slow: () => pace?.slow === true, held },
    );
    try {
      const access = await accesses.of(check.userId, check.accountId);
      if (access) pace = paceOf(access.account.token);
      const why =
        access && pace ? await askAbout({ check, found, access, checks, pace }, control.signal) : 'notConnected';
      if (stopping) return undefined;
      const end = why === undefined ? ({ state: 'done' } as const) : ({ state: 'stopped', why } as const);
      return (await checks.change(check.id, ['running'], () => end)) ?? (await checks.get(check.id));
    } finally {
      running.delete(check.id);
      await endProgress();
    }
  }

  /** In its message, or in a new one where that is gone; tried again later where it can't be shown. */
  async function tellEnd(check: Check): Promise<void> {
    const screen = checkScreen(check, await checks.found(check.id), texts.in(check.locale), '0');
    const { chatId, messageId } = check;
    try {
      if (messageId === undefined || !(await edit(api, chatId, messageId, screen))) {
        const shownIn = await post(api, chatId, screen);
        await checks.change(check.id, [check.state], () => ({ messageId: shownIn }));
      }
    } catch (error) {
      // Nobody is there to read it.
      if (whatTelegramSays(error) !== 'unreachable') throw error;
    }
    await checks.rest(check.id);
  }

  async function runNow(check: Check): Promise<void> {
    void watch.run(check);
  }

  return {
    async begin(check) {
      await checks.add(check, Date.now(), held());
      await runNow(check);
    },
    async beginRest(id, make) {
      const next = await checks.takeRest(id, make, Date.now(), held());
      if (next) await runNow(next);
      return next !== undefined;
    },
    async cancel(id) {
      const cancelled = await checks.change(id, ['running'], () => ({ state: 'cancelled' }));
      if (!cancelled) return false;
      const control = running.get(id);
      if (control) control.abort();
      else await runNow(cancelled);
      return true;
    },
    async again(id) {
      const anew = await checks.change(
        id,
        ['done', 'cancelled', 'stopped'],
        ({ round }) => ({ state: 'running', round: round + 1, why: undefined }),
        held(),
      );
      if (!anew) return false;
      await runNow(anew);
      return true;
    },
    async start() {
      await checks.takeOver(Date.now());
      watch.start();
    },
    async stop() {
      stopping = true;
      const quiet = watch.stop();
      for (const control of running.values()) control.abort();
      await quiet;
    },
  };
}
