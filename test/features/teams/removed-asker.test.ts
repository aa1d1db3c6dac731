import { expect, test } from 'vitest';
import { enterTeam, PEOPLE } from './support.ts';

test('the new password of a server goes to the owner where its asker is no member any more', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  await admin.say('/server srv-10002');
  await admin.press('More');
  await admin.press('Password');
  await admin.press('Make a strong one');
  app.provider.fault({ operation: 'server.password', kind: 'delay', ms: 1_000 });
  admin.tap('Yes');
  await app.world.until(() => app.provider.requests.some(({ operation }) => operation === 'server.password'));
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.admin.id);
  });
  await owner.sees(/^🔑[\s\S]*New password/);
  expect(admin.screens().filter((screen) => screen.includes('New password:'))).toEqual([]);
});
