import type { ServerListItem } from '../../../hosting/index.ts';
import type { DigestLook } from '../../../store/jobs/digests.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { expiryFor } from '../../../telegram/ui/format.ts';
import { isNews, isStep, SHOWN_DAYS } from '../../../watches/digest.ts';
import { named } from '../../common/servers/find-server.ts';
import { sortList } from '../../common/servers/server-rows.ts';
import type { Expiring } from './digest-screen.ts';

/** A server whose date can't be read is shown, but of many only some. */
const MOST_UNREADABLE = 3;
/** Of an account with more servers near their end, only the last look is remembered. */
const MOST_NEAR = 500;
/** A server that no list had for so long is forgotten. */
const FORGOTTEN_AFTER_MS = 30 * 24 * 3_600_000;

/**
 * The servers that expire soon, the soonest first, and behind them some whose date can't be read.
 * @param last the last look at the account
 */
export function expiringServers(
  account: Account,
  items: readonly ServerListItem[],
  t: Translate,
  at: number,
  last: DigestLook | undefined,
): Expiring[] {
  const listedAt = new Map(last?.near?.map((each) => [each.id, each.at]));
  const all = sortList(t, account, items).map((item) => {
    const server = named(account, item);
    const date = server.expireDate ?? '';
    const expiry = expiryFor(date, t.locale, at);
    const lastAt = last?.near ? listedAt.get(item.id) : last?.at;
    const before = lastAt === undefined ? undefined : expiryFor(date, t.locale, lastAt)?.daysLeft;
    return { server, expiry, isNews: expiry !== undefined && isNews(expiry.daysLeft, before) };
  });
  const unreadable = all.filter(({ server, expiry }) => !expiry && (server.expireDate ?? '') !== '');
  return [
    ...all.filter(({ expiry }) => expiry && expiry.daysLeft <= SHOWN_DAYS),
    ...unreadable.slice(0, MOST_UNREADABLE),
  ];
}

/** Remembers the servers near their end for the next digest, with those that only this list lacks. */
export function nearServers(
  items: readonly ServerListItem[],
  t: Translate,
  at: number,
  last: DigestLook | undefined,
): Pick<DigestLook, 'near'> {
  const isNear = (date: string) => (expiryFor(date, t.locale, at)?.daysLeft ?? Number.POSITIVE_INFINITY) <= SHOWN_DAYS;
  const listed = new Set(items.map(({ id }) => id));
  const isLacking = (each: { id: string; at: number }) => !listed.has(each.id) && at - each.at < FORGOTTEN_AFTER_MS;
  const near = [
    ...items.flatMap(({ id, expireDate: date = '' }) => (isNear(date) ? [{ id, at, date }] : [])),
    ...(last?.near ?? []).filter(isLacking),
  ];
  return near.length <= MOST_NEAR ? { near } : {};
}

/** Whether a server of the last list reaches a step today, as far as is known without a list. Of too many servers some do. */
export function isServerAtStep(last: DigestLook | undefined, t: Translate, at: number): boolean {
  if (!last?.near) return last !== undefined;
  return last.near.some((each) => each.at === last.at && isStep(expiryFor(each.date, t.locale, at)?.daysLeft));
}

/** The names of servers that the last digest showed, and that expire later by now. */
export function renewedServers(
  account: Account,
  items: readonly ServerListItem[],
  shown: ReadonlyMap<string, number>,
  t: Translate,
  at: number,
): string[] {
  const isLater = ({ id, expireDate = '' }: ServerListItem) => {
    const [before, day] = [shown.get(id), expiryFor(expireDate, t.locale, at)?.day];
    return before !== undefined && day !== undefined && day > before;
  };
  return shown.size === 0 ? [] : items.filter(isLater).map((item) => named(account, item).name);
}
