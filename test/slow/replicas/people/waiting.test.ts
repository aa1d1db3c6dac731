import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../../src/store/database/postgres.ts';
import { openStore } from '../../../../src/store/index.ts';
import { leaseName } from '../../../../src/telegram/updates/update.ts';
import { onPostgres, POSTGRES } from '../../../support/databases/databases.ts';
import { newKey } from '../../../support/databases/store.ts';
import { isKept } from '../environment.ts';
import { caughtUp } from './waiting.ts';

const BOT_ID = 123456789;
const PERSON = 7;

onPostgres(() => {
  test('a person has not caught up while the bot keeps something of theirs, though Telegram has its confirmation', async () => {
    const url = await POSTGRES.place();
    const store = await openStore(url, [newKey()]);
    const sql = openPostgres(url);
    onTestFinished(async () => {
      await Promise.all([store.close(), sql.close()]);
    });
    await store.inbox.keep(BOT_ID, { update_id: 1 }, { lane: leaseName(BOT_ID, '8') });
    expect(await isKept(sql, PERSON)).toBe(false);
    await store.inbox.keep(BOT_ID, { update_id: 2 }, { lane: leaseName(BOT_ID, String(PERSON)) });
    let looks = 0;
    let left = false;
    const isWaiting = async () => {
      const kept = await isKept(sql, PERSON);
      if (++looks === 3) {
        await store.inbox.remove(BOT_ID, 2);
        left = true;
      }
      return kept;
    };
    await caughtUp({ isWaiting });
    expect([looks, left]).toEqual([4, true]);
  });

  test('no person has caught up while the database does not answer', async () => {
    const sql = openPostgres('postgres://test@127.0.0.1:1/test');
    onTestFinished(() => sql.close());
    expect(await isKept(sql, PERSON)).toBe(true);
  });
});
