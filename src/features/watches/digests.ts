import type { Api } from 'grammy';
import { Failure, type Hosting, type ServerListItem, worthIn } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept-lists.ts';
import { type JobLease, LEASE_MS } from '../../jobs/lease.ts';
import { createJobRunner } from '../../jobs/runner.ts';
import type { Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Digest, DigestChange } from '../../store/jobs/digests.ts';
import type { DigestReader } from '../../store/jobs/token-readings.ts';
import type { Account } from '../../store/key-value/accounts.ts';
import { RESTORABLE_MS, type Team } from '../../store/key-value/teams.ts';
import { OPERATION_KINDS, PAID_KINDS } from '../../store/operations/index.ts';
import type { Accesses } from '../../telegram/access.ts';
import { isNotDone, isOutOfReach } from '../../telegram/api/errors.ts';
import type { ChatLimits } from '../../telegram/api/limits.ts';
import type { Reach } from '../../telegram/api/reach.ts';
import type { Locale, Texts, Translate } from '../../telegram/i18n/index.ts';
import { expiryFor, teamName, zone } from '../../telegram/ui/format.ts';
import { post } from '../../telegram/ui/screen.ts';
import {
  DEFAULT_HOUR,
  isNews,
  nextDigestAt,
  RETRY_MS,
  SHOWN_DAYS,
  type Timetable,
  turnAt,
} from '../../watches/digest.ts';
import { type NoticeClock, noticeClockOf, quietUntil } from '../../watches/quiet.ts';
import { named } from '../common/find-server.ts';
import type { Money } from '../common/payment/money.ts';
import { keepChoice, newChoice } from '../common/renewal-choice.ts';
import { sortList } from '../common/server-rows.ts';
import { type DomainsFound, expiringDomains, keepEnds } from './digest-domains.ts';
import { type AccountDigest, type DigestContent, digestScreen, type Expiring, toRenew } from './digest-screen.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a digest's button to renew servers works. */
const CHOICE_LIFE_MS = 7 * DAY_MS;
/** A chat that just got many messages is tried again so much later. */
const BUSY_MS = 60_000;
/** A server whose date can't be read is shown, but of many only some. */
const MOST_UNREADABLE = 3;
/** Of what a digest shows so much is remembered. */
const MOST_REMEMBERED = 50;

interface DigestDependencies {
  api: Api;
  store: Store;
  accesses: Pick<Accesses, 'watched' | 'lists'>;
  limits: ChatLimits;
  reach: Pick<Reach, 'standing'>;
  texts: Texts;
  summaryOf(operation: Operation, t: Translate): { html: string };
  report(error: unknown, where: string): void;
  now(): number;
}

/** Whose accounts a digest tells of, and in which language. */
interface About {
  accounts: readonly Account[];
  /** Whose the accounts are. */
  ownerId: number;
  locale: Locale;
  /** That of a group. */
  team?: Team;
}

interface Turn {
  change: DigestChange;
  dueAt: number | null;
}

/** What was found out for a digest. */
interface Found {
  content: DigestContent;
  /** Whether it tells something that its person has to know today. */
  isWorthTelling: boolean;
  /** Whether the provider did not answer about some account. */
  isSilent: boolean;
  change: DigestChange;
  domains: readonly NonNullable<AccountFound['domains']>[];
}

/** What was found out about one account. */
interface AccountFound {
  shown: AccountDigest;
  hasNews: boolean;
  /** When its servers were read last, epoch ms. */
  lookedAt: number | undefined;
  domains?: Pick<DomainsFound, 'read' | 'isSilent'> & { key: string };
}

/** Tells each person, and each group that wants it, once a day what expires soon, what is unknown, and what was spent. */
export function createDigests(dependencies: DigestDependencies): { start(): void; stop(): Promise<void> } {
  const { api, store, accesses, limits, reach, texts, summaryOf, report, now } = dependencies;
  const { digests, ledger } = store;
  return createJobRunner<Digest>({
    next: () => digests.nextDue(),
    take: (most) => digests.takeDue(now(), LEASE_MS, most),
    extend: digests.extend,
    get: () => Promise.resolve(undefined),
    report: (error) => report(error, 'digest'),
    now,
    shared: store.shared,
    async advance(digest, lease) {
      const { change, dueAt } = await run(digest, lease);
      await lease.write((heldUntil) => digests.endTurn(digest.id, heldUntil, change, dueAt));
    },
  });

  /** Resolves to what the turn leaves, and to when the next one is. */
  async function run(digest: Digest, lease: JobLease): Promise<Turn> {
    const about = digest.off ? undefined : await aboutOf(digest);
    if (!about || about === 'ended') return { change: {}, dueAt: null };
    return about === 'later' ? { change: {}, dueAt: now() + DAY_MS } : runFor(digest, about, lease);
  }

  async function aboutOf(digest: Digest): Promise<About | 'later' | 'ended'> {
    if (digest.team !== undefined) return aboutTeam(digest, digest.team);
    const ownerId = digest.chatId;
    const { accounts } = await store.accounts.get(ownerId);
    return accounts.length === 0 ? 'ended' : { accounts, ownerId, locale: await localeOf(digest) };
  }

  /** The account that is lent to a team, under the team's name; `later` where it is not now, but may be again. */
  async function aboutTeam({ chatId, topicId, locale }: Digest, id: string): Promise<About | 'later' | 'ended'> {
    const team = await store.teams.get(id);
    if (!team) {
      const end = await store.teams.lastEnd(id);
      return end && end.endedAt + RESTORABLE_MS > now() ? 'later' : 'ended';
    }
    if (team.chatId !== chatId || team.topicId !== topicId) return 'ended';
    const { ownerId, accountId } = team;
    const { accounts } = await store.accounts.get(ownerId);
    const account = accounts.find((each) => each.id === accountId);
    if (!account || team.paused) return 'later';
    const shown = { ...account, label: teamName(team) };
    return { accounts: [shown], ownerId, locale: texts.for(team.locale ?? locale), team };
  }

  async function runFor(digest: Digest, about: About, lease: JobLease): Promise<Turn> {
    const { locale } = about;
    const { chatId, topicId } = digest;
    const timetable = timetableOf(digest, locale, await noticeClockOf(store.chats, chatId, topicId));
    const { isDue, isLast, day } = turnAt(timetable, now());
    // Its hour may have changed. Those that the migration made begin at their next hour.
    if (digest.isNew || !isDue) return { change: { locale }, dueAt: nextDigestAt(timetable, now()) };
    const quietEnd = quietUntil(timetable.quiet, now()) ?? 0;
    if (quietEnd > now()) return { change: {}, dueAt: quietEnd };
    const found = await lookAndTell(digest, about, { isLast, day }, lease);
    const next = nextDigestAt({ ...timetable, day }, now());
    const retryAt = isLast ? next : now() + RETRY_MS;
    if (typeof found === 'number') return { change: {}, dueAt: found };
    if (found === 'later') return { change: {}, dueAt: retryAt };
    return { change: found === 'unclear' ? {} : { ...found, locale, day }, dueAt: next };
  }

  async function readersOf({ id: digestId }: Digest, { accounts, ownerId }: About): Promise<DigestReader[]> {
    const readers: DigestReader[] = [];
    for (const { id: accountId } of accounts) {
      const access = await accesses.watched(ownerId, accountId);
      if (access) readers.push({ digestId, accountId, token: access.token });
    }
    return readers;
  }

  /** Has the rounds of the accounts leave readings to a digest. Resolves to when it may read, epoch ms. */
  async function mayReadAt(readers: readonly DigestReader[]): Promise<number> {
    return Math.max(0, ...(await Promise.all(readers.map((each) => store.tokenReadings.keepFor(each, now())))));
  }

  async function reading<T>(readers: readonly DigestReader[], look: () => Promise<T>): Promise<T> {
    for (const each of readers) await store.tokenReadings.begin(each, now());
    const found = await look();
    for (const each of readers) await store.tokenReadings.end(each, now());
    return found;
  }

  /**
   * Resolves to what the chat was told about; `later` where the provider did not answer, or the chat takes nothing now; `unclear` where
   * Telegram did not answer; a number where the accounts can be read, or the chat can be written to, only then: epoch ms.
   */
  async function lookAndTell(
    digest: Digest,
    about: About,
    { isLast, day }: Pick<ReturnType<typeof turnAt>, 'isLast' | 'day'>,
    lease: JobLease,
  ): Promise<DigestChange | 'later' | 'unclear' | number> {
    // The rounds leave no readings to a digest that its chat would not take.
    if ((await reach.standing(digest.chatId)).silence) return 'later';
    const readers = await readersOf(digest, about);
    const mayReadFrom = await mayReadAt(readers);
    if (mayReadFrom > now()) return mayReadFrom;
    const t = texts.in(about.locale);
    const found = await reading(readers, () => look(digest, about, t));
    const { content, change, domains, isSilent, isWorthTelling } = found;
    if (isSilent && !isLast) return 'later';
    const told = isWorthTelling ? await tell(digest, day, content, t, lease) : 'told';
    if (told !== 'told') return told;
    for (const { key, read } of domains) await keepEnds(store, key, read);
    return isWorthTelling ? { ...change, shown: shownIn(content), isReminded: true } : change;
  }

  /** The language that the person chose, or wrote in last. */
  async function localeOf({ chatId, locale }: Digest): Promise<Locale> {
    const chosen = (await store.preferences.get(String(chatId)))?.locale ?? locale;
    if (chosen !== undefined) return texts.for(chosen);
    const [last] = await ledger.listOf(chatId, OPERATION_KINDS, 0, 1);
    return texts.for(last?.locale);
  }

  async function look(digest: Digest, about: About, t: Translate): Promise<Found> {
    const { accounts, ownerId, team } = about;
    const looks: Digest['looks'] = [];
    const told: AccountDigest[] = [];
    const domains: NonNullable<AccountFound['domains']>[] = [];
    let isWorthTelling = false;
    for (const account of accounts) {
      const { shown, hasNews, lookedAt, domains: ofAccount } = await lookAt(digest, ownerId, account, t);
      told.push(shown);
      if (ofAccount) domains.push(ofAccount);
      isWorthTelling ||= hasNews;
      if (lookedAt !== undefined) looks.push({ accountId: account.id, at: lookedAt });
    }
    const { unknown, spent } = await operationsOf(digest, about);
    isWorthTelling ||= digest.later === true && told.some((each) => each.expiring.length + each.domains.length > 0);
    const refused = told.filter(({ unread }) => unread === 'refused').map(({ id }) => id);
    return {
      content: { accounts: told, unknown, spent, ...(team ? { team } : {}) },
      isWorthTelling: isWorthTelling || unknown.length > 0 || spent.length > 0,
      isSilent: told.some(({ unread }) => unread === 'silent') || domains.some(({ isSilent }) => isSilent),
      change: { looks, refused },
      domains,
    };
  }

  async function lookAt(
    { looks, refused = [], shown: before = [], without }: Digest,
    ownerId: number,
    account: Account,
    t: Translate,
  ): Promise<AccountFound> {
    const { id, label } = account;
    const lastAt = looks.find(({ accountId }) => accountId === id)?.at;
    const access = await accesses.watched(ownerId, id);
    const nothing = { id, label, expiring: [], domains: [], renewed: [] };
    if (!access) return { shown: nothing, hasNews: false, lookedAt: lastAt };
    const at = now();
    const items = await listOf(access.key, access.hosting);
    if (typeof items === 'string') {
      const hasNews = items === 'refused' && !refused.includes(id);
      return { shown: { ...nothing, unread: items }, hasNews, lookedAt: lastAt };
    }
    const expiring = expiringOf(account, items, t, at, lastAt);
    const shown = new Map(before.filter(({ accountId }) => accountId === id).map((each) => [each.id, each.day]));
    const choice = newChoice();
    const references = toRenew(expiring).map(({ server }) => serverReference(server.id));
    if (references.length > 0) await keepChoice(store, access, choice, references, CHOICE_LIFE_MS);
    const { key, hosting } = access;
    const look = { key, hosting, locale: t.locale, now: at, before: lastAt, shown, without };
    const domains = await expiringDomains(store, look);
    const renewed = [...renewedOf(account, items, shown, t, at), ...domains.renewed];
    return {
      shown: { id, label, expiring, domains: domains.expiring, renewed, isFirst: lastAt === undefined, choice },
      hasNews: [...expiring, ...domains.expiring].some((each) => each.isNews),
      domains: { key, ...domains },
      lookedAt: at,
    };
  }

  /** The servers of an account, by one request. */
  async function listOf(key: string, hosting: Hosting): Promise<readonly ServerListItem[] | 'silent' | 'refused'> {
    try {
      return (await accesses.lists.readInBackground(key, hosting)).items;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return error.kind === 'notConnected' ? 'refused' : 'silent';
    }
  }

  /** Of what the person did with their own accounts, or a team with its one: what has to be looked at, and what it cost. */
  async function operationsOf({ looks, money }: Digest, { ownerId, accounts, team }: About) {
    const isOwn = ({ accountId }: Operation) => accounts.some(({ id }) => id === accountId);
    // From digest to digest: one may come later than the other, and what was bought in between must not fall out.
    const last = Math.max(0, ...looks.map(({ at }) => at));
    const since = last > now() - 2 * DAY_MS ? last : now() - DAY_MS;
    const open = await (team ? ledger.openOfTeam(team.id) : ledger.openOf(ownerId));
    const all = team
      ? await (money ? ledger.sentByTeam(team.id, since) : [])
      : // A confirm lives for minutes: what was sent since then was prepared shortly before that.
        await ledger.since(ownerId, since - DAY_MS);
    const sent = all.filter(
      ({ kind, state, sentAt = 0 }) =>
        PAID_KINDS.some((paid) => paid === kind) && (state === 'done' || state === 'accepted') && sentAt >= since,
    );
    const unknown = open.filter((each) => isOwn(each) && each.state === 'unknown' && !each.said);
    return { unknown, spent: sumsOf(sent.filter(isOwn)) };
  }

  /** Resolves to what became of it. Where the chat did not take it, the accounts need not be read again at once. */
  async function tell(
    { id, chatId, topicId, day: before = '' }: Digest,
    day: string,
    content: DigestContent,
    t: Translate,
    lease: JobLease,
  ): Promise<'told' | 'later' | 'unclear' | number> {
    if ((await limits.admit(chatId)) > 0) return now() + BUSY_MS;
    const noteDay = (noted: string) =>
      lease.write((heldUntil) => digests.endTurn(id, heldUntil, { day: noted }, heldUntil));
    // Another process may have it, and tell it.
    if (!lease.isHeld() || !(await noteDay(day))) return 'later';
    try {
      await post(api, { chatId, topicId: topicId || undefined, locale: t.locale }, digestScreen(content, t, summaryOf));
      return 'told';
    } catch (error) {
      if (!isOutOfReach(error)) report(error, 'digest');
      if (!isNotDone(error)) return 'unclear';
      await noteDay(before);
      return 'later';
    }
  }
}

/** When a chat gets its digest, by its own clock, else by that of a language. */
export function timetableOf(
  { chatId, hour = DEFAULT_HOUR, day }: Pick<Digest, 'chatId' | 'hour' | 'day'>,
  locale: Locale,
  { quiet, zone: own }: NoticeClock,
): Timetable {
  return { chatId, hour, zone: own ?? zone(locale), day, quiet };
}

/**
 * The servers that expire soon, the soonest first, and behind them some whose date can't be read.
 * @param lastAt when the account was looked at last, epoch ms
 */
function expiringOf(
  account: Account,
  items: readonly ServerListItem[],
  t: Translate,
  at: number,
  lastAt: number | undefined,
): Expiring[] {
  const all = sortList(t, account, items).map((item) => {
    const server = named(account, item);
    const date = server.expireDate ?? '';
    const expiry = expiryFor(date, t.locale, at);
    const before = lastAt === undefined ? undefined : expiryFor(date, t.locale, lastAt)?.daysLeft;
    return { server, expiry, isNews: expiry !== undefined && isNews(expiry.daysLeft, before) };
  });
  const unreadable = all.filter(({ server, expiry }) => !expiry && (server.expireDate ?? '') !== '');
  return [
    ...all.filter(({ expiry }) => expiry && expiry.daysLeft <= SHOWN_DAYS),
    ...unreadable.slice(0, MOST_UNREADABLE),
  ];
}

/** The names of servers that the last digest showed, and that expire later by now. */
function renewedOf(
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

/** What a digest shows, to find out by the next one what was renewed. */
function shownIn({ accounts }: DigestContent): NonNullable<Digest['shown']> {
  return accounts
    .flatMap(({ id: accountId, expiring, domains }) => [
      ...expiring.flatMap(({ server: { id }, expiry }) => (expiry ? [{ accountId, id, day: expiry.day }] : [])),
      ...domains.map(({ domain: id, expiry }) => ({ accountId, id, day: expiry.day })),
    ])
    .slice(0, MOST_REMEMBERED);
}

function sumsOf(operations: readonly Operation[]): Money[] {
  const sums: Money[] = [];
  for (const { quote } of operations) {
    if (!quote) continue;
    const same = sums.find(({ currency }) => worthIn(currency, quote) !== undefined);
    if (same) same.total += worthIn(same.currency, quote) ?? 0;
    else sums.push({ total: quote.total, currency: quote.currency });
  }
  return sums;
}
