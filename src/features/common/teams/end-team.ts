import { DUE_AFTER_CRASH_MS, type Reminders } from '../../../jobs/reminders.ts';
import { TEAM_WORK } from '../../../store/jobs/reminders.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import type { Ctx } from '../../../telegram/context.ts';

/**
 * Ends a team: operations that wait for approval are closed, and its members lose their rights.
 * @param reason the owner disconnects the account: the group is told of it in one message that all see
 * @returns the team as it was; `undefined` where it did not end
 */
export async function endTeam(
  { services, person, from }: Ctx,
  { id }: Pick<Team, 'id'>,
  reason?: 'disconnected',
): Promise<Team | undefined> {
  const { store, operations, reminders } = services;
  // While the team is there its chat is known, where requests for approval stand.
  await operations.closeWaiting(id);
  const actor = { id: person.id, ...(from ? { name: from.first_name } : {}) };
  // The team's messages must not say that break-glass lasts, nor a tag that a person is on call. Also where this process dies after the end.
  await followEnd(reminders, id, DUE_AFTER_CRASH_MS);
  const entry = { at: operations.now(), event: 'teamEnded', actor, ...(reason ? { reason } : {}) } as const;
  const ended = await store.teams.end(id, entry, ...(reason ? [{ what: reason }] : []));
  reminders.tellTeamNews();
  // A member may have asked for approval in between.
  await operations.closeWaiting(id);
  await followEnd(reminders, id, 0);
  return ended;
}

/** Schedules what follows from the end of a team. */
export async function followEnd(
  reminders: Pick<Reminders, 'scheduleForTeam'>,
  id: string,
  inMs: number,
): Promise<void> {
  for (const work of TEAM_WORK) await reminders.scheduleForTeam(work, id, inMs);
}
