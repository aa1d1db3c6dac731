import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../src/store/database/migrations.ts';
import { createSeal } from '../../src/store/encryption/seal.ts';
import { openInbox } from '../../src/store/inbox.ts';
import { openStore } from '../../src/store/index.ts';
import { onEachDatabase } from '../support/databases/databases.ts';
import { newKey } from '../support/databases/store.ts';

const BOT = 123;
const DAY_MS = 24 * 3_600_000;
const KEYS = [newKey()];
const update = (update_id: number) => ({ update_id, message: { text: `secret ${update_id}` } });

onEachDatabase(({ place, open }) => {
  async function newStore() {
    const store = await openStore(await place(), KEYS);
    onTestFinished(() => store.close());
    return store;
  }

  test('the offset moves with the updates; another bot has its own', async () => {
    const { inbox } = await newStore();
    expect(await inbox.offset(BOT)).toBeUndefined();
    await inbox.add(BOT, [update(11), update(10)]);
    expect(await inbox.offset(BOT)).toBe(12);
    expect(await inbox.offset(BOT + 1)).toBeUndefined();
  });

  test('updates that can’t be kept do not move the offset', async () => {
    const { inbox } = await newStore();
    await inbox.add(BOT, [update(10)]);
    const broken = { update_id: 12, text: 1n };
    await expect(inbox.add(BOT, [update(11), broken])).rejects.toThrow(TypeError);
    expect(await inbox.offset(BOT)).toBe(11);
    expect((await inbox.unfinished(BOT)).again.map(({ updateId }) => updateId)).toEqual([10]);
  });

  test('an update that is there already is not taken a second time', async () => {
    const { inbox } = await newStore();
    expect(await inbox.add(BOT, [update(10)])).toEqual([update(10)]);
    expect(await inbox.add(BOT, [update(10), update(11)])).toEqual([update(11)]);
  });

  test('handled updates are removed with the commit of the next ones, or stay when it fails', async () => {
    const { inbox } = await newStore();
    await inbox.add(BOT, [update(10), update(11)]);
    await expect(inbox.add(BOT, [{ update_id: 12, text: 1n }], [10])).rejects.toThrow(TypeError);
    expect((await inbox.unfinished(BOT)).again.map(({ updateId }) => updateId)).toEqual([10, 11]);
    expect(await inbox.add(BOT, [update(10), update(12)], [10])).toEqual([update(12)]);
    expect((await inbox.unfinished(BOT)).again.map(({ updateId }) => updateId)).toEqual([11, 12]);
  });

  test('an update is kept under a lease that no other holds, and leaves with it', async () => {
    const { inbox, leases } = await newStore();
    const wanted = { name: 'kept:10', now: 1_000, until: 2_000 };
    const about = { keptAt: 900, lane: 'lane:7' };
    const lease = await inbox.keepUnder(wanted, BOT, update(10), about);
    expect(await inbox.find(BOT, 10)).toMatchObject({ update: update(10), keptAt: 900 });
    expect(await leases.take('lane:7', 1_100, 1_000, 11)).toBeUndefined();
    expect(await inbox.keepUnder({ ...wanted, now: 1_500 }, BOT, update(11))).toBeUndefined();
    expect(await inbox.waiting(BOT)).toEqual([10]);
    if (lease) await inbox.removeUnder(lease, BOT, 10);
    expect(await inbox.waiting(BOT)).toEqual([]);
    expect(lease && (await leases.extend(lease, 3_000))).toBe(false);
    expect(await leases.take('lane:7', 1_100, 1_000, 11)).toBeDefined();
  });

  test('updates left behind come back in order, however many starts began none of them', async () => {
    const url = await place();
    const first = await openStore(url, KEYS);
    expect(await first.inbox.unfinished(BOT)).toEqual({ again: [], dropped: [] });
    await first.inbox.add(BOT, [update(12), update(10), update(11)]);
    await first.inbox.remove(BOT, 11);
    await first.close();
    for (let times = 0; times < 5; times++) {
      const store = await openStore(url, KEYS);
      expect(await store.inbox.unfinished(BOT)).toEqual({
        again: [10, 12].map((updateId) => ({ updateId, update: update(updateId), keptAt: expect.any(Number) })),
        dropped: [],
      });
      await store.close();
    }
  });

  test('an update begun again three times and never handled is handed out as dropped, once', async () => {
    const { inbox } = await newStore();
    await inbox.add(BOT, [update(10), update(11)]);
    for (let times = 0; times < 3; times++) {
      expect((await inbox.unfinished(BOT)).again.map(({ updateId }) => updateId)).toEqual([10, 11]);
      await inbox.beginAgain(BOT, 11);
    }
    const ten = { updateId: 10, update: update(10), keptAt: expect.any(Number) };
    expect(await inbox.unfinished(BOT)).toEqual({
      again: [ten],
      dropped: [{ updateId: 11, update: update(11), keptAt: expect.any(Number) }],
    });
    expect(await inbox.unfinished(BOT)).toEqual({ again: [ten], dropped: [] });
  });

  test('an offset of more than six days ago is not used: Telegram may have begun to count anew', async () => {
    const sql = open(await place());
    onTestFinished(() => sql.close());
    await migrate(sql);
    const now = vi.spyOn(sql, 'now').mockReturnValue(0);
    const inbox = openInbox(sql, createSeal(KEYS));
    await inbox.add(BOT, [update(10)]);
    now.mockReturnValue(6 * DAY_MS - 1);
    expect(await inbox.offset(BOT)).toBe(11);
    now.mockReturnValue(6 * DAY_MS + 1);
    expect(await inbox.offset(BOT)).toBeUndefined();
  });

  test('people’s words are not readable in the file', async () => {
    const url = await place();
    const store = await openStore(url, KEYS);
    await store.inbox.add(BOT, [update(10)]);
    await store.close();
    const sql = open(url);
    const [row] = await sql.query('SELECT body FROM inbox');
    expect(row?.body).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(row?.body instanceof Uint8Array ? row.body : []).includes('secret')).toBe(false);
    await sql.close();
  });
});
