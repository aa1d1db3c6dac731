import { expect, test } from 'vitest';
import type { Team } from '../../../../src/store/key-value/teams.ts';
import { asked } from '../../support.ts';
import { auditOf, enterEnglishTeam, enterTeam, PEOPLE } from '../support.ts';

const HOUR_MS = 3_600_000;
const { owner, admin, operator } = PEOPLE;

/** A rota of the operator and the admin: it is the operator’s turn until the same weekday of the next week. */
function withRota(people: number[] = [operator.id, admin.id]) {
  return (team: Team) => {
    const since = Date.now() - HOUR_MS;
    const day = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO('UTC');
    const time = day.toPlainTime().toString({ smallestUnit: 'minute' });
    team.rota = { people, weekday: day.dayOfWeek, time, zone: 'UTC', since: since + 120_000 };
  };
}

test.concurrent('every member sees who is on call and who comes next, in the group and in private, in their own language', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people } = app;
  await inGroup.viewer.say('/oncall');
  expect(inGroup.viewer.screen()).toMatch(/الان کسی کشیک نیست/);
  expect(inGroup.viewer.screen()).not.toMatch(/با من|گزارش|به وقت/);
  await app.change(withRota());
  await inGroup.viewer.say('/oncall');
  expect(inGroup.viewer.screen()).toMatch(/کشیک: Olga تا.*نوبت‌های بعدی:.*Ada.*Olga.*Ada.*برنامهٔ کشیک: Olga ← Ada/su);
  expect(inGroup.viewer.screen().match(/به وقت تهران/g)).toHaveLength(1);
  expect(inGroup.viewer.screen()).toMatch(/\n\[👥 وضعیت تیم\]$/);
  await inGroup.viewer.press('وضعیت تیم');
  expect(inGroup.viewer.screen()).toMatch(/تیم Shift/);
  await people.admin.say('/oncall');
  expect(people.admin.screen()).toMatch(/Times without a zone are in your local time[\s\S]*\[👥 The team\] \[📜 Log\]/);
  expect(people.admin.screen()).toMatch(/On call: Olga, until.*Next:.*Ada.*On-call schedule: Olga → Ada, every /s);
  expect(people.admin.screen()).toMatch(/Take over until the next hand-over/);
  await people.stranger.say('/oncall');
  expect(people.stranger.screen()).toMatch(/You are in no team/);
  await inGroup.stranger.say('/oncall');
  expect(inGroup.stranger.screen()).toMatch(/not a member of the team/);
});

test.concurrent('a person who takes it is told from whom, the team is told once, and it can be given back and undone', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup } = app;
  await app.change(withRota());
  await inGroup.admin.say('/oncall');
  await inGroup.admin.press(/Take over/);
  await inGroup.admin.shows(/You are on call until.*Until now on call: Olga/s);
  await inGroup.viewer.shows(/Ada takes over from Olga.*Nothing is open/s);
  expect((await app.team()).onCall).toMatchObject({ userId: admin.id, until: expect.any(Number) });
  await inGroup.admin.press(/End my shift/);
  await inGroup.viewer.shows(/Hand-over: Ada → Olga/);
  expect((await app.team()).onCall).toBeUndefined();
  await inGroup.admin.press(/Undo/);
  await app.world.until(() => inGroup.viewer.screens().filter((each) => /Ada takes over/.test(each)).length === 2);
  expect((await app.team()).onCall).toMatchObject({ userId: admin.id });
  const told = (await auditOf(app)).map(({ event, actor, member }) => [event, actor?.name, member?.name]);
  expect(told.slice(1)).toEqual([
    ['onCallTaken', 'Ada', 'Ada'],
    ['handedOver', 'Ada', 'Olga'],
    ['onCallTaken', 'Ada', 'Ada'],
  ]);
});

test.concurrent('an undo takes nothing from a person who went on call since', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup } = app;
  await inGroup.admin.say('/oncall');
  await inGroup.admin.press(/Take over/);
  await app.change((team) => {
    team.onCall = { userId: operator.id, since: 0 };
  });
  await inGroup.admin.press(/Undo/);
  await inGroup.admin.shows(/changed in the meantime/);
  expect((await app.team()).onCall).toMatchObject({ userId: operator.id });
});

test.concurrent('of two people who take it at once one gets it, and the other is told who', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup } = app;
  await inGroup.admin.say('/oncall');
  await inGroup.operator.say('/oncall');
  const taps = [inGroup.admin.tap(/^4 h$/), inGroup.operator.tap(/^1 h$/)];
  await Promise.all(taps.map(({ answered }) => answered));
  await app.settled();
  const { onCall } = await app.team();
  const [winner, loser] =
    onCall?.userId === admin.id ? [inGroup.admin, inGroup.operator] : [inGroup.operator, inGroup.admin];
  expect(winner.screens().join('\n')).toMatch(/You are on call until/);
  await loser.shows(/Nothing was changed: .* is on call now/);
  await inGroup.viewer.shows(/is on call\./);
});

test.concurrent('viewers and strangers take nothing with a button of others', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people, world } = app;
  await people.operator.say('/oncall');
  const [button] = people.operator.messages().at(-1)?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = button && 'callback_data' in button ? button.callback_data : '';
  expect(data).toMatch(/^ot\|/);
  for (const name of ['viewer', 'stranger'] as const) {
    const { message_id } = await people[name].say('/oncall');
    const { text, show_alert } = await world.pressRaw(people[name].user.id, people[name].chat, message_id, data)
      .answered;
    expect([name, show_alert, text]).toEqual([name, true, expect.any(String)]);
  }
  await app.settled();
  expect((await app.team()).onCall).toBeUndefined();
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/^1 h$/);
  await inGroup.operator.shows(/You are on call until/);
  expect((await app.team()).onCall?.userId).toBe(operator.id);
});

test.concurrent('an operator on call restarts a server that is protected at that level, and not once the turn has ended', async () => {
  await using app = await enterEnglishTeam();
  const { operator: person } = app.inGroup;
  await app.change((team) => {
    withRota([operator.id, owner.id])(team);
    team.protected = [{ serverId: 'srv-10001', name: 'srv-10001', level: 'restarts' }];
  });
  await person.say('/reboot srv-10001');
  expect(person.screen()).not.toMatch(/not on call/);
  await person.press(/restart/);
  await person.sees(/restarted/i);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await person.say('/reboot srv-10001');
  // The turn ends between the confirm and the claim.
  await app.change((team) => {
    team.onCall = { userId: owner.id, since: Date.now() };
  });
  await person.press(/restart/);
  await person.sees(/asks for approval/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('an operator who is on call by the rota loses it with the hand-over', async () => {
  await using app = await enterEnglishTeam();
  const { operator: person } = app.inGroup;
  await app.change((team) => {
    team.protected = [{ serverId: 'srv-10001', name: 'srv-10001', level: 'restarts' }];
    team.onCall = { userId: operator.id, since: Date.now(), until: Date.now() + 20_000 };
  });
  await person.say('/reboot srv-10001');
  expect(person.screen()).not.toMatch(/not on call/);
  app.later(21_000);
  await person.press(/restart/);
  await person.sees(/asks for approval/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an admin sets the rota by buttons, which holds once it is saved, and undoes it', async () => {
  await using app = await enterEnglishTeam();
  const { people, inGroup } = app;
  const { admin: person } = people;
  await person.say('/oncall');
  await person.press(/Set the schedule/);
  expect(person.screen()).toMatch(/Nobody is chosen/);
  await person.press(/People/);
  expect(person.screen()).not.toMatch(/Vida/);
  await person.press(/Olga/);
  await person.press(/Omid/);
  expect(person.screen()).toMatch(/2\. Omid.*1\. Olga/s);
  await person.press(/Back/);
  await person.press(/📅/u);
  await person.press(/Wednesday/);
  await person.press(/🕘/u);
  await person.press(/^17:00|^5:00 PM/);
  await person.press(/17:30|5:30/);
  await person.press(/Back/);
  await person.press(/🌍/u);
  await person.press(/Another one/);
  await person.say('moon');
  expect(person.screen()).toMatch(/Unknown time zone\. Send a city or the difference to UTC: Berlin, UTC\+2/);
  await person.press(/Back/);
  expect(person.screen()).toMatch(/Which time zone/);
  await person.press(/Another one/);
  await person.say('europe/berlin');
  expect(person.screen()).toMatch(/On-call schedule: Olga → Omid, every Wednesday at .*30.*Berlin time/);
  expect((await app.team()).rota).toBeUndefined();
  await person.press(/Save/);
  expect(person.screen()).toMatch(/The schedule is saved.*On call: Olga/s);
  const { rota } = await app.team();
  expect(rota).toMatchObject({
    people: [operator.id, owner.id],
    weekday: 3,
    time: '17:30',
    zone: 'Europe/Berlin',
  });
  await inGroup.viewer.shows(/Olga is on call/);
  await person.press(/Undo/);
  expect((await app.team()).rota).toBeUndefined();
  await inGroup.viewer.shows(/Nobody is on call now: the shift of .?Olga/);
  const told = (await auditOf(app)).filter(({ event }) => event === 'rotaChanged');
  await people.admin.say('/audit');
  expect(people.admin.screen()).toMatch(
    /changed the on-call schedule: none ⇒ Olga, Omid, every Wednesday at .*30.*Berlin time/,
  );
  expect(told.map(({ after }) => after)).toEqual(['Olga, Omid; 3 17:30 Europe/Berlin', undefined]);
});

test.each([
  ['admin', 'Berlin', 'Europe/Berlin', /Nobody is chosen[\s\S]*🌍 Berlin time/],
  ['admin', 'UTC+3:30', '+03:30', /🌍 UTC\+03:30/],
  ['admin', 'تهران', 'Asia/Tehran', /🌍 Tehran time/],
  ['owner', 'برلین', 'Europe/Berlin', /🌍 به وقت برلین/],
  ['owner', '+۴', '+04:00', /🌍 UTC\+04:00/],
] as const)('%s types %s as the clock of the rota', async (who, typed, zone, shown) => {
  await using app = await enterEnglishTeam();
  const { [who]: person } = app.people;
  await person.say('/oncall');
  await person.press(/Set the schedule|تنظیم برنامهٔ کشیک/);
  await person.press(/🌍/u);
  expect(person.screen()).toMatch(/\[(?:Istanbul time|به وقت استانبول)\]/);
  await person.press(/✏️/u);
  await person.say('moon');
  expect(person.screen()).toMatch(/Send a city or the difference to UTC|نام شهر یا اختلاف با ساعت جهانی را بفرستید/);
  await person.say(typed);
  expect(person.screen()).toMatch(shown);
  await person.press(/People|افراد/);
  await person.press(/Omid/);
  await person.press(/Back|بازگشت/);
  await person.press(/Save|ذخیره/);
  expect(person.screen()).toMatch(/On call: Omid|کشیک: Omid/);
  expect((await app.team()).rota).toMatchObject({ time: '09:00', zone });
  await person.say('/audit');
  expect(person.screen()).toMatch(
    who === 'admin' ? /changed the on-call schedule: none ⇒ Omid/ : /برنامهٔ کشیک[^\n]*Omid/,
  );
});

test.concurrent('operators and viewers set no rota, also not with a button of an admin', async () => {
  await using app = await enterEnglishTeam();
  const { people, world } = app;
  const { accountId } = await app.team();
  for (const name of ['operator', 'viewer', 'stranger'] as const) {
    await people[name].say('/oncall');
    expect(people[name].screen()).not.toMatch(/rota\]|برنامهٔ کشیک\]/);
    const shown = people[name].messages().at(-1)?.message_id ?? 0;
    for (const step of ['open|', `person|${operator.id}`, 'save|'])
      await world.pressRaw(PEOPLE[name].id, people[name].chat, shown, `on|${accountId}|${step}`).answered;
  }
  await app.settled();
  expect((await app.team()).rota).toBeUndefined();
});

test.concurrent('a removed member leaves the rota and hears of it in private, and undoing it gives both back', async () => {
  await using app = await enterEnglishTeam();
  const { owner: boss, operator: olga, viewer } = app.people;
  await olga.say('/start');
  await app.change(withRota());
  const before = (await app.team()).rota;
  await boss.say('/members');
  await boss.press(/Olga/);
  await boss.press(/حذف/);
  expect((await app.team()).rota?.people).toEqual([admin.id]);
  expect(olga.screen()).toMatch(/You are no longer in the team of ⁨?Shift/);
  await viewer.say('/oncall');
  expect(viewer.screen()).toContain('Ada');
  expect(viewer.screen()).not.toMatch(/Olga|1004|۱۰۰۴/);
  await boss.press(/برگرد|لغو/);
  expect((await app.team()).rota).toEqual(before);
  expect((await app.team()).members.map(({ userId }) => userId)).toContain(operator.id);
});

test.concurrent('a member who left unheard hands over at once when the bot finds out, and is called by name', async () => {
  await using app = await enterEnglishTeam();
  const { admin: ada, viewer } = app.inGroup;
  await app.change((team) => {
    withRota()(team);
    team.handOver = { since: Date.now() - HOUR_MS, told: true, userId: operator.id };
  });
  app.world.leaveGroup(operator.id);
  app.world.clearUpdates();
  await app.people.operator.say('/reboot srv-10002');
  await viewer.shows(/Hand-over: Olga → Ada/);
  await ada.say('/oncall');
  expect(ada.screen()).not.toMatch(/1004/);
});

test.concurrent('a member who was removed from the group hears in private, in their language, that they are out', async () => {
  await using app = await enterEnglishTeam();
  const { admin2 } = app.people;
  await admin2.say('/servers');
  app.world.leaveGroup(PEOPLE.admin2.id);
  await app.settled();
  await admin2.sees(/دیگر عضو تیم ⁨?Shift⁩? نیستید/u);
});

test.concurrent('a member who becomes a viewer leaves the rota, and undoing it gives their place back', async () => {
  await using app = await enterEnglishTeam();
  const { owner: boss } = app.people;
  await app.change(withRota());
  const before = (await app.team()).rota;
  await boss.say('/members');
  await boss.press(/Olga/);
  await boss.press(/بیننده|ناظر|مشاهده/);
  expect(boss.screen()).toContain('از برنامهٔ کشیک هم حذف شد');
  expect((await app.team()).rota?.people).toEqual([admin.id]);
  await boss.press(/برگرد|لغو/);
  expect((await app.team()).rota).toEqual(before);
});

test.concurrent('a person alone in the rota is named once, by whose clock, and gives back only what they took', async () => {
  await using app = await enterEnglishTeam();
  const { operator: person } = app.people;
  await app.change((team) => {
    withRota([operator.id])(team);
    team.onCall = { userId: operator.id, since: Date.now() - 60_000, until: Date.now() + HOUR_MS };
  });
  await person.say('/oncall');
  await person.press(/End my shift/);
  expect(person.screen()).toMatch(
    /The extra shift has ended\. You are still on call: it is your turn in the schedule\.[\s\S]*On call: .?Olga/,
  );
  expect(person.screen().match(/• .?Olga/g)).toHaveLength(1);
  expect(person.screen()).toContain('Times without a zone are in your local time');
});

test.concurrent('an admin chooses people of the rota from all who may be on call, page by page', async () => {
  await using app = await enterEnglishTeam();
  await app.change((team) => {
    for (let at = 0; at < 80; at++)
      team.members.push({ userId: 5000 + at, name: `M${at}.`, role: 'operator', addedAt: 0 });
  });
  const { admin: person } = app.people;
  await person.say('/oncall');
  await person.press('Set the schedule');
  await person.press('People');
  const seen = new Set<string>();
  for (;;) {
    for (const each of person.screen().match(/M\d+\./g) ?? []) seen.add(each);
    if (!person.screen().includes('Next')) break;
    await person.press('Next');
  }
  expect(seen.size).toBe(80);
  await person.press('M79.');
  // The page stays, and shows the turn.
  expect(person.screen()).toMatch(/1\. .*M79\./);
});

test.concurrent('the next turns of the rota have their weekday, and its zone the name of its city', async () => {
  await using app = await enterTeam();
  await app.change((team) => {
    team.rota = { people: [operator.id, admin.id], time: '09:00', zone: 'Asia/Tehran', since: Date.now() - 1_000 };
  });
  const { viewer } = app.people;
  await viewer.say('/oncall');
  expect(viewer.screen()).toMatch(/• .*(شنبه|جمعه).*\d*/u);
  expect(viewer.screen()).toContain('(به وقت تهران)');
  const { admin: ada } = app.people;
  await ada.say('/oncall');
  expect(ada.screen()).toContain('(Tehran time)');
  expect(ada.screen()).toMatch(/• .*(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day/);
  await ada.press(/the schedule/);
  await ada.press(/🌍/);
  expect(ada.screen()).toMatch(/\[✓ ⁨?Tehran⁩? time\]/);
});
