import { expect, onTestFinished, test } from 'vitest';
import { createProvider } from '../../../src/hosting/index.ts';
import { passFor } from '../../../src/operations/claims/conflicts.ts';
import { createOperations, type Operation, type OperationDraft } from '../../../src/operations/index.ts';
import { startProvider } from '../../../src/sandbox/provider/index.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';
import { waitFor } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';
import { TOKEN } from '../payment/payment-ledger.ts';

const SERVER = 'srv-10001';
const DRAFT = {
  userId: 7,
  chatId: 7,
  topicId: undefined,
  accountId: 'account',
  locale: 'en',
  subject: SERVER,
  progress: { seen: { before: 'on' } },
};
const target = { serverId: SERVER, name: 'web1', person: 'Ali' };
const SNAPSHOT: OperationDraft = {
  ...DRAFT,
  kind: 'snapshot',
  parameters: { ...target, action: 'create', snapshot: 'nightly' },
};
const RESTART: OperationDraft = { ...DRAFT, kind: 'power', parameters: { ...target, action: 'reboot' } };
const EJECT: OperationDraft = { ...DRAFT, kind: 'rescue', parameters: { ...target, action: 'eject' } };

onEachDatabase(({ name, place }) => {
  /** Two processes over one ledger (SQLite has one process: there, two that share its connection), and a snapshot that the provider accepted and that takes an hour. */
  async function underSnapshot() {
    const timings = { copyMs: 3_600_000, rebootMs: 60_000 };
    const provider = await startProvider({ accounts: [{ token: TOKEN, servers: 1 }], timings });
    const client = createProvider({ baseUrl: provider.baseUrl, auth: 'Authorization: Bearer {token}' });
    const [url, keys] = [await place(), [newKey()]];
    const errors: unknown[] = [];
    const told: Operation[] = [];
    const open = (store: Store) => {
      const operations = createOperations({
        ledger: { ...store.ledger, takeOver: async () => undefined },
        hostingFor: async () => client.forToken(TOKEN),
        notify: async (operation) => void told.push(operation),
        deliver: async () => 'sent',
        report: (error) => void errors.push(error),
        now: Date.now,
      });
      onTestFinished(() => operations.stop());
      return { ledger: store.ledger, operations };
    };
    onTestFinished(async () => {
      await client.close();
      await provider.close();
      expect(errors).toEqual([]);
    });
    const first = await openStore(url, keys);
    const second = name === 'SQLite' ? first : await openStore(url, keys);
    onTestFinished(async () => void (await Promise.all([...new Set([first, second])].map((store) => store.close()))));
    const [one, other] = [open(first), open(second)];
    const reaches = (id: string, state: Operation['state']) =>
      waitFor(async () => {
        const found = await one.ledger.get(id);
        if (found?.state !== state) throw new Error(`${id} is ${found?.state}`);
        return found;
      });
    const snapshot = await one.operations.prepare(SNAPSHOT);
    await one.operations.confirm({ id: snapshot.id, userId: 7, message: 1 });
    const running = await reaches(snapshot.id, 'accepted');
    const sent = (operation: string) => provider.requests.filter((each) => each.operation === operation).length;
    return { one, other, running, reaches, sent, told, provider };
  }

  test('a restart held back in one process goes past in the other, and is kept as having done so', async () => {
    const { one, other, running, reaches, sent, told } = await underSnapshot();
    const { id } = await one.operations.prepare(RESTART);
    const tapped = await other.operations.confirm({ id, userId: 7, message: 1 });
    expect(tapped).toMatchObject({ outcome: 'busy', conflict: { id: running.id } });
    await tapped.shown;
    expect(told.at(-1)).toMatchObject({ id, state: 'ready', heldBy: [running.id] });
    expect(
      await one.operations.confirm({ id, userId: 7, message: 1, offer: 0, pass: passFor([running]) }),
    ).toMatchObject({
      outcome: 'moved',
    });
    expect(await reaches(id, 'accepted')).toMatchObject({ wentPast: [running.id] });
    expect([sent('server.action'), await other.ledger.get(id)]).toEqual([
      1,
      expect.not.objectContaining({ heldBy: [] }),
    ]);
  });

  test('of two that go past the same at once one is sent; the other, beside it, is asked again', async () => {
    const { one, other, running, sent, provider } = await underSnapshot();
    // Otherwise the eject may be done before the restart is claimed.
    const answer = holdAnswers(provider, { operation: 'server.eject' });
    const pass = passFor([running]);
    const restart = await one.operations.prepare(RESTART);
    const eject = await one.operations.prepare(EJECT);
    const tapped = await Promise.all([
      one.operations.confirm({ id: restart.id, userId: 7, offer: 0, pass }),
      other.operations.confirm({ id: eject.id, userId: 7, offer: 0, pass }),
    ]);
    await Promise.all(tapped.map(({ shown }) => shown));
    expect(tapped.map(({ outcome }) => outcome).sort()).toEqual(['busy', 'moved']);
    expect(sent('server.action') + sent('server.eject')).toBe(1);
    const left = tapped[0]?.outcome === 'busy' ? restart : eject;
    expect((await one.ledger.get(left.id))?.heldBy).toHaveLength(2);
    answer();
  });

  test('the pass is of no use to what may not go past anything', async () => {
    const { one, other, running, sent } = await underSnapshot();
    const { id } = await one.operations.prepare(SNAPSHOT);
    expect(
      await other.operations.confirm({ id, userId: 7, message: 1, offer: 0, pass: passFor([running]) }),
    ).toMatchObject({
      outcome: 'busy',
    });
    expect(sent('snapshot.create')).toBe(1);
  });

  test('an operation that is being sent is never bypassed, even by a button that offered it', async () => {
    const { one, other, running, sent } = await underSnapshot();
    await one.ledger.move(running.id, { from: ['accepted'], to: 'sending', dueAt: Date.now() + 60_000 });
    const { id } = await one.operations.prepare(RESTART);
    expect(
      await other.operations.confirm({ id, userId: 7, message: 1, offer: 0, pass: passFor([running]) }),
    ).toMatchObject({
      outcome: 'busy',
    });
    expect(sent('server.action')).toBe(0);
  });
});
