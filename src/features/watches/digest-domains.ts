import { Failure, type Hosting } from '../../hosting/index.ts';
import type { Store } from '../../store/index.ts';
import type { KnownDomain } from '../../store/key-value/domains.ts';
import { type ExpiryDate, expiryFor } from '../../telegram/ui/format.ts';
import { isNews, SHOWN_DAYS } from '../../watches/digest.ts';

const DAY_MS = 24 * 3_600_000;
/** Each domain is a request of its own: so many of an account are read for a digest. */
const MOST_READ = 5;
/** A domain without a date, as one that is not in the account any more, is read again so much later. */
const READ_AGAIN_MS = 30 * DAY_MS;

type End = NonNullable<KnownDomain['end']>;

export interface ExpiringDomain {
  domain: string;
  expiry: ExpiryDate;
  /** It has come near since the last look. */
  isNews: boolean;
}

export interface DomainsFound {
  /** The soonest first. */
  expiring: ExpiringDomain[];
  /** Those shown before whose end has moved on since. */
  renewed: string[];
  /** Whether the provider did not answer about some. */
  isSilent: boolean;
  /** The ends that it told. They are written down once the person was told, because until then they are news. */
  read: ReadonlyMap<string, End>;
}

/** Which domains are meant, and when: `before` is the last look at the account, epoch ms. */
interface Look {
  /** Of the account. */
  key: string;
  hosting: Hosting;
  locale: string;
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
export async function expiringDomains(store: Pick<Store, 'domains' | 'ledger'>, look: Look): Promise<DomainsFound> {
  const { key, locale, now, before, shown, without = [] } = look;
  const domains = await certainDomains(store, key, without);
  const leftAt = (date: string | undefined, at: number) => expiryFor(date ?? '', locale, at)?.daysLeft;
  const toRead = domains.filter(({ end }) => {
    if (end?.date === undefined) return end === undefined || now - end.readAt >= READ_AGAIN_MS;
    return (leftAt(end.date, now) ?? SHOWN_DAYS) <= SHOWN_DAYS;
  });
  const { read, isSilent } = await readEnds(look, longestUnread(toRead).slice(0, MOST_READ));
  const found: DomainsFound = { expiring: [], renewed: [], isSilent, read };
  for (const { domain, end: known } of domains) {
    const { date } = read.get(domain) ?? known ?? {};
    const expiry = expiryFor(date ?? '', locale, now);
    if (expiry && expiry.day > (shown.get(domain) ?? expiry.day)) found.renewed.push(domain);
    if (!expiry || expiry.daysLeft > SHOWN_DAYS) continue;
    // A date that was not known before is news, however long it was near.
    const left = known?.date === undefined || before === undefined ? undefined : leftAt(date, before);
    found.expiring.push({ domain, expiry, isNews: isNews(expiry.daysLeft, left) });
  }
  found.expiring.sort((one, other) => one.expiry.day - other.expiry.day);
  return found;
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

function longestUnread(domains: readonly KnownDomain[]): KnownDomain[] {
  return domains.toSorted((one, other) => (one.end?.readAt ?? 0) - (other.end?.readAt ?? 0));
}

async function readEnds({ hosting, now }: Look, domains: readonly KnownDomain[]) {
  const read = new Map<string, End>();
  for (const { domain } of domains) {
    try {
      const { serviceEnd } = await hosting.domainOrders.info(domain, undefined, 0);
      read.set(domain, { readAt: now, ...(serviceEnd === undefined ? {} : { date: serviceEnd }) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === 'unavailable') return { read, isSilent: true };
      // The account may not read domains at all: the others would be refused as well.
      if (error.kind === 'resellerServiceMissing' || error.kind === 'notConnected') return { read, isSilent: false };
      read.set(domain, { readAt: now });
    }
  }
  return { read, isSilent: false };
}

export async function keepEnds(
  { domains }: Pick<Store, 'domains'>,
  key: string,
  read: ReadonlyMap<string, End>,
): Promise<void> {
  if (read.size === 0) return;
  await domains.change(key, (known) => {
    for (const each of known.domains) {
      const end = read.get(each.domain);
      if (end) each.end = end;
    }
  });
}
