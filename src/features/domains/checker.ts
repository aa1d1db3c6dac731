import type { Api } from 'grammy';
import { Failure } from '../../hosting/index.ts';
import { createWatch } from '../../operations/watch.ts';
import type { Check, Checks, Found } from '../../store/checks.ts';
import type { Accesses } from '../../telegram/access.ts';
import type { Texts } from '../../telegram/i18n.ts';
import { edit, post } from '../../telegram/screen.ts';
import { whatTelegramSays } from '../../telegram/telegram-error.ts';
import { checkScreen, progressScreen } from './check-screen.ts';
import { type Asked, runParallel } from './parallel.ts';

const LEASE_MS = 20_000;
const PROGRESS_MS = 3_000;
const ASK_LIMIT_MS = 20_000;
/** They are the same for every name: asking on would be of no use. */
const STOPPING = ['notConnected', 'resellerServiceMissing'];

/** Asking again may mend these. */
const PASSING = ['unavailable', 'unreadable'];

export interface CheckerParts {
  api: Api;
  checks: Checks;
  accesses: Accesses;
  texts: Texts;
  /** How many names are asked for at a time. */
  parallel: number;
  report(error: unknown, where: string): void;
}

/** Runs checks: each leaves its lane, tells how far it is in its message, and goes on after a restart. */
export interface Checker {
  /** Writes a check down, shown in its message from now on, and runs it. */
  begin(check: Check): Promise<void>;
  /** Ends a running one; what was found out stays. `false` when it does not run (any more). */
  cancel(id: string): Promise<boolean>;
  /** Asks again for what failed or was left. `false` while it runs. */
  again(id: string): Promise<boolean>;
  start(): Promise<void>;
  /** Takes up nothing more; what runs goes on at the next start. */
  stop(): Promise<void>;
}

export function createChecker({ api, checks, accesses, texts, parallel, report }: CheckerParts): Checker {
  const running = new Map<string, AbortController>();
  let stopping = false;
  const held = () => Date.now() + LEASE_MS;
  const watch = createWatch<Check>({
    next: () => checks.nextDue(),
    take: () => checks.takeDue(Date.now(), LEASE_MS),
    get: (id) => checks.get(id),
    report: (error) => report(error, 'check'),
    now: Date.now,
    async advance(check) {
      if (stopping) return;
      const ended = check.state === 'running' ? await ask(check) : check;
      if (ended && ended.state !== 'running') await tellEnd(ended);
    },
  });

  /** Runs it to its end; resolves to what it is by then. */
  async function ask(check: Check): Promise<Check | undefined> {
    const control = new AbortController();
    running.set(check.id, control);
    const progress = showProgress(check, control);
    try {
      const why = await askAll(check, control.signal, progress.found);
      if (stopping) return undefined;
      const end = why === undefined ? ({ state: 'done' } as const) : ({ state: 'stopped', why } as const);
      return (await checks.change(check.id, ['running'], () => end)) ?? (await checks.get(check.id));
    } finally {
      running.delete(check.id);
      await progress.end();
    }
  }

  async function askAll(check: Check, signal: AbortSignal, found: Map<number, Found>): Promise<string | undefined> {
    const access = await accesses.of(check.userId, check.accountId);
    if (!access) return 'notConnected';
    for (const [at, each] of await checks.found(check.id)) found.set(at, each);
    return runParallel<number, Found>({
      items: openPlaces(check, found),
      most: parallel,
      signal,
      giveUp: (at) => ({ at, round: check.round, state: 'failed', why: 'unavailable' }),
      async ask(at, stopped) {
        const limited = AbortSignal.any([stopped, AbortSignal.timeout(ASK_LIMIT_MS)]);
        const place = { at, round: check.round };
        try {
          return {
            found: {
              ...place,
              ...(await access.hosting.domainOrders.availability(check.domains[at] ?? '', 1, limited, 0)),
            },
          };
        } catch (error) {
          if (error instanceof Failure) return afterFailure(error, place);
          throw error;
        }
      },
      async keep(lot) {
        await checks.keep(check.id, lot);
        for (const each of lot) found.set(each.at, each);
      },
    });
  }

  /** Shows how far it is every few seconds, and holds it meanwhile; ends it where somebody else did. */
  function showProgress(check: Check, control: AbortController) {
    const found = new Map<number, Found>();
    let showing: Promise<unknown> = Promise.resolve();
    let busy = false;
    const tick = async () => {
      if (!(await checks.hold(check.id, held()))) return control.abort();
      if (check.messageId !== undefined)
        await edit(api, check.chatId, check.messageId, progressScreen(check, found, texts.in(check.locale)));
    };
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      showing = tick()
        .catch((error) => report(error, 'check'))
        .finally(() => {
          busy = false;
        });
    }, PROGRESS_MS);
    return {
      found,
      end: () => {
        clearInterval(timer);
        return showing;
      },
    };
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
    async cancel(id) {
      const cancelled = await checks.change(id, ['running'], () => ({ state: 'cancelled' }));
      if (!cancelled) return false;
      const control = running.get(id);
      if (control) control.abort();
      else await runNow(cancelled);
      return true;
    },
    async again(id) {
      const anew = await checks.change(id, ['done', 'cancelled', 'stopped'], ({ round }) => ({
        state: 'running',
        round: round + 1,
        why: undefined,
      }));
      if (!anew) return false;
      await checks.hold(id, held());
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

/** The places of the names that nothing certain is known about in this round. */
export function openPlaces({ domains, round }: Check, found: ReadonlyMap<number, Found>): number[] {
  return domains.flatMap((_, at) => {
    const known = found.get(at);
    return known && (known.state !== 'failed' || known.round === round) ? [] : [at];
  });
}

function afterFailure(failure: Failure, place: Pick<Found, 'at' | 'round'>): Asked<Found> {
  const { kind, retryAfterSeconds } = failure;
  if (STOPPING.includes(kind)) return { stop: kind };
  const found: Found = { ...place, state: 'failed', why: kind };
  if (!PASSING.includes(kind)) return { found };
  return { busy: found, ...(retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1_000 }) };
}
