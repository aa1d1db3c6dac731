import { expect, test } from 'vitest';
import { ENDLESS_MS, hasten } from '../../../support/hasten.ts';
import { asked, TOKEN } from '../../support.ts';
import { enterEnglishTeam, enterTeam } from '../support.ts';

const PROTECTED = '10.0.0.0';

test.concurrent('a reinstall that was confirmed by typing waits, and its password reaches only who asked', async () => {
  await using app = await enterEnglishTeam();
  const { admin } = app.people;
  const { admin2 } = app.inGroup;
  await admin.say(`/server ${PROTECTED}`);
  await admin.press('More');
  await admin.press('Reinstall');
  await admin.press('Debian 13');
  await admin.press(/Continue without/);
  await admin.say(PROTECTED);
  await admin2.sees(/Ada⁩? asks for approval[\s\S]*Debian 13[\s\S]*erased/u);
  await admin.sees(/Waiting for approval/);
  await app.settled();
  const shown = app.world.calls.map(({ params }) => JSON.stringify(params));
  expect(shown.filter((each) => each.includes('it is too late to confirm'))).toEqual([]);
  expect(asked(app, 'server.os')).toEqual([]);
  await admin2.press(/Approve/);
  await admin.shows(/✅ ⁨?10\.0\.0\.0⁩? reinstalled/u);
  expect(asked(app, 'server.os')).toHaveLength(1);
  const password = app.provider.account(TOKEN).servers.find(({ ip }) => ip === PROTECTED)?.password ?? '';
  expect(password).not.toBe('');
  await app.world.until(() => JSON.stringify(admin.messages()).includes(password));
  expect(JSON.stringify(admin2.messages())).not.toContain(password);
});

test.concurrent('a rescue disk for a protected server, asked for in Persian', async () => {
  await using app = await enterTeam();
  const { admin2 } = app.people;
  const { owner } = app.inGroup;
  await admin2.say(`/rescue ${PROTECTED}`);
  await admin2.press('systemrescue');
  await admin2.press('بله');
  await owner.sees(/Arash⁩? تا ساعت .* منتظر تأیید است/u);
  expect(asked(app, 'server.rescue')).toEqual([]);
  await owner.press(/✅ تأیید/);
  await admin2.shows(/تأییدکننده: ⁨?Omid/);
  expect(asked(app, 'server.rescue')).toHaveLength(1);
});

test.concurrent('a restart of a server that restarts only with approval, by an operator who is not on call', async () => {
  await using app = await enterEnglishTeam();
  await app.change((team) => {
    for (const each of team.protected) each.level = 'restarts';
  });
  const { operator, admin } = app.inGroup;
  await operator.say(`/reboot ${PROTECTED}`);
  expect(operator.screen()).toMatch(/You are not on call/);
  await operator.press(/restart/);
  await admin.sees(/Olga⁩? asks for approval[\s\S]*not on call/u);
  expect(asked(app, 'server.action')).toEqual([]);
  await admin.press(/Approve/);
  await admin.sees(/restarted[\s\S]*Approved by ⁨?Ada/);
  expect(asked(app, 'server.action')).toHaveLength(1);
});

test.concurrent('a request under way on the same server: the approver is told, and can approve it later', async () => {
  await using app = await enterEnglishTeam({ timings: { rebootMs: ENDLESS_MS } });
  const { operator, admin, owner } = app.inGroup;
  await operator.say(`/off ${PROTECTED}`);
  await operator.press(/power off/);
  await admin.sees(/asks for approval/);
  await owner.say(`/reboot ${PROTECTED}`);
  await owner.press(/ری‌استارت|بله/);
  await admin.shows(/ری‌استارت/);
  const { text } = await admin.press(/Approve/);
  expect(text).toMatch(/Nothing was sent/i);
  expect(asked(app, 'server.action')).toHaveLength(1);
  hasten(app);
  await admin.shows(/ری‌استارت شد/);
  await admin.press(/Approve/);
  await admin.shows(/Approved by ⁨?Ada/);
  expect(asked(app, 'server.action')).toHaveLength(2);
});
