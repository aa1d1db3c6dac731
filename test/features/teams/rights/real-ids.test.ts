import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import { buttons } from '../../../../src/features/buttons.ts';
import { offersOf } from '../../../../src/features/common/operation/together-rows.ts';
import type { Hosting } from '../../../../src/hosting/index.ts';
import type { Operation } from '../../../../src/operations/index.ts';
import type { Role } from '../../../../src/store/key-value/teams.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { atLeast, ROLES_OF_DESIGN } from '../../../teams/design.ts';
import { type Company, enterCompany, type Server, type Who } from './company.ts';
import { OPERATION_ROWS, type OperationRow } from './operation-rows.ts';
import { hostingOf, NEW_SERVER, SAMPLES, type Sample, seed } from './samples.ts';
import { changesBySubject } from './walk.ts';

const BUTTONS: Record<string, { name: string; names: readonly string[] }> = buttons;
const ROWS = Object.entries(OPERATION_ROWS).flatMap(([key, rows]) =>
  [rows].flat().map((row: OperationRow) => ({ key, row })),
);
const TRIED = [...ROWS.entries()];
const ALL: readonly Who[] = ['stranger', ...ROLES_OF_DESIGN];
/** In the four rounds of a soak every role taps every button as the person who asked and as another, in the group and in private. */
const ROUNDS = Array.from({ length: amountOf(1, 4) }, (_, at) => at);
const tappersOf = ROUNDS.length > 1 ? everyRole : outcomesOf;
/** Domain renewals hold each other back: there is one domain. */
const OF_SERVERS = SAMPLES.filter(({ kind }) => kind !== 'domainRenewal');

const [ORDER = expect.fail('No order')] = SAMPLES.filter(({ kind }) => kind === 'order');
/** An order of a system that no other one is of. */
const OTHER_ORDER: Sample = { ...ORDER, parameters: () => ({ server: { ...NEW_SERVER, os: 'alma9' } }) };

/** A person who taps a button of one operation. */
interface Tap {
  what: string;
  row: OperationRow;
  sample: Sample;
  server: Server;
  operation: Operation;
  who: Who;
  user: User;
  isAsker: boolean;
  inGroup: boolean;
  data: string;
}

function samplesFor({ of }: OperationRow): readonly Sample[] {
  return OF_SERVERS.filter(({ kind, quote }) => {
    if (of === 'all') return true;
    if (of === 'purchases' || of === 'others') return (quote !== undefined) === (of === 'purchases');
    return kind === of;
  });
}

/** The data of the button as the bot makes it for that operation. */
function dataOf(
  key: string,
  { id: operation, offer = 0 }: Pick<Operation, 'id' | 'offer'>,
  { account }: Company,
): string {
  const { name, names } = BUTTONS[key] ?? expect.fail(`No button ${key}`);
  const known: Record<string, string> = {
    ...{ account, operation, offer: String(offer), offers: offersOf([{ id: operation, offer }]), pass: 'x' },
    ...{ happened: 'y', what: 'nameServers', filter: 'all', page: '0' },
  };
  return [name, ...names.map((each) => known[each] ?? expect.fail(`No ${each} for ${key}`))].join('|');
}

/** The lowest role that the button of such an operation is given to. */
function fromOf({ from }: OperationRow, sample: Sample): Role | 'anyone' {
  return from === 'operation' ? sample.from : from;
}

/** Whether the design gives it to this person. */
function isGiven({ row, sample, who, isAsker, inGroup }: Tap): boolean {
  const isMeant = row.by === 'member' || isAsker === (row.by === 'asker');
  if (!isMeant || (row.onlyPrivate && inGroup)) return false;
  const from = fromOf(row, sample);
  return from === 'anyone' || (who !== 'stranger' && atLeast(who, from));
}

/** The outcome of a tap for its operation. @param told what the bot sent since */
async function cameOf({ store, group }: Company, tap: Tap, told: readonly string[]): Promise<string> {
  const { operation, row, user, inGroup } = tap;
  if (row.gives === 'shown') {
    const isHere = new RegExp(`"chat_id":${inGroup ? group : user.id}\\b`);
    return told.some((each) => isHere.test(each) && wordsOf(tap).test(each)) ? 'shown' : 'nothing';
  }
  const { state, askedAt, said, failure } = (await store.ledger.get(operation.id)) ?? expect.fail('It is gone');
  if (said) return 'said';
  if (askedAt !== undefined) return 'looked';
  if (state === operation.state) return 'nothing';
  if (failure?.kind === 'notAllowed') return `refused: ${failure.reason}`;
  return state === 'cancelled' ? state : 'sent';
}

/** The words that nothing but its operation says. */
function wordsOf({ sample, server }: Tap): RegExp {
  if (sample.kind === 'order') return /AlmaLinux/;
  return new RegExp(sample.kind === 'registration' ? `for-${server.id}\\.com` : `${RegExp.escape(server.ip)}\\b`);
}

function wantedOf(tap: Tap): string {
  const { row, who, isAsker } = tap;
  if (isGiven(tap)) return row.gives;
  // An asker who lost the right loses the confirm as well.
  const isRefused = row.from === 'operation' && isAsker;
  return isRefused ? `refused: ${who === 'stranger' ? 'notMember' : 'role'}` : 'nothing';
}

type Tapper = Pick<Tap, 'who' | 'isAsker' | 'inGroup'>;
type Lowest = Role | 'anyone';

/** @param turn of the four combinations of person and place the one that the first role has */
function everyRole(_: OperationRow, turn: number): (() => Tapper)[] {
  return ALL.map((who, at) => () => ({
    ...{ who, isAsker: (at + turn) % 2 === 0 },
    inGroup: (at + (turn >> 1)) % 2 === 0,
  }));
}

/**
 * A tapper for each outcome: a stranger, the highest member who may not, and the lowest who may, as the person whom the button is for; and
 * the owner as a person whom it is not for. A button that is only for private chats is also tapped in the group by who may.
 */
function outcomesOf(row: OperationRow, turn: number): ((from: Lowest) => Tapper)[] {
  const isAsker = row.by !== 'another';
  const [here, there] = [turn % 2 === 0, turn % 2 === 1];
  const lowest = (from: Lowest): Who => (from === 'anyone' ? 'stranger' : from);
  const below = (from: Lowest): Who => ALL[ALL.indexOf(lowest(from)) - 1] ?? 'stranger';
  return [
    (from) => ({ who: lowest(from), isAsker, inGroup: here && !row.onlyPrivate }),
    () => ({ who: 'owner', isAsker: !isAsker, inGroup: there }),
    ...(row.onlyPrivate ? [(from: Lowest): Tapper => ({ who: lowest(from), isAsker, inGroup: true })] : []),
    ...(row.from === 'anyone' ? [] : [(from: Lowest): Tapper => ({ who: below(from), isAsker, inGroup: there })]),
    ...(row.from === 'anyone' || row.from === 'viewer'
      ? []
      : [(): Tapper => ({ who: 'stranger', isAsker, inGroup: here })]),
  ];
}

/** One operation for each person who taps the row's button. */
async function tapsOf(
  company: Company,
  hosting: Hosting,
  people: ReadonlyMap<Who, User>,
  { key, row, at }: { key: string; row: OperationRow; at: number },
): Promise<Tap[]> {
  const samples = samplesFor(row);
  const another = company.take('admin');
  const taps: Tap[] = [];
  for (const [index, tapperOf] of tappersOf(row, at).entries()) {
    const sample = samples[(at + index) % samples.length] ?? expect.fail('No sample');
    const { who, isAsker, inGroup } = tapperOf(fromOf(row, sample));
    const user = people.get(who) ?? expect.fail(`No ${who}`);
    const asker = isAsker ? user : another;
    const server = company.server(false);
    // An operation that waits is asked for in private, so that the group has a question of its own.
    const isInGroup = inGroup && (isAsker || row.on !== 'waiting');
    const operation = await seed(company, hosting, row.of === 'order' ? OTHER_ORDER : sample, {
      ...{ user: asker, state: row.on, subject: { server, domain: { name: 'none', id: 'none' } } },
      chat: isInGroup ? company.group : asker.id,
      buttons: (id) => [dataOf(key, { id }, company)],
    });
    const data = dataOf(key, operation, company);
    const what = `${key} of ${sample.name} (${row.on}): ${who}${isAsker ? ' who asked' : ''}, ${inGroup ? 'in the group' : 'in private'}`;
    taps.push({ what, row, sample, server, operation, who, user, isAsker, inGroup, data });
  }
  return taps;
}

function press({ world, group }: Company, { operation, user, inGroup, isAsker, row, data }: Tap): void {
  const { messageId = 0, approval } = operation;
  const question = row.on === 'waiting' && inGroup && !isAsker ? approval?.messageId : undefined;
  // In private another person taps what only they have made a button: the message there never had it.
  world.pressRaw(user.id, inGroup ? group : user.id, question ?? messageId, data);
}

test.for(ROUNDS)(
  'a button with the id of a real operation gives each role what the design does, in the group and in private',
  async (round) => {
    await using company = await enterCompany({ each: 1, admins: TRIED.length, open: TRIED.length * ALL.length });
    const { hosting, close } = await hostingOf(company);
    const people = new Map(ALL.map((who) => [who, company.take(who)]));
    // Of two connections of one process to SQLite, one would wait in vain for the other's transaction.
    await company.stopBot();
    const taps: Tap[] = [];
    for (const [at, { key, row }] of TRIED)
      taps.push(...(await tapsOf(company, hosting, people, { key, row, at: at + round })));
    await company.startBot();
    await company.settled();
    company.provider.forget();
    const since = company.world.calls.length;
    for (const tap of taps) press(company, tap);
    await company.settled();
    // Requests that are on their way are sent and told by then.
    await company.stopBot();
    const told = company.world.calls.slice(since).map(({ params }) => JSON.stringify(params));
    const found = taps.map(async (tap) => [tap.what, await cameOf(company, tap, told)]);
    expect(await Promise.all(found)).toEqual(taps.map((tap) => [tap.what, wantedOf(tap)]));
    const sent = taps.filter((tap) => wantedOf(tap) === 'sent').map(({ sample }) => sample.request);
    expect([...changesBySubject(company).values()].flat().sort()).toEqual(sent.sort());
    console.log(`rights: ${taps.length} taps on buttons of real operations`);
    await close();
  },
);
