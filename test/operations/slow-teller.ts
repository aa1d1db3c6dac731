import { expect, onTestFinished, vi } from 'vitest';
import type { Dependencies } from '../../src/operations/dependencies.ts';
import { createOperations, type Operation } from '../../src/operations/index.ts';
import { openStore } from '../../src/store/index.ts';
import type { Ledger } from '../../src/store/operations/index.ts';
import type { Database } from '../support/databases/databases.ts';
import { newKey, readyOperation } from '../support/databases/store.ts';
import { waitFor } from '../support/eventually.ts';

export const BEGUN = 1_000_000;

export interface SlowTellerOptions {
  /** Changes to the operation, which is done and not told. */
  operation?: Partial<Operation>;
  /** Changes to its ledger. */
  wrap?(ledger: Ledger, clock: { now: number }): Partial<Ledger>;
  deliver?: Dependencies['deliver'];
}

/**
 * One replica that takes the operation `op` to tell it, and the ledger as another one has it. It sleeps until the
 * lease ends. Its telling lasts until it is ended; its `setInterval` stands still.
 */
export async function slowTeller({ place }: Database, { operation, wrap, deliver }: SlowTellerOptions = {}) {
  const [url, keys] = [await place(), [newKey()]];
  const stores = [await openStore(url, keys), await openStore(url, keys)] as const;
  const [{ ledger }, { ledger: others }] = stores;
  const clock = { now: BEGUN };
  const errors: unknown[] = [];
  const tellings: { operation: Operation; end(): void }[] = [];
  const wrapped = { ...ledger, ...wrap?.(ledger, clock) };
  const asleep = Promise.withResolvers<void>();
  const dependencies: Dependencies = {
    ledger: {
      ...wrapped,
      async nextDue() {
        const due = await wrapped.nextDue();
        asleep.resolve();
        return due;
      },
    },
    hostingFor: async () => undefined,
    notify(shown) {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      tellings.push({ operation: shown, end: () => resolve(undefined) });
      return promise;
    },
    deliver: deliver ?? (async () => 'sent'),
    report: (error) => void errors.push(error),
    now: () => clock.now,
  };
  const operations = createOperations(dependencies);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(async () => {
    for (const { end } of tellings) end();
    await operations.stop();
    vi.useRealTimers();
    for (const store of stores) await store.close();
  });
  await ledger.add(readyOperation('op', { state: 'done', notified: false, dueAt: BEGUN, ...operation }));
  await operations.start();
  // Before that, a moved clock makes it take the operation anew at once, before another one can.
  await asleep.promise;
  return {
    operations,
    dependencies,
    others,
    clock,
    errors,
    tellings,
    /** The n-th telling, once it has begun. */
    telling: (nth: number) => waitFor(() => tellings[nth - 1] ?? expect.fail('no notice was sent')),
  };
}
