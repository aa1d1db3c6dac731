import { expect, onTestFinished, test } from 'vitest';
import { createLeaseManager } from '../../src/jobs/lease-manager.ts';
import { openStore } from '../../src/store/index.ts';
import type { Lease, Leases } from '../../src/store/leases.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';
import { waitFor } from '../support/eventually.ts';

const LEASE_MS = 400;

onEachDatabase(({ place }) => {
  /** A lease manager that asks the store through `extend`. */
  async function holding(extend: (leases: Leases, lease: Lease, until: number) => Promise<boolean>) {
    const { leases, now, close } = await openStore(await place(), [newKey()]);
    onTestFinished(close);
    const reports: unknown[] = [];
    const leaseManager = createLeaseManager({
      leases: { ...leases, extend: (lease, until) => extend(leases, lease, until) },
      report: (error) => void reports.push(error),
      now,
      leaseMs: LEASE_MS,
    });
    const take = async (name: string) => {
      const hold = await leaseManager.take(name);
      if (!hold) throw new Error('not had');
      onTestFinished(() => hold.release());
      return hold;
    };
    return { leases, take, reports, now };
  }

  test('one lease that can’t be extended costs no other its own', async () => {
    const asked = { broken: 0, sound: 0 };
    const { take, leases, reports, now } = await holding((store, lease, until) => {
      if (lease.name !== 'broken') {
        asked.sound++;
        return store.extend(lease, until);
      }
      asked.broken++;
      return Promise.reject(new RangeError('broken'));
    });
    await take('broken');
    await take('sound');
    await waitFor(() => expect(asked.sound).toBeGreaterThan(2));
    expect(asked.broken).toBeGreaterThan(2);
    expect(await leases.take('sound', now(), LEASE_MS)).toBeUndefined();
    expect(reports[0]).toEqual(new RangeError('broken'));
  });

  test('an extension whose answer is slow is not asked for again meanwhile, and holds up no other', async () => {
    const answer = Promise.withResolvers<void>();
    const asked = { slow: 0, quick: 0 };
    const { take } = await holding(async (store, lease, until) => {
      asked[lease.name === 'slow' ? 'slow' : 'quick']++;
      if (lease.name === 'slow') await answer.promise;
      return store.extend(lease, until);
    });
    await take('slow');
    await take('quick');
    await waitFor(() => expect(asked.quick).toBeGreaterThan(2));
    expect(asked.slow).toBe(1);
    answer.resolve();
    await waitFor(() => expect(asked.slow).toBeGreaterThan(1));
  });
});
