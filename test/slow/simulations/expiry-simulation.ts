import { Api } from 'grammy';
import { createDigests } from '../../../src/features/watches/digests/digests.ts';
import { createProvider, Failure, type ServerListItem } from '../../../src/hosting/index.ts';
import { createKeptLists } from '../../../src/hosting/kept/kept-lists.ts';
import { LEASE_MS } from '../../../src/jobs/lease.ts';
import type { Operation } from '../../../src/operations/index.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import type { Digest, DigestLook } from '../../../src/store/jobs/digests.ts';
import { createChatLimits } from '../../../src/telegram/api/chat-limits.ts';
import { createRandom } from '../../support/random/chance.ts';
import { testTexts } from '../../support/texts.ts';
import { type Span, spans } from './simulation.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const OWNER = 1001;
/** A private chat with two accounts, and the group that shares one of them, in another time zone. */
const CHATS = [
  { chatId: OWNER, zone: 'UTC', accounts: ['a', 'b'] },
  { chatId: -2002, zone: 'Asia/Tehran', accounts: ['a'] },
] as const;
const HOUR = 9;
/** The days before a server's end that the design names for news. */
const STEPS = [30, 14, 7, 3, 1] as const;
/**
 * A provider that answers again within the shorter time is asked the same day; after the longer time it is not.
 * In between it is asked where the chat got nothing else.
 */
const RETRIED_MS = 2.5 * HOUR_MS;
const GIVEN_UP_MS = 12 * HOUR_MS + 20 * MINUTE_MS;
/** The share of lists for which a process takes longer than its lease, while another one goes on. */
const STALLS = 0.03;
const STALLED_MS = LEASE_MS + 1_000;
const AGAIN_MS = 10 * MINUTE_MS;
/** The share of servers that a list lacks, where lists do. */
const LACKS = 0.1;
/** The share of turns that two processes begin together. */
const TOGETHER = 0.3;

/** A planted mistake: the product forgets its digests, its last look, or the listing of each server, or knows only yesterday's list. */
export type Defect = 'forgetsDay' | 'forgetsLooks' | 'forgetsListed' | 'knowsYesterday';

export interface ExpiryOptions {
  seed: number;
  /** Per account. */
  servers: number;
  days: number;
  /** The share of turns whose process dies. */
  kills: number;
  /** Lists lack some of the servers, at random. */
  lacks?: boolean;
  defect?: Defect;
}

/** The news of digests about servers that expire, compared with the expiries. */
export interface ExpiryVerdict {
  /** The days before an end that needed news, in each chat, and those of them without news. */
  steps: number;
  missed: number;
  /** Told on another day, or after the server was renewed. */
  falseAlarms: number;
  doubled: number;
  /** Told once more on the day after a process died: it may have sent the digest. */
  repeated: number;
  renewals: number;
  own: number;
  /** The days on which a list lacked a server, in each chat. */
  lacking: number;
  killed: number;
  digests: number;
}

/** An end of a server, and since when it has that one. */
interface Term {
  from: number;
  date: string;
}

interface Renewal {
  at: number;
  operation?: Operation;
}

interface Telling {
  chatId: number;
  server: string;
  day: number;
}

const texts = testTexts();

class Died extends Error {}

/** Lets weeks of digests go by, with servers that expire and are renewed, lists that fail, and processes that die or are slow. */
export async function simulateExpiry(options: ExpiryOptions): Promise<ExpiryVerdict> {
  const { seed, days, kills, lacks = false, defect } = options;
  const random = createRandom(seed);
  let at = Date.UTC(2026, 0, 1);
  const [begin, end] = [at, at + days * DAY_MS];
  const { terms, renewals } = fatesOf(random, options.servers, begin, end);
  // The first look reports everything that is near, so it comes before the trouble.
  const outages = [
    ...spans(random, begin + 2 * DAY_MS, end, 30 * HOUR_MS, 6 * HOUR_MS),
    ...spans(random, begin + 2 * DAY_MS, end, 15 * DAY_MS, 3 * DAY_MS),
  ];
  const store = await openStore('sqlite::memory:', undefined, () => at);
  const provider = createProvider({ baseUrl: 'http://127.0.0.1:9', auth: 'Authorization: {token}' });
  const tellings: Telling[] = [];
  /** The days of chats whose process died, as `chat day`. */
  const killed = new Set<string>();
  /** The days of chats for which a process stalled. */
  const stalled = new Set<string>();
  /** The days of chats whose list lacked a server, as `chat day server`. */
  const lacking = new Set<string>();
  let [digests, isStalled] = [0, false];

  function listOf(account: string, readers: readonly Digest[]): ServerListItem[] {
    if (outages.some((each) => within(each, at))) throw new Failure('unavailable', 'server.list');
    const seen = defect === 'knowsYesterday' ? at - DAY_MS : at;
    return [...terms].flatMap(([id, ofServer]) => {
      const { date: expireDate } = ofServer.findLast(({ from }) => from <= seen) ?? ofServer[0] ?? { date: '' };
      if (!id.startsWith(`srv-${account}-`)) return [];
      const isLacking = lacks && at > begin + 2 * DAY_MS && random() < LACKS;
      if (isLacking) for (const { chatId } of readers) lacking.add(`${chatId} ${dayOfChat(chatId, at)} ${id}`);
      return isLacking ? [] : [{ id, expireDate }];
    });
  }

  const rememberedOf = ({ near, ...look }: DigestLook): DigestLook =>
    near && defect !== 'forgetsListed' ? { ...look, near } : look;

  /** A process does the due work and ends, or dies before its call with the number `left`. */
  async function runProcess(left = Number.POSITIVE_INFINITY): Promise<void> {
    const taken: Digest[] = [];
    const began = Promise.withResolvers<void>();
    let calls = 0;
    const call = () => {
      if (calls++ < left) return;
      for (const { chatId } of taken) killed.add(`${chatId} ${dayOfChat(chatId, at)}`);
      throw new Died();
    };
    const api = new Api('1:token');
    api.config.use(async (_previous, method, payload) => {
      call();
      digests++;
      tellings.push(...marked(method, payload, at));
      return Object(JSON.parse('{"ok":true,"result":{"message_id":1}}'));
    });
    const mine: Store = {
      ...store,
      ledger: {
        ...store.ledger,
        since: async (_user, since) =>
          renewals.flatMap(({ at: done, operation }) => (operation && done >= since && done <= at ? [operation] : [])),
      },
      digests: {
        ...store.digests,
        async takeDue(...due) {
          const found = await store.digests.takeDue(...due);
          taken.push(...found.taken);
          began.resolve();
          return found;
        },
        async endTurn(id, heldUntil, { day, looks, ...change }, dueAt) {
          call();
          const kept = {
            ...(day === undefined || defect === 'forgetsDay' ? {} : { day }),
            ...(looks === undefined || defect === 'forgetsLooks' ? {} : { looks: looks.map(rememberedOf) }),
          };
          return store.digests.endTurn(id, heldUntil, { ...change, ...kept }, dueAt);
        },
      },
    };
    const lists = createKeptLists({ load: async () => undefined, save: async () => undefined }, fail, () => at);
    const runner = createDigests({
      ...{ api, store: mine, texts, limits: createChatLimits(), now: () => at },
      accesses: {
        watched: async (_owner, id) => ({
          key: id,
          hosting: provider.forToken('token'),
          aliases: new Map(),
          token: 'token',
        }),
        lists: {
          ...lists,
          async readInBackground(account) {
            call();
            if (!isStalled && random() < STALLS) await stall(taken);
            return { items: listOf(account, taken), askedAt: at };
          },
        },
      },
      reach: { standing: async () => ({}) },
      summaryOf: () => ({ html: '' }),
      report: (error) => {
        if (!(error instanceof Died)) fail(error);
      },
    });
    runner.start();
    await began.promise;
    await runner.stop();
  }

  /** A process waits for the list until its lease has ended and another process has done the due work. */
  async function stall(taken: readonly Digest[]): Promise<void> {
    isStalled = true;
    for (const { chatId } of taken) stalled.add(`${chatId} ${dayOfChat(chatId, at)}`);
    at += STALLED_MS;
    await runProcess();
    isStalled = false;
  }

  try {
    await begun(store, at);
    for (; at < end; at = Math.max(at, (await store.digests.nextDue()) ?? end)) {
      const dies = at > begin + 2 * DAY_MS && random() < kills;
      const first = runProcess(dies ? Math.floor(random() * 6) : undefined);
      await Promise.all([first, ...(random() < TOGETHER ? [runProcess()] : [])]);
    }
    const verdict = judge(terms, tellings, { begin, end, outages, killed, stalled, lacking });
    const own = renewals.filter(({ operation }) => operation).length;
    return { ...verdict, renewals: renewals.length, own, lacking: lacking.size, killed: killed.size, digests };
  } finally {
    await provider.close();
    await store.close();
  }
}

function fail(error: unknown): never {
  throw error;
}

async function begun(store: Store, at: number): Promise<void> {
  await store.accounts.change(OWNER, (binding) => {
    for (const id of ['a', 'b'])
      binding.accounts.push({ id, label: id, token: 'token', connectedAt: at, aliases: new Map() });
  });
  const [, { chatId }] = CHATS;
  await store.teams.create(
    {
      ...{ id: 'team', ownerId: OWNER, accountId: 'a', chatId, topicId: 0, title: 'Shift', locale: 'fa' },
      members: [{ userId: OWNER, name: 'Owner', role: 'owner', addedAt: at }],
      ...{ requests: [], protected: [], limits: [], createdAt: at },
    },
    { at, event: 'teamCreated' },
  );
  await store.digests.begin(OWNER, 'en', at);
  await store.digests.change(chatId, (digest) => ({ ...digest, team: 'team', locale: 'fa', dueAt: at, isNew: false }));
}

function fatesOf(random: () => number, count: number, begin: number, end: number) {
  const terms = new Map<string, Term[]>();
  const renewals: Renewal[] = [];
  for (const account of ['a', 'b'])
    for (let n = 0; n < count; n++) {
      const id = `srv-${account}-${n}`;
      const ofServer = termsOf(random, begin, end);
      terms.set(id, ofServer);
      for (const { from: at } of ofServer.slice(1))
        renewals.push({ at, ...(random() < 0.4 ? { operation: renewalOf(account, id, at) } : {}) });
    }
  return { terms, renewals };
}

/** The ends of a server: it is renewed in an afternoon, before its end or some days after it. */
function termsOf(random: () => number, begin: number, end: number): Term[] {
  let expires = begin + (2 + random() * 70) * DAY_MS;
  let from = begin + 2 * DAY_MS;
  const terms: Term[] = [{ from: 0, date: dateOf(random, expires) }];
  for (;;) {
    const earliest = Math.max(from + DAY_MS, expires + (random() * 32 - 28) * DAY_MS);
    from = Math.floor(earliest / DAY_MS) * DAY_MS + (15 + random() * 5) * HOUR_MS;
    if (from > end) return terms;
    expires = Math.max(from, expires) + ([31, 62, 92][Math.floor(random() * 3)] ?? 31) * DAY_MS;
    terms.push({ from, date: dateOf(random, expires) });
  }
}

/** As the provider writes it: a day, or a moment, whose day is another one in each zone. */
function dateOf(random: () => number, expires: number): string {
  const text = new Date(expires).toISOString();
  return random() < 0.5 ? text.slice(0, 10) : text;
}

function renewalOf(accountId: string, subject: string, at: number): Operation {
  return {
    ...{
      id: `${subject}-${at}`,
      kind: 'renewal',
      state: 'done',
      userId: OWNER,
      chatId: OWNER,
      accountId,
      locale: 'en',
    },
    ...{ createdAt: at, expiresAt: at, dueAt: null, sentAt: at, endedAt: at, notified: true, subject },
    ...{ parameters: {}, progress: {}, quote: { total: 100, currency: 'toman' } },
  };
}

/** The servers that a digest marks as having come near. */
function marked(method: string, payload: object, at: number): Telling[] {
  if (method !== 'sendRichMessage') throw new TypeError(`A digest came as ${method}`);
  const text = JSON.stringify(payload);
  const chatId = Number(/"chat_id":(-?\d+)/.exec(text)?.[1]);
  return [...text.matchAll(/<tr\b.*?<\/tr>/g)].flatMap(([row]) => {
    const server = /srv-[ab]-\d+/.exec(row)?.[0];
    return server !== undefined && row.includes('⏰') ? [{ chatId, server, day: dayOfChat(chatId, at) }] : [];
  });
}

interface Course {
  begin: number;
  end: number;
  outages: readonly Span[];
  killed: ReadonlySet<string>;
  stalled: ReadonlySet<string>;
  lacking: ReadonlySet<string>;
}

type Counts = Pick<ExpiryVerdict, 'steps' | 'missed' | 'falseAlarms' | 'doubled' | 'repeated'>;

/** A window of days for one step: the news comes once, on the first possible day. */
interface Window {
  chat: (typeof CHATS)[number];
  server: string;
  from: number;
  to: number;
  /** The number of digests with this news, by day, without the expected ones. */
  told: Map<number, number>;
}

function judge(terms: ReadonlyMap<string, Term[]>, tellings: readonly Telling[], course: Course): Counts {
  const counts: Counts = { steps: 0, missed: 0, falseAlarms: 0, doubled: 0, repeated: 0 };
  for (const chat of CHATS)
    for (const [server, ofServer] of terms) {
      const told = countDays(tellings.filter((each) => each.chatId === chat.chatId && each.server === server));
      const isShown = chat.accounts.some((each) => server.startsWith(`srv-${each}-`));
      const windows = isShown ? windowsOf(chat, ofServer, course) : [];
      for (const { from, to } of windows) judgeWindow(counts, { chat, server, from, to, told }, course);
      for (const left of told.values()) counts.falseAlarms += left;
    }
  return counts;
}

function countDays(tellings: readonly Telling[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { day } of tellings) counts.set(day, (counts.get(day) ?? 0) + 1);
  return counts;
}

/** From the day of each step to that of the next, as long as the server has that end. */
function windowsOf(chat: Window['chat'], terms: readonly Term[], { begin, end }: Course): Span[] {
  return terms.flatMap(({ from, date }, at) => {
    const ends = dayOfDate(date, chat.zone);
    const before = terms[at - 1];
    const begun = before && Math.max(dayOfDate(before.date, chat.zone), dayOfChat(chat.chatId, Math.floor(from)));
    const isMonthly = begun !== undefined && ends - begun <= 33;
    const until = Math.min(end, terms[at + 1]?.from ?? end);
    return STEPS.flatMap((step, nth) => {
      const first = ends - step;
      const next = STEPS[nth + 1];
      let to = next === undefined ? first + 40 : ends - next;
      while (to > first && digestAt(chat, to - 1) >= until) to--;
      if (isMonthly && nth === 0) return [];
      const isSeen = digestAt(chat, first) > Math.max(from, begin + 12 * HOUR_MS);
      return isSeen && to > first ? [{ from: first, to }] : [];
    });
  });
}

function judgeWindow(counts: Counts, { chat, server, from, to, told }: Window, course: Course): void {
  let isTold = false;
  let again: 'repeated' | 'doubled' = 'doubled';
  for (let day = from; day < to; day++) {
    const light = lightOf(chat, server, day, course);
    if (light === 'dark') continue;
    const times = told.get(day) ?? 0;
    told.delete(day);
    counts.doubled += Math.max(0, times - 1);
    if (times > 0 && isTold) counts[again]++;
    if (times > 0) again = repetitionAfter(chat, day, course);
    isTold ||= times > 0;
    if (light === 'dim') continue;
    counts.steps++;
    if (!isTold) counts.missed++;
    return;
  }
}

/** The class of a second telling after this day: a process that died on it may have left no note of the first. */
function repetitionAfter({ chatId }: Window['chat'], day: number, { killed }: Course): 'repeated' | 'doubled' {
  return killed.has(`${chatId} ${day}`) ? 'repeated' : 'doubled';
}

/** Whether a chat's digest of a day can tell of a server: `dark` where no list can be read, `dim` where that is not certain. */
function lightOf(
  chat: Window['chat'],
  server: string,
  day: number,
  { outages, killed, stalled, lacking }: Course,
): 'clear' | 'dim' | 'dark' {
  const at = digestAt(chat, day);
  const place = `${chat.chatId} ${day}`;
  let free = at;
  // Beside a process that stalls another one reads the list minutes later.
  const outageAt = (from: number) =>
    around(outages, from) ?? (stalled.has(place) ? around(outages, from + AGAIN_MS) : undefined);
  for (let outage = outageAt(free); outage; outage = outageAt(free)) free = outage.to;
  if (free > at + GIVEN_UP_MS) return 'dark';
  return free > at + RETRIED_MS || killed.has(place) || lacking.has(`${place} ${server}`) ? 'dim' : 'clear';
}

function around(outages: readonly Span[], at: number): Span | undefined {
  return outages.find((each) => within(each, at));
}

function within({ from, to }: Span, at: number): boolean {
  return at >= from && at < to;
}

function digestAt({ chatId, zone }: Window['chat'], day: number): number {
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: day });
  const on = date.toPlainDateTime({ hour: HOUR }).toZonedDateTime(zone);
  return on.epochMilliseconds + (Math.abs(chatId) % 600) * 1_000;
}

/** Days are counted from 1970. */
function dayOfChat(chatId: number, at: number): number {
  return dayIn(CHATS.find((each) => each.chatId === chatId)?.zone ?? 'UTC', at);
}

function dayOfDate(date: string, zone: string): number {
  return date.includes('T') ? dayIn(zone, Date.parse(date)) : Date.parse(date) / DAY_MS;
}

function dayIn(zone: string, at: number): number {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  return Date.parse(date.toString()) / DAY_MS;
}
