import { expect, test } from 'vitest';
import { createProvider, type Hosting } from '../../../src/hosting/index.ts';
import { orderKind } from '../../../src/operations/kinds/order.ts';
import { startProvider } from '../../../src/sandbox/provider/index.ts';
import type { Operation } from '../../../src/store/operations/index.ts';
import { SERVER, TOKEN } from './payment-ledger.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The moments (ms after it was sent) at which an order that never appears is looked for. */
async function looks(hosting: Hosting, before: string[]): Promise<number[]> {
  const operation: Operation = {
    id: 'an-order',
    kind: 'order',
    state: 'accepted',
    userId: 7,
    chatId: 7,
    accountId: 'account',
    locale: 'en',
    createdAt: 0,
    sentAt: 0,
    expiresAt: MINUTE,
    dueAt: 0,
    notified: true,
    receipt: { orderId: 'none' },
    parameters: { server: SERVER },
    progress: { seen: { before } },
  };
  const moments: number[] = [];
  for (let now: number | undefined = 0; now !== undefined; ) {
    moments.push(now);
    const concurrentOperations = {
      operation,
      others: async () => [],
      next: async () => undefined,
      disturbed: async () => false,
      later: async () => ({ next: undefined, disturbed: false }),
    };
    const { verdict, inMs, progress } = await orderKind.look(
      hosting,
      concurrentOperations,
      now,
      AbortSignal.timeout(10_000),
    );
    expect([now, verdict]).toEqual([now, now < 5 * MINUTE ? 'waiting' : 'unclear']);
    operation.progress = progress;
    now = inMs === undefined ? undefined : now + inMs;
  }
  return moments;
}

test.for([
  [3, 1, 80],
  [2_000, 2, 70],
] as const)('the list of %i servers is read after %i s, then ever more rarely', async ([servers, pause, most]) => {
  const provider = await startProvider({ accounts: [{ token: TOKEN, servers }] });
  const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  const hosting = client.forToken(TOKEN);
  const before = (await hosting.servers.list()).map(({ id }) => id);
  provider.forget();
  const moments = await looks(hosting, before);
  await client.close();
  await provider.close();
  expect(moments.slice(0, 4)).toEqual([0, pause * SECOND, 2 * pause * SECOND, 3 * pause * SECOND]);
  // Exactly when the suspense ends the person is told, and then it goes on for an hour.
  expect(moments).toContain(5 * MINUTE);
  expect(moments.at(-1)).toBeGreaterThanOrEqual(60 * MINUTE);
  const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThan(7 * MINUTE);
  expect(provider.requests.filter(({ operation }) => operation === 'server.list')).toHaveLength(moments.length);
  expect(moments.every(Number.isInteger)).toBe(true);
  expect(moments.length).toBeLessThan(most);
});
