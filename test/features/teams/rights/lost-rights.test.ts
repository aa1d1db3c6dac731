import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import type { Hosting } from '../../../../src/hosting/index.ts';
import type { Operation } from '../../../../src/operations/index.ts';
import type { AuditEntry } from '../../../../src/store/audit/index.ts';
import { eventually, waitFor } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { bare, textOf } from '../../../support/person.ts';
import { amountOf } from '../../../support/random/seeds.ts';
import { type Company, enterCompany, TEAM } from './company.ts';
import { hostingOf, SAMPLES, type Sample, seed, subjectInRequest } from './samples.ts';
import { changesBySubject } from './walk.ts';

/** The event that befalls the person who asked, and the reason that the audit log tells then: an operation of a person who stays is sent. */
const FATES = {
  removed: { who: 'stranger', reason: 'notMember' },
  demoted: { who: 'viewer', reason: 'role' },
  stays: { who: 'admin', reason: undefined },
} as const;
type Fate = keyof typeof FATES;
const ALL_FATES = ['demoted', 'removed', 'stays'] as const satisfies readonly Fate[];
/** How many people ask for each sample. */
const EACH = amountOf(2, ALL_FATES.length);
/** Which fate befalls a person in the group, and which in private, changes with each sample, and is the other way round in a second round. */
const ROUNDS = Array.from({ length: amountOf(1, 2) }, (_, at) => at);
const PEOPLE = SAMPLES.length * EACH;
const PRICED = SAMPLES.filter(({ quote }) => quote !== undefined);
/** Beside that of the account: one renewal at a time goes on of each. */
const DOMAINS = ALL_FATES.slice(1).map((_, at) => `other-${at}.com`);
/** The bot takes 30 taps of a person in ten seconds. */
const TAPS_EACH = 28;
const NOTHING_SENT = /nothing was sent|چیزی فرستاده نشد/;

/** Each kind has a right of its own, which only a person lacks who is demoted; the other fates are the same for all kinds. */
function fatesOf(index: number): readonly Fate[] {
  return EACH === ALL_FATES.length ? ALL_FATES : ['demoted', index % 2 === 0 ? 'removed' : 'stays'];
}

interface Case {
  what: string;
  user: User;
  operation: Operation;
  fate: Fate;
  /** The request that does it, and the server or domain that this names. */
  request: [subject: string, operation: string];
}

/** An operation of each sample for each fate and place, of a person each. */
async function casesOf(
  company: Company,
  hosting: Hosting,
  samples: readonly Sample[],
  state: 'ready' | 'waiting',
  round: number,
): Promise<Case[]> {
  const cases: Case[] = [];
  // Of two connections of one process to SQLite, one would wait in vain for the other's transaction.
  await company.stopBot();
  const domains = [...company.domains].map(([name, id]) => ({ name, id }));
  for (const [index, sample] of samples.entries())
    for (const [at, fate] of fatesOf(index).entries()) {
      const user = company.take('admin');
      const domain = domains[cases.length % domains.length] ?? expect.fail('No domain');
      const subject = { server: company.server(state === 'waiting'), domain };
      // Passwords are told in private, which the bot must know for that.
      const isInGroup = fate !== 'stays' && (index + (index >> 1) + at + round) % 2 === 0;
      const operation = await seed(company, hosting, sample, {
        ...{ user, subject, state },
        chat: isInGroup ? company.group : user.id,
      });
      cases.push({
        ...{ user, operation, fate },
        what: `${sample.name}, ${fate}, ${isInGroup ? 'in the group' : 'in private'}`,
        request: [subjectInRequest(sample, subject), sample.request],
      });
    }
  await company.startBot();
  await company.settled();
  company.provider.forget();
  return cases;
}

async function changeRoles({ store }: Company, cases: readonly Case[]): Promise<void> {
  const [removed, demoted] = (['removed', 'demoted'] as const).map(
    (wanted) => new Set(cases.filter(({ fate }) => fate === wanted).map(({ user }) => user.id)),
  );
  await store.teams.change(TEAM, (team) => {
    team.members = team.members.filter(({ userId }) => !removed?.has(userId));
    for (const member of team.members) if (demoted?.has(member.userId)) member.role = FATES.demoted.who;
  });
}

/** Taps the confirm of each. */
async function confirmAll(company: Company, cases: readonly Case[]): Promise<void> {
  for (const { user, operation } of cases) {
    const { id, chatId, messageId = 0, quote } = operation;
    company.world.pressRaw(user.id, chatId, messageId, quote ? `py|${id}|0` : `ok|${id}`);
  }
  await company.settled();
}

/**
 * Expects that nothing was sent for those who lost the role, and that the person, the group where it is asked, and the audit log were told
 * why; and that what the others asked for was sent.
 */
async function expectSentOnlyWithRight(company: Company, cases: readonly Case[]): Promise<void> {
  const { store, group } = company;
  const ids = cases.filter(({ fate }) => fate !== 'stays').map(({ operation }) => operation.id);
  await waitFor(async () => {
    const all = await Promise.all(ids.map((id) => store.ledger.get(id)));
    expect(all.filter((each) => each?.state === 'refused' && each.notified)).toHaveLength(ids.length);
  });
  // Requests that are on their way are sent by then.
  await company.stopBot();
  const log: AuditEntry[] = [];
  for await (const items of store.audit.all(TEAM, {}))
    for (const item of items) if ('entry' in item) log.push(item.entry);
  const sent = [...changesBySubject(company)].flatMap(([subject, all]) => all.map((each) => `${each} ${subject}`));
  const [stay, lost] = [cases.filter(({ fate }) => fate === 'stays'), cases.filter(({ fate }) => fate !== 'stays')];
  expect(sent.sort()).toEqual(stay.map(({ request: [subject, each] }) => `${each} ${subject}`).sort());
  const found = lost.map(async ({ what, user, operation: { id, chatId, messageId, approval } }) => {
    const now = await store.ledger.get(id);
    const inGroup = approval?.messageId;
    return [
      what,
      ...[now?.state, now?.failure?.reason, now?.notified],
      log.find(({ event, operation }) => event === 'refused' && operation === id)?.reason,
      seen(company, user, chatId, messageId),
      inGroup === undefined ? 'asked nowhere else' : seen(company, user, group, inGroup),
    ];
  });
  const wanted = lost.map(({ what, fate, operation: { approval } }) => [
    what,
    ...['refused', FATES[fate].reason, true],
    FATES[fate].reason,
    'nothing was sent',
    approval?.messageId === undefined ? 'asked nowhere else' : 'nothing was sent',
  ]);
  expect(await Promise.all(found)).toEqual(wanted);
}

/** The text of a message. */
function seen({ world }: Company, { id: person }: User, chat: number, id?: number): string {
  const message = world.messages(person, chat).find(({ message_id }) => message_id === id);
  const text = message ? bare(textOf(message)) : 'no message';
  return NOTHING_SENT.test(text) ? 'nothing was sent' : text;
}

test.for(ROUNDS)(
  'of what was confirmed only what those ask for is sent who still have the role, with any kind of operation',
  async (round) => {
    await using company = await enterCompany({ each: 0, admins: PEOPLE, open: PEOPLE, domains: DOMAINS });
    const { hosting, close } = await hostingOf(company);
    const cases = await casesOf(company, hosting, SAMPLES, 'ready', round);
    await changeRoles(company, cases);
    await confirmAll(company, cases);
    await expectSentOnlyWithRight(company, cases);
    await close();
  },
);

test.for(ROUNDS)(
  'of what is approved only what those asked for is sent who still have the role, with any kind of operation',
  async (round) => {
    const admins = PEOPLE + Math.ceil(PEOPLE / TAPS_EACH);
    await using company = await enterCompany({ each: 0, admins, open: 0, protected: PEOPLE, domains: DOMAINS });
    const { hosting, close } = await hostingOf(company);
    const cases = await casesOf(company, hosting, SAMPLES, 'waiting', round);
    await changeRoles(company, cases);
    for (let from = 0; from < cases.length; from += TAPS_EACH) {
      const approver = company.take('admin');
      for (const { operation } of cases.slice(from, from + TAPS_EACH)) {
        const { id, approval, messageId = 0 } = operation;
        company.world.pressRaw(approver.id, company.group, approval?.messageId ?? messageId, `ap|${id}|0`);
      }
    }
    await company.settled();
    await expectSentOnlyWithRight(company, cases);
    await close();
  },
);

test.for(ROUNDS)(
  'who loses the role while the price is asked once more gets nothing bought, with any kind of purchase',
  async (round) => {
    const people = PRICED.length * EACH;
    await using company = await enterCompany({ each: 0, admins: people, open: people, domains: DOMAINS });
    const { hosting, close } = await hostingOf(company);
    const cases = await casesOf(company, hosting, PRICED, 'ready', round);
    const answers = PRICED.map(({ quote = '' }) => holdAnswers(company.provider, { operation: quote, times: EACH }));
    const confirmed = confirmAll(company, cases);
    const isAsked = ({ quote }: Sample) =>
      company.provider.requests.filter(({ operation }) => operation === quote).length >= EACH;
    await eventually(() => PRICED.every(isAsked));
    await changeRoles(company, cases);
    for (const answer of answers) answer();
    await confirmed;
    await expectSentOnlyWithRight(company, cases);
    await close();
  },
);
