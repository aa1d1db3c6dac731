import { expect, test } from 'vitest';
import { enterConnected } from '../../features/support.ts';
import { enterEnglishTeam, type TeamApp } from '../../features/teams/support.ts';
import { openStoreOf } from '../../support/app.ts';
import { SERVER } from './support.ts';

const IS_ALL = /All 3 servers are monitored/;
const IS_NONE = /No server is monitored in this chat now/;
const seenBy = ({ inGroup }: TeamApp, name: 'viewer' | 'operator') => inGroup[name].screens().join('\n');

async function watchedIn(app: TeamApp) {
  const store = await openStoreOf(app);
  const { ownerId, accountId } = await app.team();
  const { chats = [] } = (await store.watches.get(ownerId, accountId)) ?? {};
  await store.close();
  return chats;
}

test('/watch only shows what is watched after all watches were stopped, and a tap turns them on again', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/watch');
  await english.press(/Stop all monitoring/);
  await english.sees(IS_NONE);
  await english.say('/watch');
  expect(english.screen()).toMatch(/No server is monitored in this chat\.[\s\S]*Monitor all servers/);
  expect(english.screen()).not.toMatch(/Saved|Stop all monitoring/);
  await english.press(/Monitor all servers/);
  await english.sees(IS_ALL);
});

test('the last server that a person takes out leaves nothing watched, and /watch does not undo that', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say(`/server ${SERVER}`);
  await english.press(/🔔 Monitor/);
  await english.press(/🔕 Stop monitoring/);
  await english.say('/watch');
  expect(english.screen()).toMatch(/No server is monitored in this chat/);
});

test('a watch that an admin stopped in a team’s group stays stopped when an operator looks, and in the supergroup that it becomes', async () => {
  await using app = await enterEnglishTeam({ telegram: { group: 'group' } }, /upgraded to a supergroup/);
  const { admin, operator } = app.inGroup;
  await admin.say('/watch');
  await admin.press(/Stop all monitoring/);
  await operator.say('/watch');
  expect(operator.screen()).toMatch(/No server is monitored in this chat/);
  expect(await watchedIn(app)).toEqual([]);
  const { id } = app.world.upgradeGroup(1001);
  await app.settled();
  await app.people.operator.in(id).say('/watch');
  expect(await watchedIn(app)).toEqual([]);
});

test('all of a team’s group see what a tap changed, and no message says the opposite', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin, viewer } = app.inGroup;
  await operator.say('/watch');
  await operator.press(/Stop alerts about outside changes/);
  await viewer.shows(/Alerts about changes outside this bot are off/);
  await operator.press(/Stop all monitoring/);
  await viewer.shows(IS_NONE);
  expect(seenBy(app, 'viewer')).not.toMatch(IS_ALL);
  await operator.press(/Monitor all servers/);
  await viewer.shows(IS_ALL);
  expect(seenBy(app, 'viewer')).not.toMatch(IS_NONE);
  await operator.say('/server srv-10002');
  await operator.press(/🔕/);
  await viewer.shows(/is no longer monitored in this chat/);
  await admin.say('/quiet 23-7');
  await viewer.shows(/Quiet every day/);
  await admin.press(/No quiet hours/);
  await viewer.shows(/Quiet hours are off/);
  await admin.say('/watch');
  await admin.press('📋 Daily digest');
  expect(seenBy(app, 'viewer')).not.toMatch(/Daily digest · Shift/);
  await admin.press('📋 Turn on');
  await viewer.shows(/Daily digest · Shift[\s\S]*on, about 09:00/);
});

test('a name that is watched is stopped only by a tap that says so', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/price com');
  await english.press('🔔 When 10% cheaper');
  await english.say('/watch');
  await english.press(/Monitor all servers/);
  await english.press(/Stop all monitoring/);
  expect(english.screen()).toMatch(/What should stop\?\n.*names 0, prices 1, traffic 0/);
  await english.press(/Monitoring/);
  await english.sees(IS_ALL);
  await english.press(/Stop all monitoring/);
  await english.press(/Servers only/);
  expect(english.screen()).toMatch(/No server is monitored in this chat\.[\s\S]*prices 1/);
  await english.press(/Stop all monitoring/);
  await english.press(/prices and traffic too/);
  expect(english.screen()).toMatch(IS_NONE);
  expect(english.screen()).not.toMatch(/prices 1/);
});
