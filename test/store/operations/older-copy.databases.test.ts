import { expect, onTestFinished, test } from 'vitest';
import { resealStore } from '../../../src/store/admin/rotate-keys.ts';
import { type Row, type Sql, textColumn } from '../../../src/store/database/sql.ts';
import { valueIn } from '../../../src/store/database/tables.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey, readyOperation } from '../../support/databases/store.ts';

const claim = { from: ['ready'], to: 'sending', dueAt: 5, notified: true, only: { userId: 7, aliveAt: 0 } } as const;
const OLDER = 'an earlier copy was put back';

onEachDatabase(({ place, open }) => {
  /** A store, other processes that start on it, and an intruder who restores an older version of a row. */
  async function withIntruder() {
    const [url, key] = [await place(), newKey()];
    const start = async (): Promise<Store> => {
      const store = await openStore(url, [key]);
      onTestFinished(() => store.close());
      return store;
    };
    const sql = open(url);
    onTestFinished(() => sql.close());
    return { store: await start(), start, sql };
  }

  const rowOf = async (sql: Sql, id: string) => {
    const [row] = await sql.query('SELECT * FROM operations WHERE id = $1', id);
    if (!row) throw new Error(`no operation ${id}`);
    return row;
  };
  const putBack = (sql: Sql, row: Row) => {
    const columns = Object.keys(row).filter((name) => name !== 'id');
    return sql.query(
      `UPDATE operations SET ${columns.map((name, index) => `${name} = $${index + 2}`).join(', ')} WHERE id = $1`,
      textColumn(row, 'id'),
      ...columns.map((name) => valueIn(row, name)),
    );
  };
  const touch = ({ ledger }: Store, id: string, messageId: number) =>
    ledger.move(id, { from: ['ready', 'expired'], edit: () => ({ messageId }) });

  test('is claimed by no process, however often it was written since', async () => {
    const { store, start, sql } = await withIntruder();
    await store.ledger.add(readyOperation('op'));
    const before = await rowOf(sql, 'op');
    await store.ledger.move('op', claim);
    await putBack(sql, before);
    await expect(store.ledger.move('op', claim)).rejects.toThrow(OLDER);

    const other = await start();
    for (let count = 0; count < 4; count++) expect(await touch(other, 'op', count)).toBeDefined();
    await expect(other.ledger.move('op', claim)).rejects.toThrow(OLDER);
    expect(await other.ledger.get('op')).toMatchObject({ state: 'ready' });
  });

  test.for([
    ['cancelled', { to: 'cancelled' }],
    ['closed', { to: 'expired', expiresAt: 2 }],
    ['ready again', { to: 'sending' }, { from: ['sending'], to: 'ready' }],
  ] as const)('from before it was %s is claimed by no process', async ([, ...moves]) => {
    const { store, start, sql } = await withIntruder();
    await store.ledger.add(readyOperation('op'));
    const before = await rowOf(sql, 'op');
    for (const move of moves) expect(await store.ledger.move('op', { from: ['ready'], ...move })).toBeDefined();
    const after = await rowOf(sql, 'op');
    await putBack(sql, before);
    await expect((await start()).ledger.move('op', claim)).rejects.toThrow(OLDER);
    await putBack(sql, after);
    // An unchanged row is claimed where that is allowed.
    const claimed = await (await start()).ledger.move('op', claim);
    expect(claimed?.state).toBe(after.state === 'ready' ? 'sending' : undefined);
  });

  test('from while its price was asked is claimed by no process once its request was sent', async () => {
    const { store, start, sql } = await withIntruder();
    await store.ledger.add(readyOperation('op', { kind: 'renewal' }));
    await store.ledger.move('op', { ...claim, to: 'quoting' });
    const quoting = await rowOf(sql, 'op');
    for (const to of ['sending', 'done'] as const) await store.ledger.move('op', { from: ['quoting', 'sending'], to });
    await putBack(sql, quoting);

    const other = await start();
    await expect(other.ledger.move('op', { from: ['quoting'], to: 'sending' })).rejects.toThrow(OLDER);
    // The same change as after a process that ended before the request.
    expect(await other.ledger.move('op', { from: ['quoting'], to: 'ready', expiresAt: 90_000 })).toBeDefined();
    await expect(other.ledger.move('op', { ...claim, to: 'quoting' })).rejects.toThrow(OLDER);
  });

  test('from before the key was rotated is claimed with neither key', async () => {
    const [url, before, after] = [await place(), newKey(), newKey()];
    const sql = open(url);
    onTestFinished(() => sql.close());
    const start = async (...keys: Uint8Array[]) => {
      const store = await openStore(url, keys);
      onTestFinished(() => store.close());
      return store.ledger;
    };
    const ledger = await start(before);
    await ledger.add(readyOperation('op'));
    const copy = await rowOf(sql, 'op');
    await ledger.move('op', claim);
    await ledger.move('op', { from: ['sending'], to: 'done' });
    await start(after, before);
    await resealStore({ sql, seal: createSeal([after, before]) });
    const done = await rowOf(sql, 'op');
    await putBack(sql, copy);
    await expect((await start(after, before)).move('op', claim)).rejects.toThrow(OLDER);
    await expect((await start(after)).move('op', claim)).rejects.toThrow('cannot be opened');
    await putBack(sql, done);
    expect(await (await start(after)).get('op')).toMatchObject({ state: 'done' });
  });

  test('that is cancelled does not bring back a later one', async () => {
    const { store, start, sql } = await withIntruder();
    await store.ledger.add(readyOperation('op'));
    const copies = [];
    for (let round = 0; round < 2; round++) {
      copies.push(await rowOf(sql, 'op'));
      await store.ledger.move('op', claim);
      await store.ledger.move('op', { from: ['sending'], to: 'ready' });
    }
    const other = await start();
    for (const copy of copies) {
      await putBack(sql, copy);
      await expect(other.ledger.move('op', claim)).rejects.toThrow(OLDER);
      await other.ledger.move('op', { from: ['ready'], to: 'cancelled' });
      expect((await other.ledger.get('op'))?.state).toBe('cancelled');
    }
  });

  test('is not raised to a newer one by what happens to its neighbours, its chat or its process', async () => {
    const { store, sql } = await withIntruder();
    for (const id of ['op', 'beside']) await store.ledger.add(readyOperation(id));
    const before = await rowOf(sql, 'op');
    await touch(store, 'op', 3);
    await putBack(sql, before);
    const leave = () => ({ edit: () => ({ messageId: undefined }) });
    await store.ledger.move('beside', { from: ['ready'], only: claim.only, others: leave });
    await store.moveChat(7, 8);
    await store.ledger.takeOver(1, leave, leave);
    expect((await rowOf(sql, 'op')).body).toEqual(before.body);
    await expect(store.ledger.move('op', claim)).rejects.toThrow(OLDER);
  });

  test('from before its chat became another one is refused, and what was never committed is not missed', async () => {
    const { store, sql } = await withIntruder();
    for (const id of ['op', 'kept', 'beside']) await store.ledger.add(readyOperation(id));
    const before = await rowOf(sql, 'op');
    await store.moveChat(7, 8);
    await putBack(sql, before);
    await expect(store.ledger.move('op', claim)).rejects.toThrow(OLDER);
    const others = () => {
      throw new TypeError('undone');
    };
    await expect(store.ledger.move('kept', { from: ['ready'], only: claim.only, others })).rejects.toThrow('undone');
    expect(await store.ledger.move('kept', claim)).toMatchObject({ state: 'sending' });
  });
});
