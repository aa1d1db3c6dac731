import { expect, test } from 'vitest';
import { asked } from '../../support.ts';
import { auditOf, enterTeam, PEOPLE } from '../support.ts';

const ALONE = /این کار تأیید نفر دوم می‌خواهد و تا تیم متوقف است/;

test.concurrent('while the team is paused protection and limits hold for its owner in private', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await app.change((team) => {
    team.paused = 'botLeft';
    team.limits = [{ total: 1_000, currency: 'تومان' }];
  });
  await owner.say('/off srv-10001');
  expect(owner.screen()).toMatch(ALONE);
  expect(owner.screen()).toMatch(/\/team[\s\S]*\/protect/);
  await owner.say('/renew 10.0.0.2');
  await owner.press(/^۳۰ روز/);
  expect(owner.screen()).toMatch(/^✋ چیزی فرستاده نشد: .*سقف تیم/);
  expect(asked(app, 'server.action')).toEqual([]);
  expect((await auditOf(app)).slice(-2)).toMatchObject([
    { event: 'refused', reason: 'pausedAlone', actor: { id: PEOPLE.owner.id }, server: { id: 'srv-10001' } },
    { event: 'refused', reason: 'teamLimit', actor: { id: PEOPLE.owner.id } },
  ]);
  // Operations that need no second person go on, and lifting the protection is a way on.
  await owner.say('/off srv-10002');
  await owner.press(/بله/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await owner.say('/protect');
  await owner.press('🛡 10.0.0.0');
  await owner.say('/off srv-10001');
  await owner.press(/بله/);
  expect(asked(app, 'server.action')).toHaveLength(2);
});

test.concurrent('an operation that the owner confirms in private after the pause began is held by protection, too', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await app.change((team) => {
    team.protected = [];
  });
  await owner.say('/off srv-10001');
  await app.change((team) => {
    team.paused = 'botLeft';
    team.protected = [{ serverId: 'srv-10001', name: 'srv-10001', level: 'changes' }];
  });
  await owner.press(/بله/);
  expect(owner.screen()).toMatch(ALONE);
  expect(asked(app, 'server.action')).toEqual([]);
});
