import { type Availability, Failure, type Quote } from '../../hosting/index.ts';
import { type Alert, type AlertChange, eventSlot } from '../../store/jobs/alerts.ts';
import type { OfferReading, Round, WatchedAccount, WatchingChat } from '../../store/jobs/watches.ts';
import { ROUND_MS } from '../../watches/budget.ts';
import { isCheap, trafficIn, trafficKey } from '../../watches/chats.ts';

/** How often a name is asked for, the price of a suffix, and the traffic of a server. What has just changed is asked for once more in the next round. */
const EVERY_MS = { name: 10 * 60_000, price: 6 * 3_600_000, traffic: 3_600_000 } as const;
/** Of a round's readings so many at most: the others are left for servers. */
const MOST_ASKED = 5;
/** So many equal answers in a row count. */
const AGREEING = 2;

const ALERTS = { name: 'free', price: 'cheap', traffic: 'traffic' } as const;

/** Asks the provider. All reject with a `Failure` only. */
export interface Offers {
  availability(name: string, signal: AbortSignal): Promise<Availability>;
  price(suffix: string, signal: AbortSignal): Promise<Quote>;
  status(id: string, signal: AbortSignal): Promise<{ trafficUsage?: string | undefined }>;
}

interface Look {
  account: WatchedAccount;
  offers: Offers;
  /** How many readings are left. */
  budget: number;
  now: number;
  signal: AbortSignal;
}

interface OffersFound extends Pick<Round, 'account' | 'alerts'> {
  read: number;
  busy: number;
}

/** What is asked for: whether a name can be registered, what a suffix costs, or whether the traffic of a server is above a number. */
type Subject = Pick<OfferReading, 'kind' | 'of'>;

/** Asks for watched names and prices as far as their turn has come. An answer counts once the next one is equal; a failure tells nothing. */
export async function lookForOffers({ account, offers, budget, now, signal }: Look): Promise<OffersFound> {
  const { chats, offers: before = [] } = account;
  const subjects = subjectsOf(chats);
  if (subjects.length === 0)
    return { account: before.length === 0 ? {} : { offers: [] }, alerts: [], read: 0, busy: 0 };
  const readings = subjects.map(
    ({ kind, of }): OfferReading =>
      before.find((each) => each.kind === kind && each.of === of) ?? { kind, of, readAt: 0, agreeing: 0 },
  );
  const due = readings
    .filter((reading) => now - reading.readAt >= pauseAfter(reading))
    .sort((one, other) => one.readAt - other.readAt);
  const found: OffersFound = { account: {}, alerts: [], read: 0, busy: 0 };
  for (const reading of due.slice(0, Math.max(0, Math.min(MOST_ASKED, budget)))) {
    found.read++;
    const answer = await answerTo(reading, offers, signal);
    const isNew = answer === undefined || answer instanceof Failure ? false : note(reading, answer);
    reading.readAt = now;
    if (answer instanceof Failure) found.busy += isBusy(answer) ? 1 : 0;
    else if (isNew) found.alerts = [...found.alerts, ...alertsOf(account, reading, now)];
  }
  return { ...found, account: { offers: readings } };
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

function pauseAfter({ kind, agreeing }: OfferReading): number {
  return agreeing > 0 && agreeing < AGREEING ? ROUND_MS / 2 : EVERY_MS[kind];
}

type Answer = Pick<OfferReading, 'state' | 'total' | 'currency'>;

/** Resolves to `undefined` where the record has no number of traffic. */
async function answerTo(
  { kind, of }: OfferReading,
  offers: Offers,
  signal: AbortSignal,
): Promise<Answer | Failure | undefined> {
  try {
    if (kind === 'traffic') {
      const [above = '', server = ''] = splitOnce(of);
      const total = trafficIn((await offers.status(server, signal)).trafficUsage);
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

/** Keeps an answer. Returns whether it counts from now on. */
function note(reading: OfferReading, answer: Answer): boolean {
  const { kind, state, total, currency, agreeing } = reading;
  const isSamePrice = kind === 'traffic' || (answer.total === total && answer.currency === currency);
  const isEqual = answer.state === state && isSamePrice;
  Object.assign(reading, answer, { agreeing: isEqual ? Math.min(agreeing + 1, AGREEING) : 1 });
  return reading.agreeing === AGREEING && agreeing < AGREEING;
}

function isBusy({ kind, throttled }: Failure): boolean {
  return kind === 'unavailable' || kind === 'unreadable' || throttled === true;
}

function alertsOf(account: WatchedAccount, reading: OfferReading, now: number): AlertChange[] {
  return account.chats.flatMap((chat): AlertChange[] => {
    const offer = offerTo(chat, reading);
    if (!offer) return [];
    const { ownerId, accountId } = account;
    const { chatId, topicId, locale, team } = chat;
    const what = ALERTS[reading.kind];
    const slot = { ownerId, accountId, chatId, topicId: topicId || undefined, serverId: undefined };
    const place = { ...slot, event: eventSlot({ what, since: now, offer: offer.shown }) };
    if (!offer.isOpen) return [{ ...place, change: 'resolve', why: 'over' }];
    const status = reading.kind === 'traffic' && reading.total !== undefined ? { status: String(reading.total) } : {};
    const ofTeam = team === undefined ? {} : { team };
    const alert = { locale, what, since: now, offer: offer.shown, ...status, ...ofTeam } as const;
    return [{ ...place, change: 'open', alert }];
  });
}

/** What an answer means to a chat; `undefined` where the chat does not watch it. */
function offerTo(
  { names = [], prices = [], traffic = [] }: WatchingChat,
  { kind, of, state, total, currency }: OfferReading,
): { isOpen: boolean; shown: NonNullable<Alert['offer']> } | undefined {
  if (kind === 'name') return names.includes(of) ? { isOpen: state === 'available', shown: { of } } : undefined;
  if (kind === 'traffic') {
    const over = traffic.find((each) => trafficKey(each) === of);
    return over && { isOpen: state === 'over', shown: { of, name: over.name, before: over.above } };
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
