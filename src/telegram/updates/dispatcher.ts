import { type Bot, BotError } from 'grammy';
import type { CallbackQuery, Update, User } from 'grammy/types';
import type { StoreUnavailable } from '../../store/database/sql.ts';
import { LeaseLost } from '../../store/leases.ts';
import { putNewest } from '../../store/memory.ts';
import type { Ctx } from '../context.ts';
import type { Translate } from '../i18n/index.ts';
import { post } from '../ui/screen.ts';
import type { UpdateDeduplicator, UpdateTurn } from './deduplicate.ts';
import { createLanes } from './lanes.ts';
import { createRateLimit, RATES, secondsOf } from './rate-limit.ts';
import type { Taps } from './taps.ts';
import {
  isAddressed,
  kindOf,
  laneOf,
  leaseName,
  noteArrival,
  type SeenUpdate,
  sourceOf,
  type UpdateSource,
} from './update.ts';

/** A longer handler goes on, but no longer holds back the next update of its lane. */
const HANDLER_LIMIT_MS = 60_000;
const MAX_TAPS_REMEMBERED = 10_000;

/** For taps the rate is the tighter limit. */
const MAX_WAITING_PER_PERSON = { message: 20, tap: 30 };
const MAX_WAITING_WHEN_CROWDED = 3;
const CROWDED_FROM_UPDATES = 2_000;

const TOO_MANY_NOTICE_RATE = { most: 1, withinMs: 10_000 };

export interface DispatcherDependencies {
  bot: Bot<Ctx>;
  taps: Taps;
  textsFor(person: User): Promise<Translate>;
  report(error: unknown, where: string): void;
  deduplicator?: UpdateDeduplicator | undefined;
  outage(update: Update, error: StoreUnavailable): Promise<void>;
  declined(update: Update, notify: boolean): Promise<void>;
  observe?: ((seen: SeenUpdate) => void) | undefined;
  handlerLimitMs?: number;
  now?: (() => number) | undefined;
  elapsed?: (() => number) | undefined;
}

export interface Dispatcher {
  /**
   * `false` where the update was not handled here. @param begins awaited before any work @param waits must not reject
   */
  handle(
    update: Update,
    patience?: AbortSignal,
    begins?: () => Promise<void>,
    waits?: () => Promise<void>,
  ): Promise<boolean>;
  giveUp(update: Update): Promise<void>;
  /** Runs while no replica handles an update of the person. `false` where it did not run. */
  turn(person: number, work: () => Promise<void>): Promise<boolean>;
  close(): void;
  load(): { running: number; waiting: number };
  idle(): Promise<void>;
}

function sortOf(update: Update): keyof typeof MAX_WAITING_PER_PERSON | 'inline' {
  return update.callback_query ? 'tap' : update.inline_query ? 'inline' : 'message';
}

function isSilent(update: Update): boolean {
  return update.inline_query !== undefined || update.edited_message !== undefined;
}

export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { bot, taps, report, deduplicator, elapsed, now = Date.now } = dependencies;
  const limits = {
    tap: createRateLimit(RATES.tap, elapsed),
    message: createRateLimit(RATES.message, elapsed),
    upload: createRateLimit(RATES.upload, elapsed),
    inline: createRateLimit(RATES.inline, elapsed),
  };
  const mayTell = createRateLimit(TOO_MANY_NOTICE_RATE, elapsed);
  const declining = new Set<Promise<true>>();
  const queued = new Map<string, number>();
  const tapArrivals = new Map<string, number>();
  const lanes = createLanes(dependencies.handlerLimitMs ?? HANDLER_LIMIT_MS);

  /** Telegram delivers an unanswered tap again: its first arrival counts. */
  function firstArrival(tapId: string | undefined): number {
    if (tapId === undefined) return now();
    const at = tapArrivals.get(tapId) ?? now();
    putNewest(tapArrivals, tapId, at, MAX_TAPS_REMEMBERED);
    return at;
  }

  async function tell({ chat, topicId }: UpdateSource, person: User, words: 'slow' | 'given-up'): Promise<void> {
    const t = await dependencies.textsFor(person);
    await post(bot.api, { chatId: chat?.id ?? person.id, topicId, locale: t.locale }, { text: t(words) });
  }

  async function guarded(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      // The deduplicator decides what happens to an update whose lease was lost.
      if (error instanceof BotError && error.error instanceof LeaseLost) throw error.error;
      report(error, 'dispatcher');
      return false;
    }
  }

  async function declineTap(tap: CallbackQuery, words: 'too-fast' | 'button-old'): Promise<void> {
    const t = await dependencies.textsFor(tap.from);
    await taps.answer(
      tap.id,
      words === 'too-fast' ? t.plain(words, { seconds: secondsOf(RATES.tap) }) : t.plain(words),
    );
  }

  /** Works outside of the lanes: a flood of one person holds up no other person. */
  function decline(update: Update, how: () => Promise<void>): Promise<true> {
    const task = guarded(how).then((): true => {
      dependencies.observe?.({ kind: kindOf(update), outcome: 'declined', ms: 0 });
      return true;
    });
    declining.add(task);
    void task.finally(() => declining.delete(task));
    return task;
  }

  function isWithin(update: Update, { person, chat }: UpdateSource, lane: string): boolean {
    if (!person && !chat) return true;
    const kind = sortOf(update);
    // Inline queries have lanes of their own, so their rate goes by person. Anonymous admins share one identity.
    const sender = kind === 'inline' ? String(person?.id) : lane;
    if (!limits[kind](sender)) return false;
    if ((update.message ?? update.edited_message)?.document && !limits.upload(sender)) return false;
    return kind === 'inline' || hasRoom(kind, lane);
  }

  function hasRoom(kind: keyof typeof MAX_WAITING_PER_PERSON, lane: string): boolean {
    const { running, waiting } = lanes.load();
    const most = running + waiting >= CROWDED_FROM_UPDATES ? MAX_WAITING_WHEN_CROWDED : MAX_WAITING_PER_PERSON[kind];
    return (queued.get(`${kind} ${lane}`) ?? 0) < most;
  }

  function queue(name: string): () => void {
    queued.set(name, (queued.get(name) ?? 0) + 1);
    let left = false;
    return () => {
      const others = (queued.get(name) ?? 0) - (left ? 0 : 1);
      left = true;
      if (others > 0) queued.set(name, others);
      else queued.delete(name);
    };
  }

  function declineTooMuch(update: Update, { tap }: UpdateSource, lane: string): Promise<true> {
    if (tap) return decline(update, () => declineTap(tap, 'too-fast'));
    const notify = isAddressed(update) && mayTell(lane);
    return decline(update, () => dependencies.declined(update, notify));
  }

  function turnAway(update: Update, source: UpdateSource, lane: string, isLeft: boolean): Promise<true> | undefined {
    const { person, chat, tap } = source;
    if (tap && !person) {
      report(new TypeError('A tap without a person'), 'dispatcher');
      return Promise.resolve(true);
    }
    // An update from the inbox was within the limits when it came.
    if (!isLeft && !isWithin(update, source, lane)) return declineTooMuch(update, source, lane);
    // The bot can show nothing at a message that was sent inline.
    if (tap && !chat) return decline(update, () => declineTap(tap, 'button-old'));
    return undefined;
  }

  function enter(
    lane: string,
    turn: Omit<UpdateTurn, 'lane'> | undefined,
    work: () => Promise<void>,
    late: () => void,
  ): Promise<boolean> {
    const held = leaseName(bot.botInfo.id, lane);
    let isRunning = false;
    const job = async (begin: () => void) => {
      const begun = () => {
        isRunning = true;
        begin();
        return work();
      };
      const { outage } = turn ?? {};
      const reportOutage = (error: StoreUnavailable) => {
        begin();
        return outage?.(error) ?? Promise.resolve();
      };
      if (deduplicator && turn) return deduplicator.run({ ...turn, lane: held, outage: outage && reportOutage }, begun);
      await begun();
      return true;
    };
    const overrun = () => {
      if (deduplicator && isRunning) void guarded(() => deduplicator.abandon(held, turn?.updateId));
      report(new Error(`A handler in lane ${lane} outlived its limit`), 'lanes');
      late();
    };
    // A lease orders its updates by their ids, also those that arrive late or that a dead process left.
    const order = deduplicator?.leased ? turn?.updateId : undefined;
    return lanes.run(lane, job, overrun, { patience: turn?.patience, order });
  }

  return {
    turn: (person, work) => enter(String(person), {}, work, () => undefined),
    close() {
      lanes.close();
      deduplicator?.close();
    },
    load: () => lanes.load(),
    async idle() {
      await lanes.idle();
      while (declining.size > 0) await Promise.all(declining);
    },
    async giveUp(update) {
      const source = sourceOf(update);
      const { person } = source;
      if (person && !isSilent(update)) await guarded(() => tell(source, person, 'given-up'));
    },
    async handle(update, patience, begins, noteWaiting = () => Promise.resolve()) {
      if (kindOf(update) === 'other') return true;
      noteArrival(update, firstArrival(update.callback_query?.id));
      const source = sourceOf(update);
      const { person, tap } = source;
      const { lane, shared } = laneOf(update);
      const turnedAway = turnAway(update, source, lane, begins !== undefined);
      if (turnedAway) return turnedAway;
      // A tap that waits for its lane must not spin meanwhile.
      const waits = () => {
        if (tap) void noteWaiting().then(() => taps.answer(tap.id));
      };
      if (lanes.busy(lane)) waits();
      const leaveQueue = queue(`${sortOf(update)} ${lane}`);
      const attempt = async (handler: () => Promise<void>) => {
        leaveQueue();
        const begun = performance.now();
        try {
          const well = await guarded(handler);
          const outcome = well ? 'handled' : 'failed';
          dependencies.observe?.({ kind: kindOf(update), outcome, ms: performance.now() - begun });
        } finally {
          if (tap) await taps.answer(tap.id);
        }
      };
      const work = async () => {
        // The update is handled also where the store can't record its beginning.
        if (begins) await guarded(begins);
        await attempt(() => bot.handleUpdate(update));
      };
      // An update from the inbox waits there until the store is back.
      const outage = begins
        ? undefined
        : (error: StoreUnavailable) => attempt(() => dependencies.outage(update, error));
      const late = () => {
        if (person && !update.edited_message) void guarded(() => tell(source, person, 'slow'));
      };
      const turn = shared
        ? { updateId: update.update_id, again: begins !== undefined, patience, waits, outage }
        : undefined;
      const begun = await enter(lane, turn, work, late).finally(leaveQueue);
      if (!begun) dependencies.observe?.({ kind: kindOf(update), outcome: 'again', ms: 0 });
      return begun;
    },
  };
}
