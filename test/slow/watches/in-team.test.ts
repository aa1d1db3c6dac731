import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/store/audit/index.ts';
import { auditOf, enterEnglishTeam, type Name, PEOPLE, type TeamApp } from '../../features/teams/support.ts';
import { openStoreOf } from '../../support/app.ts';
import { holdCalls } from '../../support/hold-answers.ts';
import type { Person } from '../../support/person.ts';
import { DOMAIN, ownDomain, watchUntilOff } from './support.ts';

/** The log's entries about the team's watches. */
async function told(app: TeamApp): Promise<Partial<AuditEntry>[]> {
  const events = ['watched', 'unwatched', 'quietChanged', 'digestChanged', 'zoneChanged'];
  const all = (await auditOf(app)).filter(({ event }) => events.includes(event));
  return all.map(({ at: _, ...entry }) => entry);
}

/** The watches of the group in the store. */
async function kept(app: TeamApp) {
  const store = await openStoreOf(app);
  try {
    const { ownerId, accountId, chatId } = await app.team();
    const [watched, digest] = [await store.watches.get(ownerId, accountId), await store.digests.get(chatId)];
    return {
      // A round ends the note that more is watched than before.
      chats: (watched?.chats ?? []).map(({ joined: _, ...chat }) => chat),
      quiet: (await store.chats.get(chatId)).quiet ?? [],
      zones: (await store.chats.get(chatId)).zones ?? [],
      digest: digest && { off: digest.off, hour: digest.hour, without: digest.without },
      seen: (await store.alerts.openIn(chatId)).map(({ acknowledged, silenced }) => [acknowledged, silenced]),
    };
  } finally {
    await store.close();
  }
}

/** The account has a domain, and an admin lets the group have a digest. */
async function letDigestTell(app: TeamApp): Promise<void> {
  const { admin } = app.inGroup;
  await ownDomain(app);
  await admin.say('/watch');
  await admin.press('📋 Daily digest');
  await admin.press('📋 Turn on');
}

/** The person loses the role after the right was asked for and before anything is written. */
async function loseRole(app: TeamApp, who: Name, act: () => Promise<unknown>): Promise<void> {
  const { world } = app;
  // The bot asks anew whether the person is in the group.
  app.later(61_000);
  const asks = () => world.calls.filter(({ method }) => method === 'getChatMember').length;
  const before = asks();
  const answer = holdCalls(world, { method: 'getChatMember', afterHandling: true });
  const acted = act();
  await world.until(() => asks() > before);
  await app.change((team) => {
    for (const member of team.members) if (member.userId === PEOPLE[who].id) member.role = 'viewer';
  });
  answer();
  await acted;
}

test.concurrent.each<[string, Name, (app: TeamApp, person: Person) => Promise<unknown>, string]>([
  ['turns off all alerts', 'operator', (_, person) => person.press(/Stop all monitoring/), 'watch'],
  ['sets quiet hours', 'admin', (_, person) => person.say('/quiet 23:00-07:00'), 'notices'],
  ['sets the clock', 'admin', (_, person) => person.say('/quiet Dubai'), 'notices'],
] as const)('a member who %s and loses the role meanwhile changes nothing', async (_, who, act, action) => {
  await using app = await enterEnglishTeam();
  const person = app.inGroup[who];
  await person.say('/watch');
  const before = await kept(app);
  await loseRole(app, who, () => act(app, person));
  expect(await kept(app)).toEqual(before);
  const refused = (await auditOf(app)).filter(({ event }) => event === 'refused');
  expect(refused.map(({ actor, action: named, reason }) => [actor?.id, named, reason])).toEqual([
    [PEOPLE[who].id, action, 'role'],
  ]);
});

test('a member who mutes an alert and loses the role meanwhile mutes nothing', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.inGroup;
  await watchUntilOff(app, admin);
  await operator.shows(/is no longer on\n/);
  const before = await kept(app);
  expect(before.seen).toHaveLength(1);
  await loseRole(app, 'operator', () => operator.press(/Mute 4 h/));
  expect((await kept(app)).seen).toEqual(before.seen);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'refused', action: 'mute', reason: 'role' });
});

test('a member who turns a domain’s bell off and loses the role meanwhile leaves it on', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.inGroup;
  await letDigestTell(app);
  await admin.say(`/domain ${DOMAIN}`);
  const before = await kept(app);
  await loseRole(app, 'admin', () => admin.press(/No warning before/));
  expect(await kept(app)).toEqual(before);
  expect((await auditOf(app)).at(-1)).toMatchObject({ event: 'refused', action: 'notices', reason: 'role' });
});

test.concurrent('a domain that an admin takes out of the team’s digest stands in its log, and that it is back', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.inGroup;
  await letDigestTell(app);
  const before = (await told(app)).length;
  await admin.say(`/domain ${DOMAIN}`);
  await admin.press(/No warning before/);
  await admin.press(/Warn me before/);
  const about = { action: 'expiry', domain: DOMAIN, actor: { id: PEOPLE.admin.id, name: 'Ada' } };
  expect((await told(app)).slice(before)).toEqual([
    { event: 'unwatched', ...about },
    { event: 'watched', ...about },
  ]);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/turned off alerts about the expiry of .*mine\.com/);
  await app.people.owner.say('/audit');
  expect(app.people.owner.screen()).toMatch(/هشدارها را خاموش کرد: انقضای دامنهٔ .*mine\.com/);
});

test.concurrent('members’ settings of their team’s messages stand in its log, with who changed what', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.inGroup;
  const [olga, ada] = [
    { id: PEOPLE.operator.id, name: 'Olga' },
    { id: PEOPLE.admin.id, name: 'Ada' },
  ];
  const server = { id: 'srv-10002', name: '10.0.0.1' };
  await operator.say('/watch');
  await operator.say('/server srv-10002');
  await operator.press(/🔕/);
  await operator.press(/🔔/);
  await operator.say('/watch');
  await operator.press(/Stop all monitoring/);
  await admin.say('/quiet 23:00-07:00 UTC');
  await admin.say('/quiet 23:00-07:00 UTC');
  await admin.say('/quiet off');
  await admin.say('/watch');
  await admin.press(/Monitor all servers/);
  await admin.press('📋 Daily digest');
  await admin.press('📋 Turn on');
  await admin.press('18:00');
  expect(await told(app)).toEqual([
    { event: 'watched', action: 'servers', actor: olga },
    { event: 'unwatched', action: 'server', server, actor: olga },
    { event: 'watched', action: 'server', server, actor: olga },
    { event: 'unwatched', action: 'servers', actor: olga },
    { event: 'quietChanged', before: '', after: '23:00-07:00 UTC', actor: ada },
    { event: 'quietChanged', before: '23:00-07:00 UTC', after: '', actor: ada },
    { event: 'watched', action: 'servers', actor: ada },
    { event: 'digestChanged', before: 'off', after: '09:00', actor: ada },
    { event: 'digestChanged', before: '09:00', after: '18:00', actor: ada },
  ]);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/daily digest: 09:00 → 18:00/);
  expect(app.people.admin.screen()).toMatch(/quiet hours: none → .*23:00 to 07:00/);
  expect(app.people.admin.screen()).toMatch(/turned off alerts about .*10\.0\.0\.1/);
  await app.people.owner.say('/audit');
  expect(app.people.owner.screen()).toMatch(/گزارش روزانه: از ۹:۰۰ به ۱۸:۰۰/);
  expect(app.people.owner.screen()).toMatch(/هشدارها را خاموش کرد: همهٔ سرورها/);
});

test.concurrent('the clock of a team’s quiet hours and digest stands in its log, by itself and with the hours', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.inGroup;
  const actor = { id: PEOPLE.admin.id, name: 'Ada' };
  await admin.say('/quiet');
  await admin.press(/Time zone/);
  await admin.press('Dubai time');
  await admin.press('✓ Dubai time');
  await admin.say('/quiet 23-7');
  await admin.say('/quiet +3:30');
  await admin.say('/quiet 22-8 Berlin');
  expect(await told(app)).toEqual([
    { event: 'zoneChanged', before: 'UTC', after: 'Asia/Dubai', actor },
    { event: 'quietChanged', before: '', after: '23:00-07:00 Asia/Dubai', actor },
    { event: 'zoneChanged', before: 'Asia/Dubai', after: '+03:30', actor },
    { event: 'quietChanged', before: '23:00-07:00 +03:30', after: '22:00-08:00 Europe/Berlin', actor },
    { event: 'zoneChanged', before: '+03:30', after: 'Europe/Berlin', actor },
  ]);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/time zone of quiet hours and digest: UTC\+03:30 → Berlin time/);
  await app.people.owner.say('/audit');
  expect(app.people.owner.screen()).toMatch(
    /منطقهٔ زمانی ساعت سکوت و گزارش روزانه را عوض کرد؛ قبلی: UTC\+03:30؛ جدید: به وقت برلین/,
  );
});

test.concurrent('changes outside, told by default, stand in its log once a member turns them off and on', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.inGroup;
  await operator.say('/watch');
  await operator.press('Stop alerts about outside changes');
  await operator.press('Alert me to outside changes');
  const actor = { id: PEOPLE.operator.id, name: 'Olga' };
  expect(await told(app)).toEqual([
    { event: 'watched', action: 'servers', actor },
    { event: 'unwatched', action: 'outside', actor },
    { event: 'watched', action: 'outside', actor },
  ]);
});

test.concurrent('a member’s private watches of the team’s account stand there too; the owner’s own does not', async () => {
  await using app = await enterEnglishTeam();
  await app.people.operator.say('/watch');
  await app.people.owner.say('/watch');
  expect(await told(app)).toEqual([
    { event: 'watched', action: 'servers', place: 'private', actor: { id: PEOPLE.operator.id, name: 'Olga' } },
  ]);
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/turned on alerts about all servers, in private/);
});
