import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/index.ts';
import { onEachDatabase } from '../../support/databases/databases.ts';
import { newKey } from '../../support/databases/store.ts';

const TOKEN = 'the-same-token';
const MINUTE_MS = 60_000;

onEachDatabase(({ place, open: openSql }) => {
  async function enter() {
    const url = await place();
    const store = await openStore(url, [newKey()]);
    onTestFinished(() => store.close());
    return {
      ...store,
      url,
      async watched(owner: number) {
        await store.watches.change(owner, 'a', 1, (chats) => {
          chats.push({ chatId: owner, topicId: 0, locale: 'en', power: { all: true, except: [] } });
        });
        return (await store.watches.get(owner, 'a')) ?? { id: '' };
      },
      digest: (digestId: string) => ({ digestId, accountId: 'a', token: TOKEN }),
    };
  }

  test('bindings of all people with one token know of each other, until one has another token or is gone', async () => {
    const { tokenReadings, watches, watched } = await enter();
    const [one, other] = [await watched(1), await watched(2)];
    expect(await tokenReadings.readers(one, TOKEN, 0)).toEqual({ bindings: 1, earlier: 0, digests: 0, isNew: true });
    expect(await tokenReadings.readers(other, TOKEN, 0)).toEqual({
      ...{ bindings: 2, earlier: 1, digests: 0, isNew: true },
      others: [one.id],
    });
    const known = (await watches.get(1, 'a')) ?? one;
    expect(await tokenReadings.readers(known, TOKEN, 0)).toEqual({ bindings: 2, earlier: 0, digests: 0, isNew: false });
    expect(await tokenReadings.readers(other, 'another', 0)).toMatchObject({ bindings: 1, isNew: true });
    expect(await tokenReadings.readers(known, TOKEN, 0)).toMatchObject({ bindings: 1 });
    await tokenReadings.readers(other, TOKEN, 0);
    const { taken } = await watches.takeDue(Number.MAX_SAFE_INTEGER - 1, 1);
    const { dueAt } = taken.find(({ id }) => id === one.id) ?? expect.fail('It is not due');
    await watches.endRound(one.id, dueAt, { account: { failures: 1 }, alerts: [], dueAt: 0 }, 0);
    expect(await tokenReadings.readers({ id: other.id }, TOKEN, 0)).not.toHaveProperty('others');
    await watches.forget(other.id, 0);
    expect(await tokenReadings.readers(known, TOKEN, 0)).toMatchObject({ bindings: 1 });
  });

  test('a token stands nowhere in the tables, and two that are the same only look the same in one store', async () => {
    const hashes = async () => {
      const { tokenReadings, watched, digest, url } = await enter();
      await tokenReadings.readers(await watched(1), TOKEN, 0);
      await tokenReadings.keepFor(digest('7:0'), 0);
      const sql = openSql(url);
      const rows = [
        ...(await sql.query('SELECT token_hash FROM watches')),
        ...(await sql.query('SELECT token_hash FROM digest_readings')),
      ];
      await sql.close();
      return rows.map((row) => String(row.token_hash));
    };
    const [one, other] = [await hashes(), await hashes()];
    expect(new Set(one).size).toBe(1);
    expect(one).not.toEqual(other);
    expect(one.join()).not.toContain(TOKEN);
  });

  test('a digest waits until every round knows of it, and counts until a minute behind its last reading', async () => {
    const { tokenReadings, watched, digest } = await enter();
    const account = await watched(1);
    await tokenReadings.readers(account, TOKEN, 0);
    const digests = async (at: number) => (await tokenReadings.readers(account, TOKEN, at)).digests;
    expect(await tokenReadings.keepFor(digest('7:0'), 0)).toBe(2 * MINUTE_MS);
    expect(await tokenReadings.keepFor(digest('7:0'), 1_000)).toBe(2 * MINUTE_MS);
    expect(await digests(1_000)).toBe(1);
    await tokenReadings.begin(digest('7:0'), 2 * MINUTE_MS);
    await tokenReadings.end(digest('7:0'), 3 * MINUTE_MS);
    expect([await digests(4 * MINUTE_MS - 1), await digests(4 * MINUTE_MS)]).toEqual([1, 0]);
  });

  test('with shorter rounds a digest waits as much shorter', async () => {
    const { tokenReadings, watched, digest } = await enter();
    await tokenReadings.readers(await watched(1), TOKEN, 0);
    expect(await tokenReadings.keepFor(digest('7:0'), 500, 10_000)).toBe(10_500);
  });

  test('a binding that begins behind one that has gone, or that has another token, knows when that was', async () => {
    const { tokenReadings, watches, watched, digest } = await enter();
    const account = await watched(1);
    await tokenReadings.readers(account, TOKEN, 0);
    await watches.forget(account.id, 1_000);
    expect(await tokenReadings.keepFor(digest('7:0'), 2_000)).toBe(2_000 + 2 * MINUTE_MS);
    const again = await watched(1);
    expect(await tokenReadings.readers(again, TOKEN, 3_000)).toEqual({
      ...{ bindings: 1, earlier: 0, digests: 1, isNew: true, leftAt: 1_000 },
    });
    await watches.renew(1, 'a', 4_000);
    expect(await tokenReadings.readers(await watched(2), TOKEN, 5_000)).toMatchObject({ bindings: 1, leftAt: 4_000 });
    expect(await tokenReadings.keepFor({ ...digest('9:0'), token: 'another' }, 5_000)).toBe(5_000);
  });

  test('without watches a digest reads at once; one whose process died in it waits, and so does a fourth together', async () => {
    const { tokenReadings, digest } = await enter();
    for (const id of ['1:0', '2:0', '3:0']) expect(await tokenReadings.keepFor(digest(id), 5)).toBe(5);
    expect(await tokenReadings.keepFor(digest('4:0'), 5)).toBe(5 + MINUTE_MS);
    expect(await tokenReadings.keepFor({ ...digest('4:0'), token: 'another' }, 5)).toBe(5);
    await tokenReadings.begin(digest('1:0'), 5);
    expect(await tokenReadings.keepFor(digest('1:0'), 6)).toBe(5 + 10 * MINUTE_MS);
    await tokenReadings.end(digest('2:0'), 10);
    expect(await tokenReadings.keepFor(digest('4:0'), 10 + MINUTE_MS)).toBe(10 + MINUTE_MS);
  });

  test('readings of digests are forgotten a day later, many at a time, also of tokens that are used no more', async () => {
    const { clean, now, tokenReadings, digest, url } = await enter();
    const dayAgo = now() - 24 * 60 * MINUTE_MS;
    const reads = async (token: string, endedAt: number) => {
      const reader = { ...digest('1:0'), token };
      await tokenReadings.keepFor(reader, endedAt - MINUTE_MS);
      await tokenReadings.end(reader, endedAt - MINUTE_MS);
    };
    for (let n = 0; n < 45; n++) await reads(`replaced ${n}`, dayAgo - 1);
    await reads('used', dayAgo + MINUTE_MS);
    await clean();
    const sql = openSql(url);
    const left = await sql.query('SELECT ends_at FROM digest_readings');
    await sql.close();
    expect(left.map((row) => Number(row.ends_at))).toEqual([dayAgo + MINUTE_MS]);
  });
});
