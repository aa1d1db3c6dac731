import { expect, test } from 'vitest';
import type { Team } from '../../../../src/store/key-value/teams.ts';
import { openStoreOf } from '../../../support/app.ts';
import { asked, connect, OTHER_TOKEN } from '../../support.ts';
import { auditOf, enterTeam, type Name, PEOPLE, type TeamApp } from '../support.ts';

/** The others who try to create a team where {@link enterTeam} has one. */
async function enterRival(options: { isAdministrator: boolean; who?: Name }): Promise<TeamApp> {
  const app = await enterTeam();
  const { who = 'stranger', isAdministrator } = options;
  await connect(app.people[who], OTHER_TOKEN);
  if (isAdministrator) promote(app, who);
  app.provider.forget();
  return app;
}

function promote({ world }: TeamApp, who: Name): void {
  world.promotePerson(PEOPLE.owner.id, PEOPLE[who].id, { can_invite_users: true });
}

async function ownerLeaves(app: TeamApp): Promise<void> {
  app.world.leaveGroup(PEOPLE.owner.id);
  await app.settled();
}

/** The teams of the group, as another replica reads them. */
async function teamsOf(app: TeamApp): Promise<Team[]> {
  const store = await openStoreOf(app);
  const teams = await store.teams.allInChat(app.world.group.id);
  await store.close();
  return teams;
}

/** Opens a topic of the group. */
async function topicIn(app: TeamApp): Promise<number> {
  const { message_id } = app.world.openTopic(PEOPLE.owner.id, 'Nights');
  await app.settled();
  return message_id;
}

/** Taps the button that creates a team, as a changed client can without having been asked. */
async function forge(app: TeamApp, who: Name, topic: number): Promise<string | undefined> {
  const { user, chat } = app.people[who];
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(user.id);
  await store.close();
  await app.people[who].say('/help');
  const message = app.world.messages(user.id, chat).at(-1)?.message_id ?? 0;
  const data = `t3|${accounts[0]?.id}|${app.world.group.id}|${topic}`;
  const { text } = await app.world.pressRaw(user.id, chat, message, data).answered;
  await app.settled();
  return text;
}

test.concurrent('a person who is no administrator of a group founds no team there, by no way', async () => {
  await using app = await enterRival({ isAdministrator: false });
  const store = await openStoreOf(app);
  await store.teams.end('team-of-test', { at: Date.now(), event: 'teamEnded' });
  await store.close();
  const { stranger } = app.people;
  await app.inGroup.stranger.say('/team');
  expect(app.inGroup.stranger.screen()).toMatch(/Only an administrator of the group can set up a team/);
  await stranger.say(`/team ${app.world.group.id} 0`);
  expect(stranger.screen()).toMatch(/Only an administrator of the group can set up a team/);
  expect(await forge(app, 'stranger', 0)).toMatch(/Only an administrator/);
  expect(await teamsOf(app)).toEqual([]);
  promote(app, 'stranger');
  await app.inGroup.stranger.say('/team');
  expect(app.inGroup.stranger.screen()).toMatch(/Share your account with the group/);
});

test.concurrent('an administrator who lost that between the question and the tap founds nothing', async () => {
  await using app = await enterRival({ isAdministrator: true });
  await ownerLeaves(app);
  const { stranger } = app.people;
  await stranger.say(`/team ${app.world.group.id} 0`);
  app.world.joinGroup(PEOPLE.owner.id);
  app.world.promotePerson(PEOPLE.owner.id, PEOPLE.stranger.id, {});
  expect((await stranger.press('Share the account')).text).toMatch(/Only an administrator/);
  expect(await teamsOf(app)).toMatchObject([{ ownerId: PEOPLE.owner.id }]);
});

test.concurrent('only its owner takes a topic from a team that has the whole group', async () => {
  await using app = await enterRival({ isAdministrator: true });
  const topic = await topicIn(app);
  const there = app.people.stranger.in(app.world.group.id, topic);
  await app.people.stranger.say(`/team ${app.world.group.id} ${topic}`);
  expect(app.people.stranger.screen()).toMatch(/This group already has a team/);
  expect(await forge(app, 'stranger', topic)).toMatch(/This group already has a team/);
  expect(await forge(app, 'stranger', 77)).toMatch(/This group already has a team/);
  await there.say('/servers');
  expect(there.screen()).toMatch(/not a member of the team/);
  await connect(app.people.owner, OTHER_TOKEN);
  await app.people.owner.say(`/team ${app.world.group.id} ${topic}`);
  await app.people.owner.press(/در اختیار تیم/);
  expect((await teamsOf(app)).map(({ ownerId, topicId }) => [ownerId, topicId])).toEqual([
    [PEOPLE.owner.id, 0],
    [PEOPLE.owner.id, topic],
  ]);
});

test.concurrent('a button in a group creates a team for the place where it stands alone', async () => {
  await using app = await enterRival({ isAdministrator: true });
  const store = await openStoreOf(app);
  await store.teams.end('team-of-test', { at: Date.now(), event: 'teamEnded' });
  await store.close();
  const { stranger } = app.inGroup;
  await stranger.say('/team');
  const message = stranger.messages().at(-1)?.message_id ?? 0;
  const button = stranger.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  const data = button && 'callback_data' in button ? button.callback_data : '';
  app.world.pressRaw(PEOPLE.stranger.id, stranger.chat, message, data.replace(/0$/, '77'));
  await app.settled();
  expect(await teamsOf(app)).toEqual([]);
  await stranger.press('Share the account');
  expect(await teamsOf(app)).toMatchObject([{ topicId: 0 }]);
});

test.concurrent('after the owner left others use their own accounts in the group, and members hear that the team is paused', async () => {
  await using app = await enterRival({ isAdministrator: false });
  await connect(app.people.operator, OTHER_TOKEN);
  app.provider.forget();
  await app.inGroup.stranger.say('/servers');
  expect(app.inGroup.stranger.screen()).toMatch(/not a member of the team/);
  expect(asked(app)).toEqual([]);
  await ownerLeaves(app);
  await app.inGroup.operator.say('/servers');
  expect(app.inGroup.operator.screen()).toMatch(/team is paused/);
  expect(asked(app)).toEqual([]);
  await app.inGroup.stranger.say('/servers');
  expect(asked(app)).not.toEqual([]);
});

test.concurrent('a bot that was removed keeps the group for its team', async () => {
  await using app = await enterRival({ isAdministrator: true });
  await app.change((team) => {
    team.paused = 'botLeft';
  });
  await app.inGroup.stranger.say('/servers');
  expect(asked(app)).toEqual([]);
  await app.people.stranger.say(`/team ${app.world.group.id} 0`);
  expect(app.people.stranger.screen()).toMatch(/This group already has a team/);
});

test.concurrent('an administrator creates a team where the owner of another left: that one ends, and its owner is told', async () => {
  await using app = await enterRival({ isAdministrator: true });
  await ownerLeaves(app);
  await app.inGroup.stranger.say('/team');
  expect(app.inGroup.stranger.screen()).toMatch(
    /Share your account[\s\S]*Sharing also ends the team of Omid, who has left the group/,
  );
  await app.inGroup.stranger.press('Share the account');
  expect(await teamsOf(app)).toMatchObject([{ ownerId: PEOPLE.stranger.id }]);
  await app.people.owner.sees(/Stan در گروه .* تیم دیگری ساخت\. تیم شما آنجا حذف شد/);
  await app.inGroup.viewer.say('/servers');
  expect(app.inGroup.viewer.screen()).toMatch(/عضو تیم نیستید/);
  const store = await openStoreOf(app);
  const { items } = await store.audit.page('team-of-test', {}, 1);
  await store.close();
  const actor = { id: PEOPLE.stranger.id, name: 'Stan' };
  expect(items).toMatchObject([{ entry: { event: 'teamEnded', reason: 'ownerLeft', actor } }]);
});

test.concurrent('an abandoned team stays where no other can be created in its place', async () => {
  await using app = await enterRival({ isAdministrator: true });
  await ownerLeaves(app);
  const store = await openStoreOf(app);
  const paused = await app.team();
  for (let number = 0; number < 10; number++) {
    const members = [{ userId: PEOPLE.stranger.id, name: 'Stan', role: 'owner' as const, addedAt: 0 }];
    const id = `team-${number}`;
    const other = { ...paused, id, ownerId: PEOPLE.stranger.id, accountId: id, chatId: -5_000 - number, members };
    expect(await store.teams.create(other, { at: Date.now(), event: 'teamCreated' })).toBe('created');
    await store.teams.end(id, { at: Date.now(), event: 'teamEnded' });
  }
  await store.close();
  await app.inGroup.stranger.say('/team');
  expect((await app.inGroup.stranger.press('Share the account')).text).toMatch(/10 teams/);
  expect(await teamsOf(app)).toMatchObject([{ id: 'team-of-test', paused: 'ownerLeft' }]);
  expect(app.people.owner.screens().filter((screen) => /تیم شما آنجا حذف شد/.test(screen))).toEqual([]);
  expect((await auditOf(app)).map(({ event }) => event)).not.toContain('teamEnded');
});

test.concurrent('an owner who came back in time keeps their team', async () => {
  await using app = await enterRival({ isAdministrator: true });
  await ownerLeaves(app);
  await app.inGroup.stranger.say('/team');
  app.world.joinGroup(PEOPLE.owner.id);
  await app.settled();
  await app.people.owner.press(/ادامه/);
  expect((await app.inGroup.stranger.press('Share the account')).text).toMatch(/This group already has a team/);
  expect((await auditOf(app)).map(({ event }) => event)).not.toContain('teamEnded');
});

test.concurrent('a member who owns no team sets one up from the private chat', async () => {
  await using app = await enterRival({ isAdministrator: false, who: 'admin' });
  await app.people.admin.say('/team');
  await app.people.admin.press('New team');
  expect(app.people.admin.screen()).toMatch(/choose the team’s group/);
});

test.concurrent('a person founds ten teams a day, and more the day after', async () => {
  await using app = await enterRival({ isAdministrator: true });
  const store = await openStoreOf(app);
  const team = await app.team();
  const create = async (number: number, at: number) => {
    const id = `team-${number}`;
    const outcome = await store.teams.create({ ...team, id, ownerId: 5, members: [] }, { at, event: 'teamCreated' });
    if (outcome === 'created') await store.teams.end(id, { at, event: 'teamEnded' });
    return outcome;
  };
  await store.teams.end(team.id, { at: Date.now(), event: 'teamEnded' });
  for (let number = 0; number < 10; number++) expect(await create(number, 1_000)).toBe('created');
  expect(await create(10, 2_000)).toBe('tooOften');
  expect(await create(11, 2_000 + 24 * 3_600_000)).toBe('created');
  await store.close();
});
