import { expect, onTestFinished, test, vi } from 'vitest';
import { createProvider } from '../../../src/hosting/index.ts';
import { LEASE_MS } from '../../../src/jobs/lease.ts';
import { createClaims, createRecentClaims } from '../../../src/operations/claims/claims.ts';
import type { Dependencies } from '../../../src/operations/dependencies.ts';
import { createOperations } from '../../../src/operations/index.ts';
import { startProvider } from '../../../src/sandbox/provider/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { memoryStore, newKey, readyOperation } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';

const BEGUN = 1_000_000;

onEachDatabase(({ place }) => {
  /** Two processes over one ledger, each with a clock of its own. */
  async function twoProcesses() {
    const [url, keys] = [await place(), [newKey()]];
    const open = async () => {
      const store = await openStore(url, keys);
      onTestFinished(() => store.close());
      const clock = { now: BEGUN };
      const errors: unknown[] = [];
      const moves: Promise<unknown>[] = [];
      const dependencies: Dependencies = {
        ledger: {
          ...store.ledger,
          move(...move) {
            const moved = store.ledger.move(...move);
            moves.push(moved);
            return moved;
          },
        },
        hostingFor: async () => undefined,
        notify: async () => undefined,
        deliver: async () => 'sent',
        report: (error) => void errors.push(error),
        now: () => clock.now,
      };
      return { ledger: store.ledger, claims: createClaims(dependencies), clock, errors, moves };
    };
    return { one: await open(), other: await open() };
  }

  test('an operation that a dead process was sending is settled once, as not sent or as unknown, and told', async () => {
    const { one, other } = await twoProcesses();
    for (const state of ['quoting', 'sending'] as const)
      await one.ledger.add(readyOperation(state, { state, dueAt: BEGUN + LEASE_MS }));
    expect((await other.claims.take()).taken).toEqual([]);
    one.clock.now = other.clock.now = BEGUN + LEASE_MS;
    const taken = [...(await other.claims.take()).taken, ...(await one.claims.take()).taken];
    expect((await one.ledger.get('quoting'))?.failure).toMatchObject({ kind: 'interrupted' });
    expect(taken.map(({ id, state, notified }) => [id, state, notified]).sort()).toEqual([
      ['quoting', 'ready', false],
      ['sending', 'unknown', false],
    ]);
  });

  test('an operation that a live process is sending is claimed by no other, however long it takes', async () => {
    const { one, other } = await twoProcesses();
    const operation = readyOperation('op', { state: 'sending', dueAt: BEGUN + 1 });
    await one.ledger.add(operation);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await one.claims.hold(operation, async () => {
        for (let seconds = 0; seconds < 60; seconds += 5) {
          one.clock.now = other.clock.now = BEGUN + seconds * 1_000;
          vi.advanceTimersByTime(5_000);
          await waitFor(async () => expect((await other.ledger.get('op'))?.dueAt).toBe(one.clock.now + LEASE_MS));
          expect((await other.claims.take()).taken).toEqual([]);
        }
      });
    } finally {
      vi.useRealTimers();
    }
    other.clock.now += LEASE_MS;
    expect((await other.claims.take()).taken).toMatchObject([{ id: 'op', state: 'unknown' }]);
    expect(one.errors).toEqual([]);
  });

  test('a heartbeat of an earlier claim does not extend a later one, whose process died', async () => {
    const { one, other } = await twoProcesses();
    const first = readyOperation('op', { state: 'sending', dueAt: BEGUN + LEASE_MS, claimedAt: 1 });
    await one.ledger.add({ ...first, claimedAt: 2 });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await one.claims.hold(first, async () => {
        one.clock.now = other.clock.now = BEGUN + LEASE_MS - 1;
        vi.advanceTimersByTime(5_000);
        await waitFor(async () => expect(await Promise.all(one.moves)).toEqual([undefined]));
        expect((await one.ledger.get('op'))?.dueAt).toBe(BEGUN + LEASE_MS);
        one.clock.now = BEGUN + LEASE_MS;
        expect((await one.claims.take()).taken).toMatchObject([{ id: 'op', state: 'unknown' }]);
      });
    } finally {
      vi.useRealTimers();
    }
    expect(one.errors).toEqual([]);
  });

  test('a process does not take its own request for lost, also when its lease was not extended in time', async () => {
    const { one } = await twoProcesses();
    const operation = readyOperation('op', { state: 'sending', dueAt: BEGUN });
    await one.ledger.add(operation);
    await one.claims.hold(operation, async () => {
      one.clock.now = BEGUN + 60_000;
      expect((await one.claims.take()).taken).toEqual([]);
    });
    expect(await one.ledger.get('op')).toMatchObject({ state: 'sending', dueAt: BEGUN + 60_000 + LEASE_MS });
  });
});

test('a process that stood still between claiming and sending sends nothing any more', async () => {
  const token = 'a-token-of-the-test';
  const provider = await startProvider({ accounts: [{ token, servers: 1 }] });
  const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  const { ledger } = await memoryStore();
  let now = BEGUN;
  const operations = createOperations({
    ledger,
    hostingFor: async () => {
      now += LEASE_MS;
      return client.forToken(token);
    },
    notify: async () => undefined,
    deliver: async () => 'sent',
    report: () => undefined,
    now: () => now,
  });
  onTestFinished(async () => {
    await client.close();
    await provider.close();
  });
  await ledger.add(readyOperation('op', { createdAt: BEGUN, expiresAt: BEGUN + 60_000 }));
  const { outcome, shown } = await operations.confirm({ id: 'op', userId: 7, message: 1 });
  await shown;
  expect(outcome).toBe('moved');
  expect(provider.requests.filter(({ operation }) => operation === 'server.action')).toEqual([]);
  expect(await ledger.get('op')).toMatchObject({ state: 'ready', failure: { kind: 'notSent' } });
});

test('a claim of a person is known until a later moment is asked about', () => {
  const claims = createRecentClaims({ now: () => 100 });
  expect([claims.mayHaveSince(7, 100), claims.mayHaveSince(7, 101)]).toEqual([true, false]);
  claims.note(7, 200);
  claims.note(7, 150);
  expect([claims.mayHaveSince(7, 200), claims.mayHaveSince(7, 201), claims.mayHaveSince(8, 150)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('claims of more people than are remembered may have been any person’s', () => {
  const claims = createRecentClaims({ now: () => 0 });
  for (let person = 0; person < 1_000; person++) claims.note(person, 1_000 + person);
  expect(claims.mayHaveSince(5_000, 1)).toBe(false);
  claims.note(1_000, 3_000);
  expect([claims.mayHaveSince(0, 1_999), claims.mayHaveSince(0, 2_000)]).toEqual([true, false]);
  expect([claims.mayHaveSince(1_000, 3_000), claims.mayHaveSince(1_000, 3_001)]).toEqual([true, false]);
});

test('in a shared store another process may have taken any tap', () => {
  expect(createRecentClaims({ now: () => 0, shared: true }).mayHaveSince(7, 1_000)).toBe(true);
});
