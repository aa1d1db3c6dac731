import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { connect, OTHER_TOKEN } from '../../support.ts';
import { auditOf, enterTeam, PEOPLE, payloadOf, type TeamApp } from '../support.ts';

/**
 * With a second team, `Night`: there the first owner is a viewer, and the first viewer an admin. The first owner and the first viewer each work with
 * the team in which they are viewers.
 */
async function enterTwo(): Promise<TeamApp> {
  const app = await enterTeam();
  await connect(app.people.stranger);
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(PEOPLE.stranger.id);
  const [account = expect.fail('No account')] = accounts;
  const first = await app.team();
  const second = {
    ...first,
    id: 'second-team',
    title: 'Night',
    ownerId: PEOPLE.stranger.id,
    accountId: account.id,
    chatId: -200_200,
    members: [
      { userId: PEOPLE.stranger.id, name: 'Stan', role: 'owner' as const, addedAt: 1 },
      { userId: PEOPLE.owner.id, name: 'Omid', role: 'viewer' as const, addedAt: 1 },
      { userId: PEOPLE.viewer.id, name: 'Vida', role: 'admin' as const, addedAt: 1 },
      { userId: PEOPLE.admin.id, name: 'Ada', role: 'admin' as const, addedAt: 1 },
    ],
  };
  await store.teams.create(second, { at: Date.now(), event: 'teamCreated' });
  // The sandbox has one group: all of them are in it.
  await store.teams.change(second.id, (team) => {
    team.chatId = first.chatId;
    team.topicId = 7;
  });
  for (const [id, current] of [
    [PEOPLE.owner.id, second.accountId],
    [PEOPLE.viewer.id, first.accountId],
  ] as const)
    await store.accounts.change(id, (binding) => {
      binding.current = current;
    });
  await store.close();
  return app;
}

test.concurrent('a member who may not in the team they work with is taken to the one of their teams in which they may, in private', async () => {
  await using app = await enterTwo();
  const { owner, viewer } = app.people;
  await viewer.say('/audit');
  expect(viewer.screen()).toContain('لاگ Night');
  await owner.say('/audit');
  expect(owner.screen()).toContain('لاگ Shift');
  await owner.say('/protect');
  expect(owner.screen()).toMatch(/srv-10001|10\.0\.0\.1/);
  await viewer.say('/breakglass چون لازم است');
  expect(viewer.screen()).toMatch(/حالت اضطراری در Night › #7 روشن شود/);
  // Nothing of that was refused.
  expect((await auditOf(app)).filter(({ event }) => event === 'refused')).toEqual([]);
});

test.concurrent('a member who may in several teams and works with none of them chooses one by a button', async () => {
  await using app = await enterTwo();
  const { admin } = app.people;
  await connect(admin);
  await admin.say('/audit');
  await admin.press('Night');
  expect(admin.screen()).toContain('Log of Night');
  await admin.say('/members');
  await admin.press('Shift');
  expect(admin.screen()).toMatch(/Shift[\s\S]*Olga/);
});

test.concurrent('a member who may in none of their teams is refused, and the log of the one they work with tells it', async () => {
  await using app = await enterTwo();
  const { operator } = app.people;
  for (const command of ['/audit', '/protect', '/breakglass the reason']) await operator.say(command);
  const refused = (await auditOf(app)).filter(({ event }) => event === 'refused');
  expect(refused.map(({ action, reason }) => [action, reason])).toEqual([
    ['audit', 'role'],
    ['protect', 'role'],
    ['breakGlass', 'role'],
  ]);
});

test.concurrent('an owner of two teams who adds members from the group of one is asked for members of that one', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await connect(owner, OTHER_TOKEN);
  const store = await openStoreOf(app);
  const { accounts } = await store.accounts.get(PEOPLE.owner.id);
  const first = await app.team();
  const other = accounts.find(({ id }) => id !== first.accountId) ?? expect.fail('No second account');
  const second = { ...first, id: 'second-team', title: 'Night', accountId: other.id, chatId: -200_200 };
  await store.teams.create(second, { at: Date.now(), event: 'teamCreated' });
  await store.close();
  const { inGroup } = app;
  await inGroup.owner.say('/members');
  await inGroup.owner.press('➕');
  await owner.say(`/start ${payloadOf(app, inGroup.owner)}`);
  expect(owner.screen()).toMatch(/از .*Shift.* را انتخاب کنید/);
});
