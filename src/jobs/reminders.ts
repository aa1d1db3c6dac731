import {
  type StoredReminders as Kept,
  type Reminder,
  TEAM_WORK,
  type TeamNews,
  type TeamWork,
} from '../store/jobs/reminders.ts';
import { LEASE_MS } from './lease.ts';
import { createJobRunner } from './runner.ts';

const RETRY_AFTER_MS = 60_000;
/** A team's timed work is due this long after a change, in case the process dies before it schedules the work. */
export const DUE_AFTER_CRASH_MS = 60_000;
/** Telegram deletes no message after 48 hours, so more attempts are useless. */
const MAX_ATTEMPTS = 48 * 60;

export class ReminderCutOff extends Error {}

export interface RemindersDependencies {
  reminders: Kept;
  shared?: boolean;
  report(error: unknown, where: string): void;
  /** Epoch ms. */
  now: () => number;
}

export interface Reminders {
  /** Call before `start`, like the other `on…` functions. */
  on(
    what: Exclude<Reminder['what'], TeamWork | 'teamNews' | 'token'>,
    work: (reminder: Reminder) => Promise<unknown>,
  ): void;
  onToken(work: (reminder: Reminder) => Promise<number | undefined>): void;
  schedule(
    reminder: Pick<Reminder, 'chatId' | 'messageId' | 'locale' | 'connecting'> & {
      what: Exclude<Reminder['what'], TeamWork | 'teamNews'>;
      topicId: number | undefined;
    },
    lifeMs: number,
  ): Promise<string>;
  /** `work` is tried until it succeeds, and resolves to when it is due again, epoch ms. */
  onTeam(what: TeamWork, work: (team: string) => Promise<number | undefined>): void;
  /** `tell` resolves to the news that are left to tell. */
  onTeamNews(tell: (team: string, news: TeamNews) => Promise<TeamNews | undefined>): void;
  tellTeamNews(): void;
  /** Leaves work due that is due earlier. Work that runs just now is done once more. */
  scheduleForTeam(what: TeamWork, team: string, inMs: number): Promise<void>;
  drop(id: string): Promise<void>;
  readonly stopped: boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createReminders({ reminders, shared = false, report, now }: RemindersDependencies): Reminders {
  const works = new Map<Reminder['what'], (reminder: Reminder) => Promise<Reminder | undefined>>();
  const isForTeam = ({ what }: Reminder) => TEAM_WORK.some((each) => each === what);
  let stopped = false;
  const watch = createJobRunner({
    next: () => reminders.nextDue(),
    take: (most) => reminders.takeDue(now(), LEASE_MS, most),
    extend: reminders.extend,
    get: (id) => reminders.get(id),
    report: (error) => report(error, 'reminders'),
    now,
    shared,
    async advance(reminder, jobLease) {
      const end = () => jobLease.write((heldUntil) => reminders.end(reminder.id, heldUntil));
      let again: Reminder | undefined;
      try {
        again = await works.get(reminder.what)?.(reminder);
      } catch (error) {
        // The reminder stays, for the next start or until its lease ends.
        if (error instanceof ReminderCutOff) return;
        if (isForTeam(reminder) || reminder.attempts + 1 < MAX_ATTEMPTS)
          await jobLease.write((heldUntil) => reminders.postpone(reminder, now() + RETRY_AFTER_MS, heldUntil));
        else await end();
        return report(error, reminder.what);
      }
      const left = again;
      if (left === undefined) await end();
      else await jobLease.write((heldUntil) => reminders.again(left, left.dueAt, heldUntil));
    },
  });
  return {
    on: (what, work) =>
      void works.set(what, async (reminder) => {
        await work(reminder);
        return undefined;
      }),
    onToken: (work) => void works.set('token', untilDone(work)),
    onTeam: (what, work) =>
      void works.set(
        what,
        untilDone(({ team = '' }) => work(team)),
      ),
    onTeamNews: (tell) =>
      void works.set('teamNews', async (reminder) => {
        const left = reminder.news && (await tell(reminder.team ?? '', reminder.news));
        return left ? { ...reminder, news: left, dueAt: now() } : undefined;
      }),
    tellTeamNews: () => watch.wakeAt(0),
    async scheduleForTeam(what, team, inMs) {
      const dueAt = now() + inMs;
      await reminders.addForTeam(what, team, dueAt);
      watch.wakeAt(dueAt);
    },
    async schedule({ what, chatId, topicId, messageId, locale, connecting }, lifeMs) {
      const dueAt = now() + lifeMs;
      const id = await reminders.add(chatId, messageId, dueAt, {
        what,
        topicId,
        ...(locale === undefined ? {} : { locale }),
        ...(connecting === undefined ? {} : { connecting }),
      });
      watch.wakeAt(dueAt);
      return id;
    },
    drop: (id) => reminders.remove(id),
    get stopped() {
      return stopped;
    },
    async start() {
      // The dialogues that asked for these prices ended with their process.
      if (!shared) await reminders.hasten('price', now());
      watch.start();
    },
    stop() {
      stopped = true;
      return watch.stop();
    },
  };
}

function untilDone(work: (reminder: Reminder) => Promise<number | undefined>) {
  return async (reminder: Reminder): Promise<Reminder | undefined> => {
    const dueAt = await work(reminder);
    return dueAt === undefined ? undefined : { ...reminder, dueAt };
  };
}
