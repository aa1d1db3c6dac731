import { expect, test } from 'vitest';
import { openStoreOf } from '../../../support/app.ts';
import { connect, OTHER_TOKEN } from '../../support.ts';
import {
  auditOf,
  choose,
  enterEnglishTeam,
  enterTeam,
  keysOf,
  type Name,
  PEOPLE,
  TEAM_ID,
  type TeamApp,
} from '../support.ts';

const { owner, admin, operator, viewer, stranger } = PEOPLE;

async function roleOf(app: TeamApp, who: Name): Promise<string | undefined> {
  return (await app.team()).members.find(({ userId }) => userId === PEOPLE[who].id)?.role;
}

/** The owner answers a message in the group. */
async function answer(app: TeamApp, messageId: number, text: string, from: Name = 'owner'): Promise<void> {
  app.world.say(PEOPLE[from].id, app.world.group.id, text, { replyTo: messageId });
  await app.settled();
}

/** The stranger writes in the group. Only its sender sees a command there, once the bot has registered it as ephemeral. */
function chat({ world }: TeamApp): number {
  return world.say(stranger.id, world.group.id, 'good morning').message_id;
}

/** A tap on a button that the presser’s message may not have. */
async function forge(app: TeamApp, who: Name, data: string, where: 'people' | 'inGroup' = 'people') {
  const person = app[where][who];
  await person.say('/help');
  const message = person.messages().findLast(({ from }) => from?.is_bot)?.message_id ?? 0;
  const press = app.world.pressRaw(person.user.id, person.chat, message, data);
  await app.settled();
  return press.answered;
}

test.concurrent('members see who is in the team; only the owner sees buttons that change it', async () => {
  await using app = await enterTeam();
  await app.inGroup.operator.say('/members');
  expect(app.inGroup.operator.screen()).toMatch(
    /5 members[\s\S]*Omid · owner\nAda · admin[\s\S]*Vida · viewer\n\[👥 The team\]$/,
  );
  await app.people.owner.say('/members');
  expect(app.people.owner.screen()).toMatch(/عضو[\s\S]*\[Olga · اپراتور\][\s\S]*\[➕ افزودن عضو\]/);
  await app.inGroup.stranger.say('/members');
  expect(app.inGroup.stranger.screen()).toMatch(/not a member of the team/);
  await app.inGroup.admin.say('/role');
  expect(app.inGroup.admin.screen()).toMatch(/Only the owner of the team can do this/);
});

test.concurrent('an undo takes back the change of the team in which it was made, not the same one of another', async () => {
  await using app = await enterTeam();
  const { owner: person } = app.people;
  await connect(person, OTHER_TOKEN);
  const { accountId } = await app.team();
  const { accounts } = await app.store.accounts.get(owner.id);
  const free = accounts.find(({ id }) => id !== accountId) ?? expect.fail('The owner has one account');
  await app.inGroup.owner.say('/members');
  await app.inGroup.owner.press('Olga');
  await app.inGroup.owner.press('ادمین');
  const night = { ...(await app.team()), id: 'team-by-night', accountId: free.id, topicId: 7, title: 'Night' };
  await app.store.teams.create(night, { at: Date.now(), event: 'teamCreated', actor: { id: owner.id } });
  const rows = app.inGroup.owner.messages().flatMap((each) => each.reply_markup?.inline_keyboard.flat() ?? []);
  const undo = rows.find(({ text }) => text.includes('برگرداندن تغییر'));
  if (!undo || !('callback_data' in undo)) expect.fail('Nothing can be undone');
  await forge(app, 'owner', undo.callback_data.replace(TEAM_ID, night.id), 'inGroup');
  const kept = (await app.store.teams.get(night.id))?.members.find(({ userId }) => userId === operator.id);
  expect(kept?.role).toBe('admin');
});

test.concurrent('the owner changes a role by one tap, removes a member, and undoes both', async () => {
  await using app = await enterTeam();
  const { owner: person } = app.people;
  await person.say('/members');
  await person.press('Olga');
  await person.press('ادمین');
  expect(await roleOf(app, 'operator')).toBe('admin');
  expect(person.screen()).toMatch(/Olga: اپراتور ← ادمین[\s\S]*\[⏪ برگرداندن تغییر/);
  await person.press('⏪');
  expect(await roleOf(app, 'operator')).toBe('operator');
  await app.change((team) => {
    for (const each of team.members) if (each.userId === operator.id) each.limits = [{ total: 5, currency: 'EUR' }];
  });
  await person.say('/members');
  await person.press('Olga');
  await person.press('حذف از تیم');
  expect(await roleOf(app, 'operator')).toBeUndefined();
  await person.press('⏪');
  const back = (await app.team()).members.find(({ userId }) => userId === operator.id);
  expect(back).toMatchObject({ role: 'operator', limits: [{ total: 5, currency: 'EUR' }] });
  const store = await openStoreOf(app);
  const { items } = await store.audit.page('team-of-test', {}, 50);
  await store.close();
  const entries = items.map((each) => ('entry' in each ? each.entry : expect.fail('An entry is missing')));
  const told = entries
    .filter(({ event }) => /^(role|member)/.test(event))
    .map(({ event, actor }) => [event, actor?.id]);
  expect(told.reverse()).toEqual([
    ['roleChanged', owner.id],
    ['roleChanged', owner.id],
    ['memberRemoved', owner.id],
    ['memberAdded', owner.id],
  ]);
});

test.concurrent('a value that another change replaced since is not undone', async () => {
  await using app = await enterTeam();
  const { owner: person } = app.people;
  await person.say('/members');
  await person.press('Olga');
  await person.press('ادمین');
  await app.change((team) => {
    for (const each of team.members) if (each.userId === operator.id) each.role = 'viewer';
  });
  expect((await person.press('⏪')).text).toMatch(/اعضا در این فاصله عوض شده‌اند/);
  expect(await roleOf(app, 'operator')).toBe('viewer');
});

test.concurrent('a removal is not undone for who has left the group', async () => {
  await using app = await enterTeam();
  const { owner: person } = app.people;
  await person.say('/members');
  await person.press('Olga');
  await person.press('حذف از تیم');
  app.world.leaveGroup(operator.id);
  await app.settled();
  expect((await person.press('⏪')).text).toMatch(/در گروه تیم نیست/);
  expect(await roleOf(app, 'operator')).toBeUndefined();
});

test.concurrent('the owner gives roles in answer to a message, in the words of either language', async () => {
  await using app = await enterTeam();
  const said = chat(app);
  for (const [typed, role] of [
    ['/role operator', 'operator'],
    ['/role بیننده', 'viewer'],
    ['/role Admin', 'admin'],
    ['/role none', undefined],
    ['/members add', 'viewer'],
    ['/role حذف', undefined],
    ['/role', 'viewer'],
  ] as const) {
    await answer(app, said, typed);
    expect([typed, await roleOf(app, 'stranger')]).toEqual([typed, role]);
  }
  expect(app.inGroup.owner.screen()).toMatch(/Stan عضو تیم شد: بیننده[\s\S]*\[✓ بیننده\]/);
  await answer(app, said, '/role boss');
  expect(app.inGroup.owner.screen()).toMatch(/کدام نقش؟/);
  await answer(app, said, '/role owner');
  expect(app.inGroup.owner.screen()).toMatch(/نقش مالک عوض یا منتقل نمی‌شود/);
  expect(await roleOf(app, 'stranger')).toBe('viewer');
});

test.concurrent('only the owner gives roles, and no answer adds the wrong person', async () => {
  await using app = await enterTeam();
  const { world } = app;
  const group = world.group.id;
  const said = chat(app);
  await answer(app, said, '/role admin', 'admin');
  await answer(app, said, '/role admin', 'stranger');
  const anonymous = world.say(owner.id, group, '/help', { as: 'group' }).message_id;
  await app.settled();
  await answer(app, anonymous, '/role admin');
  expect(app.inGroup.owner.screen()).toMatch(/معلوم نیست آن پیام را چه کسی نوشته/);
  const channel = world.say(stranger.id, group, '/help', { as: 'channel' }).message_id;
  await app.settled();
  await answer(app, channel, '/role admin');
  expect(app.inGroup.owner.screen()).toMatch(/معلوم نیست/);
  const bots = app.inGroup.owner.messages().findLast(({ from }) => from?.is_bot)?.message_id ?? 0;
  await answer(app, bots, '/role admin');
  expect(app.inGroup.owner.screen()).toMatch(/ربات نمی‌تواند عضو تیم باشد/);
  // The anonymous administrator gives no roles either.
  world.say(owner.id, group, '/role admin', { as: 'group', replyTo: said });
  await app.settled();
  expect((await app.team()).members).toHaveLength(5);
});

test.concurrent('of a forwarded message the sender gets the role, never who wrote it first', async () => {
  await using app = await enterTeam();
  const { world } = app;
  const group = world.group;
  const date = Math.floor(Date.now() / 1000);
  const forwarded = {
    message_id: 9_000,
    date,
    chat: group,
    from: stranger,
    text: 'hi',
    forward_origin: { type: 'user', sender_user: { ...viewer, id: 4242 }, date },
  };
  world.push({
    message: {
      message_id: 9_001,
      date,
      chat: group,
      from: owner,
      text: '/role operator',
      entities: [{ type: 'bot_command', offset: 0, length: 5 }],
      reply_to_message: forwarded,
    },
  });
  await app.settled();
  const ids = (await app.team()).members.map(({ userId }) => userId);
  expect(ids).toContain(stranger.id);
  expect(ids).not.toContain(4242);
});

test.concurrent('in a topic a command without an answer adds no member', async () => {
  await using app = await enterTeam();
  const topic = app.world.openTopic(stranger.id, 'Nights').message_id;
  await app.settled();
  await app.change((team) => {
    team.topicId = topic;
  });
  await app.people.owner.in(app.world.group.id, topic).say('/role admin');
  expect((await app.team()).members).toHaveLength(5);
});

test.concurrent('a stranger asks to join once, and the owner lets them in from the private chat', async () => {
  await using app = await enterTeam();
  const person = app.inGroup.stranger;
  await person.say('/team');
  expect(person.screen()).toMatch(/ask for a role:\n\[🙋 Join the team\]/);
  expect(await person.press('Join')).toMatchObject({ text: expect.stringMatching(/^✅ Request sent to the owner/) });
  expect(await person.press('Join')).toMatchObject({ text: expect.stringMatching(/^You have already asked/) });
  expect((await app.team()).requests).toHaveLength(1);
  const { owner: boss } = app.people;
  expect(boss.screen()).toMatch(
    /Stan می‌خواهد عضو تیم Shift شود[\s\S]*\[بیننده\] \[اپراتور\] \[ادمین\]\n\[✖️ رد درخواست\]/,
  );
  expect(boss.screens().filter((each) => /Stan می‌خواهد/.test(each))).toHaveLength(1);
  await boss.press('اپراتور');
  expect(await roleOf(app, 'stranger')).toBe('operator');
  expect((await app.team()).requests).toEqual([]);
  expect(app.inGroup.viewer.screen()).toMatch(/Stan عضو تیم شد: اپراتور/);
  expect(await person.press('Join')).toMatchObject({ text: 'You are already in the team.' });
});

test.concurrent('a person without a role is offered to join where they are refused, and at home in the group', async () => {
  await using app = await enterTeam();
  const { stranger, viewer } = app.inGroup;
  await stranger.say('/servers');
  expect(stranger.screen()).toMatch(/not a member of the team[\s\S]*\[🙋 Join the team\]/);
  await stranger.press('Join the team');
  expect((await app.team()).requests.map(({ userId }) => userId)).toEqual([PEOPLE.stranger.id]);
  await stranger.say('/start');
  expect(stranger.screen()).toMatch(/uses the account of the team[\s\S]*\[🙋 Join the team\]/);
  await viewer.say('/start');
  expect(viewer.screen()).toMatch(/حساب تیم/);
  expect(viewer.screen()).not.toContain('🙋');
  await app.people.stranger.say('/servers');
  expect(app.people.stranger.screen()).not.toContain('🙋');
});

test.concurrent('the owner answers a request in the group, and may decline it', async () => {
  await using app = await enterTeam();
  await app.inGroup.stranger.say('/team');
  await app.inGroup.stranger.press('Join');
  await app.inGroup.owner.say('/members');
  await app.inGroup.owner.press('🙋 Stan');
  await app.inGroup.owner.press('رد');
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'requestDeclined', member: { name: 'Stan' } });
  expect((await app.team()).requests).toEqual([]);
  expect(await roleOf(app, 'stranger')).toBeUndefined();
  // The owner hears of the same wish once a day: the first message decides about the second wish too.
  await app.inGroup.stranger.press('Join');
  await app.people.owner.press('بیننده');
  expect(await roleOf(app, 'stranger')).toBe('viewer');
  expect((await forge(app, 'owner', `m5|team-of-test|${stranger.id}|admin`)).text).toMatch(/قبلاً جواب داده شده/);
  expect(await roleOf(app, 'stranger')).toBe('viewer');
});

test.concurrent('the declining of a request can be undone, and the request answered once more', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await app.inGroup.stranger.say('/team');
  await app.inGroup.stranger.press('Join');
  const { requests } = await app.team();
  await owner.sees(/رد/);
  await owner.press('رد');
  await owner.press('برگردان');
  expect((await app.team()).requests).toEqual(requests);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'requestRestored', member: { name: 'Stan' } });
  await owner.press('بیننده');
  expect(await roleOf(app, 'stranger')).toBe('viewer');
});

test.concurrent('at most fifty people wait', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.requests = Array.from({ length: 50 }, (_, at) => ({ userId: 5_000 + at, name: 'Sam', at }));
  });
  await app.inGroup.stranger.say('/team');
  expect(await app.inGroup.stranger.press('Join')).toMatchObject({ text: expect.stringMatching(/^Too many requests/) });
  expect((await app.team()).requests).toHaveLength(50);
});

test.concurrent('at most two hundred people are in a team', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    const more = Array.from({ length: 195 }, (_, at) => ({
      userId: 5_000 + at,
      name: 'Sam',
      role: 'viewer' as const,
      addedAt: 0,
    }));
    team.members.push(...more);
  });
  const said = chat(app);
  await answer(app, said, '/role viewer');
  expect(app.inGroup.owner.screen()).toMatch(/ظرفیت تیم پر است/);
  expect((await app.team()).members).toHaveLength(200);
});

test.concurrent('people who are not in the group are not added, and keep no key', async () => {
  await using app = await enterTeam();
  const { owner: person } = app.people;
  app.world.leaveGroup(stranger.id);
  await app.settled();
  await person.say('/members');
  await person.press('افزودن عضو');
  await choose(app, person, stranger.id, admin.id);
  expect(person.screen()).toMatch(/از قبل عضو: Ada\n.*در گروه نیستند و اضافه نشدند: Stan/);
  expect(keysOf(app, person)).toEqual([]);
  expect(await roleOf(app, 'admin')).toBe('admin');
  expect((await app.team()).members).toHaveLength(5);
});

test.concurrent('forged taps of a stranger and of an admin change nothing', async () => {
  await using app = await enterTeam();
  await app.inGroup.stranger.say('/team');
  await app.inGroup.stranger.press('Join');
  const before = await app.team();
  const team = before.id;
  const taps = [
    `m3|${team}|${operator.id}|admin`,
    `m3|${team}|${stranger.id}|admin`,
    `m3|${team}|${owner.id}|none`,
    `m4|${team}|AAAAAAAA`,
    `m5|${team}|${stranger.id}|admin`,
    `t6|${team}`,
    `t7|${team}`,
    `m1|${team}`,
  ];
  for (const who of ['stranger', 'admin'] as const)
    for (const where of ['people', 'inGroup'] as const) for (const data of taps) await forge(app, who, data, where);
  expect(await app.team()).toEqual(before);
});

test.concurrent('the owner’s own role is not for taking', async () => {
  await using app = await enterTeam();
  const team = 'team-of-test';
  for (const role of ['none', 'viewer', 'admin'])
    expect((await forge(app, 'owner', `m3|${team}|${owner.id}|${role}`)).text).toMatch(/نقش مالک عوض یا منتقل نمی‌شود/);
  await forge(app, 'owner', `m3|${team}|${operator.id}|owner`);
  expect(await roleOf(app, 'operator')).toBe('operator');
  expect(await roleOf(app, 'owner')).toBe('owner');
});

test.concurrent('a member who renames themselves is met by the new name', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    for (const each of team.members) if (each.userId === viewer.id) each.name = 'Victor';
  });
  await app.inGroup.viewer.say('/members');
  expect((await app.team()).members.find(({ userId }) => userId === viewer.id)?.name).toBe('Vida');
});

test.concurrent('an owner who blocked the bot is asked in the group', async () => {
  await using app = await enterTeam({}, /blocked by the user/);
  app.world.block(owner.id, true);
  await app.settled();
  await app.inGroup.stranger.say('/team');
  await app.inGroup.stranger.press('Join');
  await app.inGroup.owner.sees(/Stan می‌خواهد/);
  expect(await app.inGroup.admin.press('بیننده')).toMatchObject({ show_alert: true });
  expect(await roleOf(app, 'stranger')).toBeUndefined();
  await app.inGroup.owner.press('بیننده');
  expect(await roleOf(app, 'stranger')).toBe('viewer');
});

test.concurrent('a team follows the name of its group', async () => {
  await using app = await enterTeam();
  const { group } = app.world;
  const date = Math.floor(Date.now() / 1000);
  app.world.push({ message: { message_id: 9_001, date, chat: group, from: admin, new_chat_title: 'Nights' } });
  await app.settled();
  expect((await app.team()).title).toBe('Nights');
});

test.concurrent('a person who asks, leaves and asks again is told of once a day', async () => {
  await using app = await enterTeam();
  const heard = () => app.people.owner.screens().filter((each) => /Stan می‌خواهد/.test(each));
  const askAndLeave = async () => {
    await app.inGroup.stranger.say('/team');
    expect(await app.inGroup.stranger.press('Join')).toMatchObject({
      text: expect.stringMatching(/^✅ Request sent to the owner/),
    });
    app.world.leaveGroup(stranger.id);
    await app.settled();
    app.world.joinGroup(stranger.id);
    await app.settled();
  };
  for (let time = 0; time < 3; time++) await askAndLeave();
  await app.world.until(() => heard().length === 1);
  const rows = (await auditOf(app)).map(({ event, member }) => [event, member?.name]);
  expect(rows.slice(1)).toEqual([
    ['memberAsked', 'Stan'],
    ['requestWithdrawn', 'Stan'],
  ]);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/Stan left the group before the request was answered/);
  app.later(24 * 3_600_000 + 1_000);
  await askAndLeave();
  await app.world.until(() => heard().length === 2);
});

test.concurrent('of a team’s account only its owner reads how they call it, in private', async () => {
  await using app = await enterTeam();
  const store = await openStoreOf(app);
  await store.accounts.change(owner.id, ({ accounts }) => {
    for (const account of accounts) account.label = 'Client Ltd';
  });
  await store.close();
  for (const who of ['viewer', 'admin', 'owner'] as const) {
    await app.inGroup[who].say('/team');
    expect(app.inGroup[who].screens().join()).not.toContain('Client Ltd');
  }
  await app.people.viewer.say('/team');
  expect(app.people.viewer.screen()).toMatch(/مالک حساب: Omid/);
  expect(app.people.viewer.screens().join()).not.toContain('Client Ltd');
  await app.people.owner.say('/team');
  expect(app.people.owner.screen()).toMatch(/Client Ltd/);
});

test.concurrent('a person named behind /role is shown to choose their role, and an unknown name is told', async () => {
  await using app = await enterTeam();
  for (const person of [app.inGroup.owner, app.people.owner]) {
    await person.say('/role olga admin');
    expect(person.screen()).toMatch(/Olga[\s\S]*\[بیننده\]\s*\[✓ اپراتور\]\s*\[ادمین\]/);
    expect(person.screen()).not.toContain('Vida');
    await person.say('/role @olga_weiss operator');
    expect(person.screen()).toMatch(/عضوی با نام .?@olga_weiss.? پیدا نشد[\s\S]*\[.*Olga/);
  }
  await app.change((team) => {
    for (const each of team.members) if (each.name === 'Vida') each.name = 'Olga Weiss';
  });
  await app.people.owner.say('/role OLGA');
  expect(app.people.owner.screen()).toMatch(/چند عضو[\s\S]*\[.*Olga .*\n?[\s\S]*\[.*Olga Weiss/);
  expect(await roleOf(app, 'operator')).toBe('operator');
});

test.concurrent('the owner turns pages of people who ask to join and of members, and misses none', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    for (let at = 0; at < 12; at++) team.requests.push({ userId: 9000 + at, name: `Q${at}.`, at: 0 });
  });
  const { owner: boss } = app.people;
  await boss.say('/members');
  let seen = boss.screen();
  expect(seen).toMatch(/۱۲[\s\S]*Omid/);
  for (let page = 1; page < 3; page++) {
    await boss.press('صفحهٔ بعد');
    seen += boss.screen();
  }
  expect(seen.match(/Q\d+\./g)).toHaveLength(12);
  for (const each of ['Omid', 'Ada', 'Arash', 'Olga', 'Vida']) expect(seen).toContain(each);
  await app.inGroup.viewer.say('/members');
  expect(app.inGroup.viewer.screen()).not.toMatch(/Q\d|صفحهٔ بعد/);
  await app.inGroup.viewer.press(/تیم/);
  expect(app.inGroup.viewer.screen()).toMatch(/Omid/);
});

test.concurrent('a member who is removed and brought back reads of both in private', async () => {
  await using app = await enterEnglishTeam();
  const { owner: boss, operator: person } = app.people;
  await person.say('/start');
  await boss.say('/members');
  await boss.press('Olga');
  await boss.press('حذف از تیم');
  await person.sees(/You are no longer in the team/);
  await boss.press('برگرداندن تغییر');
  await person.sees(/You are in the team of .* again/);
});

test.concurrent('a member who was removed before the group heard of them is not welcomed, and others by the role they have', async () => {
  await using app = await enterEnglishTeam();
  await app.stopBot();
  const store = await openStoreOf(app);
  const people = [viewer, stranger].map(({ id, first_name }) => ({ userId: id, name: first_name }));
  await store.teams.change('team-of-test', (_, __, tell) => {
    tell({ what: 'added', people });
    tell({ what: 'admitted', userId: stranger.id, person: stranger.first_name, role: 'admin' });
    tell({ what: 'tokenReplaced', owner: 'Omid', people: [{ userId: stranger.id }] });
  });
  await store.close();
  await app.startBot();
  await app.inGroup.operator.shows(/Vida/);
  await app.stopBot();
  const screens = [...app.inGroup.operator.screens(), ...app.people.stranger.screens()];
  expect(screens.join('\n')).toContain('Vida');
  expect(screens.filter((each) => /Stan|token/.test(each))).toEqual([]);
});
