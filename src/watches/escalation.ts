import { type Alert, type AlertCall, type AlertEdit, LOOKED_AFTER_MS } from '../store/jobs/alerts.ts';
import type { Team } from '../store/key-value/teams.ts';
import { roleMay } from '../teams/actions.ts';
import { memberOf } from '../teams/rights.ts';
import { onCallNow, peopleFromNow } from '../teams/rota.ts';
import { callsPeople, isUrgent } from './quiet.ts';

const MINUTE_MS = 60_000;

export const ANSWER_MINUTES = 5;
const STEPS = [
  { level: 'onCall', waitMs: ANSWER_MINUTES * MINUTE_MS },
  { level: 'next', waitMs: 10 * MINUTE_MS },
  { level: 'admins', waitMs: 10 * MINUTE_MS },
  { level: 'admins', waitMs: 0 },
] as const;

/** A whole level would delay the call to the admins. */
const MIN_REPLACEMENT_MS = 2 * MINUTE_MS;

/** Epoch milliseconds; `undefined` after the last level. */
export function nextCallAt(last: AlertCall | undefined, now: number): number | undefined {
  if (!last) return now;
  if (last.step + 1 >= STEPS.length) return undefined;
  return Math.max(endOfLevel(last), last.replacedAt === undefined ? 0 : last.replacedAt + MIN_REPLACEMENT_MS);
}

function endOfLevel({ step, at }: AlertCall): number {
  return at + (STEPS[step]?.waitMs ?? 0);
}

/** The time to answer runs from the message of the call. */
export function heardAt(call: AlertCall, toldAt: number): AlertCall {
  const { at, replacedAt } = call;
  if (replacedAt === undefined) return { ...call, at: Math.max(at, toldAt) };
  return { ...call, replacedAt: Math.max(replacedAt, toldAt) };
}

/** Skips levels without people, except the first one. `undefined` where no person is left to call. */
export function nextCall(last: AlertCall | undefined, team: Team, now: number): AlertCall | undefined {
  const before = last?.called ?? last?.people ?? [];
  const calledWith = (people: readonly number[]) => [...new Set([...before, ...people])];
  const isLeft = last && hasNobody(last, team) && now < endOfLevel(last);
  const people = isLeft ? peopleOf(last.level, before, team, now) : [];
  if (isLeft && people.length > 0) return { ...last, people, called: calledWith(people), replacedAt: now };
  for (let step = (last?.step ?? -1) + 1; step < STEPS.length; step++) {
    const { level } = STEPS[step] ?? STEPS[0];
    const people = peopleOf(level, before, team, now);
    if (people.length > 0 || !last) return { step, level, people, at: now, called: calledWith(people) };
  }
  return undefined;
}

/** All called people have left or lost the right. */
export function hasNobody({ people }: AlertCall, team: Team): boolean {
  return people.length > 0 && !people.some((each) => mayLookAfter(team, each));
}

export function mayLookAfter(team: Team, person: number): boolean {
  const member = memberOf(team, person);
  return member !== undefined && roleMay(member.role, 'acknowledge');
}

const REPEATED_MS = 15 * MINUTE_MS;
const REPEATED_AGAIN_MS = 60 * MINUTE_MS;

export type Acknowledged = NonNullable<Alert['acknowledged']>;

export function endOf({ at, until }: Acknowledged): number {
  return until ?? at + LOOKED_AFTER_MS;
}

export function lookedAfterBy(
  { acknowledged }: Pick<Alert, 'acknowledged'>,
  team: Team | undefined,
  now: number,
): Acknowledged | undefined {
  if (!acknowledged || endOf(acknowledged) <= now) return undefined;
  return !team || mayLookAfter(team, acknowledged.by.id) ? acknowledged : undefined;
}

/** People can't mend an outage of the provider: calls are only about the power of servers. */
export function callsTeam(alert: Pick<Alert, 'what' | 'chatId'>, team: Team | undefined): team is Team {
  return team?.chatId === alert.chatId && !team.paused && callsPeople(alert);
}

/** Calls resume where they were; after the last level they start again. A chat without calls gets a message that notifies. */
export function handedBack(alert: Alert, team: Team | undefined, by: number, now: number): AlertEdit {
  const back = { acknowledged: undefined };
  const toldAnew = { ...back, toNotify: alert.revision + 1 };
  // The end of the mute notifies the chat again.
  if (alert.silenced) return back;
  const isTold = alert.messageId !== undefined;
  if (!callsTeam(alert, team)) return isUrgent(alert) && !(isTold && alert.chatId === by) ? toldAnew : back;
  const { call, toldAt = 0 } = alert;
  // A message of the call is still to be sent, with sound.
  if (call && !isTold) return toldAnew;
  return call && !nextCall(heardAt(call, toldAt), team, now) ? { ...back, call: undefined } : back;
}

/** The edit once a mute or acknowledgement has ended; `undefined` where neither has. Old rows may lack both ends. */
export function lapsed(alert: Alert, team: Team | undefined, now: number): AlertEdit | undefined {
  if (alert.state !== 'acknowledged') return undefined;
  const acknowledged = lookedAfterBy(alert, team, now);
  const silenced = alert.silenced && alert.silenced.until > now ? alert.silenced : undefined;
  const isSame = acknowledged === alert.acknowledged && silenced === alert.silenced;
  if (acknowledged || silenced) return isSame ? undefined : { acknowledged, silenced };
  const isTold = isUrgent(alert) || alert.silenced !== undefined;
  return {
    ...{ acknowledged, silenced, call: undefined },
    ...(isTold ? { toNotify: alert.revision + 1 } : {}),
  };
}

/** Repeats an unacknowledged alert after a quarter of an hour, and then every hour. Epoch ms. */
export function repeatAt({ state, toldAt, repeats = 0, tellsOnce, ...alert }: Alert): number | undefined {
  if (state !== 'open' || toldAt === undefined || tellsOnce || !callsPeople(alert)) return undefined;
  return toldAt + (repeats === 0 ? REPEATED_MS : REPEATED_AGAIN_MS);
}

function peopleOf(level: AlertCall['level'], called: readonly number[], team: Team, now: number): number[] {
  if (level === 'admins')
    return team.members.filter(({ role }) => roleMay(role, 'approve')).map(({ userId }) => userId);
  const onCall = onCallNow(team, now);
  if (level === 'onCall') return onCall === undefined ? [] : [onCall];
  // The called person may have left or handed over: then the one on call now comes next.
  const next = [onCall, ...peopleFromNow(team, now)].find((each) => each !== undefined && !called.includes(each));
  return next === undefined ? [] : [next];
}
