import { expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { holdAnswers } from '../../../support/hold-answers.ts';
import { enterTeam, PEOPLE, type TeamApp } from '../support.ts';

function remove(app: TeamApp): Promise<void> {
  return app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.admin.id);
  });
}

/** @returns has the provider answer the restart that the admin has confirmed */
async function restartUnanswered(app: TeamApp): Promise<() => void> {
  const { admin } = app.people;
  await admin.say('/reboot srv-10002');
  const answer = holdAnswers(app.provider, { operation: 'server.action' });
  admin.tap(/restart/);
  await eventually(() => app.provider.requests.some(({ operation }) => operation === 'server.action'));
  return answer;
}

test.concurrent('an operation of a removed member is told in the team’s chat, and they see only that they are out', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  const answer = await restartUnanswered(app);
  await remove(app);
  answer();
  expect(await app.inGroup.viewer.shows(/10\.0\.0\.1[\s\S]*(restarted|is on)/i)).toBe(true);
  expect(await admin.shows(/you are no longer in the team\. The result goes to the team’s group/)).toBe(true);
  expect(admin.screens().filter((screen) => /restarted|is on/i.test(screen))).toEqual([]);
});

test.concurrent('a member’s private operation is told to the owner, in the owner’s language, once the team has ended', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  const answer = await restartUnanswered(app);
  // The update of the restart is not handled meanwhile.
  app.world.say(owner.user.id, owner.chat, '/team');
  await owner.sees(/\[حذف تیم\]/);
  owner.tap(/حذف تیم/);
  await owner.sees(/بله، تیم حذف شود/);
  owner.tap(/بله، تیم حذف شود/);
  await owner.sees(/تیم .* حذف شد/);
  answer();
  await admin.sees(/the team has ended\. The result goes to the account’s owner/);
  expect(await owner.shows(/سرور 10\.0\.0\.1 ری‌استارت شد/)).toBe(true);
  expect(admin.screens().filter((screen) => /restarted|is on|can’t read/i.test(screen))).toEqual([]);
});

test.concurrent('a former member’s own orders show nothing of what they did for the team', async () => {
  await using app = await enterTeam();
  const { admin } = app.people;
  await admin.say('/reboot srv-10002');
  await admin.press(/restart/);
  await admin.sees(/restarted|is on/i);
  await admin.say('/orders');
  await admin.press('My own orders');
  await admin.press('All operations');
  expect(admin.screen()).toContain('10.0.0.1');
  await remove(app);
  await admin.say('/orders');
  await admin.press('All operations');
  expect(admin.screen()).toMatch(/An operation of a team you have left/);
  expect(admin.screen()).not.toContain('10.0.0.1');
});

test.concurrent('a member who left the group is not told in private how their operation in the group ended', async () => {
  await using app = await enterTeam();
  const { inGroup, people, provider, world } = app;
  await people.admin.say('/help');
  await inGroup.admin.say('/reboot srv-10002');
  const answer = holdAnswers(provider, { operation: 'server.action' });
  inGroup.admin.tap(/restart/);
  await eventually(() => provider.requests.some(({ operation }) => operation === 'server.action'));
  world.leaveGroup(PEOPLE.admin.id);
  await app.settled();
  answer();
  // Told before the group, where they are told at all.
  await inGroup.viewer.shows(/10\.0\.0\.1[\s\S]*(restarted|is on)/i);
  expect(people.admin.screens().filter((screen) => screen.includes('10.0.0.1'))).toEqual([]);
});
