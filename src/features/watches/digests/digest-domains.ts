import { Failure, type FailureKind, type Hosting } from '../../../hosting/index.ts';
import type { Store } from '../../../store/index.ts';
import type { KnownDomain } from '../../../store/key-value/domains.ts';
import { type ExpiryDate, expiryFor } from '../../../telegram/ui/format.ts';
import { isNews, isStep, SHOWN_DAYS } from '../../../watches/digest.ts';

const DAY_MS = 24 * 3_600_000;
/** Each domain is a request of its own: so many of an account are read for a digest. */
const MOST_READ = 5;
/** A domain without a date, as one that is not in the account any more, is read again so much later. */
const READ_AGAIN_MS = 30 * DAY_MS;
/** The digest of the next day, whose time may be some hours earlier, reads a domain again whose answer could not be parsed. */
const UNREADABLE_AGAIN_MS = DAY_MS / 2;
/** A date that the provider does not tell any more is forgotten where it does not on a second day either. */
const FORGOTTEN_AFTER_MS = DAY_MS / 2;

type End = NonNullable<KnownDomain['end']>;

export interface ExpiringDomain {
  domain: string;
  expiry: ExpiryDate;
  /** Whether the expiry has come near since the last look. */
  isNews: boolean;
}

export interface DomainsFound {
  /** The soonest first. */
  expiring: ExpiringDomain[];
  /** The domains shown before whose end has moved on since. */
  renewed: string[];
  /** Whether the provider did not answer about some. */
  isSilent: boolean;
  /** Whether the ends of others were never asked for. */
  isMore: boolean;
  /** The ends that it told. Until the person was told they are written down as news. */
  read: ReadonlyMap<string, End>;
}

/** Which domains are meant, and when: `before` is the last look at the account, epoch ms. */
interface DomainsQuery {
  /** Of the account. */
  key: string;
  hosting: Hosting;
  /** By whose days it counts. */
  zone: string;
  now: number;
  before: number | undefined;
  /** The ends that were shown last, by domain: midnight UTC of the day. */
  shown: ReadonlyMap<string, number>;
  /** The domains that the chat does not want to be told of. */
  without: readonly string[] | undefined;
}

/**
 * The domains of an account that expire soon, as far as the bot knows its domains: the contract has no list of them. Dates that are known
 * are asked for again only where they are near, because the domain may have been renewed elsewhere.
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
    if (end.date === undefined) return now - end.readAt >= (end.unreadable ? UNREADABLE_AGAIN_MS : READ_AGAIN_MS);
    return (leftAt(end.date, now) ?? SHOWN_DAYS) <= SHOWN_DAYS;
  });
  const { read, isSilent } = await readEnds(query, longestUnread(toRead).slice(0, MOST_READ));
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

/** Whether a domain reaches a step today by the date that is known. */
export async function isDomainAtStep(
  store: Pick<Store, 'domains' | 'ledger'>,
  { key, zone, now, without = [] }: Pick<DomainsQuery, 'key' | 'zone' | 'now' | 'without'>,
): Promise<boolean> {
  const domains = await certainDomains(store, key, without);
  return domains.some(({ end }) => isStep(expiryFor(end?.date ?? '', zone, now)?.daysLeft));
}

/** The known domains of the account, but those whose registration has not certainly succeeded, and those in `without`. */
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

/** How many days were left at the last look. A date that was not known then, or not told, is news, however long it was near. */
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

/** Reads the ends of some domains that were never asked for: a later digest tells them. Resolves to whether there are more. */
export async function readMoreEnds(
  store: Pick<Store, 'domains' | 'ledger'>,
  query: Pick<DomainsQuery, 'key' | 'hosting' | 'now' | 'without'>,
): Promise<boolean> {
  const { key, without = [] } = query;
  const unread = (await certainDomains(store, key, without)).filter(({ end }) => end === undefined);
  const { read, isSilent } = await readEnds(query, unread.slice(0, MOST_READ));
  await keepEnds(store, key, new Map([...read].map(([domain, end]) => [domain, { ...end, untold: true }])));
  return !isSilent && read.size > 0 && unread.length > read.size;
}

/** Whether there are domains whose end was never asked for. */
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

/** A failure leaves the date that is known: without it the domain would expire untold. */
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
      // The account may not read domains at all: the others would be refused as well.
      if (kind === 'resellerServiceMissing' || kind === 'notConnected') return { read, isSilent };
      const isNewlyUnreadable = kind === 'unreadable' && !known?.unreadable;
      // A domain that can never be read makes one digest late, not each.
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

/** The provider not telling a date that is known may be a mistake of one day. */
function afterAnswer(date: string | undefined, known: End | undefined, now: number): End {
  if (date !== undefined) return { readAt: now, date };
  if (known?.date === undefined) return { readAt: now };
  const { unreadable: _, missingSince = now, ...kept } = known;
  return now - missingSince >= FORGOTTEN_AFTER_MS ? { readAt: now } : { ...kept, readAt: now, missingSince };
}

/**
 * Writes down the ends that were read.
 * @param isUntold the person was not told of them: the ends that would have been news stay news
 */
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
