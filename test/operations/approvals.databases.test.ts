import { expect, onTestFinished, test } from 'vitest';
import { createProvider, type Hosting } from '../../src/hosting/index.ts';
import { LEASE_MS } from '../../src/jobs/lease.ts';
import { createOperations, type Operation, type OperationDraft } from '../../src/operations/index.ts';
import { startProvider } from '../../src/sandbox/provider/index.ts';
import { openStore } from '../../src/store/index.ts';
import type { Team } from '../../src/store/key-value/teams.ts';
import type { Ledger } from '../../src/store/operations/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';
import { eventually } from '../support/eventually.ts';
import { SERVER, TOKEN } from './payment/payment-ledger.ts';

const TEAM = 'team';
const [OWNER, ADMIN, OTHER, OPERATOR] = [1, 2, 3, 4];
const GROUP = -100;
/** The provider's calls that change something. */
const SENT = ['server.action', 'cloud.order', 'cloud.renew'];
const MINUTES = 60_000;
const PLACE = { chatId: GROUP, topicId: undefined, accountId: 'account', locale: 'en' };
const POWER_OFF: OperationDraft = {
  ...PLACE,
  kind: 'power',
  userId: OPERATOR,
  subject: 'srv-10001',
  parameters: { serverId: 'srv-10001', name: 'web1', action: 'off' },
  progress: { seen: { before: 'on' } },
};
const name = (id: number) => ({ id, name: `member ${id}` });

const member = (userId: number, role: Team['members'][number]['role']) => ({
  userId,
  role,
  name: `member ${userId}`,
  addedAt: 0,
});

onEachDatabase(({ place, open: openSql }) => {
  /** A team with a protected server, and two processes over its store, with one clock. */
  async function openTeam(edit: (team: Team) => void = () => undefined) {
    const provider = await startProvider({ accounts: [{ token: TOKEN, servers: 3 }], timings: { orderMs: 50 } });
    const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
    const hosting = client.forToken(TOKEN);
    const [url, keys] = [await place(), [newKey()]];
    const errors: unknown[] = [];
    let ahead = 0;
    const open = async (between?: (ledger: Ledger) => Ledger, mine: Hosting = hosting) => {
      const store = await openStore(url, keys);
      const told: Operation[] = [];
      const ledger = { ...store.ledger, takeOver: async () => undefined };
      const operations = createOperations({
        ledger: between?.(ledger) ?? ledger,
        hostingFor: async ({ team = '' }) => ((await store.teams.get(team)) ? mine : undefined),
        teamOf: () => store.teams.get(TEAM),
        notify: async (operation) => void told.push(operation),
        deliver: async () => 'sent',
        report: (error) => void errors.push(error),
        now: () => Date.now() + ahead,
        shared: true,
      });
      onTestFinished(async () => {
        await operations.stop();
        await store.close();
      });
      return { store, operations, told };
    };
    const [a, b] = [await open(), await open()];
    onTestFinished(async () => {
      await client.close();
      await provider.close();
      expect(errors).toEqual([]);
    });
    const team: Team = {
      id: TEAM,
      ownerId: OWNER,
      accountId: PLACE.accountId,
      chatId: GROUP,
      topicId: 0,
      title: 'Shift',
      createdAt: 0,
      members: [member(OWNER, 'owner'), member(ADMIN, 'admin'), member(OTHER, 'admin'), member(OPERATOR, 'operator')],
      requests: [],
      protected: [{ serverId: 'srv-10001', name: 'web1', level: 'changes' }],
      limits: [],
    };
    edit(team);
    await a.store.teams.create(team, { at: 0, event: 'teamCreated' });
    const change = (wish: (team: Team) => void) => b.store.teams.change(TEAM, wish);
    return {
      hosting,
      /** Changes the operation's row without the key. */
      async tamper(id: string, change: string) {
        const sql = openSql(url);
        await sql.query(`UPDATE operations SET ${change} WHERE id = $1`, id);
        await sql.close();
      },
      open,
      a,
      b,
      change,
      setRole: (userId: number, role: Team['members'][number]['role']) =>
        change((now) => {
          now.members = [...now.members.filter((each) => each.userId !== userId), member(userId, role)];
        }),
      later: (ms: number) => {
        ahead += ms;
      },
      sent: () => provider.requests.filter(({ operation }) => SENT.includes(operation)).length,
      async ask(draft: OperationDraft = POWER_OFF): Promise<Operation> {
        const { id } = await a.operations.prepare(draft);
        const tapped = await a.operations.confirm({ id, userId: draft.userId, message: 1 });
        expect(tapped.outcome).toBe('waiting');
        await tapped.shown;
        return (await a.store.ledger.get(id)) ?? expect.fail('It is gone');
      },
      state: async (id: string) => (await b.store.ledger.get(id))?.state,
      async order(userId = ADMIN): Promise<OperationDraft> {
        const quote = await hosting.cloudOrders.quote(SERVER);
        return {
          ...PLACE,
          kind: 'order',
          userId,
          parameters: { server: SERVER },
          progress: { before: [], code: undefined, seen: {} },
          quote,
        };
      },
      spend: (userId: number, total: number, currency: string) =>
        change((now) => {
          for (const each of now.members) if (each.userId === userId) each.limits = [{ total, currency }];
        }),
    };
  }

  test('an approver whose role another process takes away between the read and the claim approves nothing', async () => {
    const { open, ask, setRole, sent, state } = await openTeam();
    const { id } = await ask();
    const slow = await open((ledger) => ({
      ...ledger,
      async move(...move) {
        await setRole(ADMIN, 'operator');
        return ledger.move(...move);
      },
    }));
    expect((await slow.operations.approve(id, name(ADMIN), 0)).outcome).toBe('notApprover');
    expect(await state(id)).toBe('waiting');
    expect(sent()).toBe(0);
  });

  test('a member whose role is taken away between the read and the claim gets nothing sent', async () => {
    const { open, setRole, sent, a } = await openTeam((team) => {
      team.protected = [];
    });
    const { id } = await a.operations.prepare(POWER_OFF);
    const slow = await open((ledger) => ({
      ...ledger,
      async move(...move) {
        await setRole(OPERATOR, 'viewer');
        return ledger.move(...move);
      },
    }));
    await (await slow.operations.confirm({ id, userId: OPERATOR, message: 1 })).shown;
    expect(await a.store.ledger.get(id)).toMatchObject({
      state: 'refused',
      failure: { kind: 'notAllowed', reason: 'role', role: 'operator' },
    });
    expect(sent()).toBe(0);
  });

  test('two approvers at once, in two processes, send one request', async () => {
    const { a, b, ask, sent, state } = await openTeam();
    const { id } = await ask();
    const tapped = await Promise.all([
      a.operations.approve(id, name(ADMIN), 0),
      b.operations.approve(id, name(OTHER), 0),
    ]);
    await Promise.all(tapped.map(({ shown }) => shown));
    expect(tapped.map(({ outcome }) => outcome).sort()).toEqual(['closed', 'moved']);
    expect(await state(id)).not.toBe('waiting');
    expect(sent()).toBe(1);
  });

  test('an approval and a refusal at once: one of them counts', async () => {
    const { a, b, change, ask, sent, state } = await openTeam();
    await change((team) => {
      team.protected = ['srv-10000', 'srv-10001', 'srv-10002'].map((serverId) => ({
        serverId,
        name: 'web',
        level: 'changes',
      }));
    });
    let approved = 0;
    for (const [index, subject] of ['srv-10000', 'srv-10001', 'srv-10002'].entries()) {
      const parameters = { serverId: subject, name: 'web', action: 'off' };
      const { id } = await ask({ ...POWER_OFF, subject, parameters });
      const acts = [() => a.operations.approve(id, name(ADMIN), 0), () => b.operations.decline(id, name(OTHER))];
      const tapped = await Promise.all((index % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      await Promise.all(tapped.map(({ shown }) => shown));
      expect(tapped.filter(({ outcome }) => outcome === 'moved')).toHaveLength(1);
      approved += (await state(id)) === 'cancelled' ? 0 : 1;
    }
    expect(sent()).toBe(approved);
  });

  test('of two purchases at once, which are too much for the team together, one is sent', async () => {
    const { a, b, order, change, spend, sent, state } = await openTeam();
    const draft = await order();
    const { total = 0, currency = '' } = draft.quote ?? {};
    await change((team) => {
      team.limits = [{ total: total * 1.5, currency }];
    });
    for (const id of [ADMIN, OTHER]) await spend(id, total * 9, currency);
    const both = await Promise.all([a.operations.prepare(draft), a.operations.prepare({ ...draft, userId: OTHER })]);
    const [one, other] = both;
    const tapped = await Promise.all([
      a.operations.confirm({ id: one?.id ?? '', userId: ADMIN, message: 1 }),
      b.operations.confirm({ id: other.id, userId: OTHER, message: 2 }),
    ]);
    await Promise.all(tapped.map(({ shown }) => shown));
    const states = await Promise.all(both.map(({ id }) => state(id)));
    expect(states.filter((each) => each === 'refused')).toHaveLength(1);
    expect(sent()).toBe(1);
  });

  test('purchases that are confirmed together wait together, where their sum is above the limit, and are approved together', async () => {
    const { a, hosting, spend, sent } = await openTeam();
    const ids = ['renewal-one', 'renewal-other'];
    const drafts = await Promise.all(
      ids.map(async (id, index): Promise<OperationDraft> => {
        const serverId = `srv-1000${index + 1}`;
        const quote = await hosting.cloudOrders.quoteRenewal(serverId, 30);
        const parameters = { serverId, name: serverId, period: 30, batch: ids };
        return {
          ...PLACE,
          id,
          kind: 'renewal',
          userId: ADMIN,
          subject: serverId,
          parameters,
          progress: { seen: {} },
          quote,
        };
      }),
    );
    const prices = drafts.map(({ quote }) => quote?.total ?? 0);
    // Enough for either, and for the first of them when it is sent alone.
    await spend(ADMIN, Math.max(...prices) + 1, drafts[0]?.quote?.currency ?? '');
    const prepared = await a.operations.prepareTogether(drafts);
    expect(prepared.map(({ approval }) => approval?.why)).toEqual(['limit', 'limit']);
    const confirmed = await Promise.all(ids.map((id) => a.operations.confirm({ id, userId: ADMIN, message: 1 })));
    expect(confirmed.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
    expect(sent()).toBe(0);
    const approved = await Promise.all(ids.map((id) => a.operations.approve(id, name(OTHER), 0)));
    await Promise.all(approved.map(({ shown }) => shown));
    expect(approved.map(({ outcome }) => outcome)).toEqual(['moved', 'moved']);
    expect(sent()).toBe(2);
  });

  test('an approval whose process dies while it asks the price is not used twice: it has to be given again', async () => {
    const { open, b, order, spend, ask, later, sent, hosting } = await openTeam();
    const draft = await order();
    const { total = 0, currency = '' } = draft.quote ?? {};
    await spend(ADMIN, total / 2, currency);
    const { id } = await ask(draft);
    const asked = Promise.withResolvers<void>();
    const woken = Promise.withResolvers<void>();
    const quote: Hosting['cloudOrders']['quote'] = async (...values) => {
      asked.resolve();
      await woken.promise;
      return hosting.cloudOrders.quote(...values);
    };
    const slow = await open(undefined, { ...hosting, cloudOrders: { ...hosting.cloudOrders, quote } });
    const { shown } = await slow.operations.approve(id, name(OTHER), 0);
    await asked.promise;
    later(2 * LEASE_MS);
    await b.operations.start();
    const back = await eventually(() => b.told.find(({ state }) => state === 'ready'));
    expect(back).toMatchObject({ failure: { kind: 'interrupted' }, approval: { why: 'limit' } });
    expect(back.approval?.by).toBeUndefined();
    // The asker may have turned away while it waited.
    expect(back.expiresAt - back.createdAt).toBeGreaterThan(10 * MINUTES);
    woken.resolve();
    await shown;
    expect(sent()).toBe(0);
    // With a right of their own the asker confirms it: the earlier approval counts for nothing, and is not told either.
    await spend(ADMIN, total * 2, currency);
    const again = await b.operations.confirm({ id, userId: ADMIN, message: 1, offer: back.offer ?? 0 });
    expect(again.outcome).toBe('moved');
    await again.shown;
    expect((await b.store.ledger.get(id))?.approval?.by).toBeUndefined();
    expect(sent()).toBe(1);
  });

  test('a price that changes voids the approval: the asker confirms the new one, and a tap on the older request does nothing', async () => {
    const { a, open, order, spend, ask, sent, hosting } = await openTeam();
    const draft = await order();
    const { total = 0, currency = '' } = draft.quote ?? {};
    await spend(ADMIN, total / 2, currency);
    const { id } = await ask(draft);
    const quote: Hosting['cloudOrders']['quote'] = async (...values) => {
      const asked = await hosting.cloudOrders.quote(...values);
      return { ...asked, total: asked.total + 1 };
    };
    const dearer = await open(undefined, { ...hosting, cloudOrders: { ...hosting.cloudOrders, quote } });
    await (await dearer.operations.approve(id, name(OTHER), 0)).shown;
    expect(await a.store.ledger.get(id)).toMatchObject({ state: 'ready', offer: 1, quote: { total: total + 1 } });
    expect((await dearer.operations.approve(id, name(OTHER), 0)).outcome).toBe('closed');
    expect((await dearer.operations.confirm({ id, userId: ADMIN, message: 1, offer: 0 })).outcome).toBe('outdated');
    expect((await dearer.operations.confirm({ id, userId: ADMIN, message: 1, offer: 1 })).outcome).toBe('waiting');
    expect((await dearer.operations.approve(id, name(OTHER), 0)).outcome).toBe('outdated');
    expect(sent()).toBe(0);
    await (await dearer.operations.approve(id, name(OTHER), 1)).shown;
    expect(sent()).toBe(1);
  });

  test('a team that ends while an operation waits: the tap of an approver tells its person', async () => {
    const { a, b, ask, sent } = await openTeam();
    const { id } = await ask();
    await b.store.teams.end(TEAM, { at: 1, event: 'teamEnded' });
    const tapped = await a.operations.approve(id, name(ADMIN), 0);
    await tapped.shown;
    expect(tapped.outcome).toBe('refused');
    expect(a.told.at(-1)).toMatchObject({ state: 'refused', failure: { kind: 'notAllowed', reason: 'ended' } });
    expect(sent()).toBe(0);
  });

  test('an operation that waited for fifteen minutes is not sent, however the tap and its confirm come again', async () => {
    const { a, ask, later, sent, state } = await openTeam();
    const { id } = await ask();
    later(15 * MINUTES + 1);
    const tappedAt = Date.now() + 15 * MINUTES - 10;
    const tapped = await a.operations.approve(id, name(ADMIN), 0);
    expect(tapped.outcome).toBe('expired');
    await tapped.shown;
    expect((await a.operations.confirm({ id, userId: OPERATOR, message: 1, offer: 0, tappedAt })).outcome).toBe(
      'expired',
    );
    expect(await state(id)).toBe('expired');
    expect(sent()).toBe(0);
  });

  test('a confirm that comes again while it waits says so, and an asker can’t approve their own', async () => {
    const { a, ask, sent } = await openTeam();
    const { id } = await ask({ ...POWER_OFF, userId: ADMIN });
    expect((await a.operations.confirm({ id, userId: ADMIN, message: 1 })).outcome).toBe('waiting');
    expect((await a.operations.approve(id, name(ADMIN), 0)).outcome).toBe('ownRequest');
    expect((await a.operations.decline(id, name(ADMIN))).outcome).toBe('ownRequest');
    expect(sent()).toBe(0);
  });

  test('of one person three wait at most: one more is refused, until one is decided', async () => {
    const { a, change, state } = await openTeam();
    const servers = Array.from({ length: 5 }, (_, index) => `srv-2${index}`);
    await change((team) => {
      team.protected = servers.map((serverId) => ({ serverId, name: 'web', level: 'changes' }));
    });
    const ids: string[] = [];
    const ask = async (subject = '') => {
      const { id } = await a.operations.prepare({
        ...POWER_OFF,
        subject,
        parameters: { serverId: subject, name: 'web', action: 'off' },
      });
      await a.operations.confirm({ id, userId: OPERATOR, message: ids.push(id) });
      return state(id);
    };
    for (const subject of servers.slice(0, 3)) expect(await ask(subject)).toBe('waiting');
    expect(await ask(servers[3])).toBe('refused');
    await a.operations.decline(ids[0] ?? '', name(OTHER));
    expect(await ask(servers[4])).toBe('waiting');
  });

  test.for([
    ['another team', `team = 'other'`],
    ['no team', 'team = NULL'],
    ['another person', `user_id = ${ADMIN}`],
    ['the state of one that needs no approval', `state = 'ready'`],
    ['a longer time', 'expires_at = expires_at + 3600000'],
  ])('one that is given %s outside of the bot is neither approved nor confirmed', async ([, change = '']) => {
    const { open, ask, tamper, sent } = await openTeam();
    const { id } = await ask();
    await tamper(id, change);
    // A process that has not written the row itself.
    const { operations } = await open();
    await expect(operations.approve(id, name(OTHER), 0)).rejects.toThrow(/changed/i);
    await expect(operations.confirm({ id, userId: OPERATOR, message: 1 })).rejects.toThrow(/changed/i);
    expect(sent()).toBe(0);
  });

  test('a row of a time without teams is claimed as it was', async () => {
    const { a, setRole, sent } = await openTeam((team) => {
      team.protected = [];
    });
    const alone = createOperations({
      ledger: a.store.ledger,
      hostingFor: async () => undefined,
      notify: async () => undefined,
      deliver: async () => 'sent',
      report: () => undefined,
      now: Date.now,
    });
    const { id, team } = await alone.prepare(POWER_OFF);
    expect(team).toBeUndefined();
    await setRole(OPERATOR, 'viewer');
    expect((await a.operations.confirm({ id, userId: OPERATOR, message: 1 })).outcome).toBe('moved');
    expect(sent()).toBe(0);
  });

  test('a confirm from before the account was lent is not sent once it is: it has to be asked for again', async () => {
    const { a, b, sent } = await openTeam();
    const alone = createOperations({
      ledger: a.store.ledger,
      hostingFor: async () => undefined,
      notify: async () => undefined,
      deliver: async () => 'sent',
      report: () => undefined,
      now: Date.now,
    });
    const mine = { ...POWER_OFF, userId: OWNER, chatId: OWNER };
    const { id } = await alone.prepare(mine);
    const other = await alone.prepare({ ...mine, accountId: 'another' });
    await (await b.operations.confirm({ id, userId: OWNER, message: 1 })).shown;
    const failure = { kind: 'notAllowed', reason: 'lent' };
    expect(await a.store.ledger.get(id)).toMatchObject({ state: 'refused', failure });
    await (await b.operations.confirm({ id: other.id, userId: OWNER, message: 1 })).shown;
    expect((await a.store.ledger.get(other.id))?.failure?.kind).toBe('notConnected');
    expect(sent()).toBe(0);
  });

  test('a member says what became of it, which the audit log tells; who is a member no more neither says it nor looks again', async () => {
    const { a, b, change } = await openTeam((team) => {
      team.protected = [];
    });
    const { id } = await a.operations.prepare(POWER_OFF);
    await a.store.ledger.move(id, { from: ['ready'], to: 'sending', dueAt: Date.now() + LEASE_MS });
    await a.store.ledger.move(id, { from: ['sending'], to: 'unknown' });
    const answers = async () => {
      const { items } = await b.store.audit.page(TEAM, {}, 100);
      const entries = items.flatMap((each) => ('entry' in each ? [each.entry] : []));
      return entries.filter(({ event }) => event === 'answered');
    };
    expect((await a.operations.say(id, OPERATOR, false)).outcome).toBe('moved');
    const [said] = await answers();
    expect(said).toMatchObject({ actor: { id: OPERATOR }, operation: id, kind: 'power', after: 'notHappened' });
    await change((team) => {
      team.members = team.members.filter(({ userId }) => userId !== OPERATOR);
    });
    const refused = { name: 'NotAllowed', verdict: { reason: 'notMember' }, about: { team: TEAM, kind: 'power' } };
    await expect(b.operations.say(id, OPERATOR, true)).rejects.toMatchObject(refused);
    await expect(b.operations.lookAgain(id, OPERATOR)).rejects.toMatchObject(refused);
    expect(await answers()).toHaveLength(1);
    expect((await b.store.ledger.get(id))?.said?.happened).toBe(false);
  });

  test('/cancel withdraws what waits', async () => {
    const { a, ask, state } = await openTeam();
    const { id } = await ask();
    const withdrawn = await a.operations.withdraw(OPERATOR, GROUP);
    expect(withdrawn.cancelled.map((each) => each.id)).toEqual([id]);
    expect(withdrawn.underWay).toBeUndefined();
    expect(await state(id)).toBe('cancelled');
  });
});
