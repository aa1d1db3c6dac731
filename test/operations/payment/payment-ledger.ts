import { expect, onTestFinished } from 'vitest';
import { createProvider, type NewServer } from '../../../src/hosting/index.ts';
import { LEASE_MS } from '../../../src/jobs/lease.ts';
import type { Dependencies } from '../../../src/operations/dependencies.ts';
import { createOperations, type Operation, type Operations } from '../../../src/operations/index.ts';
import { type SandboxProvider, startProvider } from '../../../src/sandbox/provider/index.ts';
import type { Ledger } from '../../../src/store/operations/index.ts';
import { PAUSE_FACTOR } from '../../support/app.ts';
import { memoryStore } from '../../support/databases/store.ts';
import { eventually } from '../../support/eventually.ts';

export const TOKEN = 'a-token-of-the-test';
export const SERVER: NewServer = {
  geo: 'tehran',
  ram: 4,
  cpu: 2,
  disk: 50,
  backup: 1,
  traffic: 0,
  period: 30,
  os: 'debian13',
};

/** The ledger and the operations over it, with the sandbox provider and without Telegram: it records the notices instead. */
export interface PaymentContext {
  provider: SandboxProvider;
  ledger: Ledger;
  operations: Operations;
  told: Operation[];
  errors: unknown[];
  /** Sets the clock ahead. */
  later(ms: number): void;
  /** Ends the operations as a crash does: operations under way are forgotten, and new ones take over. */
  crash(): Promise<void>;
  /** Writes an order down at the provider's own price. */
  write(server?: NewServer): Promise<string>;
  /** {@link PaymentContext.write}, and confirms it. */
  order(server?: NewServer): Promise<{ id: string; told: Promise<void> }>;
  /** {@link PaymentContext.order} of one and the same, wanted once more; resolves when the provider has acknowledged it. */
  orderAgain(): Promise<string>;
  /** The operation as it was told, once it is so. */
  shows(id: string, so: (operation: Operation) => boolean): Promise<Operation>;
  /** The order once it is in that state. */
  reaches(id: string, state: Operation['state']): Promise<Operation>;
}

/** @param orderMs how long the provider takes to list what was ordered */
export async function openPaymentLedger(
  orderMs = 50,
  dependencies: Partial<Dependencies> = {},
): Promise<PaymentContext> {
  const provider = await startProvider({ accounts: [{ token: TOKEN, servers: 3 }], timings: { orderMs } });
  const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
  const { ledger, shared } = await memoryStore();
  const told: Operation[] = [];
  const errors: unknown[] = [];
  let ahead = 0;
  const now = () => Date.now() + ahead;
  /** A process that has died neither writes nor tells any more. */
  const open = () => {
    const life = { over: false };
    const alive = <Result>(work: () => Promise<Result>): Promise<Result> =>
      life.over ? new Promise<Result>(() => undefined) : work();
    const mortal: Ledger = {
      ...ledger,
      move: (id, move) => alive(() => ledger.move(id, move)),
      takeDue: (...asked) => alive(() => ledger.takeDue(...asked)),
      extend: (id, until, since) => alive(() => ledger.extend(id, until, since)),
    };
    const operations = createOperations({
      ledger: mortal,
      hostingFor: async () => client.forToken(TOKEN),
      notify: async (operation) => void told.push(operation),
      deliver: async () => 'sent',
      report: (error) => void errors.push(error),
      now,
      pauseFactor: PAUSE_FACTOR,
      ...dependencies,
    });
    return { life, operations };
  };
  let running = open();
  await running.operations.start();
  onTestFinished(async () => {
    await running.operations.stop();
    await client.close();
    await provider.close();
  });
  const write = async (server = SERVER) => {
    const quote = await client.forToken(TOKEN).cloudOrders.quote(server);
    const { id } = await running.operations.prepare({
      kind: 'order',
      userId: 7,
      chatId: 7,
      topicId: undefined,
      accountId: 'account',
      locale: 'en',
      parameters: { server },
      progress: { seen: {} },
      quote,
    });
    return id;
  };
  return {
    provider,
    ledger,
    told,
    errors,
    get operations() {
      return running.operations;
    },
    later: (ms) => {
      ahead += ms;
    },
    async crash() {
      running.life.over = true;
      // Where others may be alive, they wait until what it held is free.
      if (shared) ahead += LEASE_MS;
      running = open();
      await running.operations.start();
    },
    write,
    async order(server) {
      const id = await write(server);
      const { shown } = await running.operations.confirm({ id, userId: 7, message: 1 });
      return { id, told: shown };
    },
    async orderAgain() {
      const id = await write();
      await (await running.operations.confirm({ id, userId: 7 })).shown;
      // The confirm shows from the beginning that the same order was sent a moment ago.
      expect(await ledger.get(id)).toMatchObject({ state: 'accepted' });
      return id;
    },
    shows: (id, so) =>
      eventually(() => told.findLast((operation) => operation.id === id && so(operation)), {
        describe: () => JSON.stringify(told.filter((operation) => operation.id === id)),
      }),
    reaches: (id, state) =>
      eventually(() => told.findLast((operation) => operation.id === id && operation.state === state), {
        describe: () => `${id} is not ${state}: ${told.map((each) => `${each.id} ${each.state}`).join(', ')}`,
      }),
  };
}

/** How often the provider was asked for this. */
export function times({ provider }: PaymentContext, operation: string): number {
  return provider.requests.filter((request) => request.operation === operation).length;
}
