import { expect, test } from 'vitest';
import { openStoreOf } from '../../support/app.ts';
import { asked, TOKEN } from '../support.ts';
import { enterEnglishTeam, type TeamApp } from './support.ts';

async function endTeam({ people: { owner } }: TeamApp): Promise<void> {
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  expect(owner.screen()).toMatch(/برگردان/);
}

async function restart({ inGroup: { operator } }: TeamApp): Promise<void> {
  await operator.say('/reboot srv-10002');
  await operator.press(/restart/);
  await operator.sees(/Restarting/);
}

test.concurrent('what is under way in the group when its team ends runs to its end', async () => {
  await using app = await enterEnglishTeam({ timings: { rebootMs: 1_500 } });
  const { operator } = app.inGroup;
  await restart(app);
  await endTeam(app);
  expect(await operator.shows(/10\.0\.0\.1 restarted/)).toBe(true);
  expect(operator.screens().filter((screen) => /disconnected/.test(screen))).toEqual([]);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a paid order without an answer is told to the owner as it went out once its team has ended', async () => {
  await using app = await enterEnglishTeam();
  const { admin, owner } = app.people;
  await app.change((team) => {
    for (const each of team.members) each.limits = [{ total: 9_000_000, currency: 'toman' }];
  });
  await admin.say('/renew 10.0.0.1');
  await admin.press(/^30 days/);
  app.provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await admin.press('Renew for');
  await admin.sees(/no answer/);
  await endTeam(app);
  app.provider.account(TOKEN).server('srv-10002').expiresAt += 30 * 24 * 3_600_000;
  expect(await owner.shows(/^✅[\s\S]*10\.0\.0\.1/)).toBe(true);
  expect(await admin.shows(/the team has ended, so the account’s owner is told/)).toBe(true);
});

test.concurrent('what was given up when its team ended is read again once the team is back', async () => {
  await using app = await enterEnglishTeam({ timings: { rebootMs: 6_000 } });
  const { operator } = app.inGroup;
  await restart(app);
  await app.stopBot();
  const store = await openStoreOf(app);
  const [running] = await store.ledger.openOfTeam('team-of-test');
  // As an earlier release left it.
  const over = { unclear: true, over: true };
  await store.ledger.move(running?.id ?? '', {
    from: ['accepted'],
    edit: ({ progress }) => ({ accountGone: true, progress: Object.assign({}, progress, over) }),
    dueAt: null,
    notified: true,
  });
  await store.close();
  await app.startBot();
  await endTeam(app);
  await app.people.owner.press('برگردان');
  expect(await operator.shows(/10\.0\.0\.1 restarted/)).toBe(true);
});
