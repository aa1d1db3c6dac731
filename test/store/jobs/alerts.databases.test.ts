import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/store/database/postgres.ts';
import { openStore } from '../../../src/store/index.ts';
import type { AlertChange } from '../../../src/store/jobs/alerts.ts';
import { onEachDatabase, onPostgres, POSTGRES } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const GROUP = -5;
const SLOT = { ownerId: 1, accountId: 'a', chatId: GROUP, topicId: undefined, serverId: 's' } as const;
const HOUR_MS = 3_600_000;

/** A store in which a group watches an account. */
async function enter(url: string) {
  const store = await openStore(url, [newKey()]);
  onTestFinished(() => store.close());
  let at = 1_000;
  await store.watches.change(1, 'a', at, (chats) => {
    chats.push({ chatId: GROUP, topicId: 0, locale: 'en', power: { all: true, except: [] } });
  });
  const round = async (...alerts: AlertChange[]) => {
    await endRound(alerts);
    return store.alerts.openIn(GROUP);
  };
  const endRound = async (alerts: AlertChange[], wants = () => true) => {
    at += HOUR_MS;
    const [account] = (await store.watches.takeDue(at, 1_000)).taken;
    const found = { account: {}, alerts, wants, dueAt: at + 1 };
    await store.watches.endRound(account?.id ?? '', account?.dueAt ?? 0, found, at);
  };
  return { store, round, endRound };
}

const alert = (what: 'down' | 'unstable') =>
  ({
    ...SLOT,
    change: 'open',
    alert: { locale: 'en', what, server: { id: 's', name: 'web1' }, status: 'off', since: 1_000 },
  }) as const;

/** One of the servers of a place that went off at the same time. */
function inPlace(id: string) {
  const { alert: told, ...slot } = alert('down');
  return { ...slot, serverId: id, alert: { ...told, server: { id, name: id }, place: 'qom' } } as const;
}

const OLGA = { id: 7, name: 'Olga' };

onEachDatabase(({ place }) => {
  test('an unstable server that is down at last is news also to the one who looked after it', async () => {
    const { store, round } = await enter(await place());
    const [unstable] = await round(alert('unstable'));
    const by = OLGA;
    const call = { step: 3, level: 'admins' as const, people: [7], at: 1_000 };
    const silenced = { by, at: 1_000, until: 2_000 };
    await store.alerts.change(unstable?.id ?? '', 1_000, () => ({
      ...{ state: 'acknowledged', acknowledged: { by, at: 1_000 }, silenced, call },
    }));
    const [down] = await round(alert('down'));
    expect(down).toMatchObject({ id: unstable?.id, what: 'down', state: 'open' });
    expect([down?.acknowledged, down?.silenced, down?.call]).toEqual([undefined, undefined, undefined]);
  });

  test('quiet outlasts the alert about which it was wanted, and holds for the next one of the same server', async () => {
    const { store, round } = await enter(await place());
    const [first] = await round(alert('down'));
    const silenced = { by: OLGA, at: 1_000, until: 4 * HOUR_MS };
    await store.alerts.change(first?.id ?? '', 1_000, () => ({ state: 'acknowledged', silenced }));
    expect(await round({ ...SLOT, change: 'resolve', why: 'up' })).toEqual([]);
    const other = { ...alert('down'), serverId: 'other' };
    const opened = await round(alert('down'), other);
    expect(opened.map((each) => [each.state, each.silenced?.until, each.toNotify]).sort()).toEqual([
      ['acknowledged', 4 * HOUR_MS, 0],
      ['open', undefined, 1],
    ]);
    await round({ ...SLOT, change: 'resolve', why: 'up' });
    const later = await round(alert('down'));
    expect(later.map(({ state }) => state)).toEqual(['open', 'open']);
  });

  test('one that changed while it was shown is due as it was then, else when its telling says', async () => {
    const { store, round } = await enter(await place());
    const [{ id, dueAt } = { id: '', dueAt: null }] = await round(alert('down'));
    await store.alerts.change(id, 9_000, () => ({ status: 'on' }));
    expect(await store.alerts.extend(id, 20_000, dueAt ?? 0)).toBe(false);
    expect(await store.alerts.shown(id, dueAt, () => ({ messageId: 5 }), null)).toEqual({ dueAt: 9_000 });
    expect(await store.alerts.shown(id, 9_000, () => ({}), null)).toEqual({ dueAt: null });
  });

  test('an alert is found by its slot, and a message that it was not known to have becomes its own', async () => {
    const { store, round } = await enter(await place());
    const [first] = await round(alert('down'));
    const id = first?.id ?? '';
    expect((await store.alerts.openInSlots([SLOT, { ...SLOT, serverId: 'other' }])).map((each) => each.id)).toEqual([
      id,
    ]);
    expect(await store.alerts.openInSlots([])).toEqual([]);
    await store.alerts.adopt(id, 5, 2_000);
    expect(await store.alerts.get(id)).toMatchObject({ messageId: 5, shownRevision: 1, toldAt: 2_000, dueAt: 2_000 });
    for (const message of [6, 6, 5]) await store.alerts.adopt(id, message, 3_000);
    expect(await store.alerts.get(id)).toMatchObject({ messageId: 5, formerMessages: [6], dueAt: 3_000 });
  });

  test('who takes or mutes an alert while it joins that of its place takes or mutes that', async () => {
    const { store, round } = await enter(await place());
    const [first] = await round(inPlace('one'));
    const id = first?.id ?? '';
    const [group] = (await round(inPlace('two'))).filter(({ members }) => members);
    const silenced = { by: OLGA, at: 2_000, until: 4 * HOUR_MS };
    for (const edit of [{ acknowledged: { by: OLGA, at: 2_000 } }, { silenced }]) {
      expect(await store.alerts.changeShown(id, 2_000, () => edit)).toMatchObject({ id: group?.id, ...edit });
      expect(await store.alerts.get(group?.id ?? '')).toMatchObject({ ...edit, state: 'acknowledged', dueAt: 2_000 });
    }
    expect(await store.alerts.get(id)).not.toHaveProperty('acknowledged');
    expect(await store.alerts.changeShown('gone', 2_000, () => ({}))).toBe(undefined);
  });

  test('servers join an alert of their place that a person looks after, and stay out of a muted one', async () => {
    const { store, round } = await enter(await place());
    const [first] = await round(inPlace('one'));
    const acknowledged = { by: OLGA, at: 2_000 };
    await store.alerts.changeShown(first?.id ?? '', 2_000, () => ({ acknowledged }));
    const groupOf = (open: Awaited<ReturnType<typeof round>>) => open.find(({ members }) => members);
    const two = groupOf(await round(inPlace('two')));
    expect(two).toMatchObject({ acknowledged, state: 'acknowledged', members: { length: 2 }, toNotify: 1 });
    expect(await store.alerts.get(first?.id ?? '')).not.toHaveProperty('acknowledged');
    const three = groupOf(await round(inPlace('three')));
    expect(three).toMatchObject({ id: two?.id, acknowledged, members: { length: 3 }, toNotify: three?.revision });
    const silenced = { by: OLGA, at: 2_000, until: 4 * HOUR_MS };
    await store.alerts.changeShown(three?.id ?? '', 2_000, () => ({ silenced }));
    const open = await round(inPlace('four'));
    expect(groupOf(open)?.members).toHaveLength(3);
    expect(open.find(({ server }) => server?.id === 'four')).toMatchObject({ state: 'open', toNotify: 1 });
  });
});

onPostgres(() => {
  test('an alert that is shown in the message of its place, and a round that opens another, wait for each other once', async () => {
    const url = await POSTGRES.place();
    const { store, round, endRound } = await enter(url);
    const [first] = await round(inPlace('one'));
    await round(inPlace('two'));
    const other = openPostgres(url);
    onTestFinished(() => other.close());
    const held = 'SELECT id FROM alerts WHERE id = $1 FOR UPDATE';
    const waiting = async () =>
      (
        await other.query(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).length;
    const runs = { shown: 0, round: 0 };
    const work = await other.transaction(async (inside) => {
      await inside.query(held, first?.id ?? '');
      const shown = store.alerts.shown(first?.id ?? '', 0, () => ({ messageId: ++runs.shown }), null);
      await expect.poll(waiting).toBe(1);
      const ended = endRound([inPlace('three')], () => ++runs.round > 0);
      await expect.poll(waiting).toBe(2);
      return { all: Promise.all([shown, ended]) };
    });
    await work.all;
    expect(runs).toEqual({ shown: 1, round: 1 });
  });
});
