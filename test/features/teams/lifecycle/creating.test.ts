import type { User } from 'grammy/types';
import { expect, test } from 'vitest';
import { openStoreOf, type TestAppOptions } from '../../../support/app.ts';
import { createPerson, type Person } from '../../../support/person.ts';
import { asked, connect, enter, OTHER_TOKEN } from '../../support.ts';
import { choose, enterTeam, keysOf, PEOPLE, payloadOf } from '../support.ts';

/** People without a team in a group of their own; the first has an account, and created the group. */
async function enterPeople(first: User = PEOPLE.owner, options: TestAppOptions = {}) {
  const others = Object.values(PEOPLE).filter(({ id }) => id !== first.id);
  // Members may never have written to the bot in private.
  const app = await enter({ people: [first, ...others], ...options }, /chat not found/);
  const { world, settled } = app;
  const group = world.group.id;
  const person = (user: User): Person => createPerson(world, user, settled);
  const owner = person(first);
  await settled();
  await connect(owner);
  const store = await openStoreOf(app);
  const dispose = app[Symbol.asyncDispose];
  return Object.assign(app, {
    group,
    person,
    owner,
    teams: () => store.teams.ofPerson(first.id),
    entries: store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await dispose();
    },
  });
}

test.concurrent('an English owner sets up a team with two taps and two choices, and a member uses the account at once', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  await owner.say('/team');
  expect(owner.screen()).toMatch(/Account 1: choose the team’s group/);
  expect(keysOf(app, owner)).toEqual(['👥 Choose the group', 'Cancel']);
  await choose(app, owner, group);
  expect(keysOf(app, owner)).toEqual([]);
  expect(owner.screen()).toMatch(
    /Share Account 1 with the group .*\n\n• Members see all its servers[\s\S]*buy from your balance[\s\S]*token/,
  );
  await owner.press('Share the account');
  expect(await app.teams()).toMatchObject([{ chatId: group, topicId: 0, locale: 'en', members: [{ role: 'owner' }] }]);
  await app
    .person(PEOPLE.viewer)
    .in(group)
    .sees(/Ada has set up a team[\s\S]*\[🙋 Join the team\]/);
  expect(keysOf(app, owner)).toEqual(['👤 Choose people', '✔️ Done']);
  await choose(app, owner, PEOPLE.operator.id, PEOPLE.viewer.id);
  expect(keysOf(app, owner)).toEqual([]);
  expect(owner.screen()).toMatch(
    /Added as viewers: Olga, Vida[\s\S]*\[Olga\]\n\[✓ viewer\] \[operator\] \[admin\]\n\[Vida\]/,
  );
  await owner.press('operator');
  expect(owner.screen()).toMatch(/Olga: viewer → operator[\s\S]*\[↩️ Undo\][\s\S]*\[viewer\] \[✓ operator\] \[admin\]/);
  const there = owner.in(group);
  await there.say('/team');
  expect(there.screen()).toMatch(/\/team – the whole team, and the team’s limit for purchases/);
  const [team] = await app.teams();
  expect(team?.members.map(({ userId, role }) => [userId, role])).toEqual([
    [PEOPLE.admin.id, 'owner'],
    [PEOPLE.operator.id, 'operator'],
    [PEOPLE.viewer.id, 'viewer'],
  ]);
  app.provider.forget();
  await app.person(PEOPLE.viewer).in(group).say('/servers');
  expect(asked(app)).not.toEqual([]);
});

test.concurrent('an owner who goes on without choosing people is not told that nothing was changed: the team is there', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  await owner.say('/team');
  await choose(app, owner, group);
  await owner.press('Share the account');
  await owner.say('/members');
  expect(keysOf(app, owner)).toEqual([]);
  expect(owner.screens().join('\n')).toMatch(/The team of .* is set up[\s\S]*Closed\. Nothing was chosen/);
  expect(owner.screens().join('\n')).not.toContain('Nothing was changed');
});

test.concurrent('a Persian owner sets up a team by buttons, and can leave it half done', async () => {
  await using app = await enterPeople();
  const { owner, group } = app;
  await owner.say('/team');
  expect(keysOf(app, owner)).toEqual(['👥 انتخاب گروه', 'انصراف']);
  await owner.say('انصراف');
  expect(keysOf(app, owner)).toEqual([]);
  await owner.say('/team');
  await owner.say('/cancel');
  expect(keysOf(app, owner)).toEqual([]);
  await owner.say('/team');
  await owner.say('گروه خودمان');
  expect(keysOf(app, owner)).toHaveLength(2);
  await choose(app, owner, group);
  expect(owner.screen()).toMatch(/در اختیار گروه .* قرار بگیرد/);
  await owner.press('انصراف');
  expect(await app.teams()).toEqual([]);
  await owner.say('/team');
  await choose(app, owner, group);
  await owner.press('بله');
  expect(await app.teams()).toHaveLength(1);
  await owner.say('✔️ تمام');
  expect(keysOf(app, owner)).toEqual([]);
  expect(owner.screen()).toMatch(/آماده است[\s\S]*\/protect/);
});

test.concurrent('of several accounts the owner chooses, and a lent one leads to its team', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  await connect(owner, OTHER_TOKEN);
  await owner.say('/team');
  expect(owner.screen()).toMatch(/Which account[\s\S]*\[Account 1\]\n\[Account 2\]/);
  await owner.press('Account 2');
  await choose(app, owner, group);
  await owner.press('Share the account');
  await owner.say('/team');
  expect(owner.screen()).toMatch(/The team of[\s\S]*Account: Account 2/);
  await owner.press('New team');
  await choose(app, owner, group);
  expect(owner.screen()).toMatch(/This group already has a team/);
  expect(await app.teams()).toHaveLength(1);
});

test.concurrent('a team is created by one command in its group, or by a link where there are several accounts', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  const there = owner.in(group);
  await there.say('/team');
  expect(there.screen()).toMatch(/Share your account with the group/);
  expect(app.person(PEOPLE.operator).in(group).screens().join()).not.toMatch(/Account 1/);
  await connect(owner, OTHER_TOKEN);
  await there.say('/team');
  expect(there.screen()).toMatch(/Continue in the private chat/);
  const button = there.messages().at(-1)?.reply_markup?.inline_keyboard[0]?.[0];
  const payload = new URL(button && 'url' in button ? button.url : '').searchParams.get('start');
  await owner.say(`/start ${payload}`);
  await owner.press('Account 1');
  expect(owner.screen()).toMatch(/Share Account 1 with the group/);
  await owner.press('Share the account');
  expect(await app.teams()).toMatchObject([{ chatId: group, title: app.world.group.title }]);
});

test.concurrent('a topic has a team of its own', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group, world } = app;
  const topic = world.openTopic(owner.user.id, 'Nights').message_id;
  await app.settled();
  const there = owner.in(group, topic);
  await there.say('/team');
  await there.press('Share the account');
  expect(await app.teams()).toMatchObject([{ chatId: group, topicId: topic, topic: 'Nights' }]);
  expect(await there.shows(/Ada has set up a team/)).toBe(true);
  expect(there.screens().join()).toContain(`The team of ${world.group.title} › Nights is set up`);
});

test.concurrent('a person without an account is led to connecting one, and a person outside the group founds nothing', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const stranger = app.person(PEOPLE.stranger);
  await stranger.say('/team');
  expect(stranger.screen()).toMatch(/No account is connected/);
  const { owner, group, world } = app;
  await owner.say('/accounts');
  await connect(stranger, OTHER_TOKEN);
  world.leaveGroup(PEOPLE.stranger.id);
  await app.settled();
  await stranger.say(`/team ${group} 0`);
  expect(stranger.screen()).toMatch(/You are not in that group/);
  world.removeBot(owner.user.id);
  await app.settled();
  await owner.say(`/team ${group} 0`);
  expect(owner.screen()).toMatch(/The bot is not in that group/);
  expect(await app.teams()).toEqual([]);
});

test.concurrent('made-up buttons lend nothing of others', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group, world } = app;
  const store = app.entries;
  const { accounts } = await store.accounts.get(owner.user.id);
  const stranger = app.person(PEOPLE.stranger);
  await stranger.say('/start');
  const message = stranger.messages().at(-1)?.message_id ?? 0;
  world.pressRaw(stranger.user.id, stranger.chat, message, `t3|${accounts[0]?.id}|${group}|0`);
  await app.settled();
  expect(await app.teams()).toEqual([]);
  expect(await store.teams.allInChat(group)).toEqual([]);
});

test.concurrent('made-up groups and topics of the owner’s own account lend nothing, and the group stays as it is', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group, world } = app;
  const { accounts } = await app.entries.accounts.get(owner.user.id);
  await owner.say('/start');
  const message = owner.messages().at(-1)?.message_id ?? 0;
  for (const place of [`${group}|x`, `${group}|1.5`, `${group}|1e400`, `x|0`, `|0`, `${group}.5|0`]) {
    const press = world.pressRaw(owner.user.id, owner.chat, message, `t3|${accounts[0]?.id}|${place}`);
    await app.settled();
    await press.answered;
    expect(await app.teams(), place).toEqual([]);
    expect(await app.entries.teams.allInChat(group), place).toEqual([]);
  }
});

test.concurrent('in a forum the owner hears that a topic can have a team of its own', async () => {
  await using app = await enterPeople();
  const { owner, group, world } = app;
  world.openTopic(owner.user.id, 'Nights');
  await app.settled();
  await owner.say('/team');
  await choose(app, owner, group);
  expect(owner.screen()).toMatch(/این تیم برای کل گروه است[\s\S]*در همان تاپیک \/team/);
});

/** The text of a key whose question has expired. */
async function share(app: Awaited<ReturnType<typeof enterPeople>>, shared: object): Promise<void> {
  const { user } = app.owner;
  const chat = { id: user.id, type: 'private', first_name: user.first_name };
  app.world.push({ message: { message_id: 9_000, date: Math.floor(Date.now() / 1000), chat, from: user, ...shared } });
  await app.settled();
}

test.concurrent('a key that is pressed late goes on where that is certain', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  const people = { users_shared: { request_id: 2, users: [{ user_id: PEOPLE.viewer.id, first_name: 'Vida' }] } };
  await share(app, people);
  expect(owner.screen()).toMatch(/^Nobody was added: choosing took too long/);
  await share(app, { chat_shared: { request_id: 1, chat_id: group } });
  await owner.press('Share the account');
  await owner.say('✔️ Done');
  expect(owner.screen()).toMatch(/is ready\.[\s\S]*\/protect/);
  await share(app, people);
  expect(owner.screen()).toMatch(/Added as viewers: Vida[\s\S]*\[↩️ Undo\]/);
  await owner.press('Undo');
  expect((await app.teams())[0]?.members).toHaveLength(1);
});

test.concurrent('two owners who set up a team in one group at once: one of them has it', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  const other = app.person(PEOPLE.operator);
  await connect(other, OTHER_TOKEN);
  app.world.promotePerson(owner.user.id, PEOPLE.operator.id, { can_invite_users: true });
  for (const each of [owner, other]) {
    await each.say('/team');
    await choose(app, each, group);
  }
  await Promise.all([owner.tap('Share the account').answered, other.tap('Share the account').answered]);
  await app.settled();
  const teams = await app.entries.teams.allInChat(group);
  expect(teams).toHaveLength(1);
  const screens = [owner, other].map((each) => each.screens().join());
  expect(screens.filter((each) => /is set up/.test(each))).toHaveLength(1);
});

test.concurrent('a confirm that the owner got before they lent the account sends nothing after that', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  const team = await app.team();
  const store = await openStoreOf(app);
  await store.teams.end(team.id, { at: Date.now(), event: 'teamEnded' });
  await owner.say('/off srv-10001');
  await store.teams.create({ ...team, id: 'team-two' }, { at: Date.now(), event: 'teamCreated' });
  await store.close();
  await owner.press(/خاموش/);
  expect(owner.screen()).toMatch(/چیزی فرستاده نشد[\s\S]*این حساب حالا در اختیار یک تیم است/);
  expect(asked(app, 'server.action')).toEqual([]);
});

const LIMIT_STEPS = {
  English: {
    first: PEOPLE.admin,
    yes: 'Share the account',
    warned: /buy from your balance/,
    created:
      /^✅ The team of .* is set up\. Its admins buy from your balance: set the team’s limit next\.\n\[💰 Limits of the team\]/m,
    limits: '💰 Limits of the team',
    shown: /^💰 Limits of the team [\s\S]*\nThe whole team\nUnlimited\n/,
    whole: 'The whole team',
    typed: '5 million toman',
  },
  Persian: {
    first: PEOPLE.owner,
    yes: 'در اختیار تیم',
    warned: /از موجودی شما خرید می‌کند/,
    created:
      /^✅ تیم .* ساخته شد\. ادمین‌هایش از موجودی شما خرید می‌کنند؛ قدم بعدی: سقف خرید تیم\.\n\[💰 سقف خرید تیم\]/m,
    limits: '💰 سقف خرید تیم',
    shown: /^💰 سقف خرید تیم [\s\S]*\nکل تیم\n/,
    whole: 'کل تیم',
    typed: '۵ میلیون تومان',
  },
};

test.concurrent.for(
  Object.entries(LIMIT_STEPS).flatMap(([language, step]) =>
    (['in private', 'in the group'] as const).map((where) => [language, where, step] as const),
  ),
)(
  'who shares an account reads that admins spend its balance, and sets the team’s limit next: in %s, %s',
  async ([, where, { first, yes, warned, created, limits, shown, whole, typed }]) => {
    await using app = await enterPeople(first);
    const { owner, group } = app;
    const isPrivate = where === 'in private';
    const there = isPrivate ? owner : owner.in(group);
    await there.say('/team');
    if (isPrivate) await choose(app, owner, group);
    expect(there.screen()).toMatch(warned);
    await there.press(yes);
    expect(there.screens().join('\n')).toMatch(created);
    if (isPrivate) await owner.press(limits);
    else await owner.say(`/start ${payloadOf(app, there, limits)}`);
    expect(owner.screens().join('\n\n')).toMatch(new RegExp(shown, 'm'));
    await owner.press(whole);
    await owner.say(typed);
    expect((await app.teams())[0]?.limits).toMatchObject([{ total: 5_000_000 }]);
  },
);

test.concurrent('only the owner opens the limits by a command like that of the link', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  await admin.say(`/team ${(await app.team()).id} limits`);
  expect(admin.screen()).not.toContain('Limits of the team');
  await owner.say(`/team ${(await app.team()).id} limits`);
  expect(owner.screen()).toMatch(/^💰 سقف خرید تیم/);
});

test.concurrent('the link out of the group goes on with the setup of that very team', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { owner, group } = app;
  const there = owner.in(group);
  await there.say('/team');
  await there.press('Share the account');
  await there.shows(/is set up/);
  await there.shows(/Ada has set up a team/);
  const payload = payloadOf(app, app.person(PEOPLE.admin).in(group));
  await owner.say(`/start ${payload}`);
  expect(owner.screens().join()).toMatch(/Choose people|choose/i);
  expect(keysOf(app, owner)).toEqual(['👤 Choose people', '✔️ Done']);
});

test.concurrent('a person without an account yet goes on with the setup of that very group once one is connected', async () => {
  await using app = await enterPeople(PEOPLE.admin);
  const { group } = app;
  const boss = app.person(PEOPLE.owner);
  app.world.promotePerson(PEOPLE.admin.id, PEOPLE.owner.id, { can_delete_messages: true });
  await app.settled();
  await boss.in(group).say('/team');
  await connect(boss, OTHER_TOKEN);
  expect(boss.screen()).toMatch(/\/team/);
  expect(boss.screen()).not.toContain(String(group));
  await boss.press(/\/team/);
  expect(boss.screen()).toContain(app.world.group.title);
  await boss.press(/در اختیار تیم/);
  const owned = await app.entries.teams.ofPerson(PEOPLE.owner.id);
  expect(owned).toMatchObject([{ chatId: group, ownerId: PEOPLE.owner.id }]);
});
