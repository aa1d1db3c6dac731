import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import type { AlertChange } from '../../../src/store/jobs/alerts.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const GROUP = -5;
const SLOT = { ownerId: 1, accountId: 'a', chatId: GROUP, topicId: undefined, serverId: 's' } as const;
const HOUR_MS = 3_600_000;

onEachDatabase(({ place }) => {
  /** A group is told about an account. */
  async function enter() {
    const store = await openStore(await place(), [newKey()]);
    onTestFinished(() => store.close());
    let at = 1_000;
    await store.watches.change(1, 'a', at, (chats) => {
      chats.push({ chatId: GROUP, topicId: 0, locale: 'en', power: { all: true, except: [] } });
    });
    const round = async (...alerts: AlertChange[]) => {
      at += HOUR_MS;
      const [account] = (await store.watches.takeDue(at, 1_000)).taken;
      await store.watches.endRound(account?.id ?? '', account?.dueAt ?? 0, { account: {}, alerts, dueAt: at + 1 }, at);
      return store.alerts.openIn(GROUP);
    };
    return { store, round };
  }

  const alert = (what: 'down' | 'unstable') =>
    ({
      ...SLOT,
      change: 'open',
      alert: { locale: 'en', what, server: { id: 's', name: 'web1' }, status: 'off', since: 1_000 },
    }) as const;

  test('an unstable server that is down at last is news also to the one who looked after it', async () => {
    const { store, round } = await enter();
    const [unstable] = await round(alert('unstable'));
    const by = { id: 7, name: 'Olga' };
    const call = { step: 3, level: 'admins' as const, people: [7], at: 1_000 };
    const silenced = { by, at: 1_000, until: 1e15 };
    await store.alerts.change(unstable?.id ?? '', 1_000, () => ({
      ...{ state: 'acknowledged', acknowledged: { by, at: 1_000 }, silenced, call },
    }));
    const [down] = await round(alert('down'));
    expect(down).toMatchObject({ id: unstable?.id, what: 'down', state: 'open' });
    expect([down?.acknowledged, down?.silenced, down?.call]).toEqual([undefined, undefined, undefined]);
  });
});
