import { expect, onTestFinished, test } from 'vitest';
import type { Sql } from '../../../src/store/database/sql.ts';
import { createSeal } from '../../../src/store/encryption/seal.ts';
import { openStoreIn, type Store } from '../../../src/store/index.ts';
import { onPostgres, POSTGRES } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const OF = { person: '7', question: '7:7' };
const QUESTION = { name: 'label', about: [], messageId: 1 };

/** Two replicas; `asked` are the reads of the first one since it was emptied. */
async function openTwo(): Promise<{ one: Store; other: Store; asked: string[] }> {
  const [url, key] = [await POSTGRES.place(), newKey()];
  const asked: string[] = [];
  const open = async (sql: Sql) => {
    const store = await openStoreIn({ sql, seal: createSeal([key]) });
    onTestFinished(() => store.close());
    return store;
  };
  const sql = POSTGRES.open(url);
  const ask = sql.query.bind(sql);
  sql.query = (statement, ...values) => {
    if (/^SELECT .* FROM boxes/.test(statement)) asked.push(statement);
    return ask(statement, ...values);
  };
  const [one, other] = [await open(sql), await open(POSTGRES.open(url))];
  await one.preferences.set('7', { locale: 'fa' });
  await one.questions.set('7:7', QUESTION);
  asked.length = 0;
  return { one, other, asked };
}

onPostgres(() => {
  test('the rows that an update asks of its person are read in one statement', async () => {
    const { one, asked } = await openTwo();
    await one.readingAhead(OF, async () => {
      expect(await one.preferences.get('7')).toEqual({ locale: 'fa' });
      expect(await one.questions.get('7:7')).toEqual(QUESTION);
      expect(await one.conversations.get('7')).toBeUndefined();
      expect(await one.accounts.get(7)).toEqual({ accounts: [] });
      expect(await one.accounts.get(7)).toEqual({ accounts: [] });
      expect(asked).toHaveLength(1);
      // Another person's values are their own updates' business.
      expect(await one.preferences.get('8')).toBeUndefined();
      expect(asked).toHaveLength(2);
    });
  });

  test('an update reads rows anew that it changed, also where the change was on its way first', async () => {
    const { one } = await openTwo();
    await one.readingAhead(OF, async () => {
      await one.questions.get('7:7');
      await one.questions.delete('7:7');
      expect(await one.questions.get('7:7')).toBeUndefined();
      const changing = one.preferences.set('7', { locale: 'en' });
      const [seen] = await Promise.all([one.preferences.get('7'), changing]);
      expect(['fa', 'en']).toContain(seen?.locale);
      expect(await one.preferences.get('7')).toEqual({ locale: 'en' });
      await one.accounts.change(7, (binding) => {
        binding.current = 'none';
      });
      expect(await one.accounts.get(7)).toEqual({ accounts: [], current: 'none' });
    });
  });

  test('work that goes on after the update sees the changes of a later one on another replica', async () => {
    const { one, other } = await openTwo();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let left: Promise<unknown> | undefined;
    await one.readingAhead(OF, async () => {
      await one.preferences.get('7');
      left = ended.then(() => one.preferences.get('7'));
    });
    await other.preferences.set('7', { locale: 'en' });
    end();
    expect(await left).toEqual({ locale: 'en' });
  });
});
