import { expect, onTestFinished, test } from 'vitest';
import { LEASE_MS } from '../../src/jobs/lease.ts';
import { createOperations } from '../../src/operations/index.ts';
import { StoreUnavailable } from '../../src/store/database/sql.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { waitFor } from '../support/eventually.ts';
import { BEGUN, slowTeller } from './slow-teller.ts';

const SECRET = 'the new password';
/** The password itself is no longer among them. */
const PARAMETERS = { serverId: 'server', name: 'web1', own: true };

onEachDatabase((database) => {
  test('a delivered secret is not delivered again after a crash, however soon the crash came', async () => {
    const delivered: string[] = [];
    const { others, clock, dependencies, telling } = await slowTeller(database, {
      operation: { kind: 'password', secret: SECRET },
      deliver: async (_, secret) => {
        delivered.push(secret);
        return 'sent';
      },
    });
    // Here it is killed: the outcome is never told, and the next one takes it.
    await telling(1);
    clock.now += 2 * LEASE_MS;
    const told: unknown[] = [];
    const next = createOperations({
      ...dependencies,
      ledger: others,
      notify: async (operation) => void told.push(operation),
    });
    onTestFinished(() => next.stop());
    await next.start();
    await waitFor(() => expect(told).toHaveLength(1));
    expect(told).toMatchObject([{ state: 'done', delivered: 'sent' }]);
    expect(told).not.toMatchObject([{ secret: SECRET }]);
    expect(delivered).toEqual([SECRET]);
  });

  test('that it was delivered is written down before anything else is shown, also when the store is out for a moment', async () => {
    let delivered = 0;
    let outages = 1;
    const { others, telling, errors } = await slowTeller(database, {
      operation: { kind: 'password', secret: SECRET },
      wrap: (ledger) => ({
        async move(id, move) {
          if (delivered > 0 && outages-- > 0) throw new StoreUnavailable(new Error('planned'));
          return ledger.move(id, move);
        },
      }),
      deliver: async () => {
        delivered++;
        return 'sent';
      },
    });
    const { operation, end } = await telling(1);
    expect(operation).toMatchObject({ delivered: 'sent' });
    const kept = await others.get('op');
    expect([kept?.secret, kept?.delivered, kept?.notified]).toEqual([undefined, 'sent', false]);
    end();
    await waitFor(async () => expect(await others.get('op')).toMatchObject({ notified: true, dueAt: null }));
    expect([delivered, errors.length]).toEqual([1, 1]);
  });

  test('a password that a process which died may have set is delivered, and no longer kept', async () => {
    const delivered: string[] = [];
    const { telling } = await slowTeller(database, {
      operation: { kind: 'password', state: 'sending', parameters: { ...PARAMETERS, password: SECRET } },
      deliver: async (_, secret) => {
        delivered.push(secret);
        return 'sent';
      },
    });
    const { operation } = await telling(1);
    expect([operation.state, operation.parameters, delivered]).toEqual(['unknown', PARAMETERS, [SECRET]]);
  });

  test('a process that stood still past its lease while it delivered shows nothing: another has the operation by now', async () => {
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<'sent'>()];
    const { operations, others, clock, tellings } = await slowTeller(database, {
      operation: { kind: 'password', secret: SECRET },
      deliver: () => {
        asked.resolve();
        return answer.promise;
      },
    });
    await asked.promise;
    clock.now += 2 * LEASE_MS;
    const stopped = operations.stop();
    answer.resolve('sent');
    await waitFor(async () => expect(await others.get('op')).toMatchObject({ delivered: 'sent', notified: false }));
    await stopped;
    expect(tellings).toEqual([]);
  });

  test('a secret that could not be delivered is removed after the last try', async () => {
    const { others, errors } = await slowTeller(database, {
      operation: { kind: 'password', secret: SECRET, notifyRetry: { times: 149, againAt: BEGUN } },
      deliver: () => Promise.reject(new RangeError('planned')),
    });
    await waitFor(async () => expect(await others.get('op')).toMatchObject({ notified: false, dueAt: null }));
    const kept = await others.get('op');
    expect([kept?.secret, kept?.delivered, kept?.notifyRetry?.times]).toEqual([undefined, 'unsent', 150]);
    expect(errors).toHaveLength(1);
  });

  test('a late answer’s own secret stays to be delivered', async () => {
    const { promise, resolve } = Promise.withResolvers<'sent'>();
    const asked = Promise.withResolvers<void>();
    const { operations, others } = await slowTeller(database, {
      operation: { kind: 'password', state: 'unknown', parameters: PARAMETERS, secret: 'may be in force', dueAt: 5 },
      deliver: () => {
        asked.resolve();
        return promise;
      },
    });
    await asked.promise;
    await others.move('op', {
      from: ['unknown'],
      to: 'done',
      edit: () => ({ secret: SECRET }),
      dueAt: BEGUN + LEASE_MS,
    });
    resolve('sent');
    await operations.stop();
    expect(await others.get('op')).toMatchObject({ state: 'done', secret: SECRET, notified: false });
  });
});
