import type { ServerListItem } from '../../../hosting/index.ts';
import type { DigestLook } from '../../../store/jobs/digests.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import { expiryFor } from '../../../telegram/ui/format.ts';
import { isNews, isShown, isStep, SHOWN_DAYS } from '../../../watches/digest.ts';
import { named } from '../../common/servers/find-server.ts';
import type { Expiring } from './digest-screen.ts';

const MAX_UNREADABLE_SHOWN = 3;
const MAX_NEAR_SERVERS = 500;
/** A server that is missing from all lists is kept this long. */
const MISSING_SERVER_LIFE_MS = 30 * 24 * 3_600_000;
/** One day more than a month: the two ends may be given in different zones. */
const MAX_MONTH_MS = 32 * 24 * 3_600_000;

interface Looked {
  zone: string;
  at: number;
  last: DigestLook | undefined;
}

type Monthly = NonNullable<DigestLook['monthly']>;

/** Servers without a readable date come last. @param items ordered by expiry */
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
    ...unreadable.slice(0, MAX_UNREADABLE_SHOWN),
  ];
}

export function nearServers(items: readonly ServerListItem[], { zone, at, last }: Looked): Pick<DigestLook, 'near'> {
  const isNear = (date: string) => (expiryFor(date, zone, at)?.daysLeft ?? Number.POSITIVE_INFINITY) <= SHOWN_DAYS;
  const listed = new Set(items.map(({ id }) => id));
  const isLacking = (each: { id: string; at: number }) => !listed.has(each.id) && at - each.at < MISSING_SERVER_LIFE_MS;
  const near = [
    ...items.flatMap(({ id, expireDate: date = '' }) => (isNear(date) ? [{ id, at, date }] : [])),
    ...(last?.near ?? []).filter(isLacking),
  ];
  return near.length <= MAX_NEAR_SERVERS ? { near } : {};
}

/** Decides by the last list, without a request. With too many servers the answer is yes. */
export function isServerAtStep({ zone, at, last }: Looked): boolean {
  if (!last?.near) return last !== undefined;
  return last.near.some((each) => each.at === last.at && isStep(expiryFor(each.date, zone, at)?.daysLeft));
}

/** The servers whose last renewal was for at most a month. */
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
    const isMonthly = before !== undefined && day > before && day - Math.max(before, today) <= MAX_MONTH_MS;
    return isMonthly || known.get(id) === day ? [{ id, day }] : [];
  });
  return [...monthly, ...lacking].slice(0, MAX_NEAR_SERVERS);
}

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
