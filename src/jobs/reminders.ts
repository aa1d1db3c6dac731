import type { StoredReminders as Kept, Reminder } from '../store/jobs/reminders.ts';
import { LEASE_MS } from './lease.ts';
import { createJobRunner } from './runner.ts';

const AGAIN_MS = 60_000;
/** Telegram lets nobody delete a message after 48 hours: trying for longer is of no use. */
const MOST_ATTEMPTS = 48 * 60;

/** Thrown by a work that the end of the program cut off: the next program takes it up. */
export class ReminderCutOff extends Error {}

export interface RemindersDependencies {
  reminders: Kept;
  /** Whether other processes work on the same store: then what is promised may be in their hands. */
  shared?: boolean;
  report(error: unknown, where: string): void;
  /** The clock that all who work on the store go by, epoch milliseconds. */
  now: () => number;
}

/** Does what was promised for a certain time, also after a restart, and tries again where it fails. */
export interface Reminders {
  /** What is done about such a one when its time has come. To be told before the start. */
  on(what: Reminder['what'], work: (reminder: Reminder) => Promise<unknown>): void;
  /** Promises it; resolves to its id. */
  promise(reminder: Pick<Reminder, 'what' | 'chatId' | 'messageId' | 'locale'>, lifeMs: number): Promise<string>;
  /** It was done before its time, or is of no use any more. */
  drop(id: string): Promise<void>;
  /** Whether the program ends: what is promised stays for the next one. */
  readonly stopped: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createReminders({ reminders, shared = false, report, now }: RemindersDependencies): Reminders {
  const works = new Map<Reminder['what'], (reminder: Reminder) => Promise<unknown>>();
  let stopped = false;
  const watch = createJobRunner({
    next: () => reminders.nextDue(),
    take: (most) => reminders.takeDue(now(), LEASE_MS, most),
    extend: reminders.extend,
    get: (id) => reminders.get(id),
    report: (error) => report(error, 'chores'),
    now,
    shared,
    async advance(reminder, jobLease) {
      const end = () => jobLease.write((heldUntil) => reminders.end(reminder.id, heldUntil));
      try {
        await works.get(reminder.what)?.(reminder);
      } catch (error) {
        // Nobody else takes it up before the next start, or before its lease ends.
        if (error instanceof ReminderCutOff) return;
        if (reminder.attempts + 1 < MOST_ATTEMPTS)
          await jobLease.write((heldUntil) => reminders.postpone(reminder, now() + AGAIN_MS, heldUntil));
        else await end();
        return report(error, reminder.what);
      }
      await end();
    },
  });
  return {
    on: (what, work) => void works.set(what, work),
    async promise({ what, chatId, messageId, locale }, lifeMs) {
      const dueAt = now() + lifeMs;
      const id = await reminders.add(chatId, messageId, dueAt, { what, ...(locale === undefined ? {} : { locale }) });
      watch.wakeAt(dueAt);
      return id;
    },
    drop: (id) => reminders.remove(id),
    get stopped() {
      return stopped;
    },
    async start() {
      // Whoever asked for these prices is gone, and nobody else will show them.
      if (!shared) await reminders.hasten('price', now());
      watch.start();
    },
    stop() {
      stopped = true;
      return watch.stop();
    },
  };
}
