import { expect, onTestFinished, test } from 'vitest';
import { createProvider, type Hosting } from '../../src/hosting/index.ts';
import { memoryStore } from '../support/databases/store.ts';
import { waitFor } from '../support/eventually.ts';
import { holdAnswers } from '../support/hold-answers.ts';
import { openPaymentLedger, TOKEN, times } from './payment/payment-ledger.ts';

test('an error of the program once the request may have left counts as unknown, and nothing is sent again', async () => {
  let hosting: Hosting | undefined;
  const context = await openPaymentLedger(50, { hostingFor: async () => hosting });
  const client = createProvider({ baseUrl: context.provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  onTestFinished(() => client.close());
  const { cloudOrders, ...rest } = client.forToken(TOKEN);
  hosting = {
    ...rest,
    cloudOrders: {
      ...cloudOrders,
      async order(...asked) {
        await cloudOrders.order(...asked);
        throw new TypeError('planned');
      },
    },
  };
  const { id, told } = await context.order();
  await told;
  expect(context.told.map(({ state }) => state)).toContain('unknown');
  expect(context.errors).toEqual([new TypeError('planned')]);
  await context.operations.confirm({ id, userId: 7 });
  expect(times(context, 'cloud.order')).toBe(1);
});

test('a process that looks how its claim goes tells nothing of a later claim', async () => {
  const { ledger } = await memoryStore();
  const [looks, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const slow = {
    ...ledger,
    async get(id: string) {
      if (isHeld) {
        isHeld = false;
        looks.resolve();
        await seen.promise;
      }
      return ledger.get(id);
    },
  };
  const [one, other] = [await openPaymentLedger(50, { ledger: slow }), await openPaymentLedger(50, { ledger })];
  const id = await one.write();
  const answerOne = holdAnswers(one.provider, { operation: 'cloud.quote', times: 1 });
  const { shown } = await one.operations.confirm({ id, userId: 7, message: 1 });
  isHeld = true;
  await looks.promise;
  one.provider.setPrices(200);
  answerOne();
  await waitFor(async () => expect(await ledger.get(id)).toMatchObject({ state: 'ready', offer: 1 }));
  const answerOther = holdAnswers(other.provider, { operation: 'cloud.quote', times: 1 });
  await other.operations.confirm({ id, userId: 7, message: 1, offer: 1 });
  expect(await ledger.get(id)).toMatchObject({ state: 'quoting' });
  seen.resolve();
  await shown;
  expect(one.told.filter(({ state }) => state === 'quoting')).toEqual([]);
  answerOther();
});
