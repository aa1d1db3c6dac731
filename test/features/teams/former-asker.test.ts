import { expect, test } from 'vitest';
import { enterTeam, PEOPLE, type TeamApp } from './support.ts';

function remove(app: TeamApp): Promise<void> {
  return app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.admin.id);
  });
}

test('what a removed member asked for is told in the team’s chat, and they see only that they are out', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await admin.say('/reboot srv-10002');
  app.provider.fault({ operation: 'server.action', kind: 'delay', ms: 800 });
  admin.tap(/restart/);
  await app.world.until(() => app.provider.requests.some(({ operation }) => operation === 'server.action'));
  await remove(app);
  expect(await app.inGroup.viewer.shows(/10\.0\.0\.1[\s\S]*(restarted|is on)/i)).toBe(true);
  expect(await admin.shows(/you are no longer in the team, so its group is told/)).toBe(true);
  expect(admin.screens().filter((screen) => /restarted|is on/i.test(screen))).toEqual([]);
});
