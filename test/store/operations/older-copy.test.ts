import { expect, onTestFinished, test } from 'vitest';
import { type Row, type Sql, text } from '../../../src/store/database/sql.ts';
import { valueIn } from '../../../src/store/database/tables.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases.ts';
import { newKey, readyOperation } from '../../support/store.ts';

const claim = { from: ['ready'], to: 'sending', dueAt: 5, told: true, only: { userId: 7, aliveAt: 0 } } as const;
const OLDER = 'an earlier copy was put back';

onEachDatabase(({ place, open }) => {
  /** A store, and somebody who puts back what stood in a row before. */
  async function withIntruder() {
    const url = await place();
    const store = await openStore(url, [newKey()]);
    onTestFinished(() => store.close());
    const sql = open(url);
    onTestFinished(() => sql.close());
    return { store, sql };
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
      text(row, 'id'),
      ...columns.map((name) => valueIn(row, name)),
    );
  };
  const touch = ({ ledger }: Store, id: string, messageId: number) =>
    ledger.move(id, { from: ['ready', 'expired'], edit: () => ({ messageId }) });

  test('is not claimed where a later one was written', async () => {
    const { store, sql } = await withIntruder();
    await store.ledger.add(readyOperation('op'));
    const before = await rowOf(sql, 'op');
    await store.ledger.move('op', claim);
    await putBack(sql, before);
    await expect(store.ledger.move('op', claim)).rejects.toThrow(OLDER);
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
