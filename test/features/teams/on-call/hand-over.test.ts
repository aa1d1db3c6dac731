import { Api } from 'grammy';
import { expect, test } from 'vitest';
import { watchUntilOff } from '../../../slow/watches/support.ts';
import { BOT_TOKEN } from '../../../support/app.ts';
import { eventually, waitUntil } from '../../../support/eventually.ts';
import { enterEnglishTeam, PEOPLE } from '../support.ts';

const HOUR_MS = 3_600_000;
const { owner, admin, operator } = PEOPLE;

test.concurrent('a hand-over is told once, with what is open, also after a restart that came later than several of them', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup } = app;
  await app.change((team) => {
    const zone = 'UTC';
    const since = Date.now() - 60_000;
    const time = Temporal.Instant.fromEpochMilliseconds(since + 2 * HOUR_MS)
      .toZonedDateTimeISO(zone)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' });
    team.rota = { people: [owner.id, admin.id, operator.id], time, zone, since };
  });
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/^1 h$/);
  await inGroup.viewer.shows(/Olga takes over from Omid/);
  app.later(50 * 60_000);
  await inGroup.operator.say('/off srv-10001');
  await inGroup.operator.press(/power off/);
  await inGroup.admin.sees(/asks for approval/);
  const posts = () => inGroup.viewer.screens().filter((each) => /Hand-over:/.test(each));
  await app.stopBot();
  app.later(10 * 60_000 + 30_000);
  await app.startBot();
  await app.world.until(() => posts().length === 1);
  expect(posts()[0]).toMatch(/Olga → Omid/);
  expect(posts()[0]).not.toMatch(/Nothing is open/);
  await app.stopBot();
  // Two hand-overs of the rota: only the newest is told.
  app.later(25 * HOUR_MS);
  await app.startBot();
  await app.world.until(() => posts().length === 2);
  expect(posts()[1]).toMatch(/Omid → Olga/);
  await app.stopBot();
  await app.startBot();
  await app.settled();
  expect(posts()).toHaveLength(2);
  expect((await app.team()).handOver).toMatchObject({ userId: operator.id, told: true });
});

test.concurrent('the person on call is mentioned, and the group sees it in the language of the team', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people } = app;
  await app.change((team) => {
    team.locale = 'fa';
    team.onCall = { userId: operator.id, since: Date.now() };
    team.handOver = { userId: operator.id, since: Date.now(), told: true };
  });
  await people.admin.say('/oncall');
  await people.admin.press(/Take over/);
  await inGroup.viewer.shows(/Ada کشیک را از Olga گرفت.*کار نیمه‌تمامی نمانده/su);
  const message = inGroup.viewer.messages().find(({ text }) => text?.includes('گرفت'));
  const mentioned = message?.entities?.flatMap((each) => (each.type === 'text_mention' ? [each.user.id] : []));
  expect(mentioned).toEqual([admin.id, operator.id]);
});

test.concurrent('a member who is removed while on call hands over to the next one', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup } = app;
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/Take over/);
  await inGroup.viewer.shows(/Olga is on call/);
  await app.change((team) => {
    team.members = team.members.filter(({ userId }) => userId !== operator.id);
  });
  await app.stopBot();
  app.later(16 * 60_000);
  await app.startBot();
  await inGroup.viewer.shows(/Nobody is on call now: the shift of/);
  expect((await app.team()).onCall).toBeUndefined();
});

test.concurrent.for(['leaves', 'is removed', 'becomes a viewer'] as const)(
  'who %s while on call is told as handed over at once',
  async (how) => {
    await using app = await enterEnglishTeam();
    const { inGroup, world } = app;
    await inGroup.operator.say('/oncall');
    await inGroup.operator.press(/Take over/);
    await inGroup.viewer.shows(/Olga is on call/);
    if (how === 'leaves') world.leaveGroup(operator.id);
    else {
      await app.people.owner.say('/members');
      await app.people.owner.press(/Olga/);
      await app.people.owner.press(how === 'is removed' ? /حذف/ : /بیننده/);
    }
    await inGroup.viewer.shows(/Nobody is on call now: the shift of/);
    expect((await app.team()).onCall).toBeUndefined();
  },
);

test.concurrent('the person on call has a tag where the bot may give one; a tag of their own stays', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, world } = app;
  world.promoteBot(owner.id, { can_manage_tags: true });
  await app.settled();
  const tagOf = (id: number) => world.say(id, world.group.id, 'here');
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/Take over/);
  await inGroup.viewer.shows(/Olga is on call/);
  await world.until(() => world.calls.some(({ method }) => method === 'setChatMemberTag'));
  await app.settled();
  expect(tagOf(operator.id)).toMatchObject({ sender_tag: 'On call' });
  await inGroup.admin.say('/oncall');
  await inGroup.admin.press(/Take over/);
  await inGroup.viewer.shows(/Ada takes over from Olga/);
  await world.until(() => world.calls.filter(({ method }) => method === 'setChatMemberTag').length === 3);
  await app.settled();
  expect(tagOf(operator.id)).not.toHaveProperty('sender_tag');
  expect(tagOf(admin.id)).toMatchObject({ sender_tag: 'On call' });
  const api = new Api(BOT_TOKEN, { apiRoot: app.telegram.url });
  await api.setChatMemberTag(world.group.id, operator.id, 'Night owl');
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/Take over/);
  await inGroup.viewer.shows(/Olga takes over from Ada/);
  await waitUntil(async () => !('tag' in (await api.getChatMember(world.group.id, admin.id))));
  await app.settled();
  expect(tagOf(operator.id)).toMatchObject({ sender_tag: 'Night owl' });
});

test.concurrent('a refusal of the tag breaks nothing, and is not asked for again for a while', async () => {
  await using app = await enterEnglishTeam({}, /TAG_CHANGE_FORBIDDEN/);
  const { inGroup, world } = app;
  world.promoteBot(owner.id, { can_manage_tags: true });
  await app.settled();
  const description = 'Bad Request: TAG_CHANGE_FORBIDDEN';
  world.fail({ method: 'setChatMemberTag', code: 400, description, times: 1 });
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/Take over/);
  await inGroup.viewer.shows(/Olga is on call/);
  await eventually(() => app.log.some((line) => line.includes('TAG_CHANGE_FORBIDDEN')));
  await inGroup.admin.say('/oncall');
  await inGroup.admin.press(/Take over/);
  await inGroup.viewer.shows(/Ada takes over from Olga/);
  await app.settled();
  expect(world.calls.filter(({ method }) => method === 'setChatMemberTag')).toHaveLength(1);
});

test.concurrent('the tag of the person on call goes with the team, comes back with it, and moves on from there', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, world, people } = app;
  world.promoteBot(owner.id, { can_manage_tags: true });
  await app.settled();
  const tagged = () => [operator, admin].flatMap(({ id }) => world.say(id, world.group.id, 'here').sender_tag ?? []);
  const tags = () => world.calls.filter(({ method }) => method === 'setChatMemberTag').length;
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/Take over/);
  await world.until(() => tags() === 1);
  await people.owner.say('/team');
  await people.owner.press('حذف تیم');
  await people.owner.press('بله');
  await world.until(() => tags() === 2);
  await app.settled();
  expect(tagged()).toEqual([]);
  await people.owner.press('برگردان');
  await world.until(() => tags() === 3);
  await app.settled();
  expect(tagged()).toEqual(['On call']);
  await inGroup.admin.say('/oncall');
  await inGroup.admin.press(/Take over/);
  await world.until(() => tags() === 5);
  await app.settled();
  expect(world.say(operator.id, world.group.id, 'here')).not.toHaveProperty('sender_tag');
  expect(world.say(admin.id, world.group.id, 'here')).toMatchObject({ sender_tag: 'On call' });
});

test.concurrent('a tag that the bot could not take when the team ended is taken once the team is back', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, world, people } = app;
  world.promoteBot(owner.id, { can_manage_tags: true });
  await app.settled();
  const tags = () => world.calls.filter(({ method }) => method === 'setChatMemberTag').length;
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/1 h/);
  await world.until(() => tags() === 1);
  world.promoteBot(owner.id, {});
  await people.owner.say('/team');
  await people.owner.press('حذف تیم');
  await people.owner.press('بله');
  await app.settled();
  world.promoteBot(owner.id, { can_manage_tags: true });
  await app.stopBot();
  app.later(2 * HOUR_MS);
  await app.startBot();
  await people.owner.press('برگردان');
  await world.until(() => tags() === 2);
  await app.settled();
  expect(world.say(operator.id, world.group.id, 'here')).not.toHaveProperty('sender_tag');
});

test('a hand-over lists the open alerts, the unknown outcomes, the requests that wait and break-glass', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people } = app;
  await app.change((team) => {
    for (const member of team.members) member.limits = [{ total: 9_000_000, currency: 'toman' }];
    team.protected = [{ serverId: 'srv-10003', name: 'srv-10003', level: 'changes' }];
  });
  await watchUntilOff(app, inGroup.operator);
  await inGroup.viewer.shows(/10\.0\.0\.0.* is no longer on/);
  await people.admin.say('/renew 10.0.0.1');
  await people.admin.press(/^30 days/);
  app.provider.fault({ operation: 'cloud.renew', kind: 'cutBefore', times: 1 });
  await people.admin.press('Renew for');
  await people.admin.sees(/no answer/);
  await inGroup.operator.say('/off srv-10003');
  await inGroup.operator.press(/power off/);
  await inGroup.admin.sees(/asks for approval/);
  await inGroup.admin.say('/breakglass fire at night');
  await inGroup.admin.press(/Turn on emergency access/);
  await inGroup.viewer.shows(/60 min left/);
  await inGroup.operator.say('/oncall');
  await inGroup.operator.press(/Take over/);
  await inGroup.viewer.shows(/Olga is on call/);
  const told = inGroup.viewer.screens().find((each) => /📟 .*Olga is on call/.test(each));
  expect(told).toMatch(
    /Current problems:\n.*10\.0\.0\.0.*\n\n❓ Result unknown:\n• .*10\.0\.0\.1.* – Ada\n\n⏳ Waiting for approval:\n• .*10\.0\.0\.2.* – Olga\n\n🔓 Emergency access until .*: fire at night/,
  );
});
