import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../src/store/index.ts';
import type { Operation } from '../../src/store/operations.ts';

/** A folder that goes away with the test. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'hosting-bot-store-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** A store in memory that ends with the test. @param finished a concurrent test's own `onTestFinished` */
export async function memoryStore(finished: typeof onTestFinished = onTestFinished): Promise<Store> {
  const store = await openStore('sqlite::memory:');
  finished(() => store.close());
  return store;
}

export function newKey(): Uint8Array {
  return new Uint8Array(randomBytes(32));
}

/** A power operation of person 7, as it is when its confirm is shown. */
export function readyOperation(id: string, changes: Partial<Operation> = {}): Operation {
  return {
    id,
    kind: 'power',
    state: 'ready',
    userId: 7,
    chatId: 7,
    accountId: 'account',
    locale: 'en',
    messageId: 1,
    parameters: { serverId: 'server', name: 'web1', action: 'reboot' },
    progress: { before: 'on' },
    createdAt: 1_000,
    expiresAt: 61_000,
    dueAt: 61_000,
    told: true,
    ...changes,
  };
}
