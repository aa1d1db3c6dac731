import { LEASE_MS } from '../../../../src/jobs/lease.ts';

/** The readings in a row that prove an outage. */
const READINGS = 3;
/** The time between two rounds of readings in these runs. */
export const ROUND_MS = 1_500;
/** On a busy machine rounds are cut off, and come late. */
const LATE_MS = 10_000;
/** The rounds until an alert or its end is sent: one round may have begun, and each is a little longer than planned. */
const SETTLED_MS = (READINGS + 2) * ROUND_MS + LATE_MS;
/** The work of a dead process is taken again when its lease has ended, and another process looks for such work now and then. */
const TAKEN_AGAIN_MS = LEASE_MS + 5_000;
/** The time until a process has stored what it sent: a kill in between repeats the message. */
const NOTED_MS = 2_000;
/** A message that a process sent right before it died arrives within this time after the kill. */
const ARRIVED_MS = 500;

/** A time when a server was off, epoch milliseconds. */
export interface Outage {
  /** The account's label. */
  account: string;
  serverId: string;
  ip: string;
  from: number;
  to?: number;
}

/** The chat watches all servers of an account. */
export interface Place {
  chatId: number;
  account: string;
}

/** A message about a server that is off, alone or in a list, and the time of the edit that reported its return. */
export interface ToldAlert {
  chatId: number;
  ip: string;
  /** The last message that lists it: others of its place may have joined it. */
  messageId: number;
  at: number;
  /** When that last message was sent, where it is a later one. */
  listedAt?: number;
  /** It names others of the place as well. */
  isListed?: boolean;
  upAt?: number;
}

/** A process that died, and when one was at work again. */
export interface Kill {
  at: number;
  backAt: number;
}

/** All that the sandbox recorded. */
export interface WatchRecords {
  outages: readonly Outage[];
  places: readonly Place[];
  alerts: readonly ToldAlert[];
  kills: readonly Kill[];
  /** The readings of a server that were answered as off between two moments. */
  offReadings(outage: Outage, until: number): number;
}

/** The figures of the alerts, a chat each. */
export interface WatchFigures {
  /** Outages that were longer than their bound, and those that were shorter. */
  outages: number;
  short: number;
  /** Told after their bound or never. Must be 0, as the next three. */
  missed: number;
  /** Told in two messages without a kill that came between the first and its note. */
  doubled: number;
  /** Told without an outage of three readings, in a chat that does not watch the server, or about an operation of our own. */
  madeUp: number;
  /** Not edited within their bound after the server was on again. */
  left: number;
  /** Told once more after such a kill. */
  repeated: number;
  /** The longest time to a message about an outage, and about its end, in seconds. */
  toldWithin: number;
  endedWithin: number;
}

/** The latest time of a message about a state that could be read from a moment on. */
export function deadlineAfter(moment: number, kills: readonly Kill[]): number {
  let deadline = moment + SETTLED_MS;
  for (const { at, backAt } of kills.toSorted((one, other) => one.at - other.at))
    if (backAt + TAKEN_AGAIN_MS >= moment && at <= deadline)
      deadline = Math.max(deadline, backAt + TAKEN_AGAIN_MS + SETTLED_MS);
  return deadline;
}

/** The alerts of a chat about an outage, in their order. */
export function alertsOf({ chatId }: Place, outage: Outage, records: WatchRecords): ToldAlert[] {
  const { account, ip, from, to } = outage;
  const later = records.outages.filter((each) => each.account === account && each.ip === ip && each.from > from);
  const ends = to === undefined ? [] : [deadlineAfter(to, records.kills)];
  const until = Math.min(...ends, ...later.map((each) => each.from));
  return records.alerts.filter(
    (each) => each.chatId === chatId && each.ip === ip && each.at >= from && each.at < until,
  );
}

/** Counts what was found; `wrong` names each mistake. */
export function judgeWatches(records: WatchRecords): { figures: WatchFigures; wrong: string[] } {
  const { outages, places, alerts } = records;
  const figures: WatchFigures = {
    ...{ outages: 0, short: 0, missed: 0, doubled: 0, madeUp: 0, left: 0, repeated: 0 },
    ...{ toldWithin: 0, endedWithin: 0 },
  };
  const wrong: string[] = [];
  const found = (mistake: 'missed' | 'doubled' | 'madeUp' | 'left', chatId: number, about: object) => {
    figures[mistake]++;
    wrong.push(`${mistake} in ${chatId}: ${JSON.stringify(about)}`);
  };
  for (const outage of outages)
    for (const place of places.filter(({ account }) => account === outage.account))
      judgeOutage(place, outage, records, figures, (mistake) =>
        found(mistake, place.chatId, storyOf(place, outage, records)),
      );
  for (const alert of alerts) if (!isReal(alert, records)) found('madeUp', alert.chatId, alert);
  return { figures, wrong };
}

/** The events from an outage on, in milliseconds after its begin. */
function storyOf(place: Place, outage: Outage, records: WatchRecords): object {
  const { ip, from, to = from } = outage;
  const told = alertsOf(place, outage, records).map(({ at, upAt = from }) => [at - from, upAt - from]);
  const died = records.kills.map(({ at, backAt }) => [at - from, backAt - from]);
  return { ip, to: to - from, told, died: died.filter(([at = 0]) => at > -TAKEN_AGAIN_MS && at <= to - from) };
}

function judgeOutage(
  place: Place,
  outage: Outage,
  records: WatchRecords,
  figures: WatchFigures,
  found: (mistake: 'missed' | 'doubled' | 'left') => void,
): void {
  const { from, to } = outage;
  const { kills } = records;
  const told = alertsOf(place, outage, records);
  const pairs = told.slice(1).map((second, at) => isLostBetween(told[at] ?? second, second, kills));
  for (const isLost of pairs) {
    if (isLost) figures.repeated++;
    else found('doubled');
  }
  const deadline = deadlineAfter(from, kills);
  const [first] = told;
  if (!first && to !== undefined && to < deadline) {
    figures.short++;
    return;
  }
  figures.outages++;
  if (!first || first.at > deadline) {
    found('missed');
    return;
  }
  figures.toldWithin = longer(figures.toldWithin, first.at - from);
  if (to === undefined) return;
  const { upAt = Number.POSITIVE_INFINITY } = told.at(-1) ?? first;
  if (upAt > deadlineAfter(to, kills)) found('left');
  else figures.endedWithin = longer(figures.endedWithin, upAt - to);
}

/** Whether a process died when it had sent a message and had not written that down. */
function isLostBetween(first: ToldAlert, second: ToldAlert, kills: readonly Kill[]): boolean {
  return kills.some((kill) => kill.at < second.at && mayBeUnnoted(first, kill));
}

function mayBeUnnoted(alert: ToldAlert, { at }: Kill): boolean {
  const sentAt = alert.listedAt ?? alert.at;
  return at - sentAt < NOTED_MS && sentAt - at < ARRIVED_MS;
}

/** The time at which all alerts from right before a kill were sent again. In production the next round is a minute away. */
export function toldAgainAt({ alerts, kills }: Pick<WatchRecords, 'alerts' | 'kills'>): number {
  const unnoted = kills.filter((kill) => alerts.some((alert) => mayBeUnnoted(alert, kill)));
  return Math.max(0, ...unnoted.map(({ backAt }) => backAt + TAKEN_AGAIN_MS));
}

function isReal(alert: ToldAlert, records: WatchRecords): boolean {
  return records.outages.some((outage) =>
    records.places.some(
      (place) =>
        place.account === outage.account &&
        alertsOf(place, outage, records).includes(alert) &&
        records.offReadings(outage, alert.at) >= READINGS,
    ),
  );
}

function longer(seconds: number, ms: number): number {
  return Math.max(seconds, Math.round(ms / 100) / 10);
}
