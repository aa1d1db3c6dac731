import { expect, onTestFinished, test, vi } from 'vitest';
import { TOKEN } from '../../support/app.ts';
import { openReplicas } from '../../support/bots/replicas.ts';
import { onPostgres } from '../../support/databases/databases.ts';

const AHEAD_MS = 30_000;
const NEAR_MS = 5_000;

onPostgres(() => {
  test('on a machine whose clock is off, what is written down has the database’s time, and the operator hears of it', async () => {
    const { now } = Date;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + AHEAD_MS);
    onTestFinished(() => clock.mockRestore());
    await using replicas = await openReplicas();
    const { app, one, store } = replicas;
    await one.say(`/connect ${TOKEN}`);
    await one.say('/reboot 10.0.0.1');
    const [operation] = await store.ledger.openOf(app.english.user.id);
    expect(Math.abs((operation?.createdAt ?? 0) - now())).toBeLessThan(NEAR_MS);
    expect(app.log.filter((line) => line.includes('30 s apart'))).toHaveLength(2);
  });
});
