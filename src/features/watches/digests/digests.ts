import type { Api } from 'grammy';
import { Failure, type Hosting, type ServerListItem, worthIn } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import { type JobLease, LEASE_MS } from '../../../jobs/lease.ts';
import { createJobRunner } from '../../../jobs/runner.ts';
import type { Operation } from '../../../operations/index.ts';
import type { Store } from '../../../store/index.ts';
import type { Digest, DigestChange, DigestLook } from '../../../store/jobs/digests.ts';
import type { DigestReader } from '../../../store/jobs/token-readings.ts';
import type { Account } from '../../../store/key-value/accounts.ts';
import { RESTORABLE_MS, type Team } from '../../../store/key-value/teams.ts';
import { OPERATION_KINDS, PAID_KINDS } from '../../../store/operations/index.ts';
import type { Accesses } from '../../../telegram/access/access.ts';
import type { ChatLimits } from '../../../telegram/api/chat-limits.ts';
import { isNotDone, isOutOfReach } from '../../../telegram/api/errors.ts';
import type { Reach } from '../../../telegram/api/reach.ts';
import { topicToTell } from '../../../telegram/context.ts';
import type { Locale, Texts, Translate } from '../../../telegram/i18n/index.ts';
import { teamName, zone } from '../../../telegram/ui/format.ts';
import { type LiveMessage, put } from '../../../telegram/ui/live-message.ts';
import { ROUND_MS } from '../../../watches/budget.ts';
import {
  DEFAULT_HOUR,
  type DigestTurn,
  LATE_RETRY_MS,
  nextDigestAt,
  RETRY_MS,
  type Timetable,
  turnAt,
} from '../../../watches/digest.ts';
import { type NoticeClock, noticeClockOf, quietUntil } from '../../../watches/quiet.ts';
import type { Money } from '../../common/payment/money.ts';
import { keepChoice, newChoice } from '../../common/renewal-choice.ts';
import { sortList } from '../../common/servers/server-rows.ts';
import {
  type DomainsFound,
  expiringDomains,
  hasUnread,
  isDomainAtStep,
  keepEnds,
  readMoreEnds,
} from './digest-domains.ts';
import { type AccountDigest, type DigestContent, digestScreen, toRenew } from './digest-screen.ts';
import { expiringServers, isServerAtStep, monthlyServers, nearServers, renewedServers } from './digest-servers.ts';

const DAY_MS = 24 * 3_600_000;
const RENEW_BUTTON_LIFE_MS = 7 * DAY_MS;
const BUSY_CHAT_RETRY_MS = 60_000;
/** More than a minute, so that no minute has the readings of two turns. */
const NEXT_DOMAINS_DELAY_MS = 2 * 60_000;
const MAX_SHOWN_REMEMBERED = 50;

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
  roundMs?: number | undefined;
}

interface About {
  accounts: readonly Account[];
  ownerId: number;
  locale: Locale;
  team?: Team;
}

interface Dated extends About {
  zone: string;
}

interface DigestRun {
  change: DigestChange;
  dueAt: number | null;
}

/** `isMore`: some domains were never read. */
type Told = DigestChange & { isMore: boolean };

interface Found {
  content: DigestContent;
  isWorthTelling: boolean;
  isSilent: boolean;
  isAtStep: boolean;
  change: DigestChange;
  domains: readonly NonNullable<AccountFound['domains']>[];
}

interface AccountFound {
  shown: AccountDigest;
  hasNews: boolean;
  /** An expiry is due to be reported today, but the provider did not answer. */
  isAtStep?: boolean;
  look: DigestLook | undefined;
  domains?: Pick<DomainsFound, 'read' | 'isSilent' | 'isMore'> & { key: string };
}

/** Sends a digest once a day to each person, and each group that wants one. */
export function createDigests(dependencies: DigestDependencies): { start(): void; stop(): Promise<void> } {
  const { api, store, accesses, limits, reach, texts, summaryOf, report, now, roundMs = ROUND_MS } = dependencies;
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

  async function run(digest: Digest, lease: JobLease): Promise<DigestRun> {
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

  /** `later` where the account is not shared with the team now, but may be again. */
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

  async function runFor(digest: Digest, about: About, lease: JobLease): Promise<DigestRun> {
    const { locale } = about;
    const { chatId, topicId } = digest;
    const timetable = timetableOf(digest, locale, await noticeClockOf(store.chats, chatId, topicId));
    const turn = turnAt(timetable, now());
    const { isDue, isLast, day } = turn;
    // The digest's hour may have changed. Digests that the migration made begin at their next hour.
    const dueNext = nextDigestAt(timetable, now());
    if (digest.isNew) return { change: { locale }, dueAt: dueNext };
    if (!isDue) return { change: { locale }, dueAt: await readOn(digest, about, dueNext) };
    const quietEnd = quietUntil(timetable.quiet, now()) ?? 0;
    if (quietEnd > now()) return { change: {}, dueAt: quietEnd };
    const found = await lookAndTell(digest, { ...about, zone: timetable.zone }, turn, lease);
    return afterLook(found, { locale, day, isLast, next: nextDigestAt({ ...timetable, day }, now()) });
  }

  function afterLook(
    found: Told | 'later' | 'unclear' | number,
    { locale, day, isLast, next }: { locale: Locale; day: string; isLast: boolean; next: number },
  ): DigestRun {
    if (typeof found === 'number') return { change: {}, dueAt: found };
    if (found === 'later') return { change: {}, dueAt: isLast ? next : now() + RETRY_MS };
    if (found === 'unclear') return { change: {}, dueAt: next };
    const { isMore, ...change } = found;
    return { change: { ...change, locale, day }, dueAt: isMore ? Math.min(next, now() + NEXT_DOMAINS_DELAY_MS) : next };
  }

  /** Uses the digest's share of readings. Resolves to the time of the next part, or of the next digest: epoch ms. */
  async function readOn(digest: Digest, about: About, next: number): Promise<number> {
    if ((await reach.standing(digest.chatId)).silence || !(await isMoreToRead(digest, about))) return next;
    const readers = await readersOf(digest, about);
    const mayReadFrom = await mayReadAt(readers);
    if (mayReadFrom > now()) return Math.min(next, mayReadFrom);
    const isMore = await reading(readers, async () => {
      let isSome = false;
      for (const { id } of about.accounts) {
        const access = await accesses.watched(about.ownerId, id);
        if (!access) continue;
        const { key, hosting } = access;
        isSome = (await readMoreEnds(store, { key, hosting, now: now(), without: digest.without })) || isSome;
      }
      return isSome;
    });
    return isMore ? Math.min(next, now() + NEXT_DOMAINS_DELAY_MS) : next;
  }

  async function isMoreToRead({ without }: Digest, { accounts, ownerId }: About): Promise<boolean> {
    for (const { id } of accounts) {
      const access = await accesses.watched(ownerId, id);
      if (access && (await hasUnread(store, access.key, without))) return true;
    }
    return false;
  }

  async function readersOf({ id: digestId }: Digest, { accounts, ownerId }: About): Promise<DigestReader[]> {
    const readers: DigestReader[] = [];
    for (const { id: accountId } of accounts) {
      const access = await accesses.watched(ownerId, accountId);
      if (access) readers.push({ digestId, accountId, token: access.token });
    }
    return readers;
  }

  /** Reserves readings for the digest. Resolves to the time from which it may read, epoch ms. */
  async function mayReadAt(readers: readonly DigestReader[]): Promise<number> {
    return Math.max(
      0,
      ...(await Promise.all(readers.map((each) => store.tokenReadings.keepFor(each, now(), 2 * roundMs)))),
    );
  }

  async function reading<T>(readers: readonly DigestReader[], look: () => Promise<T>): Promise<T> {
    for (const each of readers) await store.tokenReadings.begin(each, now());
    const found = await look();
    for (const each of readers) await store.tokenReadings.end(each, now());
    return found;
  }

  /**
   * Resolves to what was sent. `later`: the provider or the chat is not available. `unclear`: Telegram did not answer.
   * A number is the epoch ms of the next attempt.
   */
  async function lookAndTell(
    digest: Digest,
    about: Dated,
    turn: DigestTurn,
    lease: JobLease,
  ): Promise<Told | 'later' | 'unclear' | number> {
    // A digest that its chat would not take uses no readings.
    if ((await reach.standing(digest.chatId)).silence) return 'later';
    const readers = await readersOf(digest, about);
    const mayReadFrom = await mayReadAt(readers);
    if (mayReadFrom > now()) return mayReadFrom;
    const t = texts.in(about.locale);
    const found = await reading(readers, () => look(digest, about, t));
    const isLate = turn.isLast && (turn.isEnd || found.isWorthTelling);
    if (found.isSilent && !isLate) {
      await keepDomains(found, true);
      return turn.isLast ? now() + LATE_RETRY_MS : 'later';
    }
    return tellFound(digest, found, turn.day, t, lease);
  }

  async function keepDomains({ domains }: Pick<Found, 'domains'>, isUntold: boolean): Promise<void> {
    for (const { key, read } of domains) await keepEnds(store, key, read, isUntold);
  }

  async function tellFound(
    digest: Digest,
    { content, change, domains, ...found }: Found,
    day: string,
    t: Translate,
    lease: JobLease,
  ): Promise<Told | 'later' | 'unclear' | number> {
    const isWorthTelling = found.isWorthTelling || found.isAtStep;
    const told = isWorthTelling ? await tell(digest, day, content, t, lease) : 'told';
    await keepDomains({ domains }, told !== 'told');
    if (told !== 'told') return told;
    const left = { ...change, isMore: domains.some((each) => each.isMore && !each.isSilent) };
    return isWorthTelling ? { ...left, shown: shownIn(content, digest.shown), isReminded: hasExpiring(content) } : left;
  }

  async function localeOf({ chatId, locale }: Digest): Promise<Locale> {
    const chosen = (await store.preferences.get(String(chatId)))?.locale ?? locale;
    if (chosen !== undefined) return texts.for(chosen);
    const [last] = await ledger.listOf(chatId, OPERATION_KINDS, 0, 1);
    return texts.for(last?.locale);
  }

  async function look(digest: Digest, about: Dated, t: Translate): Promise<Found> {
    const { accounts, team } = about;
    const looks: Digest['looks'] = [];
    const told: AccountDigest[] = [];
    const domains: NonNullable<AccountFound['domains']>[] = [];
    let [isWorthTelling, isAtStep] = [false, false];
    for (const account of accounts) {
      const found = await lookAt(digest, about, account, t);
      const { shown, hasNews, look: ofServers, domains: ofAccount } = found;
      told.push(shown);
      if (ofAccount) domains.push(ofAccount);
      isWorthTelling ||= hasNews;
      isAtStep ||= found.isAtStep === true;
      if (ofServers) looks.push(ofServers);
    }
    const { unknown, spent, unsettled } = await operationsOf(digest, about);
    const content = { accounts: told, unknown, spent, ...(team ? { team } : {}) };
    isWorthTelling ||= digest.later === true && hasExpiring(content);
    const refused = told.filter(({ unread }) => unread === 'refused').map(({ id }) => id);
    return {
      content,
      isWorthTelling: isWorthTelling || unknown.length > 0 || spent.length > 0,
      isSilent: told.some(({ unread }) => unread === 'silent') || domains.some(({ isSilent }) => isSilent),
      isAtStep,
      change: { looks, refused, unsettled },
      domains,
    };
  }

  async function lookAt(
    { looks, refused = [], shown: before = [], without }: Digest,
    { ownerId, zone }: Dated,
    account: Account,
    t: Translate,
  ): Promise<AccountFound> {
    const { id, label } = account;
    const last = looks.find(({ accountId }) => accountId === id);
    const access = await accesses.watched(ownerId, id);
    const nothing = { id, label, expiring: [], domains: [], renewed: [] };
    if (!access) return { shown: nothing, hasNews: false, look: last };
    const at = now();
    const looked = { zone, at, last };
    const items = await listOf(access.key, access.hosting);
    if (typeof items === 'string') {
      const hasNews = items === 'refused' && !refused.includes(id);
      const known = { key: access.key, zone, now: at, without };
      const isAtStep = items === 'silent' && (isServerAtStep(looked) || (await isDomainAtStep(store, known)));
      return { shown: { ...nothing, unread: items }, hasNews, isAtStep, look: last };
    }
    const shown = new Map(before.filter(({ accountId }) => accountId === id).map((each) => [each.id, each.day]));
    const monthly = monthlyServers(items, looked);
    const expiring = expiringServers(sortList(t, account, items), account, { ...looked, monthly });
    const choice = newChoice();
    const references = toRenew(expiring).map(({ server }) => serverReference(server.id));
    if (references.length > 0) await keepChoice(store, access, choice, references, RENEW_BUTTON_LIFE_MS);
    const { key, hosting } = access;
    const ofDomains = { key, hosting, zone, now: at, before: last?.at, shown, without };
    const domains = await expiringDomains(store, ofDomains);
    const renewed = [...renewedServers(account, items, { ...looked, shown }), ...domains.renewed];
    return {
      shown: { id, label, expiring, domains: domains.expiring, renewed, isFirst: !last, choice },
      hasNews: [...expiring, ...domains.expiring].some((each) => each.isNews),
      domains: { key, ...domains },
      look: { accountId: id, at, ...nearServers(items, looked), ...(monthly.length > 0 ? { monthly } : {}) },
    };
  }

  async function listOf(key: string, hosting: Hosting): Promise<readonly ServerListItem[] | 'silent' | 'refused'> {
    try {
      return (await accesses.lists.readInBackground(key, hosting)).items;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return error.kind === 'notConnected' ? 'refused' : 'silent';
    }
  }

  async function teamsLentBy(ownerId: number): Promise<Team[]> {
    return (await store.teams.ofPerson(ownerId)).filter((each) => each.ownerId === ownerId);
  }

  /** A private digest includes the members of the person's teams. */
  async function operationsOf({ looks, money, unsettled: before = [] }: Digest, { ownerId, accounts, team }: About) {
    const isOwn = ({ accountId }: Operation) => accounts.some(({ id }) => id === accountId);
    // Counts from the last digest: digests may come late, and no purchase in between may be left out.
    const last = Math.max(0, ...looks.map(({ at }) => at));
    const since = last > now() - 2 * DAY_MS ? last : now() - DAY_MS;
    const lent = team ? [team] : await teamsLentBy(ownerId);
    // The owner can't settle a member's operation without an outcome, and the owner's button does not list it.
    const open = team ? await ledger.openOfTeam(team.id) : await ledger.openOf(ownerId);
    const all = [
      // A confirm lives for minutes: operations sent since then were prepared shortly before that.
      ...(team ? [] : await ledger.since(ownerId, since - DAY_MS)),
      ...(team && !money ? [] : (await Promise.all(lent.map(({ id }) => ledger.sentByTeam(id, since)))).flat()),
    ];
    const isPaid = ({ kind }: Operation) => PAID_KINDS.some((paid) => paid === kind);
    const sent = once(all).filter((each) => isPaid(each) && (each.sentAt ?? 0) >= since && !before.includes(each.id));
    // An operation that had no outcome at the last digest counts on the day on which it has one.
    const earlier = team && !money ? [] : await Promise.all(before.map((id) => ledger.get(id)));
    const counted = [...sent, ...earlier.filter((each) => each !== undefined)].filter(isOwn);
    const unknown = open.filter((each) => isOwn(each) && each.state === 'unknown' && !each.said);
    return {
      unknown,
      spent: sumsOf(counted.filter(isSpent)),
      unsettled: counted
        .filter(mayBeSpent)
        .map(({ id }) => id)
        .slice(-MAX_SHOWN_REMEMBERED),
    };
  }

  /** Where the chat did not take the digest, the accounts need not be read again at once. */
  async function tell(
    digest: Digest,
    day: string,
    content: DigestContent,
    t: Translate,
    lease: JobLease,
  ): Promise<'told' | 'later' | 'unclear' | number> {
    const { id, chatId, day: before = '' } = digest;
    if ((await limits.admit(chatId, 'other')) > 0) return now() + BUSY_CHAT_RETRY_MS;
    const noteDay = async (noted: string) =>
      (await lease.write((heldUntil) => digests.endTurn(id, heldUntil, { day: noted }, heldUntil))) !== undefined;
    const message: LiveMessage = {
      place: { chatId, topicId: topicToTell(digest), locale: t.locale },
      // Another process may have taken over the lease, and may send the digest.
      claim: async () => lease.isHeld() && noteDay(day),
      release: () => noteDay(before),
    };
    try {
      return (await put(api, message, digestScreen(content, t, summaryOf))) === undefined ? 'later' : 'told';
    } catch (error) {
      if (!isOutOfReach(error)) report(error, 'digest');
      return isNotDone(error) ? 'later' : 'unclear';
    }
  }
}

/** In the zone of the chat, else of its language. */
export function timetableOf(
  { chatId, hour = DEFAULT_HOUR, day }: Pick<Digest, 'chatId' | 'hour' | 'day'>,
  locale: Locale,
  { quiet, zone: own }: NoticeClock,
): Timetable {
  return { chatId, hour, zone: own ?? zone(locale), day, quiet };
}

/** The next digest finds by this what was renewed. @param before stays where nothing was read */
function shownIn({ accounts }: DigestContent, before: Digest['shown'] = []): NonNullable<Digest['shown']> {
  return accounts
    .flatMap(({ id: accountId, unread, expiring, domains }) => [
      ...(unread ? before.filter((each) => each.accountId === accountId) : []),
      ...expiring.flatMap(({ server: { id }, expiry }) => (expiry ? [{ accountId, id, day: expiry.day }] : [])),
      ...domains.map(({ domain: id, expiry }) => ({ accountId, id, day: expiry.day })),
    ])
    .slice(0, MAX_SHOWN_REMEMBERED);
}

function hasExpiring({ accounts }: DigestContent): boolean {
  return accounts.some(({ expiring, domains }) => expiring.length + domains.length > 0);
}

/** The owner's operations in a team are also their own. */
function once(operations: readonly Operation[]): Operation[] {
  return [...new Map(operations.map((each) => [each.id, each])).values()];
}

/** The provider reported success, or the person did. */
function isSpent({ state, said }: Operation): boolean {
  return state === 'done' || state === 'accepted' || (state === 'unknown' && said?.happened === true);
}

function mayBeSpent({ state, said }: Operation): boolean {
  return state === 'sending' || (state === 'unknown' && !said);
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
