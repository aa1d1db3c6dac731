import { Failure, type FailureKind, type Hosting } from '../../../hosting/index.ts';
import type { Store } from '../../../store/index.ts';
import type { KnownDomain } from '../../../store/key-value/domains.ts';
import { type ExpiryDate, expiryFor } from '../../../telegram/ui/format.ts';
import { isNews, isStep, SHOWN_DAYS } from '../../../watches/digest.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_DOMAINS_READ = 5;
const REREAD_UNDATED_MS = 30 * DAY_MS;
/** The next day's digest may come some hours earlier. */
const REREAD_UNREADABLE_MS = DAY_MS / 2;
/** The provider may leave a date out by mistake for a day. */
const DROP_DATE_AFTER_MS = DAY_MS / 2;

type End = NonNullable<KnownDomain['end']>;

export interface ExpiringDomain {
  domain: string;
  expiry: ExpiryDate;
  isNews: boolean;
}

export interface DomainsFound {
  expiring: ExpiringDomain[];
  /** The domains shown before whose end has moved on since. */
  renewed: string[];
  isSilent: boolean;
  isMore: boolean;
  /** The dates that were read; stored as news until the digest has arrived. */
  read: ReadonlyMap<string, End>;
}

/** `before` is the last look at the account, epoch ms. */
interface DomainsQuery {
  key: string;
  hosting: Hosting;
  zone: string;
  now: number;
  before: number | undefined;
  /** The ends that the last digest showed, by domain: midnight UTC. */
  shown: ReadonlyMap<string, number>;
  without: readonly string[] | undefined;
}

/**
 * The bot knows only some domains: the contract has no list of them.
 * A known date is read again only when it is near, because the domain may have been renewed elsewhere.
 */
export async function expiringDomains(
  store: Pick<Store, 'domains' | 'ledger'>,
  query: DomainsQuery,
): Promise<DomainsFound> {
  const { key, zone, now, shown, without = [] } = query;
  const domains = await certainDomains(store, key, without);
  const leftAt = (date: string | undefined, at: number) => expiryFor(date ?? '', zone, at)?.daysLeft;
  const toRead = domains.filter(({ end }) => {
    if (end === undefined) return true;
    if (end.date === undefined) return now - end.readAt >= (end.unreadable ? REREAD_UNREADABLE_MS : REREAD_UNDATED_MS);
    return (leftAt(end.date, now) ?? SHOWN_DAYS) <= SHOWN_DAYS;
  });
  const { read, isSilent } = await readEnds(query, longestUnread(toRead).slice(0, MAX_DOMAINS_READ));
  const isMore = domains.some(({ domain, end }) => end === undefined && !read.has(domain));
  const found: DomainsFound = { expiring: [], renewed: [], isSilent, isMore, read };
  for (const { domain, end: known } of domains) {
    const end = read.get(domain) ?? known;
    const { date } = end ?? {};
    const expiry = expiryFor(date ?? '', zone, now);
    if (expiry && expiry.day > (shown.get(domain) ?? expiry.day)) found.renewed.push(domain);
    if (!expiry || expiry.daysLeft > SHOWN_DAYS) continue;
    if (end?.untold) read.set(domain, told(end));
    found.expiring.push({ domain, expiry, isNews: isNews(expiry.daysLeft, leftThen(query, known, date)) });
  }
  found.expiring.sort((one, other) => one.expiry.day - other.expiry.day);
  return found;
}

/** Decides by the known date, without a request. */
export async function isDomainAtStep(
  store: Pick<Store, 'domains' | 'ledger'>,
  { key, zone, now, without = [] }: Pick<DomainsQuery, 'key' | 'zone' | 'now' | 'without'>,
): Promise<boolean> {
  const domains = await certainDomains(store, key, without);
  return domains.some(({ end }) => isStep(expiryFor(end?.date ?? '', zone, now)?.daysLeft));
}

/** Without domains whose registration may have failed. */
async function certainDomains(
  { domains, ledger }: Pick<Store, 'domains' | 'ledger'>,
  key: string,
  without: readonly string[],
): Promise<KnownDomain[]> {
  const certain: KnownDomain[] = [];
  const silent = new Set(without);
  for (const known of (await domains.get(key)).domains) {
    if (silent.has(known.domain)) continue;
    const { operation } = known;
    const state = operation === undefined ? 'done' : ((await ledger.get(operation))?.state ?? 'done');
    if (state === 'done') certain.push(known);
  }
  return certain;
}

function isTold(end: End | undefined): boolean {
  return end?.date !== undefined && end.untold !== true;
}

/** A date that was unknown or unreported at the last look counts as news. */
function leftThen(
  { before, zone }: DomainsQuery,
  known: End | undefined,
  date: string | undefined,
): number | undefined {
  return isTold(known) && before !== undefined ? expiryFor(date ?? '', zone, before)?.daysLeft : undefined;
}

function told({ untold: _, ...end }: End): End {
  return end;
}

/** Reads domains that were never read, for a later digest. Resolves to whether there are more. */
export async function readMoreEnds(
  store: Pick<Store, 'domains' | 'ledger'>,
  query: Pick<DomainsQuery, 'key' | 'hosting' | 'now' | 'without'>,
): Promise<boolean> {
  const { key, without = [] } = query;
  const unread = (await certainDomains(store, key, without)).filter(({ end }) => end === undefined);
  const { read, isSilent } = await readEnds(query, unread.slice(0, MAX_DOMAINS_READ));
  await keepEnds(store, key, new Map([...read].map(([domain, end]) => [domain, { ...end, untold: true }])));
  return !isSilent && read.size > 0 && unread.length > read.size;
}

export async function hasUnread(
  store: Pick<Store, 'domains' | 'ledger'>,
  key: string,
  without: readonly string[] = [],
): Promise<boolean> {
  return (await certainDomains(store, key, without)).some(({ end }) => end === undefined);
}

function longestUnread(domains: readonly KnownDomain[]): KnownDomain[] {
  return domains.toSorted((one, other) => (one.end?.readAt ?? 0) - (other.end?.readAt ?? 0));
}

/** A failure keeps the known date: without a date the expiry would stay unreported. */
async function readEnds({ hosting, now }: Pick<DomainsQuery, 'hosting' | 'now'>, domains: readonly KnownDomain[]) {
  const read = new Map<string, End>();
  let isSilent = false;
  for (const { domain, end: known } of domains) {
    try {
      const { serviceEnd } = await hosting.domainOrders.info(domain, undefined, 0);
      read.set(domain, afterAnswer(serviceEnd, known, now));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { kind } = error;
      if (kind === 'unavailable') return { read, isSilent: true };
      // The account may read no domains at all.
      if (kind === 'resellerServiceMissing' || kind === 'notConnected') return { read, isSilent };
      const isNewlyUnreadable = kind === 'unreadable' && !known?.unreadable;
      // A domain that can never be read delays one digest, not all of them.
      isSilent ||= isNewlyUnreadable;
      read.set(domain, afterFailure(kind, known, now));
    }
  }
  return { read, isSilent };
}

function afterFailure(kind: FailureKind, known: End | undefined, now: number): End {
  if (kind === 'notFound') return afterAnswer(undefined, known, now);
  const { unreadable: _, ...kept } = known ?? {};
  return { ...kept, readAt: now, ...(kind === 'unreadable' ? { unreadable: true } : {}) };
}

function afterAnswer(date: string | undefined, known: End | undefined, now: number): End {
  if (date !== undefined) return { readAt: now, date };
  if (known?.date === undefined) return { readAt: now };
  const { unreadable: _, missingSince = now, ...kept } = known;
  return now - missingSince >= DROP_DATE_AFTER_MS ? { readAt: now } : { ...kept, readAt: now, missingSince };
}

/** @param isUntold the person got no digest: the ends that were news stay news */
export async function keepEnds(
  { domains }: Pick<Store, 'domains'>,
  key: string,
  read: ReadonlyMap<string, End>,
  isUntold = false,
): Promise<void> {
  if (read.size === 0) return;
  await domains.change(key, (known) => {
    for (const each of known.domains) {
      const end = read.get(each.domain);
      if (end) each.end = isUntold && !isTold(each.end) ? { ...end, untold: true } : end;
    }
  });
}
