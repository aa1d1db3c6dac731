import { type Bot, BotError } from 'grammy';
import type { CallbackQuery, Chat, Update, User } from 'grammy/types';
import type { StoreUnavailable } from '../../store/database/sql.ts';
import { LeaseLost } from '../../store/leases.ts';
import { putNewest } from '../../store/memory.ts';
import type { Ctx } from '../context.ts';
import type { Translate } from '../i18n/index.ts';
import type { Turn, UpdateDeduplicator } from './deduplicate.ts';
import { createLanes } from './lanes.ts';
import { createPace } from './rate-limit.ts';
import type { Taps } from './taps.ts';
import {
  isAddressed,
  kindOf,
  laneOf,
  leaseOf,
  noteArrival,
  type Parties,
  partiesOf,
  type SeenUpdate,
} from './update.ts';

/** A handler that takes longer than this lets the next update of its lane in. */
const HANDLER_LIMIT_MS = 60_000;
const MOST_TAPS_REMEMBERED = 10_000;

/** Of one person so many may wait for the one in hand. Taps are let in by their rate, which may bring more at once. */
const MOST_WAITING = { message: 20, tap: 30 };
/** While the others fill the memory, everybody gets this little. */
const FEWEST_WAITING = 3;
const CROWDED = 2_000;

/** What one person may send; a person with a client of Telegram's own hardly gets there. */
const RATES = {
  tap: { most: 30, withinMs: 10_000 },
  message: { most: 120, withinMs: 30_000 },
  /** Each is fetched from Telegram and read through. */
  upload: { most: 10, withinMs: 60_000 },
  inline: { most: 30, withinMs: 10_000 },
};
/** How often they are told that they exceed that. */
const WORD_RATE = { most: 1, withinMs: 10_000 };

export interface DispatcherDependencies {
  bot: Bot<Ctx>;
  taps: Taps;
  /** The texts in the person's language; falls back to their client's when the store is out of reach. */
  textsFor(person: User): Promise<Translate>;
  report(error: unknown, where: string): void;
  /** Where updates can come twice, or reach several replicas. */
  deduplicator?: UpdateDeduplicator | undefined;
  /** Tells the update's person that the store is out of reach, where no lane can be had of it. */
  outage(update: Update, error: StoreUnavailable): Promise<void>;
  /** Deletes what may be a secret of a message that is not handled, and tells its person of it where `told`. */
  declined(update: Update, told: boolean): Promise<void>;
  /** Hears what became of every update. */
  observe?: ((seen: SeenUpdate) => void) | undefined;
  handlerLimitMs?: number;
  /** The clock that confirms expire by, epoch ms. */
  now?: (() => number) | undefined;
}

/** The door every update comes through, whichever way it reached us. */
export interface Dispatcher {
  /**
   * Handles one update in its lane. Reports its own errors, never rejects. Resolves to whether it was handled: `false`
   * when the program stopped before its turn, or `patience` was aborted before it: then it is never handled here; or when
   * another replica took its lane over while it was handled.
   * @param begins waited for when its turn has come, before anything is done
   */
  handle(update: Update, patience?: AbortSignal, begins?: () => Promise<void>): Promise<boolean>;
  /** Tells whose update it was that it is given up. Reports its own errors, never rejects. */
  giveUp(update: Update): Promise<void>;
  /**
   * Does something in a person's turn, beside no update of theirs on any replica. Resolves to whether it was done, `false`
   * as {@link handle} does; rejects as the work does.
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

/** Nobody waits for an answer to it. */
function isSilent(update: Update): boolean {
  return update.inline_query !== undefined || update.edited_message !== undefined;
}

export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { bot, taps, report, deduplicator, now = Date.now } = dependencies;
  const paces = {
    tap: createPace(RATES.tap),
    message: createPace(RATES.message),
    upload: createPace(RATES.upload),
    inline: createPace(RATES.inline),
  };
  const mayTell = createPace(WORD_RATE);
  const declining = new Set<Promise<true>>();
  /** Per lane and kind of update: how many have not begun. */
  const queued = new Map<string, number>();
  const tapArrivals = new Map<string, number>();
  const lanes = createLanes(dependencies.handlerLimitMs ?? HANDLER_LIMIT_MS);

  /** A tap that is delivered again came when it came first. */
  function firstArrival(tapId: string | undefined): number {
    if (tapId === undefined) return now();
    const at = tapArrivals.get(tapId) ?? now();
    putNewest(tapArrivals, tapId, at, MOST_TAPS_REMEMBERED);
    return at;
  }

  async function tell(chat: Chat | undefined, person: User, words: 'slow' | 'given-up'): Promise<void> {
    await bot.api.sendMessage(chat?.id ?? person.id, (await dependencies.textsFor(person))(words));
  }

  /** Resolves to whether it went well. */
  async function guarded(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      // Whoever keeps the lane decides what becomes of the update.
      if (error instanceof BotError && error.error instanceof LeaseLost) throw error.error;
      report(error, 'intake');
      return false;
    }
  }

  async function declineTap(tap: CallbackQuery, words: 'too-fast' | 'button-old'): Promise<void> {
    await taps.answer(tap.id, (await dependencies.textsFor(tap.from)).plain(words));
  }

  /** Costs no place in a lane: what one person sends too much is nothing the others wait for. */
  function decline(update: Update, how: () => Promise<void>): Promise<true> {
    const task = guarded(how).then((): true => {
      dependencies.observe?.({ kind: kindOf(update), outcome: 'declined', ms: 0 });
      return true;
    });
    declining.add(task);
    void task.finally(() => declining.delete(task));
    return task;
  }

  /** Whether it is within what one person may send, and may have wait. */
  function isWithin(update: Update, { person, chat }: Parties, lane: string): boolean {
    if (!person && !chat) return true;
    const kind = sortOf(update);
    // An inline query has a lane of its own; anonymous admins of all groups share one identity, but not one lane.
    const sender = kind === 'inline' ? String(person?.id) : lane;
    if (!paces[kind](sender)) return false;
    if ((update.message ?? update.edited_message)?.document && !paces.upload(sender)) return false;
    return kind === 'inline' || hasRoom(kind, lane);
  }

  /** Whether one more of this kind may wait in the lane: fewer may where many lanes are at work. */
  function hasRoom(kind: keyof typeof MOST_WAITING, lane: string): boolean {
    const { running, waiting } = lanes.load();
    const most = running + waiting >= CROWDED ? FEWEST_WAITING : MOST_WAITING[kind];
    return (queued.get(`${kind} ${lane}`) ?? 0) < most;
  }

  /** Counts one that waits for its turn. Returns what to call once it does no longer. */
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

  function declineTooMuch(update: Update, { tap }: Parties, lane: string): Promise<true> {
    if (tap) return decline(update, () => declineTap(tap, 'too-fast'));
    const told = isAddressed(update) && mayTell(lane);
    return decline(update, () => dependencies.declined(update, told));
  }

  /** Ends an update that gets no place in its lane; `undefined` for one that does. */
  function turnAway(update: Update, parties: Parties, lane: string, isLeft: boolean): Promise<true> | undefined {
    const { person, chat, tap } = parties;
    if (tap && !person) {
      report(new TypeError('A tap by nobody'), 'intake');
      return Promise.resolve(true);
    }
    // What an earlier run left was within when it came.
    if (!isLeft && !isWithin(update, parties, lane)) return declineTooMuch(update, parties, lane);
    // Not on a message of ours: there is nothing to show anything in.
    if (tap && !chat) return decline(update, () => declineTap(tap, 'button-old'));
    return undefined;
  }

  /** Runs a job in its lane, which is shared with the other replicas where there is a keeper. */
  function enter(
    lane: string,
    turn: Omit<Turn, 'lane'> | undefined,
    work: () => Promise<void>,
    late: () => void,
  ): Promise<boolean> {
    const held = leaseOf(bot.botInfo.id, lane);
    let isRunning = false;
    const job = async (begin: () => void) => {
      const begun = () => {
        isRunning = true;
        begin();
        return work();
      };
      const { outage } = turn ?? {};
      const told = (error: StoreUnavailable) => {
        begin();
        return outage?.(error) ?? Promise.resolve();
      };
      if (deduplicator && turn) return deduplicator.run({ ...turn, lane: held, outage: outage && told }, begun);
      await begun();
      return true;
    };
    const overrun = () => {
      if (deduplicator && isRunning) void guarded(() => deduplicator.abandon(held, turn?.updateId));
      report(new Error(`A handler in lane ${lane} outlived its limit`), 'lanes');
      late();
    };
    // A lease keeps its updates in order, also those that reach this process late, or that a dead one left.
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
      const { person, chat } = partiesOf(update);
      if (person && !isSilent(update)) await guarded(() => tell(chat, person, 'given-up'));
    },
    async handle(update, patience, begins) {
      // Telegram is not asked for it: it was queued for whoever had this bot before.
      if (kindOf(update) === 'other') return true;
      noteArrival(update, firstArrival(update.callback_query?.id));
      const parties = partiesOf(update);
      const { person, chat, tap } = parties;
      const { lane, shared } = laneOf(update);
      const turnedAway = turnAway(update, parties, lane, begins !== undefined);
      if (turnedAway) return turnedAway;
      // A tap that has to wait for its lane must not spin meanwhile.
      const waits = () => {
        if (tap) void taps.answer(tap.id);
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
        // What can't be noted is handled all the same.
        if (begins) await guarded(begins);
        await attempt(() => bot.handleUpdate(update));
      };
      // What an earlier run left is kept for when the store is back.
      const outage = begins
        ? undefined
        : (error: StoreUnavailable) => attempt(() => dependencies.outage(update, error));
      const late = () => {
        if (person && !update.edited_message) void guarded(() => tell(chat, person, 'slow'));
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
