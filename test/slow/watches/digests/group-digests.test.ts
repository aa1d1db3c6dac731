import { expect, test } from 'vitest';
import { formatClock } from '../../../../src/telegram/ui/format.ts';
import { asked, enterBothConnected } from '../../../features/support.ts';
import { enterEnglishTeam, enterTeam, PEOPLE, payloadOf, type TeamApp } from '../../../features/teams/support.ts';
import { openStoreOf, TOKEN } from '../../../support/app.ts';
import { createPerson, type Person } from '../../../support/person.ts';
import { digestsOf, makeDue, run, turnEnds, untilDue } from '../digest-support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SERVERS = { accounts: [{ token: TOKEN, servers: 8 }] };

/** Lets the clock of a group go to its digest, and waits for it. */
async function nextDigest(app: TeamApp, reader: Person): Promise<string[]> {
  await untilDue(app, reader.chat);
  return run(app, reader);
}

/** An admin turns the digest of the group on, on their way from /watch. */
async function turnOn(admin: Person): Promise<void> {
  await admin.say('/watch');
  expect(admin.screen()).toContain('Daily digest: off.');
  await admin.press('📋 Daily digest');
  await admin.press('📋 Turn on');
}

test('in a group it is off until an admin turns it on, and an operator has no key for that', async () => {
  await using app = await enterEnglishTeam(SERVERS);
  const { admin, operator, viewer } = app.inGroup;
  await operator.say('/watch');
  expect(operator.screen()).toContain('Daily digest: off.');
  expect(operator.screen()).not.toContain('[📋 Daily digest]');
  const store = await openStoreOf(app);
  expect(await store.digests.get(app.world.group.id)).toBeUndefined();
  await turnOn(admin);
  expect(admin.screen()).toMatch(
    /Daily digest · Shift[\s\S]*on, about 09:00 UTC[\s\S]*What the team spent is not shown/,
  );
  await admin.press('18:00');
  expect(admin.screen()).toContain('on, about 18:00 UTC');
  expect(await store.digests.get(app.world.group.id)).toMatchObject({ hour: 18, team: 'team-of-test' });
  await store.close();
  expect(admin.screen()).not.toContain('Show spending');
  await viewer.say('/watch');
  expect(viewer.screen()).toContain('گزارش روزانه: روشن');
});

test('a group is told once a day of the team’s account in the team’s language, and ends it by one tap of an admin', async () => {
  await using app = await enterTeam(SERVERS);
  const { owner, admin, viewer } = app.inGroup;
  await turnOn(admin);
  app.provider.forget();
  const [digest = '', ...others] = await nextDigest(app, viewer);
  expect(others).toEqual([]);
  expect(digest).toMatch(/گزارش روزانه · Shift/);
  expect(digest).toMatch(/10\.0\.0\.1[^\d].*10\.0\.0\.7[^\d].*10\.0\.0\.4[^\d].*10\.0\.0\.6/s);
  expect(digest).toContain('[♻️ تمدید هر ۴ سرور…]');
  expect((await viewer.press('بدون گزارش')).text ?? viewer.screens().join()).toMatch(/نقش|مدیر/);
  const store = await openStoreOf(app);
  expect((await store.digests.get(app.world.group.id))?.off).toBeUndefined();
  await owner.press('بدون گزارش');
  expect(await store.digests.get(app.world.group.id)).toMatchObject({ off: true, dueAt: null });
  await store.close();
  expect(digestsOf(viewer)).toHaveLength(1);
});

test('a renewal from a group’s digest goes on in private, by the rights and approvals of the team', async () => {
  await using app = await enterEnglishTeam(SERVERS);
  const { admin, operator } = app.inGroup;
  const renewals = () => app.provider.requests.filter(({ operation }) => operation === 'cloud.renew');
  await turnOn(admin);
  await nextDigest(app, admin);
  app.provider.forget();
  await operator.press('♻️ Renew');
  expect(asked(app, 'cloud.renewQuote')).toEqual([]);
  await admin.press('♻️ Renew all 4 servers');
  await app.people.admin.say(`/start ${payloadOf(app, admin)}`);
  expect(app.people.admin.screen()).toMatch(/Renew these 4 servers for how long[\s\S]*10\.0\.0\.1[\s\S]*10\.0\.0\.6/);
  await app.people.admin.press('30 days');
  await app.people.admin.sees(/Total: 2,732,400 toman/);
  // An admin without a limit of their own spends nothing alone.
  await app.people.admin.press('Renew 4 for');
  await app.people.admin.sees(/approv/i);
  expect(renewals()).toEqual([]);
  await app.inGroup.admin2.press(/Approve 4/);
  await expect.poll(() => renewals().length).toBe(4);
  expect(digestsOf(admin)).toHaveLength(1);
});

test('the team’s spending is shown to the group only where its owner wants that', async () => {
  await using app = await enterEnglishTeam({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { admin, owner } = app.inGroup;
  await turnOn(admin);
  const renew = async () => {
    await app.people.owner.say('/renew 10.0.0.0');
    await app.people.owner.press('۳۰ روز');
    await app.people.owner.press(/تمدید با|تمدید به/);
    await app.people.owner.sees(/✅/);
  };
  await renew();
  expect(await nextDigest(app, admin)).toEqual([]);
  await owner.say('/watch');
  await owner.press('گزارش روزانه');
  await owner.press('نمایش هزینه‌ها');
  expect(owner.screen()).toContain('هزینه‌های تیم را همهٔ گروه در گزارش می‌بینند');
  await renew();
  const [digest = ''] = await nextDigest(app, admin);
  expect(digest).toMatch(/Spent in the last day: [\d,]+ toman/);
});

test('a member’s spending from the owner’s account is told in the owner’s private digest', async () => {
  await using app = await enterEnglishTeam({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { owner, admin } = app.people;
  await app.change((team) => {
    for (const member of team.members) member.limits = [{ total: 100_000_000, currency: 'toman' }];
  });
  await nextDigest(app, owner);
  const told = digestsOf(owner).length;
  await admin.say('/renew 10.0.0.0');
  await admin.press('30 days');
  await admin.press('Renew for');
  await admin.sees(/✅/);
  const digests = await nextDigest(app, owner);
  expect(digests).toHaveLength(told + 1);
  expect(digests.at(-1)).toMatch(/هزینهٔ یک روز گذشته: [۰-۹٬]+ تومان/);
  await nextDigest(app, owner);
  expect(digestsOf(owner)).toHaveLength(told + 1);
});

test('a member’s operation without an outcome is not told in the owner’s private digest, where it can’t be settled', async () => {
  await using app = await enterEnglishTeam({ accounts: [{ token: TOKEN, servers: 1 }] });
  const { owner, admin } = app.people;
  app.provider.fault({ operation: 'server.action', kind: 'cutBefore', times: 1 });
  await admin.say('/reboot 10.0.0.0');
  await admin.press(/Yes, restart/);
  await admin.sees(/^⚠️/);
  await app.stopBot();
  const store = await openStoreOf(app);
  const openOfTeam = async () => (await store.ledger.openOfTeam('team-of-test')).map(({ state }) => state);
  expect(await openOfTeam()).toEqual(['unknown']);
  await makeDue(store, owner.chat);
  expect((await run(app, owner)).filter((text) => /نامشخص|unknown/.test(text))).toEqual([]);
  expect(await openOfTeam()).toEqual(['unknown']);
  await store.close();
});

test('a member without an account of their own is told that the private digest has none to tell of', async () => {
  await using app = await enterEnglishTeam();
  const { operator, viewer } = app.people;
  await operator.say('/watch');
  expect(operator.screen()).toContain('The daily digest covers your own accounts, and you have none connected.');
  expect(operator.screen()).not.toContain('Daily digest: on');
  await operator.press('📋 Daily digest');
  expect(operator.screen()).toContain('covers your own accounts, and you have none');
  expect(operator.screen()).not.toMatch(/09:00|Turn on|No digest/);
  await viewer.say('/watch');
  expect(viewer.screen()).toContain('شما هنوز حسابی وصل نکرده‌اید');
});

test('a team of a topic gets its digest there, and the quiet hours of the topic hold', async () => {
  await using app = await enterEnglishTeam(SERVERS);
  const { id } = app.world.group;
  const topic = app.world.openTopic(PEOPLE.owner.id, 'shift').message_id;
  await app.change((team) => {
    team.topicId = topic;
  });
  const admin = app.people.admin.in(id, topic);
  await turnOn(admin);
  await admin.say('/quiet 6-11');
  const store = await openStoreOf(app);
  const { dueAt } = (await store.digests.get(id, topic)) ?? {};
  expect(new Date(dueAt ?? 0).getUTCHours()).toBe(11);
  // Then it waits for the rounds of its account to leave it readings.
  for (const ms of [(dueAt ?? 0) - app.now() + 1_000, 3 * MINUTE]) {
    await app.stopBot();
    app.later(ms);
    await app.startBot();
    await turnEnds(store, id, () => app.now(), topic);
  }
  await expect.poll(() => digestsOf(admin)).toHaveLength(1);
  await store.close();
});

test('a team that is paused or has ended is told nothing, and its account is not read', async () => {
  await using app = await enterEnglishTeam(SERVERS);
  const { admin } = app.inGroup;
  const { id } = app.world.group;
  await turnOn(admin);
  await app.change((team) => {
    team.paused = 'ownerLeft';
  });
  app.provider.forget();
  await untilDue(app, id);
  const store = await openStoreOf(app);
  const before = (await store.digests.get(id))?.dueAt ?? 0;
  await app.startBot();
  await expect.poll(async () => (await store.digests.get(id))?.dueAt ?? 0).toBeGreaterThan(before + 12 * HOUR);
  const { ownerId } = await app.team();
  await store.teams.end('team-of-test', { at: Date.now(), event: 'teamEnded', actor: { id: ownerId } });
  await app.stopBot();
  app.later(25 * HOUR);
  await app.startBot();
  await expect.poll(async () => (await store.digests.get(id))?.dueAt).toBeNull();
  await store.close();
  expect(digestsOf(admin)).toEqual([]);
});

test('the digest and the quiet hours follow a group that becomes a supergroup', async () => {
  await using app = await enterEnglishTeam({ ...SERVERS, telegram: { group: 'group' } });
  await turnOn(app.inGroup.admin);
  await app.inGroup.admin.say('/quiet 1-3');
  const { id } = app.world.upgradeGroup(PEOPLE.owner.id);
  await app.settled();
  const admin = createPerson(app.world, PEOPLE.admin, app.settled).in(id);
  expect(await nextDigest(app, admin)).toHaveLength(1);
  await admin.say('/quiet');
  expect(admin.screen()).toMatch(/01:00 to 03:00/);
});

test('a Persian reads the digest in Persian: what expires, what is unknown, and what was spent', async () => {
  await using app = await enterBothConnected(SERVERS);
  const { persian } = app;
  // The next full hour in Tehran: an operation that was not looked at for a day is not read while its lease lasts.
  const next = new Date(Date.now() + 4.5 * HOUR).getUTCHours();
  await persian.say('/watch');
  await persian.press('گزارش روزانه');
  await persian.press(new RegExp(`^${formatClock(`${String(next).padStart(2, '0')}:00`, 'fa')}$`));
  await persian.say('/renew 10.0.0.0');
  await persian.press('۳۰ روز');
  await persian.press(/تمدید با|تمدید به/);
  await persian.sees(/✅/);
  const store = await openStoreOf(app);
  const [done] = await store.ledger.since(persian.user.id, 0);
  expect(done?.kind).toBe('renewal');
  await store.close();
  app.provider.fault({ operation: 'server.action', kind: 'cutBefore', times: 1 });
  await persian.say('/reboot 10.0.0.2');
  await persian.press(/بله/);
  await persian.sees(/^⚠️/);
  await untilDue(app, persian.chat);
  const [digest = ''] = await run(app, persian);
  expect(digest).toMatch(/گزارش روزانهٔ شما/);
  expect(digest).toMatch(/تا ۳۰ روز دیگر منقضی می‌شوند/);
  expect(digest).toMatch(/نتیجهٔ نامشخص: ۱ مورد[\s\S]*10\.0\.0\.2/);
  expect(digest).toMatch(/هزینهٔ یک روز گذشته: [۰-۹٬]+ تومان/);
  expect(digest).not.toMatch(/[A-Za-z]{3,}|[0-9]{2},[0-9]{3}/);
});
