import { expect, test } from 'vitest';
import type { NewServer } from '../../../src/hosting/index.ts';
import { ORDER, PRICE, WANTED } from '../../features/shop/buy/buying.ts';
import { TOKEN } from '../../support/app.ts';
import { openReplicas, type Replicas } from '../../support/bots/replicas.ts';
import { onPostgres } from '../../support/databases/databases.ts';
import { waitFor } from '../../support/eventually.ts';
import { holdAnswers } from '../../support/hold-answers.ts';

const ASKING = 'Asking the provider for the price';

onPostgres(() => {
  /** One replica has asked for the price of a form. Resolves to a function that lets the provider answer. */
  async function asking({ app, one }: Replicas, changes: Partial<NewServer> = {}): Promise<() => void> {
    const wanted = { ...WANTED, ...changes };
    await one.say(`/connect ${TOKEN}`);
    await one.say('/buy');
    for (const field of ORDER.slice(0, -1)) await one.say(String(wanted[field]));
    const answer = holdAnswers(app.provider, { operation: 'cloud.quote', times: 1 });
    await one.say(String(wanted.period));
    expect(app.english.screen()).toContain(ASKING);
    return answer;
  }
  /** The late answer has come, and nothing of it is left to be done. */
  const isOver = ({ store }: Replicas) => waitFor(async () => expect(await store.reminders.nextDue()).toBeUndefined());

  test('a price that comes late does not take back what was chosen since with another replica', async () => {
    await using replicas = await openReplicas();
    const { app, other } = replicas;
    const answer = await asking(replicas);
    await other.press(/🧠/);
    await other.press(/^32$/);
    const newest = app.english.screen();
    expect(newest).toMatch(/RAM: 32[\s\S]*Total for 30 days/);
    answer();
    await isOver(replicas);
    expect(app.english.screen()).toBe(newest);
  });

  test('an old answer is not taken for the newer one of the same values', async () => {
    await using replicas = await openReplicas();
    const { app, other } = replicas;
    const answer = await asking(replicas);
    for (const memory of [32, WANTED.ram]) {
      await other.press(/🧠/);
      app.provider.fault({
        operation: 'cloud.quote',
        kind: 'errorOn200',
        body: { total: memory, currency: 'toman' },
        times: 1,
      });
      await other.press(new RegExp(`^(?:✓ )?${memory}$`));
    }
    expect(app.english.screen()).toMatch(/RAM: 4[\s\S]*Total: 4 toman/);
    answer();
    await isOver(replicas);
    expect(app.english.screen()).toMatch(/RAM: 4[\s\S]*Total: 4 toman/);
  });

  test('an old answer does not replace the receipt of a later order', async () => {
    await using replicas = await openReplicas({ timings: { orderMs: 300 } });
    const { app, other } = replicas;
    const answer = await asking(replicas);
    await other.press(/🧠/);
    await other.press(/^32$/);
    await other.press(/Continue/);
    await other.press(/Order for/);
    await app.english.sees(/: ordered and ready:/);
    const receipts = app.english.screens();
    answer();
    await isOver(replicas);
    expect(app.english.screens()).toEqual(receipts);
  });

  test('a value refused on one replica is asked again on the other', async () => {
    await using replicas = await openReplicas();
    const { app, other } = replicas;
    const answer = await asking(replicas, { ram: 500 });
    answer();
    await app.english.sees(/RAM: 500 GB\n⚠️[\s\S]*How much RAM/);
    await isOver(replicas);
    await other.say('4');
    expect(app.english.screen()).toContain(`Total for 30 days: ${PRICE} toman`);
  });
});
