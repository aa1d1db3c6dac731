import { expect, test } from 'vitest';
import { enterEnglishTeam, PEOPLE, type TeamApp } from '../support.ts';

/** The admin starts it in the group, or in private. */
async function start({ inGroup, people }: TeamApp, where: 'group' | 'private'): Promise<void> {
  const { admin } = where === 'group' ? inGroup : people;
  await admin.say('/breakglass fire now');
  await admin.press(/Turn on emergency access/);
}

test('every member is told in private in their language, admins with the button that ends it, and of its end', async () => {
  await using app = await enterEnglishTeam();
  const { people, inGroup } = app;
  for (const each of [people.admin2, people.operator, people.viewer]) await each.say('/servers');
  await start(app, 'group');
  await people.operator.sees(/Ada.* turned on emergency access in the team .*Shift[\s\S]*fire/);
  await people.viewer.sees(/Ada.* در تیم .*Shift.* حالت اضطراری را روشن کرد[\s\S]*fire/u);
  await people.admin2.sees(/حالت اضطراری را روشن کرد[\s\S]*\[🔒 پایان حالت اضطراری\]/u);
  expect(people.viewer.screen()).not.toMatch(/\[/);
  await people.admin2.press(/پایان/);
  await inGroup.viewer.shows(/Emergency access ended at .* by Arash/s);
  await people.viewer.sees(/Arash.* تمام کرد/u);
  await people.operator.sees(/ended at .* by .*Arash/);
  expect(people.operator.screens().filter((each) => /turned on emergency access/.test(each))).toEqual([]);
});

test('a member who is removed while it lasts learns only that it has ended', async () => {
  await using app = await enterEnglishTeam();
  const { people } = app;
  for (const each of [people.admin2, people.operator]) await each.say('/servers');
  await start(app, 'group');
  await people.operator.sees(/turned on emergency access[\s\S]*fire/);
  await people.admin2.sees(/fire/);
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== PEOPLE.operator.id);
  });
  await people.admin2.press(/پایان/);
  await people.operator.sees(/^🔒 Emergency access has ended\.$/);
  expect(people.operator.screens().filter((each) => /fire|Arash/.test(each))).toEqual([]);
});

test('a member who left the group, of which the bot has not heard, is not told', async () => {
  await using app = await enterEnglishTeam();
  const { people, world } = app;
  for (const each of [people.operator, people.viewer]) await each.say('/servers');
  const { members } = await app.team();
  world.leaveGroup(PEOPLE.operator.id);
  await app.settled();
  await app.change((team) => {
    team.members = members;
  });
  app.later(61_000);
  await start(app, 'group');
  await people.viewer.sees(/fire/);
  await app.settled();
  expect(people.operator.screens().filter((each) => /fire/.test(each))).toEqual([]);
});

test('in a group that takes no message all members are told in private', async () => {
  await using app = await enterEnglishTeam({}, /not enough rights to send/);
  const { people, world } = app;
  for (const each of [people.operator, people.viewer]) await each.say('/servers');
  world.restrictBot(world.persian.id, ['messages', 'photos', 'documents']);
  await app.settled();
  await start(app, 'private');
  await people.operator.sees(/turned on emergency access/);
  await people.viewer.sees(/حالت اضطراری را روشن کرد/);
  await people.owner.sees(/turned on emergency access in your team|در تیم .*حالت اضطراری را روشن کرد/u);
});

test('members past the first twenty who take no private message are mentioned in messages of their own', async () => {
  const others = Array.from({ length: 45 }, (_, at) => ({
    id: 500_001 + at,
    is_bot: false,
    first_name: `Member${at}`,
  }));
  await using app = await enterEnglishTeam({ people: [...Object.values(PEOPLE), ...others] }, /can't initiate/);
  await app.change((team) => {
    for (const { id, first_name } of others)
      team.members.push({ userId: id, name: first_name, role: 'viewer', addedAt: 1 });
  });
  await start(app, 'group');
  const mentioned = () =>
    app.world.calls
      .filter(({ method, params }) => method === 'sendMessage' && /For your information/.test(String(params.text)))
      .map(({ params }) => String(params.text).match(/tg:\/\/user\?id=\d+/g) ?? []);
  await app.world.until(() => mentioned().length === 3);
  expect(mentioned().map(({ length }) => length)).toEqual([20, 20, 9]);
  expect(new Set(mentioned().flat()).size).toBe(49);
});

test('it is told at once in a group whose messages of this minute are used up', async () => {
  await using app = await enterEnglishTeam();
  for (let count = 0; count < 16; count++) await app.inGroup.viewer.say('/oncall');
  await start(app, 'private');
  await app.inGroup.viewer.shows(/Emergency access by Ada: 60 min left/, 10_000);
});

test.each(['10.0.0.0', 'srv-10001', '10.0.0.0, srv-10001!', '2001:db8::1', '...', '۱۲۳'] as const)(
  '“%s” is no reason',
  async (reason) => {
    await using app = await enterEnglishTeam();
    const { admin } = app.people;
    await admin.say('/servers');
    await admin.say(`/breakglass ${reason}`);
    expect(admin.screen()).toMatch(/only a server’s name or IP, is not enough/);
    await admin.say('srv-10001 burns');
    expect(admin.screen()).toMatch(/Turn on emergency access in .*Shift[\s\S]*srv-10001 burns/);
  },
);
