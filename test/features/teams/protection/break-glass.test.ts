import { expect, test } from 'vitest';
import { waitUntil } from '../../../support/eventually.ts';
import { asked } from '../../support.ts';
import { auditOf, enterEnglishTeam, enterTeam, PEOPLE } from '../support.ts';

const HOUR_MS = 3_600_000;

function broken(by: number, since = Date.now()) {
  return { by, reason: 'fire', since, until: since + HOUR_MS };
}

test.concurrent('while the glass is broken a protected server is powered off by one person, and the operation says so', async () => {
  await using app = await enterTeam();
  const { operator, viewer } = app.inGroup;
  await app.change((team) => {
    team.breakGlass = broken(PEOPLE.admin.id);
  });
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/Emergency access is on/);
  await operator.press(/power off/);
  await operator.sees(/Sent in emergency access/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await viewer.say('/off srv-10001');
  expect(viewer.screen()).toMatch(/نقش «اپراتور»/);
});

test.concurrent('a glass that ends between the confirm and the claim lifts nothing any more', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.inGroup;
  await app.change((team) => {
    team.breakGlass = broken(PEOPLE.admin.id);
  });
  await operator.say('/off srv-10001');
  await app.change((team) => {
    delete team.breakGlass;
  });
  await operator.press(/power off/);
  await operator.sees(/asks for approval/);
  expect(operator.screen()).not.toMatch(/mergency access/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('it ends at once where who broke it is no admin any more', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.inGroup;
  await app.change((team) => {
    team.breakGlass = broken(PEOPLE.admin.id);
    for (const each of team.members) if (each.userId === PEOPLE.admin.id) each.role = 'operator';
  });
  await operator.say('/off srv-10001');
  expect(operator.screen()).toMatch(/protected/);
  await operator.press(/power off/);
  await operator.sees(/asks for approval/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an admin breaks the glass with a reason: all are told, the message counts down, each use is noted, and it ends', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people, world } = app;
  world.promoteBot(PEOPLE.owner.id, { can_pin_messages: true });
  await app.settled();
  await people.admin.say('/breakglass');
  expect(people.admin.screen()).toMatch(/Why do you need emergency access/);
  await people.admin.say('web1 burns,\u202e <b>nobody</b> answers');
  expect(people.admin.screen()).toMatch(
    /Turn on emergency access in Shift\?\nReason: web1 burns, <b>nobody<\/b> answers/,
  );
  expect(people.admin.screen()).toMatch(/Spending limits and roles still apply/);
  expect((await app.team()).breakGlass).toBeUndefined();
  await people.admin.press(/Turn on emergency access/);
  await people.admin.sees(/Emergency access is on until/);
  await inGroup.viewer.shows(/Emergency access by Ada: 60 min left.*For your information: Omid, Arash, Olga, Vida/s);
  await people.owner.sees(/Ada turned on emergency access in your team Shift.*web1 burns/s);
  await world.until(() => world.pinned(PEOPLE.viewer.id, world.group.id).length === 1);
  await inGroup.operator.say('/off srv-10001');
  await inGroup.operator.press(/power off/);
  await inGroup.operator.sees(/Sent in emergency access/);
  await app.stopBot();
  app.later(12 * 60_000);
  await app.startBot();
  await inGroup.viewer.shows(/Emergency access by Ada: 48 min left.*Used once.*Olga/s);
  await app.stopBot();
  app.later(49 * 60_000);
  await app.startBot();
  await inGroup.viewer.shows(/Emergency access ended at .*: its time is over.*Used once/s);
  expect(
    inGroup.viewer.screens().filter((each) => /mergency access/.test(each) && /Reason|reason/.test(each)),
  ).toHaveLength(1);
  await world.until(() => world.pinned(PEOPLE.viewer.id, world.group.id).length === 0);
  await app.settled();
  await people.owner.sees(/Emergency access ended at .*: its time is over/s);
  expect(people.owner.screen()).not.toMatch(/\[/);
  const told = (await auditOf(app)).filter(({ event }) => event.startsWith('breakGlass'));
  expect(told.map(({ event, actor }) => [event, actor?.name])).toEqual([
    ['breakGlassStarted', 'Ada'],
    ['breakGlassUsed', 'Olga'],
    ['breakGlassEnded', undefined],
  ]);
});

test.concurrent('it ends by one tap of any admin, and an old button ends no new one', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, world } = app;
  await inGroup.admin.say('/breakglass fire now');
  await inGroup.admin.press(/Turn on emergency access/);
  await inGroup.viewer.shows(/Emergency access by Ada: 60 min left/);
  const message = inGroup.viewer.messages().findLast(({ text }) => text?.includes('min left'));
  const [button] = message?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = button && 'callback_data' in button ? button.callback_data : '';
  const press = (id: number) => world.pressRaw(id, world.group.id, message?.message_id ?? 0, data).answered;
  expect((await press(PEOPLE.viewer.id)).show_alert).toBe(true);
  expect((await press(PEOPLE.operator.id)).show_alert).toBe(true);
  expect((await press(PEOPLE.stranger.id)).show_alert).toBe(true);
  expect((await app.team()).breakGlass?.ended).toBeUndefined();
  expect((await press(PEOPLE.admin2.id)).text).toMatch(/تمام شد/);
  await inGroup.viewer.shows(/Emergency access ended at .* by Arash.*Emergency access was not used/s);
  await waitUntil(async () => (await app.team()).breakGlass === undefined);
  await inGroup.admin.say('/breakglass fire again');
  await inGroup.admin.press(/Turn on emergency access/);
  await inGroup.viewer.shows(/Reason: fire again/);
  const { admin2 } = app.people;
  await admin2.say('/help');
  const shown = admin2.messages().at(-1)?.message_id ?? 0;
  expect((await world.pressRaw(PEOPLE.admin2.id, admin2.chat, shown, data).answered).text).toMatch(/قبلاً/);
  expect((await app.team()).breakGlass).toMatchObject({ reason: 'fire again', by: PEOPLE.admin.id });
});

test.concurrent('operators, viewers and strangers break nothing, and a confirm of another person is of no use', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people, world } = app;
  for (const name of ['operator', 'viewer', 'stranger'] as const) {
    for (const person of [inGroup[name], people[name]]) {
      await person.say('/breakglass please');
      expect(person.screen()).not.toMatch(/Turn on emergency access|حالت اضطراری در/);
    }
  }
  await people.admin.say('/breakglass fire now');
  const message = people.admin.messages().at(-1);
  const [button] = message?.reply_markup?.inline_keyboard.flat() ?? [];
  const data = button && 'callback_data' in button ? button.callback_data : '';
  expect(data).toMatch(/^gb\|/);
  for (const name of ['operator', 'viewer', 'stranger', 'admin2'] as const) {
    await people[name].say('/help');
    const shown = people[name].messages().at(-1)?.message_id ?? 0;
    await world.pressRaw(PEOPLE[name].id, people[name].chat, shown, data).answered;
  }
  await app.settled();
  expect((await app.team()).breakGlass).toBeUndefined();
  await inGroup.admin.say('/breakglass');
  expect(inGroup.admin.screen()).toMatch(/after the command/);
  await inGroup.admin.say('/breakglass work');
  expect(inGroup.admin.screen()).toMatch(/in a few words/);
  await inGroup.admin.say(`/breakglass ${'x'.repeat(201)}`);
  expect(inGroup.admin.screen()).toMatch(/too long/);
  expect((await app.team()).breakGlass).toBeUndefined();
});

test.concurrent('a person who is no admin any more ends it, and the group is told why', async () => {
  await using app = await enterTeam();
  const { inGroup } = app;
  await inGroup.admin.say('/breakglass fire now');
  await inGroup.admin.press(/Turn on emergency access/);
  await inGroup.viewer.shows(/Ada حالت اضطراری را روشن کرد: ۶۰ دقیقه مانده/);
  await app.people.owner.sees(/حالت اضطراری را روشن کرد/);
  await app.change((team) => {
    for (const each of team.members) if (each.userId === PEOPLE.admin.id) each.role = 'viewer';
  });
  await app.stopBot();
  app.later(6 * 60_000);
  await app.startBot();
  await inGroup.viewer.shows(/حالت اضطراری .* تمام شد: Ada دیگر ادمین نیست/);
  await waitUntil(async () => (await app.team()).breakGlass === undefined);
});

test.concurrent('an owner who can not be reached when the glass is broken is told once they can be', async () => {
  await using app = await enterEnglishTeam({}, /bot was blocked by the user/);
  const { inGroup, people, world } = app;
  world.block(PEOPLE.owner.id, true);
  await app.settled();
  await inGroup.admin.say('/breakglass fire now');
  await inGroup.admin.press(/Turn on emergency access/);
  await inGroup.viewer.shows(/Emergency access by Ada: 60 min left/);
  await app.settled();
  expect((await app.team()).breakGlass?.ownerTold).toBeUndefined();
  world.block(PEOPLE.owner.id, false);
  await app.settled();
  await app.stopBot();
  app.later(6 * 60_000);
  await app.startBot();
  await people.owner.sees(/Ada turned on emergency access in your team Shift.*fire/s);
  await waitUntil(async () => (await app.team()).breakGlass?.ownerTold === true);
});
