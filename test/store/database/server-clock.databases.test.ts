import { expect, onTestFinished, test, vi } from 'vitest';
import { createLeaseManager } from '../../../src/jobs/lease-manager.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { createMaintenance } from '../../../src/store/maintenance.ts';
import { onEachDatabase, onPostgres } from '../../support/databases/databases.ts';
import { postgresDatabase } from '../../support/databases/postgres.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';
import { eventually, waitFor } from '../../support/eventually.ts';

const APART_MS = 30_000;
/** The largest difference of two readings at once on a busy machine. */
const NEAR_MS = 1_000;

onPostgres(() => {
  /** Two processes over one database, on machines whose clocks are 30 s apart; `set` sets that of the second. */
  async function twoMachines() {
    const [url, keys] = [await postgresDatabase(), [newKey()]];
    let ahead = APART_MS;
    const open = async (machine: () => number) => {
      const store = await openStore(url, keys, machine);
      onTestFinished(() => store.close());
      return store;
    };
    const set = (ms: number) => {
      ahead = ms;
    };
    return { one: await open(Date.now), other: await open(() => Date.now() + ahead), set };
  }

  const apart = ({ one, other }: { one: Store; other: Store }) => Math.abs(other.now() - one.now());

  test('two machines go by the clock of the database', async () => {
    const machines = await twoMachines();
    expect(apart(machines)).toBeLessThan(NEAR_MS);
  });

  test('a machine whose clock is set later takes nothing before its time, and says how far it is off', async () => {
    const machines = await twoMachines();
    const { one, other, set } = machines;
    await one.leases.take('lane', one.now(), APART_MS);
    for (const aheadMs of [3 * APART_MS, -2 * APART_MS]) {
      set(aheadMs);
      expect(apart(machines)).toBeLessThan(NEAR_MS);
      expect(await other.leases.take('lane', other.now(), APART_MS)).toBe(undefined);
      expect(Math.abs((await other.compareClocks()) - aheadMs)).toBeLessThan(NEAR_MS);
      expect(apart(machines)).toBeLessThan(NEAR_MS);
    }
  });

  test('a lease that one holds is not taken by the other', async () => {
    const { one, other } = await twoMachines();
    const [leaseManager, conflicting] = [one, other].map((store) =>
      createLeaseManager({ leases: store.leases, now: store.now, report: (error) => expect.fail(String(error)) }),
    );
    const hold = await leaseManager?.take('lane');
    expect(hold).toBeDefined();
    const patience = new AbortController();
    expect(await conflicting?.take('lane', { patience: patience.signal, waits: () => patience.abort() })).toBe(
      undefined,
    );
    await hold?.release();
    const next = await conflicting?.take('lane');
    expect(next).toBeDefined();
    await next?.release();
  });

  test('a due row is taken by one machine, and not before its time', async () => {
    const { one, other } = await twoMachines();
    await one.ledger.add(readyOperation('later', { dueAt: one.now() + APART_MS / 2 }));
    expect((await other.ledger.takeDue(other.now(), 20_000)).taken).toEqual([]);
    await one.ledger.add(readyOperation('now', { dueAt: one.now() }));
    await one.reminders.add(7, 1, one.now());
    expect((await one.ledger.takeDue(one.now(), 20_000)).taken).toMatchObject([{ id: 'now' }]);
    expect((await one.reminders.takeDue(one.now(), 20_000)).taken).toHaveLength(1);
    expect((await other.ledger.takeDue(other.now(), 20_000)).taken).toEqual([]);
    expect((await other.reminders.takeDue(other.now(), 20_000)).taken).toEqual([]);
  });

  test('an expiry follows the database’s clock, not the machine’s', async () => {
    const { one } = await twoMachines();
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now');
    onTestFinished(() => void clock.mockRestore());
    await one.notes.set('n', 'note', APART_MS);
    clock.mockImplementation(() => now() + 2 * APART_MS);
    expect(await one.notes.get('n')).toBe('note');
    await one.notes.set('over', 'note', 1);
    await waitFor(async () => expect(await one.notes.get('over')).toBe(undefined));
    clock.mockImplementation(() => now() - 2 * APART_MS);
    await one.notes.set('m', 'note', APART_MS);
    await one.clean();
    expect([await one.notes.get('n'), await one.notes.get('m')]).toEqual(['note', 'note']);
  });

  test('the operator hears once that a clock is off, and again when it has been right meanwhile', async () => {
    const { one, other, set } = await twoMachines();
    const said: string[] = [];
    const compared: number[] = [];
    const keep = (store: Store) => {
      const maintenance = createMaintenance({
        beat: async () => false,
        store: {
          compacts: store.compacts,
          logBytes: store.logBytes,
          clean: () => store.clean(),
          async compareClocks() {
            const ahead = await store.compareClocks();
            compared.push(ahead);
            return ahead;
          },
        },
        warn: (text) => void said.push(text),
        report: (error) => expect.fail(String(error)),
        compareEveryMs: 1,
      });
      onTestFinished(() => maintenance.stop());
      maintenance.start();
      return maintenance;
    };
    const times = async (more: number) => {
      const enough = compared.length + more;
      await eventually(() => compared.length >= enough);
    };
    const good = keep(one);
    await times(3);
    expect(said).toEqual([]);
    await good.stop();
    keep(other);
    await times(3);
    expect(said).toEqual([expect.stringContaining('30 s apart')]);
    set(0);
    await times(3);
    set(-APART_MS);
    await times(3);
    expect(said).toHaveLength(2);
  });
});

onEachDatabase(({ place, open }) => {
  test('expired rows are removed from time to time, and nothing else', async () => {
    const url = await place();
    const store = await openStore(url, [newKey()]);
    const sql = open(url);
    onTestFinished(async () => {
      await sql.close();
      await store.close();
    });
    await store.notes.set('short', 'note', 1);
    await store.notes.set('long', 'note', 3_600_000);
    await store.preferences.set('7', { locale: 'fa' });
    await store.leases.take('old', store.now() - 50 * 3_600_000, 1_000);
    await store.leases.take('young', store.now(), 1_000);
    const cleaned = Promise.withResolvers<void>();
    const maintenance = createMaintenance({
      beat: async () => false,
      store: {
        compacts: store.compacts,
        logBytes: store.logBytes,
        compareClocks: store.compareClocks,
        async clean() {
          const unreadable = await store.clean();
          cleaned.resolve();
          return unreadable;
        },
      },
      warn: expect.fail,
      report: (error) => expect.fail(String(error)),
      cleanEveryMs: 5,
    });
    maintenance.start();
    const left = async (table: string, name: string) =>
      (await sql.query(`SELECT ${name} AS name FROM ${table} ORDER BY ${name}`)).map((row) => row.name);
    await cleaned.promise;
    await maintenance.stop();
    expect(await left('leases', 'name')).toEqual(['young']);
    expect(await left('boxes', 'key')).toEqual(['notes:long', 'preferences:7', 'seal:proof', 'seal:subjects']);
  });
});
