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

/** A handler that takes longer no longer holds back the next update of its lane. */
const HANDLER_LIMIT_MS = 60_000;
const MOST_TAPS_REMEMBERED = 10_000;

/** The number of a person's updates that may wait for the current one. For taps the rate is the tighter limit. */
const MOST_WAITING = { message: 20, tap: 30 };
/** The number that may wait while {@link CROWDED} updates are in memory. */
const FEWEST_WAITING = 3;
const CROWDED = 2_000;

/** How often a person is told that they exceed a limit. */
const WORD_RATE = { most: 1, withinMs: 10_000 };

export interface DispatcherDependencies {
  bot: Bot<Ctx>;
  taps: Taps;
  /** The texts in the person's language; in their client's when the store is out of reach. */
  textsFor(person: User): Promise<Translate>;
  report(error: unknown, where: string): void;
  /** Needed where updates can come twice or reach several replicas. */
  deduplicator?: UpdateDeduplicator | undefined;
  /** Tells the update's person that the store is out of reach, so that its lane has no lease. */
  outage(update: Update, error: StoreUnavailable): Promise<void>;
  /** Deletes a possible secret of a message that is not handled, and tells its person so where `notify`. */
  declined(update: Update, notify: boolean): Promise<void>;
  /** Called with the outcome of every update. */
  observe?: ((seen: SeenUpdate) => void) | undefined;
  handlerLimitMs?: number;
  /** The clock by which confirms expire, epoch ms. */
  now?: (() => number) | undefined;
  /** The clock of {@link createRateLimit}; the machine's unless told. */
  elapsed?: (() => number) | undefined;
}

/** Takes every update, from long polling and from the webhook. */
export interface Dispatcher {
  /**
   * Handles one update in its lane. Reports its own errors and never rejects. Resolves to whether it was handled. `false` when the
   * program stopped, or `patience` was aborted, before its turn: then it is never handled here; and when another replica took its
   * lane meanwhile.
   * @param begins called and awaited at its turn, before anything else is done
   * @param waits called where it has to wait for its turn, and awaited before a tap is answered; it does not reject
   */
  handle(
    update: Update,
    patience?: AbortSignal,
    begins?: () => Promise<void>,
    waits?: () => Promise<void>,
  ): Promise<boolean>;
  /** Tells the update's person that it is given up. Reports its own errors and never rejects. */
  giveUp(update: Update): Promise<void>;
  /**
   * Runs work in a person's turn, while no replica handles an update of theirs. Resolves to whether it ran, `false` as in {@link
   * handle}; rejects as the work does.
   */
  turn(person: number, work: () => Promise<void>): Promise<boolean>;
  /** Begins nothing more. */
  close(): void;
  /** How many updates are being handled, and how many wait for their turn. */
  load(): { running: number; waiting: number };
  /** Resolves when nothing is being handled. */
  idle(): Promise<void>;
}

function sortOf(update: Update): keyof typeof MOST_WAITING | 'inline' {
  return update.callback_query ? 'tap' : update.inline_query ? 'inline' : 'message';
}

/** Whether the update needs no answer. */
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
  const mayTell = createRateLimit(WORD_RATE, elapsed);
  const declining = new Set<Promise<true>>();
  /** The number of updates that have not begun, by lane and kind. */
  const queued = new Map<string, number>();
  const tapArrivals = new Map<string, number>();
  const lanes = createLanes(dependencies.handlerLimitMs ?? HANDLER_LIMIT_MS);

  /** When the tap first arrived: Telegram delivers an unanswered one again. */
  function firstArrival(tapId: string | undefined): number {
    if (tapId === undefined) return now();
    const at = tapArrivals.get(tapId) ?? now();
    putNewest(tapArrivals, tapId, at, MOST_TAPS_REMEMBERED);
    return at;
  }

  async function tell({ chat, topicId }: UpdateSource, person: User, words: 'slow' | 'given-up'): Promise<void> {
    const t = await dependencies.textsFor(person);
    await post(bot.api, { chatId: chat?.id ?? person.id, topicId, locale: t.locale }, { text: t(words) });
  }

  /** Runs work and reports its error. Resolves to whether it succeeded. */
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

  /** Declines an update outside of the lanes: a flood of one person holds up no other person. */
  function decline(update: Update, how: () => Promise<void>): Promise<true> {
    const task = guarded(how).then((): true => {
      dependencies.observe?.({ kind: kindOf(update), outcome: 'declined', ms: 0 });
      return true;
    });
    declining.add(task);
    void task.finally(() => declining.delete(task));
    return task;
  }

  /** Whether the update is within its person's limits. */
  function isWithin(update: Update, { person, chat }: UpdateSource, lane: string): boolean {
    if (!person && !chat) return true;
    const kind = sortOf(update);
    // An inline query has a lane of its own, so its rate goes by person. Anonymous admins share one identity, so theirs goes by
    // lane.
    const sender = kind === 'inline' ? String(person?.id) : lane;
    if (!limits[kind](sender)) return false;
    if ((update.message ?? update.edited_message)?.document && !limits.upload(sender)) return false;
    return kind === 'inline' || hasRoom(kind, lane);
  }

  /** Whether one more update of this kind may wait in the lane: fewer may while many updates are in memory. */
  function hasRoom(kind: keyof typeof MOST_WAITING, lane: string): boolean {
    const { running, waiting } = lanes.load();
    const most = running + waiting >= CROWDED ? FEWEST_WAITING : MOST_WAITING[kind];
    return (queued.get(`${kind} ${lane}`) ?? 0) < most;
  }

  /** Counts a waiting update. Returns the function to call when it no longer waits. */
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

  /** Declines an update that gets no place in its lane; `undefined` for one that does. */
  function turnAway(update: Update, source: UpdateSource, lane: string, isLeft: boolean): Promise<true> | undefined {
    const { person, chat, tap } = source;
    if (tap && !person) {
      report(new TypeError('A tap without a person'), 'dispatcher');
      return Promise.resolve(true);
    }
    // An update from the inbox was within the limits when it came.
    if (!isLeft && !isWithin(update, source, lane)) return declineTooMuch(update, source, lane);
    // The tap is on a message that was sent inline: the bot can show nothing there.
    if (tap && !chat) return decline(update, () => declineTap(tap, 'button-old'));
    return undefined;
  }

  /** Runs a job in its lane, under the lane's lease where there is a deduplicator. */
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
      // The bot does not ask for this kind: the update was queued for an earlier program of this bot.
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
        // If the store can't note the beginning, the update is handled all the same.
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
