import type { Reminders } from '../../jobs/reminders.ts';

/** A message of timed work that is not sent by then is sent by the next run: the process that began it died. */
export const POSTED_WITHIN_MS = 60_000;

/** Schedules what follows from a change of members or roles: they may have been on call, or have begun break-glass. */
export async function followMembers(reminders: Pick<Reminders, 'scheduleForTeam'>, team: string): Promise<void> {
  await reminders.scheduleForTeam('onCall', team, 0);
  await reminders.scheduleForTeam('breakGlass', team, 0);
}

/** Claims that this process sends the message of a row; `false` while another one does. */
export function claimPosting(row: { postingAt?: number | undefined }, now: number): boolean {
  if (now < (row.postingAt ?? 0) + POSTED_WITHIN_MS) return false;
  row.postingAt = now;
  return true;
}
