import { randomBytes } from 'node:crypto';
import type { Alert, AlertTurn } from './alert.ts';

const OFF_TOGETHER_MS = 2 * 60_000;

/** Servers of a place come back one after another. */
const BACK_SETTLED_MS = 5 * 60_000;

export type AlertGroup = Alert & { members: string[] };

export function isGroup(alert: Alert): alert is AlertGroup {
  return alert.members !== undefined;
}

/** Nothing joins a silenced alert. @param open the alerts of one account and chat @param opened ids */
export function joinByPlace(open: readonly Alert[], opened: readonly string[], now: number): Alert[] {
  const all = new Map(open.map((each) => [each.id, each]));
  const current = new Map(open.filter(({ id }) => !opened.includes(id)).map((each) => [each.id, each]));
  const changed = new Map<string, Alert>();
  const put = (alert: Alert) => {
    current.set(alert.id, alert);
    changed.set(alert.id, alert);
  };
  for (const id of opened) {
    const alert = all.get(id);
    if (!alert || !mayJoin(alert)) continue;
    const others = [...current.values()].filter((each) => mayJoin(each) && areTogether(each, alert));
    const other = others.find(isGroup) ?? others[0];
    current.set(id, alert);
    if (!other) continue;
    const group = isGroup(other) ? withMember(other, alert, now) : groupOf(other, alert, now);
    put(group);
    put(memberOf(alert, group));
    if (!isGroup(other)) put(memberOf(other, group));
  }
  return [...changed.values()];
}

function mayJoin({ what, place, group, silenced }: Alert): boolean {
  return what === 'down' && place !== undefined && group === undefined && silenced === undefined;
}

/** Readings tell only between which moments a server went off. */
function areTogether(one: Alert, other: Alert): boolean {
  if (one.place !== other.place) return false;
  const gap = Math.max((one.onAt ?? one.since) - other.since, (other.onAt ?? other.since) - one.since);
  return gap <= OFF_TOGETHER_MS;
}

function withMember(group: AlertGroup, { id }: Alert, now: number): AlertGroup {
  const revision = group.revision + 1;
  return { ...group, members: [...group.members, id], revision, toNotify: revision, dueAt: now };
}

/** The group's new message notifies, and replaces that of the first server. */
function groupOf(first: Alert, second: Alert, now: number): AlertGroup {
  const { server: _, status: __, shownRevision: ___, mayBeTold: ____, ...kept } = first;
  return {
    ...kept,
    ...{ id: randomBytes(9).toString('base64url'), createdAt: now, dueAt: now, revision: 1, toNotify: 1 },
    members: [first.id, second.id],
  };
}

/** A message that is being sent is handed to the group once its id is known. */
function memberOf(alert: Alert, { id: group }: AlertGroup): Alert {
  const { messageId: _, formerMessages: __, call: ___, acknowledged: ____, ...kept } = alert;
  return { ...kept, group, shownRevision: alert.revision, dueAt: null };
}

export function followMember(group: AlertGroup, member: Alert, all: readonly Alert[], now: number): AlertGroup {
  const { messageId, formerMessages = [], toNotify = 0, shownRevision = 0 } = member;
  const revision = group.revision + 1;
  const handed = [...formerMessages, ...(messageId === undefined ? [] : [messageId])];
  const resolved = group.resolved ?? endOf(all);
  return {
    ...group,
    ...{ revision, dueAt: now },
    ...(toNotify > shownRevision ? { toNotify: revision } : {}),
    ...(handed.length > 0 ? { formerMessages: [...new Set([...(group.formerMessages ?? []), ...handed])] } : {}),
    ...(resolved ? { resolved } : {}),
    ...turnsAfter(group, all),
  };
}

function turnsAfter({ turns }: Alert, all: readonly Alert[]): Partial<Alert> {
  const { told = [] } = turns ?? {};
  const back = all.flatMap(({ resolved }) => (resolved?.why === 'up' ? [resolved.at] : []));
  const unstable = all.flatMap((each) => (each.resolved || !each.turns ? [] : [each.turns.at]));
  const seen: AlertTurn[] = [
    ...(2 * back.length >= all.length ? (['back'] as const) : []),
    ...(unstable.length > 0 ? (['unstable'] as const) : []),
  ];
  const due = seen.filter((each) => !told.includes(each));
  const at = Math.max(0, ...back, ...unstable) + BACK_SETTLED_MS;
  return due.length + told.length > 0 ? { turns: { told, due, at } } : {};
}

export function followed(member: Alert): Alert {
  const { messageId: _, formerMessages: __, ...kept } = member;
  return { ...kept, shownRevision: member.revision, dueAt: null };
}

function endOf(all: readonly Alert[]): Alert['resolved'] {
  const ends = all.map(({ resolved }) => resolved);
  if (!ends.every((each) => each !== undefined)) return undefined;
  const at = Math.max(...ends.map((each) => each.at));
  const reasons = new Set(ends.map(({ why }) => why).filter((why) => why !== 'unwatched'));
  const [why = 'unwatched'] = reasons;
  return { at, why: reasons.size > 1 ? 'over' : why };
}
