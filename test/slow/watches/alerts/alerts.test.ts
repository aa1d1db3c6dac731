import { expect, test } from 'vitest';
import { asked, connect, enterConnected, OTHER_TOKEN } from '../../../features/support.ts';
import { auditOf, enterEnglishTeam, enterTeam, PEOPLE } from '../../../features/teams/support.ts';
import { openStoreOf } from '../../../support/app.ts';
import { allTold, later, rounds, SERVER, setPower, watchUntilOff } from '../support.ts';

const IS_OFF = /is no longer on\n/;
const IS_OFF_IN_PERSIAN = /روشن نیست\n/;

test('from an alert a server is powered on in two taps, and the alert goes on in its own message', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  app.provider.forget();
  await english.press(/^🟢|Power on/);
  await english.press(/Yes, power on/);
  await english.sees(/✅.* is on/);
  expect(asked(app, 'server.action')).toHaveLength(1);
  await rounds(app, 3);
  await expect.poll(() => english.screens().some((text) => /is on again\n/.test(text))).toBe(true);
  expect(english.screens().some((text) => IS_OFF.test(text))).toBe(false);
});

test('who was notified of an outage is notified of its end, once, below the alert', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  const alert = english.messages().find(({ text = '' }) => IS_OFF.test(text));
  setPower(app, 'on');
  await rounds(app, 3);
  await english.shows(/^✅ 10\.0\.0\.0 is on again\.$/);
  await rounds(app, 2);
  const ends = world.calls.filter(
    ({ method, params }) => method === 'sendMessage' && /^✅ .* is on again\.$/.test(`${params.text}`),
  );
  expect(ends).toHaveLength(1);
  expect(ends[0]?.params).not.toMatchObject({ disable_notification: true });
  expect(ends[0]?.params.reply_parameters).toMatchObject({ message_id: alert?.message_id });
  await english.shows(/10\.0\.0\.0 is on again\nIt was not on for/);
});

test('the end of an outage that was muted notifies no person', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  await english.press(/Mute 4 h/);
  await english.sees(/Muted until/);
  setPower(app, 'on');
  await rounds(app, 3);
  await english.shows(/is on again\nIt was not on for/);
  await rounds(app, 1);
  expect(english.screens().some((text) => /^✅ .* is on again\.$/.test(text))).toBe(false);
});

test('an alert that nobody looks after is told again after a quarter of an hour, and then hourly, until a person does', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  const loud = () =>
    world.calls.filter(
      ({ method, params, ok }) =>
        ok && method === 'sendMessage' && !params.disable_notification && /is no longer on/.test(`${params.text}`),
    ).length;
  expect(loud()).toBe(1);
  await later(app, 13 * 60_000);
  await allTold(app);
  expect(loud()).toBe(1);
  await later(app, 3 * 60_000);
  await expect.poll(loud).toBe(2);
  await later(app, 50 * 60_000);
  await allTold(app);
  expect(loud()).toBe(2);
  await later(app, 11 * 60_000);
  await expect.poll(loud).toBe(3);
  await expect.poll(() => english.screens().filter((text) => IS_OFF.test(text)).length).toBe(1);
  await english.press('I’m on it');
  await later(app, 90 * 60_000);
  await allTold(app);
  expect(loud()).toBe(3);
});

test('a chat that wants no repeats is told once', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  await english.say('/watch');
  await english.press('Don’t repeat alerts');
  expect(english.screen()).toMatch(/\[🔁 Repeat alerts\]/);
  await later(app, 20 * 60_000);
  await allTold(app);
  expect(english.screens().some((text) => /see the newer message/.test(text))).toBe(false);
});

test('silence keeps an alert quiet for its hours, and then it is told anew if it still is so', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  await english.press(/Mute 1 h/);
  await english.sees(/Muted until/);
  const before = english.screens().length;
  await rounds(app, 2);
  expect(english.screens()).toHaveLength(before);
  await english.say('/alerts');
  expect(await english.sees(/Current problems/)).toMatch(/🔕/);
  app.later(3_600_000);
  await rounds(app, 1);
  await expect.poll(() => english.screens().some((text) => /see the newer message/.test(text))).toBe(true);
  expect(english.screens().filter((text) => IS_OFF.test(text))).toHaveLength(1);
});

test('a server stays quiet for its hours, also where it was on meanwhile, and is told after them', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  await english.press(/Mute 4 h/);
  await english.sees(/Muted until/);
  const loud = () =>
    world.calls.filter(
      ({ method, params, ok }) =>
        ok &&
        method === 'sendMessage' &&
        params.disable_notification !== true &&
        IS_OFF.test(`${params.text}`.replace(/<[^>]*>/g, '')),
    ).length;
  const before = loud();
  expect(before).toBe(1);
  setPower(app, 'on');
  await rounds(app, 3);
  await english.shows(/is on again/);
  setPower(app, 'off');
  await rounds(app, 4);
  await english.shows(/is no longer on[\s\S]*Muted until/);
  expect(loud()).toBe(before);
  app.later(4 * 3_600_000);
  await rounds(app, 1);
  await expect.poll(loud).toBe(before + 1);
});

test('an alert tells apart servers of the same name: by their IP, and by the account of who has several', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await connect(english, OTHER_TOKEN);
  await english.say('/accounts');
  const store = await openStoreOf(app);
  await store.accounts.change(english.chat, (kept) => {
    kept.accounts.forEach((each, at) => {
      each.label = at === 0 ? 'Shop' : 'Office';
      each.aliases.set(SERVER, 'web1');
    });
    kept.current = kept.accounts[0]?.id;
  });
  await store.close();
  await watchUntilOff(app, english);
  await english.shows(/web1 is no longer on\n.*\nIP: 10\.0\.0\.0\nAccount: Shop/);
});

test('/alerts leads to the server that something is wrong with, and shows that its alert is quiet', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.sees(IS_OFF);
  await english.press(/I’m on it/);
  await english.sees(/is on it/);
  await english.press(/Mute 1 h/);
  await english.sees(/Muted until/);
  await english.say('/alerts');
  expect(await english.sees(/Current problems/)).toMatch(/👀🔕 Alex/);
  await english.press(/^🖥 10/);
  await english.sees(/⚫️ off[\s\S]*Power on/);
});

test('silence leaves who is on it, and can be ended', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin } = app.inGroup;
  await watchUntilOff(app, admin);
  await operator.shows(IS_OFF);
  await operator.press(/I’m on it/);
  await admin.shows(/Olga is on it/);
  await admin.press(/Mute 4 h/);
  await admin.shows(/Olga is on it[\s\S]*Muted until .*Ada/);
  await admin.press(/Unmute/);
  await admin.shows(/Olga is on it[\s\S]*Mute 4 h/);
  const events = (await auditOf(app)).map(({ event, actor }) => `${event} ${actor?.name}`);
  expect(events.slice(-3)).toEqual(['alertAcknowledged Olga', 'alertSilenced Ada', 'alertLoud Ada']);
});

test('in a team’s group a viewer sees alerts, an operator looks after one, and who did is said and logged', async () => {
  await using app = await enterTeam();
  const { inGroup } = app;
  await watchUntilOff(app, inGroup.operator);
  await inGroup.operator.sees(IS_OFF_IN_PERSIAN);
  const [alert] = app.world
    .messages(PEOPLE.operator.id, app.world.group.id)
    .filter(({ text = '' }) => IS_OFF_IN_PERSIAN.test(`${text}\n`));
  expect(alert).toBeDefined();
  await inGroup.viewer.press(/پیگیری با من/);
  expect(await inGroup.viewer.sees(IS_OFF_IN_PERSIAN)).not.toMatch(/پیگیر است/);
  await inGroup.operator.press(/پیگیری با من/);
  await inGroup.operator.sees(/Olga.* پیگیر است/);
  expect((await auditOf(app)).map(({ event, actor }) => [event, actor?.id])).toContainEqual([
    'alertAcknowledged',
    PEOPLE.operator.id,
  ]);
});

test('an alert without an answer calls the next person, then the admins, until one is on it, late as it is', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup } = app;
  const { operator, admin } = PEOPLE;
  await app.change((team) => {
    team.rota = { people: [operator.id, admin.id], time: '00:00', zone: 'UTC', since: 0 };
    team.onCall = { userId: operator.id, since: 0 };
  });
  await watchUntilOff(app, inGroup.admin);
  await inGroup.viewer.shows(/is no longer on\n.*\nOn call: Olga/);
  await rounds(app, 5);
  await inGroup.viewer.shows(/Not acknowledged for 5 minutes. Next on call: Ada/);
  const later = async (minutes: number) => {
    await app.stopBot();
    app.later(minutes * 60_000);
    await app.startBot();
  };
  await later(10);
  await inGroup.viewer.shows(/Still not acknowledged. Team admins: Omid, Ada, Arash/);
  await expect.poll(() => inGroup.viewer.screens().filter((text) => IS_OFF.test(text))).toHaveLength(1);
  await inGroup.admin.press(/I’m on it/);
  await inGroup.viewer.shows(/Ada is on it/);
  const told = app.world.messages(admin.id, app.world.group.id).length;
  await later(30);
  await rounds(app, 1);
  expect(app.world.messages(admin.id, app.world.group.id)).toHaveLength(told);
});

test('a team that ended a day ago is told nothing more, and its account is not read any more', async () => {
  await using app = await enterTeam();
  const { inGroup } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.admin.sees(IS_OFF_IN_PERSIAN);
  const store = await openStoreOf(app);
  try {
    const { id, ownerId, accountId } = await app.team();
    await store.teams.end(id, { at: Date.now(), event: 'teamEnded', actor: { id: ownerId } });
    await app.stopBot();
    app.later(24 * 3_600_000);
    // The digest of the day reads the list of its owner.
    const before = asked(app, 'server.status').length;
    await app.startBot();
    await expect.poll(() => store.watches.get(ownerId, accountId)).toBeUndefined();
    expect(asked(app, 'server.status')).toHaveLength(before);
    expect(await store.alerts.openIn(app.world.group.id)).toEqual([]);
  } finally {
    await store.close();
  }
  const told = app.world.messages(PEOPLE.admin.id, app.world.group.id).length;
  setPower(app, 'on');
  await app.settled();
  expect(app.world.messages(PEOPLE.admin.id, app.world.group.id)).toHaveLength(told);
});

test('the button of an alert works in its own chat alone, and only on an alert', async () => {
  await using app = await enterTeam();
  const { inGroup, people, world } = app;
  await watchUntilOff(app, inGroup.admin);
  await inGroup.admin.sees(IS_OFF_IN_PERSIAN);
  const store = await openStoreOf(app);
  const [alert] = await store.alerts.openIn(world.group.id);
  const { accountId } = await app.team();
  await people.operator.say('/servers');
  const message = people.operator.messages().at(-1)?.message_id ?? 0;
  for (const id of [alert?.id, 'no-such-alert']) {
    world.pressRaw(PEOPLE.operator.id, PEOPLE.operator.id, message, ['ak', accountId, id, ''].join('|'));
    await app.settled();
  }
  expect((await store.alerts.openIn(world.group.id)).map(({ state }) => state)).toEqual(['open']);
  await store.close();
});

test('the next ones are called once the group was told of the first call, however long it took nothing', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, world } = app;
  const { operator, admin } = PEOPLE;
  await app.change((team) => {
    team.rota = { people: [operator.id, admin.id], time: '00:00', zone: 'UTC', since: 0 };
    team.onCall = { userId: operator.id, since: 0 };
  });
  await inGroup.admin.say('/watch');
  await rounds(app, 1);
  setPower(app, 'off');
  const store = await openStoreOf(app);
  await app.stopBot();
  const until = Date.now() + 20 * 60_000;
  await store.chats.change(world.group.id, (notes) => {
    notes.silence = { why: 'slowed', at: Date.now(), until };
  });
  await rounds(app, 15);
  const [alert] = await store.alerts.openIn(world.group.id);
  expect(alert?.call).toMatchObject({ step: 0, level: 'onCall' });
  expect(inGroup.viewer.screens().some((text) => IS_OFF.test(text))).toBe(false);
  await rounds(app, 6);
  await inGroup.viewer.shows(/is no longer on\n.*\nOn call: Olga/);
  await rounds(app, 6);
  await inGroup.viewer.shows(/Not acknowledged for 5 minutes. Next on call: Ada/);
  await store.close();
});

test('an acknowledged alert goes on in the supergroup that its group became, and its end is told there', async () => {
  await using app = await enterEnglishTeam({ telegram: { group: 'group' } }, /upgraded to a supergroup/);
  const { operator, admin } = app.inGroup;
  await watchUntilOff(app, admin);
  await operator.shows(IS_OFF);
  await operator.press(/I’m on it/);
  await operator.shows(/Olga is on it/);
  const { id } = app.world.upgradeGroup(PEOPLE.owner.id);
  await app.settled();
  await rounds(app, 1);
  const there = app.people.operator.in(id);
  await there.shows(/is no longer on[\s\S]*Olga is on it/);
  const shown = app.world.calls.findLast(({ params }) => `${params.text}`.includes('Olga'));
  expect(shown?.params).toMatchObject({ disable_notification: true });
  setPower(app, 'on');
  await rounds(app, 3);
  await there.shows(/is on again/);
});

test('a second tap on the end of the quiet does not begin the calls anew', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.inGroup;
  await watchUntilOff(app, admin);
  await admin.shows(IS_OFF);
  await admin.press(/Mute 1 h/);
  await admin.shows(/Muted until/);
  const message = admin.messages().at(-1)?.message_id ?? 0;
  const store = await openStoreOf(app);
  const [alert] = await store.alerts.openIn(app.world.group.id);
  const { accountId } = await app.team();
  const data = ['ak', accountId, alert?.id, '0'].join('|');
  for (let tap = 0; tap < 2; tap++) app.world.pressRaw(PEOPLE.admin.id, app.world.group.id, message, data);
  await app.settled();
  expect((await auditOf(app)).filter(({ event }) => event === 'alertLoud')).toHaveLength(1);
  await store.close();
});

test('only what is wrong with the power of a server calls people', async () => {
  await using app = await enterEnglishTeam();
  await app.stopBot();
  const store = await openStoreOf(app);
  const { id: team, ownerId, accountId } = await app.team();
  const chatId = app.world.group.id;
  const now = Date.now();
  await store.watches.change(ownerId, accountId, now, (chats) => {
    chats.push({ chatId, topicId: 0, locale: 'en', team, power: { all: true, except: [] } });
  });
  const { taken } = await store.watches.takeDue(now, 60_000);
  const { id, dueAt } = taken[0] ?? { id: '', dueAt: 0 };
  const all = ['down', 'unstable', 'unreachable', 'refused', 'free', 'cheap', 'traffic', 'surge'] as const;
  const alerts = all.map((what) => {
    const server = { id: what, name: what };
    const isOffer = ['free', 'cheap', 'traffic', 'surge'].includes(what);
    const offer = isOffer ? { offer: { of: `1 ${what}`, name: what, before: 1 } } : {};
    const alert = { locale: 'en', what, team, server, status: 'off', since: now, ...offer };
    return { ownerId, accountId, chatId, topicId: undefined, serverId: what, change: 'open' as const, alert };
  });
  expect(await store.watches.endRound(id, dueAt, { account: {}, alerts, dueAt: now + 3_600_000 }, now)).toBe(true);
  await app.startBot();
  const open = () => store.alerts.openIn(chatId);
  await expect
    .poll(async () => (await open()).filter(({ messageId }) => messageId !== undefined))
    .toHaveLength(all.length);
  const called = (await open()).filter(({ call }) => call).map(({ what }) => what);
  expect(called.toSorted()).toEqual(['down', 'unstable']);
  await store.close();
});
