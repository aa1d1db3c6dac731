import type { ServerListItem } from '../../../hosting/index.ts';
import type { DigestLook } from '../../../store/jobs/digests.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import { expiryFor } from '../../../telegram/ui/format.ts';
import { isNews, isShown, isStep, SHOWN_DAYS } from '../../../watches/digest.ts';
import { named } from '../../common/servers/find-server.ts';
import type { Expiring } from './digest-screen.ts';

/** A server whose date can't be read is shown, but of many only some. */
const MOST_UNREADABLE = 3;
/** Of an account with more servers near their end, only the last look is remembered. */
const MOST_NEAR = 500;
/** A server that no list had for so long is forgotten. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000;
/** A day more than a month: its ends may be told in different zones. */
const MONTH_MS = 32 * 24 * 3_600_000;

/** The last look at an account, and the clock by which its days are counted. */
interface Looked {
  zone: string;
  /** Epoch ms. */
  at: number;
  last: DigestLook | undefined;
}

type Monthly = NonNullable<DigestLook['monthly']>;

/**
 * The servers that expire soon, and behind them some whose date can't be read.
 * @param items the soonest first
 */
export function expiringServers(
  items: readonly ServerListItem[],
  account: Account,
  { zone, at, last, monthly }: Looked & { monthly: Monthly },
): Expiring[] {
  const listedAt = new Map(last?.near?.map((each) => [each.id, each.at]));
  const months = new Set(monthly.map(({ id }) => id));
  const all = items.map((item) => {
    const server = named(account, item);
    const date = server.expireDate ?? '';
    const expiry = expiryFor(date, zone, at);
    const lastAt = last?.near ? listedAt.get(item.id) : last?.at;
    const before = lastAt === undefined ? undefined : expiryFor(date, zone, lastAt)?.daysLeft;
    return { server, expiry, isNews: expiry !== undefined && isNews(expiry.daysLeft, before) };
  });
  const unreadable = all.filter(({ server, expiry }) => !expiry && (server.expireDate ?? '') !== '');
  return [
    ...all.filter(({ server, expiry }) => expiry && isShown(expiry.daysLeft, months.has(server.id))),
    ...unreadable.slice(0, MOST_UNREADABLE),
  ];
}

/** Remembers the servers near their end for the next digest, with those that only this list lacks. */
export function nearServers(items: readonly ServerListItem[], { zone, at, last }: Looked): Pick<DigestLook, 'near'> {
  const isNear = (date: string) => (expiryFor(date, zone, at)?.daysLeft ?? Number.POSITIVE_INFINITY) <= SHOWN_DAYS;
  const listed = new Set(items.map(({ id }) => id));
  const isLacking = (each: { id: string; at: number }) => !listed.has(each.id) && at - each.at < FORGOTTEN_AFTER_MS;
  const near = [
    ...items.flatMap(({ id, expireDate: date = '' }) => (isNear(date) ? [{ id, at, date }] : [])),
    ...(last?.near ?? []).filter(isLacking),
  ];
  return near.length <= MOST_NEAR ? { near } : {};
}

/** Whether a server of the last list reaches a step today, as far as is known without a list. Of too many servers some do. */
export function isServerAtStep({ zone, at, last }: Looked): boolean {
  if (!last?.near) return last !== undefined;
  return last.near.some((each) => each.at === last.at && isStep(expiryFor(each.date, zone, at)?.daysLeft));
}

/** The servers whose end is the one of a renewal for a month at most. */
export function monthlyServers(items: readonly ServerListItem[], { zone, at, last }: Looked): Monthly {
  const ends = new Map(last?.near?.map((each) => [each.id, expiryFor(each.date, zone, at)?.day]));
  const today = expiryFor(new Date(at).toISOString(), zone, at)?.day ?? at;
  const known = new Map(last?.monthly?.map((each) => [each.id, each.day]));
  const listed = new Set(items.map(({ id }) => id));
  const lacking = [...known].flatMap(([id, day]) => (listed.has(id) || day < today ? [] : [{ id, day }]));
  const monthly = items.flatMap(({ id, expireDate = '' }) => {
    const day = expiryFor(expireDate, zone, at)?.day;
    const before = ends.get(id);
    if (day === undefined) return [];
    const isMonthly = before !== undefined && day > before && day - Math.max(before, today) <= MONTH_MS;
    return isMonthly || known.get(id) === day ? [{ id, day }] : [];
  });
  return [...monthly, ...lacking].slice(0, MOST_NEAR);
}

/** The names of servers that the last digest showed, and that expire later by now. */
export function renewedServers(
  account: Account,
  items: readonly ServerListItem[],
  { zone, at, shown }: Looked & { shown: ReadonlyMap<string, number> },
): string[] {
  const isLater = ({ id, expireDate = '' }: ServerListItem) => {
    const [before, day] = [shown.get(id), expiryFor(expireDate, zone, at)?.day];
    return before !== undefined && day !== undefined && day > before;
  };
  return shown.size === 0 ? [] : items.filter(isLater).map((item) => named(account, item).name);
}
