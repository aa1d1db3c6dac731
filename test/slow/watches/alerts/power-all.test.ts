import { expect, test } from 'vitest';
import { asked, connect, enter, TOKEN } from '../../../features/support.ts';
import { enterEnglishTeam } from '../../../features/teams/support.ts';
import { rounds } from '../support.ts';

type App = Awaited<ReturnType<typeof enter>>;

function place(count: number) {
  return { accounts: [{ token: TOKEN, servers: Array.from({ length: count }, () => ({ geo: 'qom' })) }] };
}

function setAll({ provider }: App, status: string, from = 0, to?: number): void {
  const account = provider.account(TOKEN);
  for (const { id } of account.servers.slice(from, to)) account.setStatus(id, status);
}

/** All servers of the place go off while this person watches them. */
async function goOff(app: App, watch: () => Promise<unknown>): Promise<void> {
  await watch();
  await rounds(app, 1);
  await app.stopBot();
  setAll(app, 'off');
  await rounds(app, 3);
}

const sent = (app: App) => asked(app, 'server.action').toSorted();

test('one confirm powers on all servers of an alert that are off, each by a request of its own', async () => {
  await using app = await enter(place(4));
  const { english } = app;
  await connect(english);
  await goOff(app, () => english.say('/watch'));
  await english.shows(/4 servers in qom are no longer on/);
  setAll(app, 'on', 0, 1);
  await english.press('▶️ Power on all');
  await english.sees(
    /^▶️ Power on 3 servers\?\n\n▫️ 10\.0\.0\.1 · .*off\n▫️ 10\.0\.0\.2 · .*off\n▫️ 10\.0\.0\.3 · .*off\n\nThe servers start/,
  );
  expect(sent(app)).toEqual([]);
  await english.press('Yes, power on 3 servers');
  await english.sees(/^✅ All 3 servers are on\n/);
  expect(sent(app)).toEqual(['2', '3', '4'].map((each) => `server.action {"id":"srv-1000${each}","action":"on"}`));
  await english.press('▶️ Power on all');
  expect(sent(app)).toHaveLength(3);
});

test('the outcome counts those that are on and names what failed', async () => {
  await using app = await enter(place(3));
  const { persian } = app;
  await connect(persian);
  await goOff(app, () => persian.say('/watch'));
  await persian.shows(/۳ سرور در qom/);
  await persian.press('▶️ روشن کردن همه');
  await persian.sees(/^▶️ ۳ سرور روشن شوند؟/);
  app.provider.fault({
    operation: 'server.action',
    kind: 'status',
    status: 403,
    body: { message: 'Not today' },
    times: 1,
  });
  await persian.press('بله، ۳ سرور روشن شوند');
  await persian.sees(
    /^⚠️ ۲ از ۳ سرور روشن است\nروشن نشد \(۱\): 10\.0\.0\.\d\n\n[\s\S]*❌ 10\.0\.0\.\d · روشن نشد\n.*Not today/,
  );
  expect(sent(app)).toHaveLength(3);
});

test('four requests of one tap are on their way at most, and a second tap sends none twice', async () => {
  await using app = await enter(place(6));
  const { english } = app;
  await connect(english);
  await goOff(app, () => english.say('/watch'));
  await english.shows(/6 servers in qom/);
  await english.press('▶️ Power on all');
  await english.sees(/^▶️ Power on 6 servers\?/);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  app.provider.fault({ operation: 'server.action', kind: 'delay', until: held, times: 4 });
  const taps = [1, 2].map(() => english.press('Yes, power on 6 servers'));
  await expect.poll(() => sent(app).length).toBe(4);
  expect(sent(app)).toHaveLength(4);
  letGo();
  await Promise.all(taps);
  await english.sees(/^✅ All 6 servers are on\n/);
  expect(new Set(sent(app)).size).toBe(6);
  expect(sent(app)).toHaveLength(6);
});

test('in a group who may power servers on has the confirm alone, and a viewer gets no button in private', async () => {
  await using app = await enterEnglishTeam(place(3));
  const { operator, viewer } = app.inGroup;
  await app.people.viewer.say('/watch');
  await goOff(app, () => operator.say('/watch'));
  await app.people.viewer.shows(/qom/);
  expect(app.people.viewer.screens().join()).not.toMatch(/Power on all|روشن کردن همه/);
  await viewer.shows(/3 servers in qom/);
  await viewer.press('▶️ Power on all');
  expect(sent(app)).toEqual([]);
  await operator.press('▶️ Power on all');
  await operator.shows(/Power on 3 servers\?/);
  await operator.press('Yes, power on 3 servers');
  await operator.shows(/^✅ All 3 servers are on\n[\s\S]*Olga/);
  expect(sent(app)).toHaveLength(3);
});
