import { expect, onTestFinished, test, vi } from 'vitest';
import { createLeaseManager } from '../../src/jobs/lease-manager.ts';
import { openStore } from '../../src/store/index.ts';
import type { Lease, Leases } from '../../src/store/leases.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';
import { waitFor } from '../support/eventually.ts';

const LEASE_MS = 4_000;

onEachDatabase(({ place }) => {
  /** A lease manager that asks the store through `extend`. Its time passes by `beat` alone, a quarter of a lease each. */
  async function holding(extend: (leases: Leases, lease: Lease, until: number) => Promise<boolean>) {
    const { leases, close } = await openStore(await place(), [newKey()]);
    onTestFinished(close);
    let at = 1_000_000;
    const now = () => at;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const beat = () => {
      at += LEASE_MS / 4;
      vi.advanceTimersByTime(LEASE_MS / 4);
    };
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
    return { leases, take, reports, now, beat };
  }

  test('one lease that can’t be extended costs no other its own', async () => {
    const asked = { broken: 0 };
    const extended: number[] = [];
    const { take, leases, reports, now, beat } = await holding(async (store, lease, until) => {
      if (lease.name !== 'broken') {
        const isExtended = await store.extend(lease, until);
        extended.push(until);
        return isExtended;
      }
      asked.broken++;
      throw new RangeError('broken');
    });
    await take('broken');
    await take('sound');
    for (let beats = 1; beats <= 8; beats++) {
      beat();
      const until = now() + LEASE_MS;
      await waitFor(() => expect([asked.broken, extended.at(-1)]).toEqual([beats, until]));
    }
    expect(await leases.take('sound', now(), LEASE_MS)).toBeUndefined();
    expect(reports[0]).toEqual(new RangeError('broken'));
  });

  test('an extension whose answer is slow is not asked for again meanwhile, and holds up no other', async () => {
    const answer = Promise.withResolvers<void>();
    const asked = { slow: 0, quick: 0 };
    const { take, beat } = await holding(async (store, lease, until) => {
      if (lease.name === 'slow') {
        asked.slow++;
        await answer.promise;
      }
      const isExtended = await store.extend(lease, until);
      if (lease.name === 'quick') asked.quick++;
      return isExtended;
    });
    await take('slow');
    await take('quick');
    for (let beats = 1; beats <= 3; beats++) {
      beat();
      await waitFor(() => expect(asked.quick).toBe(beats));
    }
    expect(asked.slow).toBe(1);
    answer.resolve();
    await waitFor(() => {
      beat();
      expect(asked.slow).toBeGreaterThan(1);
    });
  });
});
