import { type Availability, Failure, type Quote } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import { registrationKind } from '../../../operations/kinds/registration.ts';
import type { Store } from '../../../store/index.ts';
import { type Alert, type AlertChange, eventSlot } from '../../../store/jobs/alerts.ts';
import type { OfferReading, Round, WatchedAccount, WatchingChat } from '../../../store/jobs/watches.ts';
import { CLOCKS_MS, ROUND_MS } from '../../../watches/budget.ts';
import { isCheap, readersOf, serverOfTraffic, trafficIn, trafficKey, USUAL } from '../../../watches/chats.ts';
import { isBusy, isCertain, isPutOff, type ServerList } from './outside.ts';

/** A value that has just changed is read again in the next round. */
const READ_EVERY_MS = { name: 10 * 60_000, price: 6 * 3_600_000, traffic: 3_600_000 } as const;
const MAX_OFFERS_READ = 5;
/** Equal answers in a row that make a value count. */
const AGREEING_ANSWERS = 2;

/** Each hour of the day counts twice. */
const GROWTH_HOURS_KEPT = 48;
/** With less than a day the quiet hours could pass for the usual traffic. */
const MIN_GROWTH_HOURS = 24;
/** The busiest hours of a day have two or three times the usual traffic, but not five times. */
export const FAR_ABOVE = 5;
const HOUR_MS = 3_600_000;
/** Rounds a computed amount. */
const SIGNIFICANT_DIGITS = 3;

/** All methods reject with a `Failure` only. */
export interface Offers {
  availability(name: string, signal: AbortSignal): Promise<Availability>;
  price(suffix: string, signal: AbortSignal): Promise<Quote>;
  status(id: string, signal: AbortSignal): Promise<{ trafficUsage?: string | undefined }>;
}

interface OffersQuery {
  account: WatchedAccount;
  offers: Offers;
  list: ServerList;
  budget: number;
  now: number;
  signal: AbortSignal;
  registrySignal: AbortSignal;
}

interface OffersFound extends Pick<Round, 'account' | 'alerts'> {
  read: number;
  /** Failures of a registry say nothing about servers: only `busyRegistry` counts them. */
  busy: number;
  busyRegistry: number;
  registered: string[];
  gone: string[];
}

type Subject = Pick<OfferReading, 'kind' | 'of'>;

/** An answer counts once the next one is equal. After a failure of the registry the round reads no other name or price. */
export async function lookForOffers(
  { ledger }: { ledger: Pick<Store['ledger'], 'sent'> },
  query: OffersQuery,
): Promise<OffersFound> {
  const { account, budget, now } = query;
  const { chats, offers: before = [] } = account;
  const subjects = subjectsOf(chats);
  const found: OffersFound = {
    account: {},
    alerts: [],
    read: 0,
    busy: 0,
    busyRegistry: 0,
    ...{ registered: [], gone: [] },
  };
  if (subjects.length === 0) return before.length === 0 ? found : { ...found, account: { offers: [] } };
  const readings = subjects.map(
    ({ kind, of }): OfferReading =>
      before.find((each) => each.kind === kind && each.of === of) ?? { kind, of, readAt: 0, agreeing: 0 },
  );
  found.account = { offers: readings };
  for (const reading of dueOf(readings, now)) {
    if (found.read >= Math.min(MAX_OFFERS_READ, budget)) break;
    if (reading.kind !== 'traffic' && found.busyRegistry > 0) continue;
    if (await readOne(found, reading, query)) await tell(found, account, reading, ledger);
  }
  return found;
}

/** Resolves to whether the value counts from now on. */
async function readOne(
  found: OffersFound,
  reading: OfferReading,
  { account, offers, list, now, signal, registrySignal }: OffersQuery,
): Promise<boolean> {
  const isOfServer = reading.kind === 'traffic';
  const answer = await answerTo(reading, offers, now, isOfServer ? signal : registrySignal);
  if (answer instanceof Failure && isPutOff(answer)) return false;
  const isNew = answer === undefined || answer instanceof Failure ? false : note(reading, answer, now);
  reading.readAt = now;
  found.read++;
  if (isOfServer && isGone(reading, answer, list, account)) found.gone.push(serverOfTraffic(reading.of));
  if (!(answer instanceof Failure)) return isNew;
  // A registry may refuse a token that the list accepts.
  if (answer.kind === 'notConnected') found.busyRegistry++;
  else if (isBusy(answer)) found[isOfServer ? 'busy' : 'busyRegistry']++;
  return isNew;
}

/** A server is gone where the provider does not know it and two lists lack it. */
function isGone(
  reading: OfferReading,
  answer: Answer | Failure | undefined,
  { items, askedAt }: ServerList,
  { listAt }: WatchedAccount,
): boolean {
  const { goneAt: before } = reading;
  const isUnknown = answer instanceof Failure && isCertain(answer);
  const isListed = items.some(({ id }) => id === serverOfTraffic(reading.of));
  delete reading.goneAt;
  if (!isUnknown || (isListed && before !== undefined)) return false;
  const lackedAt = isListed || askedAt < listAt ? 0 : askedAt;
  if (before && lackedAt > before) return true;
  reading.goneAt = before || lackedAt;
  return false;
}

/** The longest unread first. */
function dueOf(readings: readonly OfferReading[], now: number): OfferReading[] {
  return readings
    .filter((reading) => now - reading.readAt >= pauseAfter(reading))
    .sort((one, other) => one.readAt - other.readAt);
}

async function tell(
  found: OffersFound,
  account: WatchedAccount,
  reading: OfferReading,
  ledger: Pick<Store['ledger'], 'sent'>,
): Promise<void> {
  const isOwn = await isRegistered(ledger, account, reading);
  if (isOwn) found.registered.push(reading.of);
  const alerts = alertsOf(account, reading, isOwn ? 'registered' : 'over', reading.readAt);
  found.alerts = [...found.alerts, ...alerts];
}

function subjectsOf(chats: readonly WatchingChat[]): Subject[] {
  const names = new Set(chats.flatMap(({ names = [] }) => names));
  const traffic = new Set(chats.flatMap(({ traffic: watches = [] }) => watches.map(trafficKey)));
  const suffixes = new Set(chats.flatMap(({ prices = [] }) => prices.map(({ suffix }) => suffix)));
  return [
    ...[...names].map((of) => ({ kind: 'name' as const, of })),
    ...[...suffixes].map((of) => ({ kind: 'price' as const, of })),
    ...[...traffic].map((of) => ({ kind: 'traffic' as const, of })),
  ];
}

function pauseAfter({ kind, of, agreeing, goneAt }: OfferReading): number {
  if (goneAt !== undefined) return ROUND_MS / 2;
  // Growth within an hour shows only after an hour.
  const isSoon = agreeing > 0 && agreeing < AGREEING_ANSWERS && !isOfGrowth({ kind, of });
  return isSoon ? ROUND_MS / 2 : READ_EVERY_MS[kind];
}

function isOfGrowth({ kind, of }: Subject): boolean {
  return kind === 'traffic' && splitOnce(of)[0] === USUAL;
}

type Answer = Pick<OfferReading, 'state' | 'total' | 'currency' | 'totalAt' | 'growth'>;

async function answerTo(
  reading: OfferReading,
  offers: Offers,
  now: number,
  signal: AbortSignal,
): Promise<Answer | Failure | undefined> {
  const { kind, of } = reading;
  try {
    if (kind === 'traffic') {
      const [above = '', server = ''] = splitOnce(of);
      const total = trafficIn((await offers.status(server, signal)).trafficUsage);
      if (above === USUAL && total !== undefined) return grownTo(reading, total, now);
      return total === undefined ? undefined : { state: total > Number(above) ? 'over' : 'under', total };
    }
    if (kind === 'name') return { state: (await offers.availability(of, signal)).state };
    const { total, currency } = await offers.price(of, signal);
    return { total, currency };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** A number lower than before starts counting again. */
function grownTo(reading: OfferReading, total: number, now: number): Answer {
  const { total: before = total, totalAt = now, growth = [] } = reading;
  const isGrowth = now > totalAt && total >= before;
  if (!isGrowth) return { state: 'under', total, totalAt: now };
  const newest = ((total - before) * HOUR_MS) / (now - totalAt);
  const usual = medianOf(growth);
  const isFar = growth.length >= MIN_GROWTH_HOURS && usual > 0 && newest > usual * FAR_ABOVE;
  return {
    state: isFar ? 'over' : 'under',
    total,
    totalAt: now,
    growth: [...growth, newest].slice(-GROWTH_HOURS_KEPT),
  };
}

function medianOf(growth: readonly number[]): number {
  const sorted = growth.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Returns whether the answer counts from now on. */
function note(reading: OfferReading, answer: Answer, now: number): boolean {
  if (answer.state === 'available') reading.freeAt = now;
  const { kind, state, total, currency, agreeing } = reading;
  const isSamePrice = kind === 'traffic' || (answer.total === total && answer.currency === currency);
  const isEqual = answer.state === state && isSamePrice;
  Object.assign(reading, answer, { agreeing: isEqual ? Math.min(agreeing + 1, AGREEING_ANSWERS) : 1 });
  return reading.agreeing === AGREEING_ANSWERS && agreeing < AGREEING_ANSWERS;
}

async function isRegistered(
  ledger: Pick<Store['ledger'], 'sent'>,
  { accountId }: WatchedAccount,
  { of, state, freeAt }: OfferReading,
): Promise<boolean> {
  if (freeAt === undefined || state !== 'registered') return false;
  const sent = await ledger.sent('registration', freeAt - CLOCKS_MS);
  const isIt = (each: Operation) => registrationKind.parametersOf(each).domain === of;
  return sent.some((each) => each.accountId === accountId && each.state === 'done' && isIt(each));
}

function alertsOf(
  account: WatchedAccount,
  reading: OfferReading,
  why: 'over' | 'registered',
  now: number,
): AlertChange[] {
  return account.chats.flatMap((chat): AlertChange[] => {
    const offer = offerTo(chat, reading);
    if (!offer) return [];
    const { ownerId, accountId } = account;
    const { chatId, topicId } = chat;
    const what = whatOf(reading);
    const slot = { ownerId, accountId, chatId, topicId: topicId || undefined, serverId: undefined };
    const place = { ...slot, event: eventSlot({ what, since: now, offer: offer.shown }) };
    if (!offer.isOpen) return [{ ...place, change: 'resolve', why }];
    const shown = numberNow(reading);
    const status = shown === undefined ? {} : { status: String(shown) };
    const alert = { ...readersOf(chat), what, since: now, offer: offer.shown, ...status } as const;
    return [{ ...place, change: 'open', alert }];
  });
}

export function endTraffic({ ownerId, accountId, chats }: WatchedAccount, gone: readonly string[]): AlertChange[] {
  return chats.flatMap(({ chatId, topicId, traffic = [] }) =>
    traffic
      .filter(({ server }) => gone.includes(server))
      .map((watch): AlertChange => {
        const of = trafficKey(watch);
        const what = whatOf({ kind: 'traffic', of });
        const place = { ownerId, accountId, chatId, topicId: topicId || undefined, serverId: undefined };
        return { ...place, event: eventSlot({ what, since: 0, offer: { of } }), change: 'resolve', why: 'unwatched' };
      }),
  );
}

function whatOf(reading: Subject): 'free' | 'cheap' | 'traffic' | 'surge' {
  if (reading.kind === 'traffic') return isOfGrowth(reading) ? 'surge' : 'traffic';
  return reading.kind === 'name' ? 'free' : 'cheap';
}

function numberNow(reading: OfferReading): number | undefined {
  if (reading.kind !== 'traffic') return undefined;
  return isOfGrowth(reading) ? rounded(reading.growth?.at(-1) ?? 0) : reading.total;
}

function rounded(worked: number): number {
  return Number(worked.toPrecision(SIGNIFICANT_DIGITS));
}

function offerTo(
  { names = [], prices = [], traffic = [] }: WatchingChat,
  { kind, of, state, total, currency, growth = [] }: OfferReading,
): { isOpen: boolean; shown: NonNullable<Alert['offer']> } | undefined {
  if (kind === 'name') return names.includes(of) ? { isOpen: state === 'available', shown: { of } } : undefined;
  if (kind === 'traffic') {
    const over = traffic.find((each) => trafficKey(each) === of);
    const before = over?.above ?? rounded(medianOf(growth));
    return over && { isOpen: state === 'over', shown: { of, name: over.name, before } };
  }
  const watch = prices.find(({ suffix }) => suffix === of);
  if (!watch || total === undefined || currency === undefined) return undefined;
  const { total: before } = watch;
  return { isOpen: isCheap(watch, { total, currency }), shown: { of, price: { total, currency }, before } };
}

function splitOnce(key: string): [first: string, rest: string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
}
