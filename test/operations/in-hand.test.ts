import { expect, onTestFinished, test, vi } from 'vitest';
import { createOperations } from '../../src/operations/index.ts';
import { LEASE_MS, type Parts } from '../../src/operations/parts.ts';
import { openStore } from '../../src/store/index.ts';
import type { Ledger, Operation } from '../../src/store/operations.ts';
import { onEachDatabase } from '../support/databases.ts';
import { newKey, readyOperation } from '../support/store.ts';

const BEGUN = 1_000_000;

onEachDatabase(({ place }) => {
  /** One replica that has the news of an operation to tell, and the ledger as another one has it. */
  async function aReplica(wrap: (ledger: Ledger, clock: { now: number }) => Partial<Ledger> = () => ({})) {
    const [url, keys] = [await place(), [newKey()]];
    const stores = [await openStore(url, keys), await openStore(url, keys)] as const;
    const [{ ledger }, { ledger: others }] = stores;
    const clock = { now: BEGUN };
    const errors: unknown[] = [];
    const tellings: { operation: Operation; end(): void }[] = [];
    const parts: Parts = {
      ledger: { ...ledger, ...wrap(ledger, clock) },
      hostingFor: async () => undefined,
      tell(operation) {
        const { promise, resolve } = Promise.withResolvers<void>();
        tellings.push({ operation, end: resolve });
        return promise;
      },
      deliver: async () => 'sent',
      report: (error) => void errors.push(error),
      now: () => clock.now,
    };
    const operations = createOperations(parts);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(async () => {
      for (const { end } of tellings) end();
      await operations.stop();
      vi.useRealTimers();
      for (const store of stores) await store.close();
      expect(errors).toEqual([]);
    });
    await ledger.add(readyOperation('op', { state: 'done', told: false, dueAt: BEGUN }));
    await operations.start();
    const telling = (nth: number) => vi.waitFor(() => tellings[nth - 1] ?? expect.fail('nobody tells'));
    return { operations, others, clock, tellings, telling };
  }

  test('what somebody alive is telling is nobody else’s, however long Telegram takes', async () => {
    const { others, clock, tellings, telling } = await aReplica();
    const { end } = await telling(1);
    for (let seconds = 5; seconds <= 60; seconds += 5) {
      clock.now = BEGUN + seconds * 1_000;
      vi.advanceTimersByTime(5_000);
      // At the latest when a third of the lease has gone by it is held for longer.
      const least = clock.now + (LEASE_MS * 2) / 3 - 5_000;
      await vi.waitFor(async () => expect((await others.get('op'))?.dueAt).toBeGreaterThanOrEqual(least));
      expect((await others.takeDue(clock.now, LEASE_MS)).taken).toEqual([]);
    }
    end();
    await vi.waitFor(async () => expect(await others.get('op')).toMatchObject({ told: true, dueAt: null }));
    expect(tellings).toHaveLength(1);
  });

  test('what went over to others while this one stood still is left to them: nothing is written over theirs', async () => {
    const { operations, others, clock, telling } = await aReplica();
    const { end } = await telling(1);
    clock.now += LEASE_MS;
    const { taken } = await others.takeDue(clock.now, LEASE_MS);
    expect(taken).toMatchObject([{ id: 'op', dueAt: clock.now + LEASE_MS }]);
    vi.advanceTimersByTime(5_000);
    end();
    await operations.stop();
    expect(await others.get('op')).toEqual(taken[0]);
  });

  test('what was asked of it while its news was being told is told as well', async () => {
    const { operations, others, telling } = await aReplica();
    const { end } = await telling(1);
    // A button, whichever replica it came to.
    const asked = await others.move('op', { from: ['done'], edit: () => ({ askedAt: 5 }), dueAt: BEGUN, told: false });
    end();
    await operations.stop();
    expect(await others.get('op')).toEqual(asked);
  });

  test('who stood still for longer than a lease tells nothing, and takes it anew', async () => {
    let takes = 0;
    const { clock, telling } = await aReplica((ledger, { now }) => ({
      async takeDue(at, leaseMs, most) {
        const due = await ledger.takeDue(at, leaseMs, most);
        if (takes++ === 0) clock.now = now + LEASE_MS;
        return due;
      },
    }));
    const { operation } = await telling(1);
    expect([takes, operation.dueAt]).toEqual([2, BEGUN + 2 * LEASE_MS]);
  });
});
