import { expect, test } from 'vitest';
import { MOST_CREATED } from '../../../../src/store/key-value/teams.ts';
import { openStoreOf } from '../../../support/app.ts';
import { holdCalls } from '../../../support/hold-answers.ts';
import { asked } from '../../support.ts';
import { auditOf, enterEnglishTeam, enterTeam, type Name, PEOPLE, type TeamApp } from '../support.ts';

/** The refusals of Telegram to a bot that may not see who is in the group, and to one that is not there. */
const HIDDEN = { code: 400, description: 'Bad Request: member list is inaccessible' };
const AWAY = /bot was kicked|bot is not a member/;

async function leave(app: TeamApp, who: Name): Promise<void> {
  app.world.leaveGroup(PEOPLE[who].id);
  await app.settled();
}

async function join(app: TeamApp, who: Name): Promise<void> {
  app.world.joinGroup(PEOPLE[who].id);
  await app.settled();
}

async function idsOf(app: TeamApp): Promise<number[]> {
  return (await app.team()).members.map(({ userId }) => userId);
}

test.concurrent.for([
  ['without rights', {}],
  ['as an administrator', { can_delete_messages: true }],
] as const)('a member who leaves the group loses their role at once, with a bot %s', async ([, rights]) => {
  await using app = await enterTeam();
  app.world.promoteBot(PEOPLE.owner.id, rights);
  await app.settled();
  await leave(app, 'operator');
  expect(await idsOf(app)).not.toContain(PEOPLE.operator.id);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'memberLeft', actor: { id: PEOPLE.operator.id } });
  await app.people.operator.say('/servers');
  expect(asked(app)).toEqual([]);
  await join(app, 'operator');
  await app.inGroup.operator.say('/servers');
  expect(app.inGroup.operator.screen()).toMatch(/not a member of the team/);
  expect(asked(app)).toEqual([]);
});

test.concurrent('a member leaves the team by a button and stays in the group; the owner is told, and can only end it', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  await app.change((team) => {
    team.onCall = { userId: PEOPLE.admin.id, since: 0 };
  });
  await admin.say('/team');
  await admin.press('Leave the team');
  expect(admin.screen()).toMatch(/Leave the team of .*Shift[\s\S]*limit in the team and your turns on call/);
  expect(await idsOf(app)).toContain(PEOPLE.admin.id);
  await admin.press('Yes, leave the team');
  expect(admin.screen()).toMatch(/You left the team of .*Shift/);
  expect(await idsOf(app)).not.toContain(PEOPLE.admin.id);
  expect((await app.team()).onCall).toBeUndefined();
  expect((await auditOf(app)).filter(({ event }) => event === 'memberLeft')).toMatchObject([
    { actor: { id: PEOPLE.admin.id, name: 'Ada' }, member: { id: PEOPLE.admin.id } },
  ]);
  await owner.sees(/Ada.* از تیم .*Shift.* خارج شد/u);
  await owner.say('/team');
  expect(owner.screen()).not.toContain('خروج از تیم');
});

test.concurrent('only the owner brings back a member who left, by a button, with role, limits and place in the rota', async () => {
  await using app = await enterTeam();
  const { admin, owner } = app.people;
  await app.change((team) => {
    const people = [PEOPLE.operator.id, PEOPLE.admin.id];
    team.rota = { people, time: '09:00', zone: 'UTC', since: Date.now() };
    for (const each of team.members)
      if (each.userId === PEOPLE.admin.id) each.limits = [{ total: 50, currency: 'EUR' }];
  });
  const before = await app.team();
  const leaveByButton = async () => {
    await admin.say('/team');
    await admin.press('Leave the team');
    await admin.press('Yes, leave the team');
    await owner.sees(/Ada.* از تیم .*Shift.* خارج شد/u);
  };
  await leaveByButton();
  expect(admin.screen()).toMatch(/the owner has 24 hours to bring you back/);
  const rows = owner.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const [key] = rows.flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
  const message = admin.messages().at(-1)?.message_id ?? 0;
  expect(await app.world.pressRaw(PEOPLE.admin.id, admin.chat, message, key ?? '').answered).toMatchObject({
    show_alert: true,
  });
  expect(await idsOf(app)).not.toContain(PEOPLE.admin.id);
  await owner.press('برگرداندن به تیم');
  const { members, rota } = await app.team();
  const ofAda = ({ userId }: (typeof members)[number]) => userId === PEOPLE.admin.id;
  expect(members.find(ofAda)).toMatchObject({ ...before.members.find(ofAda) });
  expect(rota?.people.toSorted()).toEqual([PEOPLE.admin.id, PEOPLE.operator.id].toSorted());
  expect((await auditOf(app)).findLast(({ event }) => event === 'memberAdded')).toMatchObject({
    actor: { id: PEOPLE.owner.id },
    member: { id: PEOPLE.admin.id },
  });
});

test.concurrent('a member who is added again has only the rights that are given anew', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.members = team.members.map((each) =>
      each.userId === PEOPLE.admin.id ? { ...each, limits: [{ total: 50, currency: 'EUR' }] } : each,
    );
    team.onCall = { userId: PEOPLE.admin.id, since: 0 };
  });
  await leave(app, 'admin');
  expect((await app.team()).onCall).toBeUndefined();
  await join(app, 'admin');
  const { id: group } = app.world.group;
  const { message_id: replyTo } = app.world.say(PEOPLE.admin.id, group, 'good morning');
  app.world.say(PEOPLE.owner.id, group, '/role viewer', { replyTo });
  await app.settled();
  const again = (await app.team()).members.find(({ userId }) => userId === PEOPLE.admin.id);
  expect(again).toMatchObject({ role: 'viewer' });
  expect(again?.limits).toBeUndefined();
});

test.concurrent('the owner leaves: no member has rights until the owner is back and says so', async () => {
  await using app = await enterTeam();
  const { owner, viewer } = app.people;
  await leave(app, 'owner');
  expect((await app.team()).paused).toBe('ownerLeft');
  await app.inGroup.viewer.sees(/مالک تیم از گروه رفت/);
  await owner.sees(/شما از گروه .* رفتید[\s\S]*\[▶️ ادامهٔ کار تیم\]\n\[حذف تیم\]/);
  await app.inGroup.viewer.say('/servers');
  await viewer.say('/servers');
  expect(viewer.screen()).toMatch(/متوقف/);
  expect(asked(app)).toEqual([]);
  expect((await owner.press(/ادامه/)).text).toMatch(/شما در گروه تیم نیستید/);
  expect((await app.team()).paused).toBe('ownerLeft');
  await join(app, 'owner');
  expect((await app.team()).paused).toBe('ownerLeft');
  await owner.press(/ادامه/);
  expect((await app.team()).paused).toBeUndefined();
  await app.inGroup.viewer.say('/servers');
  expect(asked(app)).not.toEqual([]);
});

test.concurrent('a pause closes at once what waits for approval, and tells each asker', async () => {
  await using app = await enterEnglishTeam({}, AWAY);
  const { admin, operator } = app.people;
  const waits = async (person: typeof admin, server: string) => {
    await person.say(`/off ${server}`);
    await person.press(/power off/);
    await person.sees(/Waiting for approval/);
  };
  await app.change((team) => {
    team.protected.push({ serverId: 'srv-10002', name: 'srv-10002', level: 'changes' });
  });
  await waits(admin, 'srv-10001');
  await waits(operator, 'srv-10002');
  await leave(app, 'owner');
  // The admin is told of the operator's request too, as an approver.
  expect(await admin.shows(/10\.0\.0\.0.*nothing was sent[\s\S]*The team is paused/)).toBe(true);
  expect(await operator.shows(/10\.0\.0\.1.*nothing was sent[\s\S]*The team is paused/)).toBe(true);
  expect(app.inGroup.admin2.screens().filter((each) => /\[.*Approve/.test(each))).toEqual([]);
  expect((await auditOf(app)).filter(({ reason }) => reason === 'paused')).toHaveLength(2);
});

test.concurrent('without the bot in the group its pause closes what waits there, and tells the asker in private', async () => {
  await using app = await enterEnglishTeam({}, AWAY);
  const { operator } = app.inGroup;
  await app.people.operator.say('/start');
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await operator.sees(/asks for approval/);
  app.world.removeBot(PEOPLE.owner.id);
  expect(await app.people.operator.shows(/nothing was sent[\s\S]*The team is paused/)).toBe(true);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('the owner who left ends the team in private', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  await leave(app, 'owner');
  await owner.sees(/حذف تیم/);
  await owner.press(/حذف تیم/);
  expect(owner.screen()).toMatch(/دسترسی اعضا همان لحظه قطع می‌شود/);
  await owner.press(/بله، تیم حذف شود/);
  await expect(app.team()).rejects.toThrow();
  expect(app.inGroup.admin.screen()).toMatch(/تیم را حذف کرد/);
});

test.concurrent('the bot is removed and comes back: who left meanwhile has no role, the others go on', async () => {
  await using app = await enterTeam({}, AWAY);
  const { world } = app;
  world.removeBot(PEOPLE.owner.id);
  await app.settled();
  expect((await app.team()).paused).toBe('botLeft');
  await app.people.owner.sees(/ربات از گروه .* حذف شد/);
  await app.people.viewer.say('/servers');
  expect(app.people.viewer.screen()).toMatch(/متوقف/);
  await leave(app, 'operator');
  expect(await idsOf(app)).toContain(PEOPLE.operator.id);
  world.addBot(PEOPLE.owner.id);
  await app.settled();
  const team = await app.team();
  expect(team.paused).toBeUndefined();
  expect(team.members.map(({ userId }) => userId)).toEqual(
    [PEOPLE.owner, PEOPLE.admin, PEOPLE.admin2, PEOPLE.viewer].map(({ id }) => id),
  );
  expect(await app.inGroup.viewer.shows(/تیم به کارش ادامه می‌دهد/)).toBe(true);
});

test.concurrent('the bot comes back to a group that the owner has left: the team stays paused', async () => {
  await using app = await enterTeam({}, AWAY);
  app.world.removeBot(PEOPLE.owner.id);
  await app.settled();
  await leave(app, 'owner');
  app.world.addBot(PEOPLE.admin.id);
  await app.settled();
  expect((await app.team()).paused).toBe('ownerLeft');
  await app.people.owner.sees(/ادامه/);
  expect((await app.people.owner.press(/ادامه/)).text).toMatch(/شما در گروه تیم نیستید/);
});

test.concurrent('an owner who left and is back in the group ends the pause, not the bot’s own return', async () => {
  await using app = await enterTeam({}, AWAY);
  await leave(app, 'owner');
  await join(app, 'owner');
  app.world.removeBot(PEOPLE.owner.id);
  await app.settled();
  app.world.addBot(PEOPLE.owner.id);
  await app.settled();
  expect((await app.team()).paused).toBe('ownerLeft');
});

test.concurrent('Telegram does not tell who is there: the team stays paused until it does', async () => {
  await using app = await enterTeam({}, /bot was kicked|bot is not a member|member list is inaccessible/);
  app.world.removeBot(PEOPLE.owner.id);
  await app.settled();
  app.world.fail({ method: 'getChatMember', times: 50, ...HIDDEN });
  app.world.addBot(PEOPLE.owner.id);
  await app.settled();
  expect((await app.team()).paused).toBe('botLeft');
  app.world.clearFaults();
  await app.people.owner.sees(/ادامه/);
  await app.people.owner.press(/ادامه/);
  expect((await app.team()).paused).toBeUndefined();
});

test.concurrent('in private a member changes something only while Telegram says that they are in the group', async () => {
  await using app = await enterTeam({}, /member list is inaccessible/);
  const { operator } = app.people;
  await operator.say('/reboot srv-10002');
  expect(operator.screen()).toMatch(/restart/i);
  // The bot does not hear of it.
  app.world.leaveGroup(PEOPLE.operator.id);
  app.world.clearUpdates();
  await operator.say('/servers');
  app.later(61_000);
  app.provider.forget();
  await operator.say('/reboot srv-10002');
  expect(operator.screen()).toMatch(/You are no longer in the team’s group/);
  expect(await idsOf(app)).not.toContain(PEOPLE.operator.id);
  expect(asked(app)).toEqual([]);
  const { admin } = app.people;
  app.world.fail({ method: 'getChatMember', times: 50, ...HIDDEN });
  await admin.say('/reboot srv-10002');
  expect(admin.screen()).toMatch(/can’t check right now/);
  expect(asked(app)).toEqual([]);
  const store = await openStoreOf(app);
  const { items } = await store.audit.page('team-of-test', {}, 50);
  await store.close();
  const refused = items.flatMap((each) => ('entry' in each && each.entry.event === 'refused' ? [each.entry] : []));
  expect(refused.map(({ actor, reason }) => [actor?.id, reason]).reverse()).toEqual([
    [PEOPLE.operator.id, 'left'],
    [PEOPLE.admin.id, 'unsure'],
  ]);
});

test.concurrent('an operation asked for in private is not sent once its person has left unheard', async () => {
  await using app = await enterTeam();
  const { operator } = app.people;
  await operator.say('/reboot srv-10002');
  app.world.leaveGroup(PEOPLE.operator.id);
  app.world.clearUpdates();
  // The confirm lives for a minute, and so does what is known of the member: only an outage keeps both.
  app.later(30_000);
  await operator.say('/reboot srv-10003');
  app.later(35_000);
  app.provider.forget();
  await operator.press(/restart/);
  expect(operator.screen()).toMatch(/nothing was sent/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an operation that waits for approval is not sent once its asker has left unheard', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.people;
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await app.inGroup.admin.sees(/asks for approval/);
  app.world.leaveGroup(PEOPLE.operator.id);
  app.world.clearUpdates();
  app.later(61_000);
  app.provider.forget();
  await app.inGroup.admin.press(/Approve/);
  await operator.sees(/nothing was sent/);
  expect(asked(app, 'server.action')).toEqual([]);
  expect(await idsOf(app)).not.toContain(PEOPLE.operator.id);
});

test.concurrent('while Telegram can’t tell whether the asker is there, an approval sends nothing, and works later', async () => {
  await using app = await enterEnglishTeam({}, /inaccessible/);
  const { operator } = app.people;
  await operator.say('/off srv-10001');
  await operator.press(/power off/);
  await app.inGroup.admin.sees(/asks for approval/);
  app.later(61_000);
  app.provider.forget();
  // Of the approver, whose tap shows that they are there, and of the asker.
  app.world.fail({ method: 'getChatMember', times: 2, ...HIDDEN });
  const { text } = await app.inGroup.admin.press(/Approve/);
  expect(text).toMatch(/can’t check right now whether the person who asked/);
  expect(asked(app, 'server.action')).toEqual([]);
  await app.inGroup.admin.press(/Approve/);
  await operator.sees(/Approved by/);
});

test.concurrent('where Telegram does not tell, who acts in the group is there, unless it is public or discusses a channel', async () => {
  await using app = await enterTeam({}, /member list is inaccessible/);
  const { operator } = app.inGroup;
  const { group } = app.world;
  app.world.fail({ method: 'getChatMember', times: 50, ...HIDDEN });
  await operator.say('/reboot srv-10002');
  expect(operator.screen()).toMatch(/\[.*restart/i);
  Object.assign(group, { username: 'shift_of_test' });
  await operator.say('/reboot srv-10003');
  expect(operator.screen()).toMatch(/can’t check right now whether you are still/);
  Object.assign(group, { username: undefined, linked_chat_id: -1_009 });
  await operator.say('/reboot srv-10003');
  expect(operator.screen()).toMatch(/can’t check right now whether you are still/);
  const refused = (await auditOf(app)).filter(({ event }) => event === 'refused');
  expect(refused.map(({ reason }) => reason)).toEqual(['unsure']);
  expect(await idsOf(app)).toContain(PEOPLE.operator.id);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a person who left a public group unheard changes nothing there', async () => {
  // An answer for them alone is refused, because they are not there.
  await using app = await enterTeam({}, /USER_ID_INVALID/);
  const { world } = app;
  world.leaveGroup(PEOPLE.operator.id);
  world.clearUpdates();
  world.push({
    message: {
      message_id: 9_001,
      date: Math.floor(Date.now() / 1000),
      chat: world.group,
      from: PEOPLE.operator,
      text: '/reboot srv-10002',
      entities: [{ type: 'bot_command', offset: 0, length: 7 }],
    },
  });
  await app.settled();
  expect(asked(app)).toEqual([]);
  expect(await idsOf(app)).not.toContain(PEOPLE.operator.id);
});

test.concurrent('a member who left unheard reads nothing in private any more', async () => {
  await using app = await enterTeam();
  const { viewer } = app.people;
  await viewer.say('/servers');
  expect(asked(app)).not.toEqual([]);
  app.world.leaveGroup(PEOPLE.viewer.id);
  app.world.clearUpdates();
  app.later(61_000);
  app.provider.forget();
  await viewer.say('/servers');
  expect(viewer.screen()).toMatch(/دیگر در گروه تیم نیستید/);
  expect(asked(app)).toEqual([]);
  expect(await idsOf(app)).not.toContain(PEOPLE.viewer.id);
});

test.concurrent('reading in private asks for membership once a minute, and reading in the group never', async () => {
  await using app = await enterTeam();
  const { viewer } = app.people;
  const asks = () => app.world.calls.filter(({ method }) => method === 'getChatMember').length;
  const before = asks();
  await app.inGroup.viewer.say('/servers');
  expect(asks()).toBe(before);
  await viewer.say('/servers');
  await viewer.say('/servers');
  expect(asks()).toBe(before + 1);
});

test.concurrent('an owner who leaves while the bot looks who is there keeps the team paused', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.paused = 'botLeft';
  });
  const { owner } = app.people;
  await owner.say('/team');
  const answer = holdCalls(app.world, { method: 'getChatMember', afterHandling: true });
  const tapped = owner.tap(/ادامه/);
  await app.world.until(() => app.world.calls.some(({ method }) => method === 'getChatMember'));
  await app.change((team) => {
    team.paused = 'ownerLeft';
  });
  answer();
  expect(await tapped.answered).toMatchObject({ text: expect.stringMatching(/شما در گروه تیم نیستید/) });
  expect((await app.team()).paused).toBe('ownerLeft');
});

test.concurrent('membership is asked for at most once a minute', async () => {
  await using app = await enterTeam();
  const { operator } = app.people;
  const asks = () => app.world.calls.filter(({ method }) => method === 'getChatMember').length;
  await operator.say('/reboot srv-10002');
  const before = asks();
  await operator.say('/reboot srv-10003');
  expect(asks()).toBe(before);
  app.later(61_000);
  await operator.say('/reboot srv-10003');
  expect(asks()).toBe(before + 1);
});

test.concurrent('a group that becomes a supergroup keeps its team', async () => {
  await using app = await enterTeam({ telegram: { group: 'group' } }, /upgraded to a supergroup/);
  const upgraded = app.world.upgradeGroup(PEOPLE.owner.id);
  await app.settled();
  const team = await app.team();
  expect(team).toMatchObject({ chatId: upgraded.id, topicId: 0 });
  expect(team.paused).toBeUndefined();
  expect(team.members).toHaveLength(5);
  await app.people.viewer.in(upgraded.id).say('/team');
  expect(app.people.viewer.in(upgraded.id).screen()).toMatch(/حساب/);
});

test('the end of a team is undone by one tap, with the roles of all who are still in the group', async () => {
  await using app = await enterTeam();
  const { owner, operator } = app.people;
  await app.change((team) => {
    team.rota = { people: [PEOPLE.viewer.id, PEOPLE.operator.id], time: '09:00', zone: 'UTC', since: Date.now() };
  });
  const before = await app.team();
  await owner.say('/team');
  await owner.press('حذف تیم');
  expect(owner.screen()).toMatch(/تا ۲۴ ساعت می‌توانید برگردانید/);
  await owner.press('بله');
  await operator.say('/servers');
  expect(operator.screen()).not.toContain('10.0.0.0');
  app.world.leaveGroup(PEOPLE.viewer.id);
  await app.settled();
  await owner.press('برگردان');
  expect(owner.screen()).toMatch(/با ۴ عضو و نقش‌هایشان برگشت/);
  const { id, members, protected: kept } = await app.team();
  expect({ id, kept }).toEqual({ id: before.id, kept: before.protected });
  expect(members.map(({ userId, role }) => [userId, role])).toEqual(
    before.members.flatMap(({ userId, role }) => (userId === PEOPLE.viewer.id ? [] : [[userId, role]])),
  );
  const { former, rota } = await app.team();
  expect(former).toEqual([{ userId: PEOPLE.viewer.id, name: 'Vida' }]);
  expect(rota?.people).toEqual([PEOPLE.operator.id]);
  // The rota begins to be followed.
  const log = (await auditOf(app)).filter(({ event }) => event !== 'handedOver').slice(-3);
  expect(log.map(({ event }) => event)).toEqual(['teamEnded', 'teamRestored', 'memberLeft']);
  expect(log.at(-1)?.member).toMatchObject({ id: PEOPLE.viewer.id, name: 'Vida' });
  await operator.say('/servers');
  expect(operator.screen()).toContain('10.0.0.0');
  const store = await openStoreOf(app);
  expect(await store.teams.endedOf(PEOPLE.owner.id)).toEqual([]);
  await store.close();
});

test('a member who left while the team had ended has no role in it afterwards, also if they came back to the group', async () => {
  await using app = await enterTeam();
  const { owner, admin } = app.people;
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  await leave(app, 'admin');
  await join(app, 'admin');
  await owner.press('برگردان');
  expect(owner.screen()).toMatch(/با ۴ عضو و نقش‌هایشان برگشت/);
  expect(await idsOf(app)).not.toContain(PEOPLE.admin.id);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'memberLeft', member: { id: PEOPLE.admin.id } });
  await admin.say('/servers');
  expect(asked(app)).toEqual([]);
  // A member who is added again afterwards keeps the role through another end.
  await app.change((team) => {
    team.members.push({ userId: PEOPLE.admin.id, name: 'Ada', role: 'admin', addedAt: Date.now() });
  });
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  await owner.press('برگردان');
  expect(await idsOf(app)).toContain(PEOPLE.admin.id);
});

test('a member who left unheard has no role in a team that is brought back', async () => {
  await using app = await enterTeam();
  const { owner } = app.people;
  const { members } = await app.team();
  await leave(app, 'operator');
  await app.change((team) => {
    team.members = members;
  });
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  await owner.press('برگردان');
  expect(await idsOf(app)).not.toContain(PEOPLE.operator.id);
});

test('the end of a team can be undone however many teams its owner created that day', async () => {
  await using app = await enterTeam({ telegram: { rateLimits: false } });
  const { owner } = app.people;
  for (let round = 0; round < MOST_CREATED; round++) {
    await owner.say('/team');
    await owner.press('حذف تیم');
    await owner.press('بله');
    await owner.press('برگردان');
    expect(owner.screen()).toMatch(/با هر ۵ عضو/);
  }
});

test('the end of a team can be undone after its group became a supergroup; who left in either has no role then', async () => {
  await using app = await enterTeam({ telegram: { group: 'group' } });
  const { owner } = app.people;
  await owner.say('/team');
  await owner.press('حذف تیم');
  await owner.press('بله');
  await leave(app, 'admin');
  await join(app, 'admin');
  const { id } = app.world.upgradeGroup(PEOPLE.owner.id);
  await app.settled();
  await leave(app, 'operator');
  await join(app, 'operator');
  await owner.press('برگردان');
  expect(owner.screen()).toMatch(/با ۳ عضو و نقش‌هایشان برگشت/);
  expect((await app.team()).chatId).toBe(id);
  const ids = await idsOf(app);
  expect([PEOPLE.admin.id, PEOPLE.operator.id].filter((each) => ids.includes(each))).toEqual([]);
  expect(ids).toContain(PEOPLE.viewer.id);
});
