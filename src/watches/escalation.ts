import type { AlertCall } from '../store/jobs/alerts.ts';
import type { Team } from '../store/key-value/teams.ts';
import { roleMay } from '../teams/actions.ts';
import { onCallNow, peopleFromNow } from '../teams/rota.ts';

const MINUTE_MS = 60_000;

/** After so many minutes without an answer the next person of the rota is called. */
export const ANSWER_MINUTES = 5;
/** The levels of calls about an alert, in turn, and the time that each has to answer. The admins are called twice. */
const STEPS = [
  { level: 'onCall', waitMs: ANSWER_MINUTES * MINUTE_MS },
  { level: 'next', waitMs: 10 * MINUTE_MS },
  { level: 'admins', waitMs: 10 * MINUTE_MS },
  { level: 'admins', waitMs: 0 },
] as const;

/** When the next call is due, should nobody look after the alert until then: epoch milliseconds; `undefined` behind the last one. */
export function nextCallAt(last: AlertCall | undefined, now: number): number | undefined {
  if (!last) return now;
  return last.step + 1 < STEPS.length ? last.at + (STEPS[last.step]?.waitMs ?? 0) : undefined;
}

/**
 * The call behind the last one. A level without people is skipped, and so is a person who left the team or may not look after alerts. A
 * first level without a person on call gives all its time. `undefined` where no person is left to be called.
 */
export function nextCall(last: AlertCall | undefined, team: Team, now: number): AlertCall | undefined {
  for (let step = (last?.step ?? -1) + 1; step < STEPS.length; step++) {
    const { level } = STEPS[step] ?? STEPS[0];
    const people = peopleOf(level, last?.people ?? [], team, now);
    if (people.length > 0 || !last) return { step, level, people, at: now };
  }
  return undefined;
}

function peopleOf(level: AlertCall['level'], called: readonly number[], team: Team, now: number): number[] {
  if (level === 'admins')
    return team.members.filter(({ role }) => roleMay(role, 'approve')).map(({ userId }) => userId);
  const onCall = onCallNow(team, now);
  if (level === 'onCall') return onCall === undefined ? [] : [onCall];
  // The person called may have left, or handed over: then the one on call now comes next.
  const next = [onCall, ...peopleFromNow(team, now)].find((each) => each !== undefined && !called.includes(each));
  return next === undefined ? [] : [next];
}
