import type { Reminders } from '../../jobs/reminders.ts';

/** A message that is not sent by then is sent by the next run: the process that claimed it died. */
export const POSTED_WITHIN_MS = 60_000;

/** A changed member may have been on call, or have begun break-glass. */
export async function followMembers(reminders: Pick<Reminders, 'scheduleForTeam'>, team: string): Promise<void> {
  await reminders.scheduleForTeam('onCall', team, 0);
  await reminders.scheduleForTeam('breakGlass', team, 0);
}

/** Claims the sending of a row's message for this process; `false` while another process has the claim. */
export function claimPosting(row: { postingAt?: number | undefined }, now: number): boolean {
  if (now < (row.postingAt ?? 0) + POSTED_WITHIN_MS) return false;
  row.postingAt = now;
  return true;
}
