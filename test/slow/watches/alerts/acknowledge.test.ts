import { expect, test } from 'vitest';
import type { Alert } from '../../../../src/store/jobs/alerts.ts';
import { asked, connect, enterConnected, OTHER_TOKEN } from '../../../features/support.ts';
import { auditOf, enterEnglishTeam, PEOPLE, type TeamApp } from '../../../features/teams/support.ts';
import { openStoreOf, type TestApp, TOKEN } from '../../../support/app.ts';
import { later, rounds, watchUntilOff, withRota } from '../support.ts';

const IS_OFF = /is no longer on\n/;
/** Servers of one place would share an alert. */
const HOST = { accounts: [{ token: TOKEN, servers: Array.from({ length: 6 }, (_, at) => ({ geo: `place-${at}` })) }] };

/** All six servers of the host go off while the group watches them. */
async function hostGoesOff(app: TeamApp): Promise<void> {
  await app.change((team) => {
    team.rota = { people: [PEOPLE.operator.id, PEOPLE.admin.id], time: '00:00', zone: 'UTC', since: 0 };
  });
  await app.inGroup.admin.say('/watch');
  await rounds(app, 1);
  const account = app.provider.account(TOKEN);
  for (const { id } of account.servers) account.setStatus(id, 'off');
  await rounds(app, 3);
  await app.world.until(() => app.inGroup.viewer.screens().filter((text) => IS_OFF.test(text)).length === 6);
}

async function openAlerts(app: TeamApp): Promise<Alert[]> {
  const store = await openStoreOf(app);
  const open = await store.alerts.openIn(app.world.group.id);
  await store.close();
  return open;
}

const toasts = ({ world }: TestApp) =>
  world.calls.filter(({ method }) => method === 'answerCallbackQuery').map(({ params }) => `${params.text ?? ''}`);

test('a host takes many servers with it: one tap on an alert looks after all, and no person is called for them', async () => {
  await using app = await enterEnglishTeam(HOST);
  const { operator, viewer } = app.inGroup;
  await hostGoesOff(app);
  await operator.press(/I’m on it: all 6/);
  await app.world.until(() => viewer.screens().filter((text) => /Olga is on it/.test(text)).length === 6);
  expect((await openAlerts(app)).map(({ state, acknowledged }) => [state, acknowledged?.by.id])).toEqual(
    Array.from({ length: 6 }, () => ['acknowledged', PEOPLE.operator.id]),
  );
  const noted = (await auditOf(app)).filter(({ event }) => event === 'alertAcknowledged');
  expect(noted.map(({ count, actor }) => [count, actor?.id])).toEqual([[6, PEOPLE.operator.id]]);
  await later(app, 6 * 60_000);
  await later(app, 11 * 60_000);
  expect(viewer.screens().join()).not.toMatch(/Next on call|Team admins:/);
});

test('the list of alerts looks after all, and is shown anew', async () => {
  await using app = await enterEnglishTeam(HOST);
  const { admin } = app.inGroup;
  await hostGoesOff(app);
  await admin.say('/alerts');
  await admin.press(/I’m on it: all 6/);
  await admin.sees(/Current problems[\s\S]*👀[\s\S]*👀/);
  expect(admin.screen()).not.toMatch(/I’m on it: all/);
  expect((await openAlerts(app)).filter(({ state }) => state === 'open')).toEqual([]);
});

test('a person who looks after an alert by mistake hands it back: it is open again, and the calls go on', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin, viewer } = app.inGroup;
  await withRota(app);
  await watchUntilOff(app, admin);
  await viewer.shows(/On call: Olga/);
  await operator.press(/I’m on it/);
  await viewer.shows(/Olga is on it/);
  await admin.press(/Release/);
  await app.settled();
  expect((await openAlerts(app)).map(({ acknowledged }) => acknowledged?.by.id)).toEqual([PEOPLE.operator.id]);
  await operator.press(/Release/);
  await viewer.shows(/On call: Olga[\s\S]*I’m on it/);
  await later(app, 6 * 60_000);
  await viewer.shows(/Not acknowledged for 5 minutes. Next on call: Ada/);
  expect((await auditOf(app)).map(({ event }) => event)).toContain('alertHandedBack');
});

test('a person who mutes an alert in private and hands it back there leaves the one of the group open, and its calls go on', async () => {
  await using app = await enterEnglishTeam();
  const { inGroup, people } = app;
  await withRota(app);
  await people.operator.say('/watch');
  await watchUntilOff(app, inGroup.admin);
  await inGroup.viewer.shows(/On call: Olga/);
  await people.operator.shows(IS_OFF);
  await people.operator.press(/I’m on it/);
  await people.operator.shows(/Olga is on it/);
  await people.operator.press(/Mute 4 h/);
  await people.operator.shows(/Muted until/);
  await people.operator.press(/Release/);
  await inGroup.viewer.shows(/On call: Olga[\s\S]*I’m on it/);
  expect((await openAlerts(app)).map(({ state, acknowledged }) => [state, acknowledged])).toEqual([
    ['open', undefined],
  ]);
  expect(toasts(app).at(-1)).toMatch(/The team is being notified again/);
  await later(app, 6 * 60_000);
  await inGroup.viewer.shows(/Next on call: Ada/);
  expect(people.operator.screens().filter((text) => /Muted until/.test(text))).toHaveLength(1);
});

test('a person who acknowledged all in private takes over from no member in the group, and alerts that wait there make no sound', async () => {
  await using app = await enterEnglishTeam(HOST);
  const { people } = app;
  await people.admin.say('/watch');
  await hostGoesOff(app);
  await app.world.until(() => people.admin.screens().filter((text) => IS_OFF.test(text)).length === 6);
  const by = { id: PEOPLE.operator.id, name: 'Olga' };
  const notSent: object = { messageId: undefined, shownRevision: 0 };
  const store = await openStoreOf(app);
  const [taken, unsent] = await store.alerts.openIn(app.world.group.id);
  await app.stopBot();
  const until = Date.now() + 7_200_000;
  await store.alerts.change(taken?.id ?? '', Date.now(), () => ({ acknowledged: { by, at: Date.now(), until } }));
  await store.alerts.shown(unsent?.id ?? '', unsent?.dueAt ?? null, () => Object.assign({}, notSent), null);
  await app.startBot();
  await people.admin.press(/I’m on it: all 6/);
  await app.settled();
  const after = await store.alerts.openIn(app.world.group.id);
  await store.close();
  const holders = new Map(after.map(({ id, acknowledged }) => [id, acknowledged?.by.id]));
  expect(holders.get(taken?.id ?? '')).toBe(PEOPLE.operator.id);
  expect([...holders.values()].filter((id) => id === PEOPLE.admin.id)).toHaveLength(5);
  expect(after.find(({ id }) => id === unsent?.id)?.toNotify).toBe(0);
});

test('an alert that is handed back after the last call calls the rota anew', async () => {
  await using app = await enterEnglishTeam();
  const { operator, admin, viewer } = app.inGroup;
  await withRota(app);
  await watchUntilOff(app, admin);
  const calls = (words: RegExp) =>
    app.world.calls.filter(({ method, params, ok }) => ok && method === 'sendMessage' && words.test(`${params.text}`));
  const callsMade = (words: RegExp, count: number) => app.world.until(() => calls(words).length === count);
  await callsMade(/On call: /, 1);
  await later(app, 6 * 60_000);
  await callsMade(/Next on call: /, 1);
  for (let time = 1; time <= 2; time++) {
    await later(app, 11 * 60_000);
    await callsMade(/Team admins: /, time);
  }
  await operator.press(/I’m on it/);
  await viewer.shows(/Olga is on it/);
  await operator.press(/Release/);
  await callsMade(/On call: /, 2);
  await viewer.shows(/On call: Olga[\s\S]*I’m on it/);
  expect(toasts(app).at(-1)).toMatch(/The team is being notified again/);
});

test('of two who look after all at the same time one is told who does, and so is the list, until the servers are on', async () => {
  await using app = await enterEnglishTeam(HOST);
  const { operator, admin } = app.inGroup;
  await hostGoesOff(app);
  for (const person of [operator, admin]) await person.say('/alerts');
  const [alert] = await openAlerts(app);
  const { accountId } = await app.team();
  const data = ['ak', accountId, alert?.id, 'a'].join('|');
  // Neither tap waits for the other one: both are on a message that shows no person yet.
  for (const { user } of [operator, admin])
    app.world.pressRaw(user.id, app.world.group.id, alert?.messageId ?? 0, data);
  await app.settled();
  const holders = new Set((await openAlerts(app)).map(({ acknowledged }) => acknowledged?.by.id));
  expect(holders.size).toBe(1);
  const [winner, loser] = holders.has(operator.user.id) ? [operator, admin] : [admin, operator];
  const already = new RegExp(`${winner.user.first_name}.? is already on it`);
  expect(toasts(app).slice(-2)).toContainEqual(expect.stringMatching(/You are on it for all 6/));
  expect(toasts(app).slice(-2)).toContainEqual(expect.stringMatching(already));
  await loser.press(/I’m on it: all 6/);
  expect(toasts(app).at(-1)).toMatch(already);
  await loser.sees(/Current problems[\s\S]*👀/);
  expect(loser.screen()).not.toMatch(/I’m on it: all/);
  for (const { id } of app.provider.account(TOKEN).servers) app.provider.account(TOKEN).setStatus(id, 'on');
  await rounds(app, 3);
  expect(await openAlerts(app)).toEqual([]);
  await winner.press(/I’m on it: all 6/);
  expect(toasts(app).at(-1)).toMatch(/already ended/);
  await winner.sees(/No current problems/);
});

test('very many alerts are acknowledged in batches, each with one entry of the log', async () => {
  await using app = await enterEnglishTeam({
    ...{ accounts: [{ token: TOKEN, servers: 60 }], telegram: { rateLimits: false } },
  });
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
  const alerts = app.provider.account(TOKEN).servers.map((server) => {
    const alert = { locale: 'en', what: 'down', team, server: { id: server.id, name: server.id }, since: now } as const;
    return { ownerId, accountId, chatId, topicId: undefined, serverId: server.id, change: 'open' as const, alert };
  });
  expect(await store.watches.endRound(id, dueAt, { account: {}, alerts, dueAt: now + 3_600_000 }, now)).toBe(true);
  await app.startBot();
  const { operator } = app.inGroup;
  await operator.say('/alerts');
  await operator.press(/I’m on it: all 60/);
  expect(toasts(app).at(-1)).toMatch(/You are on it for all 60/);
  expect((await store.alerts.openIn(chatId)).filter(({ acknowledged }) => acknowledged)).toHaveLength(60);
  const noted = (await auditOf(app)).filter(({ event }) => event === 'alertAcknowledged');
  expect(noted.map(({ count }) => count)).toEqual([50, 10]);
  await store.close();
  await app.people.admin.say('/audit');
  expect(app.people.admin.screen()).toMatch(/acknowledged .?50.? alerts/);
});

test('in private the keys of alerts are those of each alert’s account, whichever account the person works with', async () => {
  await using app = await enterEnglishTeam();
  const { operator } = app.people;
  await connect(operator, OTHER_TOKEN);
  await app.change((team) => {
    for (const member of team.members) if (member.userId === PEOPLE.operator.id) member.role = 'viewer';
  });
  await operator.say('/watch');
  await rounds(app, 1);
  const own = app.provider.account(OTHER_TOKEN);
  for (const { id } of own.servers) own.setStatus(id, 'off');
  await rounds(app, 3);
  await operator.shows(IS_OFF);
  await operator.say('/accounts');
  await operator.press('Shift');
  await operator.press('Use this account');
  await operator.say('/alerts');
  await operator.sees(/Current problems[\s\S]*Power on/);
});

test('in private who looks after an alert hands it back, and takes over from no one', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.press(/I’m on it/);
  await english.shows(/is on it until[\s\S]*Release/);
  expect(english.screens().join()).not.toMatch(/Take over/);
  await english.press(/Release/);
  await english.shows(/is no longer on[\s\S]*I’m on it/);
  expect(toasts(app).at(-1)).toBe('↩️ Released. The alert is open again.');
});

test('from /alerts a server is powered on in two taps', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await watchUntilOff(app, english);
  await english.say('/alerts');
  expect(english.screen()).toMatch(/Current problems[\s\S]*\[🖥 10\.0\.0\.0\] \[▶️ Power on\]/u);
  app.provider.forget();
  await english.press(/Power on/);
  await english.press(/Yes, power on/);
  await english.sees(/✅.* is on/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});
