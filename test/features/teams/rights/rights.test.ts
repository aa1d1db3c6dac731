import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import { buttons } from '../../../../src/features/buttons.ts';
import { domainReference } from '../../../../src/features/common/domain-words.ts';
import { serverReference } from '../../../../src/hosting/kept/kept-lists.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { atLeast, ROLES_OF_DESIGN } from '../../../teams/design.ts';
import { BACKUP, type Company, DOMAIN, enterCompany, type Server, SNAPSHOT, TEAM, type Who } from './company.ts';
import { BUTTON_ROWS, COMMAND_ROWS, type Row, WORD_ROWS } from './rows.ts';
import { type Attempt, changesBySubject, OF_ACCOUNT, read, type Seen, secretsIn, tryAll, visible } from './walk.ts';

/** One thing to try: a button, a command or plain words. */
interface Entry {
  name: string;
  row: Row;
  needsServer: boolean;
  /** The data of the button, or the text. */
  made(company: Company, server: Server): { data: string } | { text: string };
}

const KINDS: Record<string, { name: string; names: readonly string[] }> = buttons;
const ENTRIES: Entry[] = [
  ...Object.entries(BUTTON_ROWS).flatMap(([key, rows]) => [rows].flat().map((row: Row) => buttonEntry(key, row))),
  ...Object.entries(COMMAND_ROWS).flatMap(([name, rows]) =>
    [rows].flat().map((row: Row) => textEntry(`/${name} ${row.behind ?? ''}`, row)),
  ),
  ...Object.entries(WORD_ROWS).map(([words, row]) => textEntry(words, row)),
];
const TRIED: readonly Who[] = ['stranger', ...ROLES_OF_DESIGN];
const ROUNDS = [
  { inGroup: false, isProtected: false },
  { inGroup: false, isProtected: true },
  { inGroup: true, isProtected: false },
  { inGroup: true, isProtected: true },
];
type Round = (typeof ROUNDS)[number];
const ENTRIES_PER_PERSON = amountOf(12, 4);
const PEOPLE_EACH = Math.ceil(ENTRIES.length / ENTRIES_PER_PERSON);
/** `test/teams/rights.test.ts` proves the table of roles and places: one role for each outcome shows that an entry asks it. */
const ROLES_PER_ENTRY = amountOf(3, TRIED.length);
/** The owner is one person: the bot takes 30 taps of a person in ten seconds. */
const MOST_TAPS = 28;

function buttonEntry(key: string, row: Row): Entry {
  const { name, names } = KINDS[key] ?? expect.fail(`No button ${key}`);
  return {
    name: `${key} ${JSON.stringify(row.with ?? {})}`,
    row,
    needsServer: names.includes('server'),
    made(company, server) {
      const known: Record<string, string> = { ...valuesFor(company, server), ...row.with };
      return { data: [name, ...names.map((each) => known[each] ?? expect.fail(`No ${each} for ${key}`))].join('|') };
    },
  };
}

function textEntry(text: string, row: Row): Entry {
  return {
    name: text.trim(),
    row,
    needsServer: text.includes('IP'),
    made: (_, { ip }) => ({ text: text.trim().replace('IP', ip) }),
  };
}

/** Values of a button's arguments, by their names. */
function valuesFor({ account }: Company, server: Server): Record<string, string> {
  return {
    account,
    server: server.reference,
    snapshot: serverReference(SNAPSHOT),
    backup: serverReference(BACKUP),
    domain: domainReference(DOMAIN),
    team: TEAM,
    operation: 'no-such-op-1',
    check: 'no-such-check',
    ...{ via: '', page: '0', filter: '', sort: 'n', command: 'reboot', period: 'day', days: '30', years: '1', at: '0' },
    ...{ os: 'debian12', disk: 'finnix', action: 'reboot', name: 'given', to: '9.99.999.9.9', resource: 'cpu' },
    ...{ chosen: '', list: 'none', wish: 'none', note: 'none', locale: 'en', when: 'late', offer: '0', offers: '0' },
    ...{ pass: 'x', happened: 'y', start: '0', field: 'cpu', value: '1', what: 'handle', currency: 'none' },
    ...{
      alert: 'no-such-alert',
      on: 'y',
      who: 'team',
      from: '',
      hours: '0',
      member: '10000',
      role: 'operator',
      chat: '',
      topic: '',
      since: '0',
    },
  };
}

/** How many servers of a kind the walk takes: one for each operation that is allowed in the rounds with such servers, and one for all else. */
function serversFor(isProtected: boolean): number {
  const rounds = ROUNDS.filter((round) => round.isProtected === isProtected);
  const tried = rounds.flatMap((round) => TRIED.map((who) => ({ who, entries: entriesFor(who, round) })));
  return (
    1 + tried.flatMap(({ who, entries }) => entries.filter(({ row }) => row.ends && isAllowed(who, row, true))).length
  );
}

function isAllowed(who: Who, { from, privately }: Row, inGroup: boolean): boolean {
  const lowest = (inGroup ? undefined : privately) ?? from;
  return lowest === 'anyone' || (who !== 'stranger' && atLeast(who, lowest));
}

/** The attempts of one person in a round. Protection matters where an operation comes of it, and a role only where one is needed. */
function entriesFor(who: Who, round: Round): Entry[] {
  const isLow = who === 'stranger' || who === 'viewer';
  const isTried = ({ row, needsServer }: Entry) =>
    round.isProtected ? row.ends !== undefined && needsServer : isLow || row.from !== 'anyone';
  const isLeftOut = ({ row }: Entry) => (row.endsTeam && who === 'owner') || (row.endsRole && who !== 'stranger');
  const isChosen = ROLES_PER_ENTRY === TRIED.length ? () => true : isOutcome;
  return ENTRIES.filter((each, at) => isTried(each) && !isLeftOut(each) && isChosen(who, each.row, round, at));
}

/**
 * Whether a role has an outcome of its own: a stranger, whom the handler refuses; the highest member who may not, whom the right of the
 * entry refuses in both places; and the lowest who may. Strangers and who may try it in one place, which alternates, and protected in the
 * other one.
 */
function isOutcome(who: Who, row: Row, { inGroup, isProtected }: Round, at: number): boolean {
  const lowest = row.from === 'anyone' ? 0 : ROLES_OF_DESIGN.indexOf(row.from);
  const roles: readonly Who[] = ['stranger', ...ROLES_OF_DESIGN.slice(Math.max(0, lowest - 1), lowest + 1)];
  const may = isAllowed(who, row, inGroup);
  if (!roles.includes(who) || (isProtected && !may)) return false;
  if (row.onlyPrivate) return !inGroup || (may && !isProtected);
  if (!may && who !== 'stranger') return true;
  return inGroup === ((at + TRIED.indexOf(who) + Number(isProtected)) % 2 === 0);
}

/** Entries that are tried at once, by as many people. One person tries what leads to a confirm by itself: its message is edited. */
function lotsOf(entries: Entry[], people: number): Entry[][] {
  if (people > 1) return chunksOf(entries, people);
  const [long, short] = [entries.filter(({ row }) => row.ends), entries.filter(({ row }) => !row.ends)];
  return [...chunksOf(short, MOST_TAPS / 2), ...long.map((each) => [each])];
}

function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

/** Walks all entries with people of each role, and compares what comes of them with the rows. */
class Walk {
  readonly wrong: string[] = [];
  /** The changes that are to come of each server, and what was tried with it. */
  readonly wanted = new Map<string, { changes: string[]; tried: string }>();
  count = 0;
  readonly company: Company;
  readonly #common: Record<`${boolean}`, Server>;
  #taps = 0;

  constructor(company: Company) {
    this.company = company;
    this.#common = { true: company.server(true), false: company.server(false) };
  }

  async tryAs(who: Who, users: readonly User[]): Promise<void> {
    for (const round of ROUNDS)
      for (const lot of lotsOf(entriesFor(who, round), users.length)) {
        await this.#keepRate(lot, users.length);
        const tapped = await this.#messagesOf(users, round.inGroup);
        const attempts = lot.map((each, at) =>
          this.#attempt(who, users[at % users.length] ?? expect.fail('Nobody tries'), each, round, tapped),
        );
        for (const [attempt, seen] of await tryAll(this.company, attempts)) this.#judge(who, attempt, seen, round);
      }
  }

  /** The bot counts the taps of a person in memory. */
  async #keepRate(lot: readonly Entry[], people: number): Promise<void> {
    const taps = lot.reduce((sum, { row }) => sum + (row.ends ? 2 : 1), 0) / people;
    this.#taps += taps;
    if (people > 1 || this.#taps <= MOST_TAPS) return;
    await this.company.stopBot();
    await this.company.startBot();
    this.#taps = taps;
  }

  /** A message of the bot's to each of them, by their ids. A confirm that was given leaves a group without one. */
  async #messagesOf(users: readonly User[], inGroup: boolean): Promise<Map<number, number>> {
    const { company } = this;
    const look = () =>
      new Map(
        users.flatMap((user) => {
          const chat = inGroup ? company.group : user.id;
          const last = visible(company, { user, chat }).findLast((message) => message.chat.id === chat);
          return last ? [[user.id, last.message_id]] : [];
        }),
      );
    const found = look();
    const bare = users.filter(({ id }) => !found.has(id));
    if (bare.length === 0) return found;
    for (const { id } of bare) company.world.say(id, inGroup ? company.group : id, '/help');
    await company.settled();
    return look();
  }

  #attempt(
    who: Who,
    user: User,
    { name, row, made }: Entry,
    { inGroup, isProtected }: Round,
    tapped: ReadonlyMap<number, number>,
  ): Attempt {
    const { company } = this;
    const { world } = company;
    const may = isAllowed(who, row, inGroup);
    const server = row.ends && may ? company.server(isProtected) : this.#common[`${isProtected}`];
    const chat = inGroup ? company.group : user.id;
    const what = made(company, server);
    this.count++;
    return {
      what: [who, name, inGroup ? 'in the group' : 'in private', ...(isProtected ? ['protected'] : [])].join(' '),
      ...{ row, isAllowed: may, user, chat, server },
      begin() {
        // Words may answer an open question, such as the one for a token.
        if ('text' in what && !what.text.startsWith('/')) world.say(user.id, chat, '/cancel');
        if (row.types !== undefined) world.say(user.id, user.id, '/cancel');
        // The tapped message answers its person, but never had this button.
        if ('data' in what) return { tap: world.pressRaw(user.id, chat, tapped.get(user.id) ?? 0, what.data) };
        return { message: world.say(user.id, chat, what.text) };
      },
    };
  }

  #judge(who: Who, attempt: Attempt, { refused, said }: Seen, { inGroup, isProtected }: Round): void {
    const { what, row, server, isAllowed: may } = attempt;
    const isHere = !inGroup || !row.onlyPrivate;
    if (isHere && who !== 'stranger' && refused === may)
      this.wrong.push(`${what}: ${refused ? '' : 'not '}refused: ${said}`);
    if (!row.ends) return;
    const changes = may && isHere && !(isProtected && row.second) ? [row.ends] : [];
    const subject = row.ends.startsWith('domain') ? this.company.domain : server.id;
    const before = this.wanted.get(subject)?.changes ?? [];
    this.wanted.set(subject, { changes: [...before, ...changes], tried: `${what}: ${said}` });
  }
}

test('no button, command or words give anybody more than their role, and each gives what the role has', async () => {
  await using company = await enterCompany({
    each: PEOPLE_EACH + 1,
    open: serversFor(false),
    protected: serversFor(true),
  });
  const { world, provider } = company;
  const walk = new Walk(company);
  for (const who of TRIED) {
    const users = Array.from({ length: who === 'owner' ? 1 : PEOPLE_EACH }, () => company.take(who));
    await walk.tryAs(who, users);
    if (who !== 'stranger') continue;
    expect(provider.requests.map(({ operation }) => operation)).toEqual([]);
    const shown = users.flatMap((user) => visible(company, { user, chat: company.group }).map(read));
    expect(shown.filter((text) => OF_ACCOUNT.test(text))).toEqual([]);
  }
  // Requests that are on their way are sent by then.
  await company.stopBot();
  const changes = changesBySubject(company);
  for (const [subject, { changes: wanted, tried }] of walk.wanted)
    if (String(changes.get(subject) ?? []) !== String(wanted))
      walk.wrong.push(`${changes.get(subject)}, not ${wanted}: ${tried}`);
  expect(walk.wrong).toEqual([]);
  expect([...changes.keys()].filter((subject) => !walk.wanted.has(subject))).toEqual([]);
  const inGroup = world.messages(company.take('stranger').id, company.group).map(read);
  expect(secretsIn(company, inGroup)).toEqual([]);
  console.log(`rights: ${walk.count.toLocaleString('en')} taps and texts`);
}, 240_000);

test('a person who is removed after the tap gets nothing sent by any later text or confirm', async () => {
  const all = ENTRIES.filter(({ row }) => row.ends);
  const operations = all;
  await using company = await enterCompany({ each: 0, admins: operations.length, open: operations.length });
  const { world } = company;
  const attempts = operations.map(({ name, row, made }): Attempt => {
    const [user, server] = [company.take('admin'), company.server(false)];
    const what = made(company, server);
    const begin = () => {
      if ('data' in what) return { tap: world.pressRaw(user.id, user.id, first(user), what.data) };
      return { message: world.say(user.id, user.id, what.text) };
    };
    return { what: name, row, isAllowed: true, user, chat: user.id, server, begin };
  });
  const first = ({ id }: User) => world.messages(id, id).find(({ from }) => from?.is_bot)?.message_id ?? 0;
  for (const { user } of attempts) world.say(user.id, user.id, '/help');
  await company.settled();
  const seen = await tryAll(company, attempts, async () => {
    for (const { user } of attempts) await company.become(user, 'stranger');
  });
  await company.stopBot();
  expect([...changesBySubject(company)]).toEqual([]);
  // All of them were tried to the end: none was refused before.
  expect(seen.filter(({ 1: { refused } }) => refused)).toEqual([]);
  console.log(`rights: ${operations.length} operations of people who were removed meanwhile`);
}, 60_000);

test('every button has a code of its own', () => {
  const codes = Object.values(KINDS).map(({ name }) => name);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});

test('every button and every command has its row', async () => {
  expect(Object.keys(BUTTON_ROWS).sort()).toEqual(Object.keys(buttons).sort());
});
