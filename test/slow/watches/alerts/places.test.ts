import { expect, test } from 'vitest';
import { connect, enter, TOKEN } from '../../../features/support.ts';
import { auditOf, enterEnglishTeam, PEOPLE } from '../../../features/teams/support.ts';
import { allTold, rounds } from '../support.ts';

const PLACE = {
  accounts: [{ token: TOKEN, servers: [{ geo: 'qom' }, { geo: 'qom' }, { geo: 'qom' }, { geo: 'yazd' }] }],
};
const OFF = /servers in qom are no longer on/;

type App = Awaited<ReturnType<typeof enter>>;

function setAll({ provider }: App, status: string, from = 0, to = 4): void {
  const account = provider.account(TOKEN);
  for (const { id } of account.servers.slice(from, to)) account.setStatus(id, status);
}

/** The texts sent to a chat that made a sound, as far as they tell of power. */
const loud = ({ world }: App, chat: number) =>
  world.calls
    .filter(({ method, ok, params }) => ok && method === 'sendMessage' && params.chat_id === chat)
    .filter(({ params }) => !params.disable_notification)
    .map(({ params }) => `${params.text}`.replace(/<[^>]*>/g, '').split('\n')[0])
    .filter((line = '') => /no longer on|on again|روشن/.test(line));

test('servers of one place that go off together are one message, taken by one tap, and end together', async () => {
  await using app = await enterEnglishTeam(PLACE);
  const { operator, admin, viewer } = app.inGroup;
  await admin.say('/watch');
  await rounds(app, 1);
  await app.stopBot();
  setAll(app, 'off');
  await rounds(app, 3);
  await viewer.shows(OFF);
  await allTold(app);
  const { chat } = viewer;
  expect(loud(app, chat).toSorted()).toEqual(
    [
      expect.stringMatching(/^🔴 3 servers in .*qom.* are no longer on/),
      expect.stringMatching(/10\.0\.0\.3.* is no longer on/),
    ].toSorted(),
  );
  await viewer.shows(/3 servers in qom[\s\S]*10\.0\.0\.0[\s\S]*10\.0\.0\.1[\s\S]*10\.0\.0\.2/);
  await operator.press('👀 I’m on it');
  await app.settled();
  const noted = (await auditOf(app)).filter(({ event }) => event === 'alertAcknowledged');
  expect(noted.map(({ count, actor }) => [count, actor?.id])).toContainEqual([3, PEOPLE.operator.id]);
  setAll(app, 'on', 0, 1);
  await rounds(app, 3);
  await viewer.shows(/2 of 3 servers in qom[\s\S]*Olga is on it/);
  const before = loud(app, chat).length;
  setAll(app, 'on', 1, 3);
  await rounds(app, 3);
  await viewer.shows(/All servers in qom that went off are on again\n/);
  await allTold(app);
  const rest = loud(app, chat).slice(before);
  expect(rest.filter((line) => line?.includes('qom'))).toEqual([
    expect.stringMatching(/^✅ All servers in .*qom.* are on again/),
  ]);
});

test('servers that follow within two minutes join in new messages with all, and the earlier ones become lines', async () => {
  await using app = await enter(PLACE);
  const { english } = app;
  await connect(english);
  await english.say('/watch');
  await rounds(app, 1);
  setAll(app, 'off', 0, 1);
  await rounds(app, 1);
  setAll(app, 'off', 1, 2);
  await rounds(app, 1);
  setAll(app, 'off', 2, 3);
  await rounds(app, 1);
  await english.shows(/10\.0\.0\.0 is no longer on\n/);
  await rounds(app, 1);
  await english.shows(/🔴 2 servers in qom are no longer on/);
  await english.shows(/2 servers in qom · since .* – see the newer message/);
  await rounds(app, 1);
  await english.shows(/3 servers in qom are no longer on/);
  await rounds(app, 1);
  expect(loud(app, english.chat)).toHaveLength(3);
  expect(english.screens().some((text) => /is no longer on\n/.test(text))).toBe(false);
});

test('a server that follows one that a person looks after joins it aloud, and is that person’s too', async () => {
  await using app = await enterEnglishTeam(PLACE);
  const { admin, operator } = app.inGroup;
  await admin.say('/watch');
  await rounds(app, 1);
  await app.stopBot();
  setAll(app, 'off', 0, 1);
  await rounds(app, 2);
  setAll(app, 'off', 1, 2);
  await rounds(app, 1);
  await allTold(app);
  await operator.press('👀 I’m on it');
  await rounds(app, 2);
  await allTold(app);
  await admin.shows(/^🔴 2 servers in qom are no longer on[\s\S]*10\.0\.0\.0[\s\S]*10\.0\.0\.1[\s\S]*Olga is on it/);
  expect(loud(app, admin.chat)).toHaveLength(2);
  await operator.press('Release');
  await app.settled();
  await admin.say('/alerts');
  await admin.shows(/^🚨[\s\S]*10\.0\.0\.1/);
  expect(admin.screen()).not.toContain('👀');
});

test('a server that goes off and comes back again and again is told aloud once as such', async () => {
  await using app = await enter(PLACE);
  const { english } = app;
  await connect(english);
  await english.say('/watch');
  await rounds(app, 1);
  for (const status of ['off', 'on', 'off', 'on', 'off', 'on']) {
    setAll(app, status, 3, 4);
    await rounds(app, 4);
    await allTold(app);
  }
  await english.shows(/^🟠 Going off and on again and again: 10\.0\.0\.3$/);
  expect(loud(app, english.chat).map((line) => line?.slice(0, 2).trim())).toEqual(['🔴', '✅', '🔴', '🟠']);
});

test('most of a place that are on again are told once, with what is still not on', async () => {
  await using app = await enterEnglishTeam(PLACE);
  const { admin, operator } = app.inGroup;
  await admin.say('/watch');
  await rounds(app, 1);
  await app.stopBot();
  setAll(app, 'off', 0, 3);
  await rounds(app, 3);
  await allTold(app);
  await operator.press('👀 I’m on it');
  const before = loud(app, admin.chat).length;
  setAll(app, 'on', 0, 1);
  await rounds(app, 8);
  expect(loud(app, admin.chat).slice(before)).toEqual([]);
  setAll(app, 'on', 1, 2);
  await rounds(app, 4);
  await allTold(app);
  expect(loud(app, admin.chat).slice(before)).toEqual([]);
  await rounds(app, 3);
  await admin.shows(/^✅ 2 of 3 servers in qom are on again\.\n🔴 Still not on: 10\.0\.0\.2/);
  await rounds(app, 7);
  setAll(app, 'on', 2, 3);
  await rounds(app, 3);
  await allTold(app);
  expect(loud(app, admin.chat).slice(before)).toEqual([
    expect.stringMatching(/^✅ 2 of 3 servers in .*qom/),
    expect.stringMatching(/^✅ All servers in .*qom.* are on again/),
  ]);
});

test('in Persian a place is told by its name and numbers, and a server that follows later is told alone', async () => {
  await using app = await enter(PLACE);
  const { persian } = app;
  await connect(persian);
  await persian.say('/watch');
  await rounds(app, 1);
  setAll(app, 'off', 0, 2);
  await rounds(app, 4);
  await persian.shows(/۲ سرور در qom روشن نیستند/);
  setAll(app, 'off', 2, 3);
  await rounds(app, 3);
  await persian.shows(/10\.0\.0\.2 روشن نیست\n/);
  setAll(app, 'on');
  await rounds(app, 3);
  await persian.shows(/همهٔ سرورهایی که در qom خاموش شده بودند دوباره روشن‌اند\n۲ سرور/);
});

test('"all" counts the servers of a place one by one', async () => {
  const servers = ['qom', 'qom', 'qom', 'yazd', 'tabriz'].map((geo) => ({ geo }));
  await using app = await enter({ accounts: [{ token: TOKEN, servers }] });
  const { english } = app;
  await connect(english);
  await english.say('/watch');
  await rounds(app, 1);
  await app.stopBot();
  setAll(app, 'off', 0, 5);
  await rounds(app, 3);
  await english.shows(/3 servers in qom/);
  await allTold(app);
  await english.say('/alerts');
  await english.press('👀 I’m on it: all 5');
  await english.shows(/^🚨[\s\S]*(👀 Alex[\s\S]*){5}/);
});
