/** The timed work of a team is due so long after a change, in case the process dies between the change and what it schedules for it. */
export const DUE_AFTER_CRASH_MS = 60_000;
/** A message of timed work that is not sent by then is sent by the next run: the process that began it died. */
export const POSTED_WITHIN_MS = 60_000;
