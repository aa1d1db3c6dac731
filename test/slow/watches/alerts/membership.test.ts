import { expect, test } from 'vitest';
import { asked, enterConnected } from '../../../features/support.ts';
import { enterEnglishTeam, PEOPLE } from '../../../features/teams/support.ts';
import { openStoreOf } from '../../../support/app.ts';
import { rounds, setPower } from '../support.ts';

const IS_OFF = /is no longer on\n/;

test('a member who left the group, of which the bot did not hear, is told nothing in private any more', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.people;
  await operator.say('/watch');
  await admin.say('/watch');
  await rounds(app, 1);
  app.world.leaveGroup(PEOPLE.operator.id);
  app.world.clearUpdates();
  setPower(app, 'off');
  await rounds(app, 3);
  await admin.sees(IS_OFF);
  expect(operator.screens().some((text) => IS_OFF.test(text))).toBe(false);
  expect((await app.team()).members.map(({ userId }) => userId)).not.toContain(PEOPLE.operator.id);
  await app.inGroup.admin.say('/breakglass fire at the data centre');
  await app.inGroup.admin.press(/Turn on emergency access/);
  await app.people.owner.shows(/fire at the data centre/);
  expect(operator.screens().join()).not.toContain('fire at the data centre');
});

test('a team that is brought back is told again, and nothing meanwhile', async () => {
  await using app = await enterEnglishTeam();
  const { owner } = app.people;
  await app.inGroup.operator.say('/watch');
  await rounds(app, 1);
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  setPower(app, 'off');
  const before = asked(app, 'server.status').length;
  await app.stopBot();
  app.later(5 * 60_000);
  await app.startBot();
  await app.settled();
  expect(asked(app, 'server.status')).toHaveLength(before);
  await owner.press('برگردان');
  await rounds(app, 3);
  await expect.poll(() => app.inGroup.operator.screens().some((text) => IS_OFF.test(text))).toBe(true);
});

test('a new team of the same account in the same group watches anew, under its own name', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.inGroup;
  await operator.say('/watch');
  await rounds(app, 1);
  const store = await openStoreOf(app);
  const team = await app.team();
  const { id, ownerId: owner } = team;
  const actor = { id: owner };
  await store.teams.end(id, { at: Date.now(), event: 'teamEnded', actor });
  await store.teams.create({ ...team, id: 'new-team' }, { at: Date.now(), event: 'teamCreated', actor });
  await app.stopBot();
  await app.startBot();
  await operator.say('/watch');
  await operator.sees(/✅ Saved/);
  expect((await store.watches.get(owner, team.accountId))?.chats).toMatchObject([{ team: 'new-team' }]);
  await store.close();
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 3);
  await operator.shows(IS_OFF);
});

test('nothing is read for a person who blocked the bot, until they unblock it', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await english.say('/watch');
  await rounds(app, 1);
  world.block(english.user.id, true);
  await app.settled();
  const before = asked(app, 'server.status').length;
  for (let minute = 0; minute < 3; minute++) {
    await app.stopBot();
    app.later(67_000);
    await app.startBot();
    await app.settled();
  }
  await app.stopBot();
  expect(asked(app, 'server.status')).toHaveLength(before);
  await app.startBot();
  world.block(english.user.id, false);
  await app.settled();
  setPower(app, 'off');
  await rounds(app, 3);
  await english.shows(IS_OFF);
});

test('a member who becomes a viewer is told in private on, without what operates servers, until they leave the team', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.people;
  await operator.say('/watch');
  await admin.say('/watch');
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 3);
  await operator.sees(IS_OFF);
  await app.change((team) => {
    for (const member of team.members) if (member.userId === PEOPLE.operator.id) member.role = 'viewer';
  });
  setPower(app, 'suspended');
  await rounds(app, 3);
  await operator.shows(/suspended/);
  expect(operator.screens().join()).not.toMatch(/Power on|I’m on it/);
  await operator.press(/Mute 1 h/);
  await operator.shows(/Muted until/);
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.operator.id);
  });
  setPower(app, 'paused');
  await rounds(app, 3);
  await operator.sees(/^🔕 No longer monitored here/);
  await admin.shows(/paused/);
  expect(operator.screens().some((text) => IS_OFF.test(text))).toBe(false);
  const store = await openStoreOf(app);
  const { ownerId, accountId } = await app.team();
  expect((await store.watches.get(ownerId, accountId))?.chats.map(({ chatId }) => chatId)).toEqual([PEOPLE.admin.id]);
  await store.close();
});

test('a viewer is invited at home to alerts in private, and has them there, but none for the group', async () => {
  await using app = await enterEnglishTeam();
  const { viewer } = app.people;
  await viewer.say('/start');
  await viewer.press(/پایش همهٔ سرورها/);
  await viewer.sees(/✅/);
  await rounds(app, 1);
  setPower(app, 'off');
  await rounds(app, 3);
  await viewer.shows(/روشن نیست\n/);
  expect(viewer.screens().join()).not.toMatch(/پیگیری با من|کنسول/);
  await app.inGroup.viewer.say('/watch');
  expect(app.inGroup.viewer.screen()).not.toMatch(/پایش همهٔ سرورها/);
});
