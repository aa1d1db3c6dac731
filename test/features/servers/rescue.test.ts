import { expect, test } from 'vitest';
import { bare } from '../../support/person.ts';
import { asked } from '../support.ts';
import { enterCare, go, SERVER, server } from './support.ts';

test.concurrent('/rescue attaches, follows it, and offers the console and the way out', async () => {
  await using app = await enterCare();
  const { english } = app;
  await english.say('/rescue 10.0.0.0');
  expect(english.screen()).toMatch(
    /^🛟 Rescue for 10\.0\.0\.0\n[\s\S]*both restart the server\.\n\[finnix\] \[systemrescue\]\n/,
  );
  await english.press('systemrescue');
  expect(english.screen()).toMatch(
    /^❓ Attach the rescue disk systemrescue to 10\.0\.0\.0\?\nStatus: 🟢 on\n\n⚠️ The server restarts at once/,
  );
  await english.press('Yes');
  await english.sees(
    /^✅ Rescue disk .* attached to .*\nThe server runs from the rescue disk.*\n\[🖥 Console\]\n\[⏏️ Eject the rescue disk\]\n\[🖥 Open server\]$/,
  );
  expect(asked(app, 'server.rescue')).toEqual([`server.rescue {"id":"${SERVER}","name":"systemrescue"}`]);
  await english.press('Open server');
  expect(english.screen()).toMatch(
    /\n🛟 A rescue disk is attached\n[\s\S]*\n\[⏏️ Eject the rescue disk\]\n\[🔁 Restart\]/,
  );
  await english.press('Eject');
  expect(english.screen()).toMatch(/^❓ Eject the rescue disk from 10\.0\.0\.0\?\nStatus: 🟢 on/);
  await english.press('Yes');
  await english.sees(/^✅ Rescue disk ejected from 10\.0\.0\.0 \(\d+ s\)\nThe server runs from its own disk again\./);
  expect(asked(app, 'server.eject')).toEqual([`server.eject {"id":"${SERVER}"}`]);
});

test.concurrent('the same in Persian by the card, seen to go and come back', async () => {
  await using app = await enterCare();
  const { persian } = app;
  const seen: string[] = [];
  app.world.onChange(() => seen.push(persian.screen()));
  await go(persian, 'بیشتر', 'ریسکیو', 'finnix', 'بله');
  await persian.sees(/^✅ دیسک ریسکیو finnix به 10\.0\.0\.0 متصل شد[\s\S]*\[🖥 کنسول\]\n\[⏏️ جدا کردن دیسک ریسکیو\]/);
  expect(seen.some((screen) => /^⏳ .*پذیرفته شد.*\n.*⚪️ «rebooting»/.test(screen))).toBe(true);
  await persian.press('جدا کردن');
  await persian.press('بله');
  await persian.sees(/^✅ دیسک ریسکیو از 10\.0\.0\.0 جدا شد/);
});

test.concurrent('a state that exists already is pointed out, and the chooser offers only what makes sense', async () => {
  await using app = await enterCare();
  const { english, persian } = app;
  await english.say('/rescue 10.0.0.0');
  server(app).rescueDisk = true;
  await english.press('finnix');
  expect(english.screen()).toMatch(/ℹ️ A rescue disk is already attached: the provider may refuse\./);
  await english.press('Yes');
  await english.sees(/^❌ Attaching the rescue disk finnix[\s\S]*The provider says:/);
  await persian.say('/rescue 10.0.0.0');
  expect(persian.screen()).toMatch(
    /^🛟 دیسک ریسکیو برای 10\.0\.0\.0\n\nدیسک ریسکیو متصل است[^[]*\[⏏️ جدا کردن دیسک ریسکیو\]\n\[🖥 مدیریت سرور\]$/,
  );
  server(app).rescueDisk = false;
  await persian.press('جدا کردن');
  expect(persian.screen()).toMatch(/ℹ️ دیسک ریسکیو متصل نیست؛ شاید درخواست پذیرفته نشود/);
});

test.concurrent('a record that does not tell leaves both ways open, and proves nothing', async () => {
  await using app = await enterCare();
  const { english, provider } = app;
  provider.fault({ operation: 'server.status', kind: 'errorOn200', body: { ip: '10.0.0.0' } });
  await english.say('/rescue 10.0.0.0');
  expect(english.screen()).toMatch(/\[⏏️ Eject the rescue disk\]\n\[finnix\] \[systemrescue\]/);
  await english.press('finnix');
  expect(english.screen()).toContain('The provider sent no status.');
  await english.press('Yes');
  await english.sees(/^⏳ Attaching .* accepted/);
  provider.clearFaults();
  // The flag reads true and the status on: without the record before, only going and coming back would tell.
  server(app).status = 'on';
  delete server(app).pending;
  await english.sees(/Status: 🟢 on/);
  app.later(91_000);
  await english.sees(/^🟡 Attaching the rescue disk finnix to 10\.0\.0\.0: accepted, but not confirmed/);
  expect(english.screen()).toMatch(/\[🔎 Check again\]\n\[🖥 Open server\]$/);
});

test.concurrent('in a group everybody sees who asked, and only they confirm', async () => {
  await using app = await enterCare({ telegram: { older: true } });
  const { group } = app.world;
  const [english, persian] = [app.english.in(group.id), app.persian.in(group.id)];
  await english.say('/rescue 10.0.0.0');
  await english.press('finnix');
  expect(english.screen()).toContain(`Requested by ${app.english.user.first_name}`);
  expect(await persian.press('Yes')).toMatchObject({ show_alert: true });
  expect(asked(app, 'server.rescue')).toEqual([]);
  await english.press('Yes');
  await english.sees(/^✅ Rescue disk[\s\S]*Requested by/);
});

test.concurrent.each([
  ['the same token', undefined],
  ['the same person elsewhere', 'english'],
] as const)('two operations on one server (%s): the second hears whose is running', async (_, same) => {
  await using app = await enterCare({ timings: { rebootMs: 60_000 } });
  const { english, persian } = app;
  await english.say('/rescue 10.0.0.0');
  await english.press('finnix');
  const other = same ? english.in(app.world.group.id) : persian;
  await other.say('/off 10.0.0.0');
  await english.press('Yes');
  await english.sees(/^⏳/);
  const words = same
    ? /^⏳ Attaching a rescue disk to 10\.0\.0\.0 is still running\. You asked for it at .* UTC\. Nothing was sent\.$/
    : /^⏳ اتصال دیسک ریسکیو به 10\.0\.0\.0 هنوز در جریان است\. .* درخواستش را داده است\. چیزی فرستاده نشد\.$/;
  const { text = '', show_alert } = await other.press(same ? 'Yes, power off' : 'بله');
  expect(bare(text)).toMatch(words);
  expect(bare(text).includes(app.english.user.first_name)).toBe(same === undefined);
  expect(show_alert).toBe(true);
  expect(asked(app, 'server.action')).toEqual([]);
});
