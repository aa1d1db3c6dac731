import { expect, test, vi } from 'vitest';
import { LEASE_MS } from '../../src/jobs/lease.ts';
import { BEGUN, slowTeller } from '../operations/slow-teller.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { waitFor } from '../support/eventually.ts';

onEachDatabase((database) => {
  test('a job that a live process is telling is leased by no other, however long Telegram takes', async () => {
    const { others, clock, tellings, telling, errors } = await slowTeller(database);
    const { end } = await telling(1);
    for (let seconds = 5; seconds <= 60; seconds += 5) {
      clock.now = BEGUN + seconds * 1_000;
      vi.advanceTimersByTime(5_000);
      // The heartbeat extends the lease before a third of it has passed.
      const least = clock.now + (LEASE_MS * 2) / 3 - 5_000;
      await waitFor(async () => expect((await others.get('op'))?.dueAt).toBeGreaterThanOrEqual(least));
      expect((await others.takeDue(clock.now, LEASE_MS)).taken).toEqual([]);
    }
    end();
    await waitFor(async () => expect(await others.get('op')).toMatchObject({ notified: true, dueAt: null }));
    expect([tellings.length, errors]).toEqual([1, []]);
  });

  test('a process that lost its operations while it stood still writes nothing over them', async () => {
    const { operations, others, clock, telling, errors } = await slowTeller(database);
    const { end } = await telling(1);
    clock.now += LEASE_MS;
    const { taken } = await others.takeDue(clock.now, LEASE_MS);
    expect(taken).toMatchObject([{ id: 'op', dueAt: clock.now + LEASE_MS }]);
    vi.advanceTimersByTime(5_000);
    end();
    await operations.stop();
    expect(await others.get('op')).toEqual(taken[0]);
    expect(errors).toEqual([]);
  });

  test('a look asked for on a replica while the news is being told is told as well', async () => {
    const { operations, others, telling } = await slowTeller(database);
    const { end } = await telling(1);
    // A tap that any replica may handle.
    const asked = await others.move('op', {
      from: ['done'],
      edit: () => ({ askedAt: 5 }),
      dueAt: BEGUN,
      notified: false,
    });
    end();
    await operations.stop();
    expect(await others.get('op')).toEqual(asked);
  });

  test('a look asked for here and taken over by another process is told by that one alone', async () => {
    const { operations, others, clock, tellings, telling, errors } = await slowTeller(database, {
      operation: { state: 'unknown', parameters: { server: 's', action: 'reboot' }, progress: { seen: {} } },
    });
    const { operation, end } = await telling(1);
    clock.now++;
    expect(await operations.lookAgain('op', operation.userId)).toMatchObject({ outcome: 'moved' });
    clock.now += LEASE_MS;
    const { taken } = await others.takeDue(clock.now, LEASE_MS);
    expect(taken).toMatchObject([{ id: 'op', dueAt: clock.now + LEASE_MS }]);
    end();
    await operations.stop();
    expect(await others.get('op')).toEqual(taken[0]);
    expect([tellings.length, errors]).toEqual([1, []]);
  });

  test('a look asked for here while the news is being told is done once more', async () => {
    const { operations, others, clock, tellings, telling } = await slowTeller(database, {
      operation: {
        state: 'unknown',
        parameters: { server: 's', action: 'reboot' },
        progress: { seen: {}, unclear: true, over: true },
        // The person knows this already: only the new reading is news.
        accountGone: true,
      },
    });
    const { operation, end } = await telling(1);
    clock.now++;
    await operations.lookAgain('op', operation.userId);
    const again = telling(2);
    end();
    (await again).end();
    await operations.stop();
    expect(tellings.map((each) => each.operation.askedAt)).toEqual([undefined, BEGUN + 1]);
    expect(await others.get('op')).toMatchObject({ notified: true, dueAt: null });
  });

  test('a process that stood still for longer than a lease tells nothing, and takes its work anew', async () => {
    let takes = 0;
    const { telling } = await slowTeller(database, {
      wrap: (ledger, clock) => ({
        async takeDue(at, leaseMs, most) {
          const due = await ledger.takeDue(at, leaseMs, most);
          if (takes++ === 0) clock.now += LEASE_MS;
          return due;
        },
      }),
    });
    const { operation } = await telling(1);
    expect(takes).toBeGreaterThan(1);
    expect(operation.dueAt).toBe(BEGUN + 2 * LEASE_MS);
  });
});
