import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../src/telegram/i18n/index.ts';
import type { Person } from '../../support/person.ts';
import { testTexts } from '../../support/texts.ts';
import { asked, connect, enter, enterBothConnected, enterConnected, TOKEN } from '../support.ts';

/** Gives the server with this IP a name. */
async function nameServer(person: Person, ip: string, name: string): Promise<void> {
  await person.say(`/server ${ip}`);
  await person.press(/More|بیشتر/);
  await person.press(/Set a name|نام‌گذاری/);
  await person.say(name);
}

/** Both people call one server web1. */
async function enterWithWeb1() {
  const app = await enterBothConnected();
  for (const person of [app.english, app.persian]) await nameServer(person, '10.0.0.1', 'web1');
  app.provider.forget();
  return app;
}

test.concurrent('a name, an IP or its beginning opens the card', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await nameServer(english, '10.0.0.1', 'web1');
  await english.say('Web1!');
  expect(english.screen()).toMatch(/^🖥 web1\n/);
  await english.say('10.0.0.2');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.2\n/);
  await nameServer(persian, '10.0.0.2', 'وب‌سرور يک');
  await persian.say('وب سرور یک');
  expect(persian.screen()).toMatch(/^🖥 وب‌سرور يک\n/);
  await persian.say('۱۰.۰.۰.۱');
  expect(persian.screen()).toMatch(/^🖥 10\.0\.0\.1\n/);
  await english.say('10.0');
  expect(english.screen()).toMatch(/^Which server\?\n\[🟢 web1 .*\]\n\[🟢 10\.0\.0\.2 .*\]\n\[🟢 10\.0\.0\.0 .*\]/);
});

test.concurrent.for([
  ['english', 'web 1', /^🖥 web1\n/],
  ['english', 'WEB-1', /^🖥 web1\n/],
  ['english', 'restart web 1', /\[Yes, restart web1\]/],
  ['english', '/console web 1', /web1/],
  ['persian', 'وب ۱', /^🖥 web1\n/],
  ['persian', 'وب1', /^🖥 web1\n/],
  ['persian', 'وب ۱ رو ریستارت کن', /\[بله.*web1.*\]/],
  ['persian', 'وضعیت وب‌۱', /^🖥 web1\n/],
] as const)(
  'a name in several words, or in the letters of the other language, is understood (%s: %s)',
  async ([who, text, seen]) => {
    await using app = await enterWithWeb1();
    await app[who].say(text);
    expect(app[who].screen()).toMatch(seen);
  },
);

test.concurrent('where several names fit, the exact one counts, else the person chooses', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await nameServer(english, '10.0.0.0', 'web 1');
  await nameServer(english, '10.0.0.1', 'web-1');
  await english.say('web-1');
  expect(english.screen()).toMatch(/^🖥 web-1\n/);
  await english.say('web1');
  expect(english.screen()).toMatch(/^Which server\?\n\[🟢 web-1 .*\]\n\[🟢 web 1 .*\]/);
});

test.concurrent.for([
  ['english', '10.0.0.9', /No server with this name or IP.*10\.0\.0\.9/],
  ['persian', '۱۰٫۰٫۰٫۹', /آی‌پی ۱۰٫۰٫۰٫۹ در حساب فعلی شما نیست/],
  ['english', 'status', /^📊 Status of all/],
  ['persian', 'وضعیت', /^📊 وضعیت سرورها/],
  ['english', 'alerts', /Current problems/],
  ['persian', 'هشدارها', /مشکلات فعلی/],
  ['english', 'watch', /Monitoring/],
  ['persian', 'پایش', /🔔 پایش/],
  ['english', 'quiet hours', /Quiet hours/],
  ['persian', 'ساعت سکوت', /ساعت سکوت/],
  ['english', 'my team', /team/],
] as const)('words that stand alone are the command that they name (%s: %s)', async ([who, text, seen]) => {
  await using app = await enterBothConnected();
  await app[who].say(text);
  expect(app[who].screen()).toMatch(seen);
});

test.concurrent('a verb and a name in either order lead to the confirm, which alone restarts', async () => {
  await using app = await enterWithWeb1();
  const { english, persian } = app;
  for (const [person, text] of [
    [english, 'Restart web1, please'],
    [english, 'web1 restart'],
    [persian, 'web1 رو ری‌استارت کن'],
    [persian, 'ريستارت web1'],
  ] as const) {
    await person.say(text);
    expect(person.screen()).toMatch(/\[Yes, restart web1\]|\[بله.*web1.*\]/);
    expect(person.screen()).toMatch(/web1 \(10\.0\.0\.1\)/);
  }
  expect(asked(app, 'server.action')).toEqual([]);
  await persian.press('بله');
  await persian.sees(/ری‌استارت شد/);
  expect(asked(app, 'server.action')).toEqual(['server.action {"id":"srv-10002","action":"reboot"}']);
});

test.concurrent('the console opens by words, and the command without a name opens it where there is one server', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 1 }] });
  await connect(app.english);
  await connect(app.persian);
  await app.english.say('console 10.0.0.0');
  expect(app.english.screen()).toMatch(/\[Open|console/i);
  await app.persian.say('کنسول');
  await app.english.say('/console');
  expect(asked(app, 'server.vnc')).toHaveLength(3);
});

test.concurrent('a verb alone lets the person choose, and several names that fit do too', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await nameServer(english, '10.0.0.1', 'web1');
  await nameServer(english, '10.0.0.2', 'web2');
  for (const text of ['restart', 'restart web']) {
    await english.say(text);
    expect(english.screen()).toMatch(/^🔁 Restart which server\?\n\[🟢 web1 .*\]\n\[🟢 web2 .*\]/);
  }
  await english.press('web2');
  expect(english.screen()).toContain('[Yes, restart web2]');
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('an unknown name is told as the command tells it, and talk is not', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('restart nowhere');
  expect(english.screen()).toMatch(/No server .*nowhere/);
  app.provider.forget();
  await english.say('hello there, how are you doing?');
  expect(english.screen()).toContain('[❔ Help]');
  expect(asked(app)).toEqual([]);
});

test.concurrent('without an account it says so, and offers to go on with it afterwards', async () => {
  await using app = await enter();
  const { english, persian } = app;
  await english.say('restart 10.0.0.1');
  expect(english.screen()).toContain('No account is connected');
  await connect(english);
  await english.press('Continue: /reboot 10.0.0.1');
  expect(english.screen()).toContain('[Yes, restart 10.0.0.1]');
  await persian.say('10.0.0.1');
  expect(persian.screen()).toContain('حسابی از شما وصل نیست');
});

test.concurrent('a domain is checked as before, also where a verb stands beside it', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await nameServer(english, '10.0.0.1', 'example.com');
  app.provider.forget();
  await english.say('example.com');
  await english.sees(/example\.com/);
  expect(asked(app, 'domain')).not.toEqual([]);
  await english.say('on example.org');
  expect(english.screen()).toMatch(/\[.*Check.*\]/);
  await english.say('restart example.com');
  expect(english.screen()).toContain('[Yes, restart example.com]');
});

test.concurrent('an answer to an open question or form is nothing else', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await nameServer(english, '10.0.0.1', 'restart web2');
  expect(english.screen()).toMatch(/^🖥 restart web2\n/);
  await english.say('/buy');
  await english.press(/every value|frankfurt/);
  await english.say('restart 10.0.0.1');
  expect(english.screen()).not.toContain('[Yes, restart');
  await english.say('/cancel');
  await english.say('restart 10.0.0.1');
  expect(english.screen()).toContain('[Yes, restart');
});

test.concurrent('a word that comes late after a secret was asked for is deleted, though a name begins with it', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await nameServer(english, '10.0.0.1', 'production-db');
  await english.say('/connect');
  await english.press('Cancel');
  const late = await english.say('production');
  expect(english.messages().map(({ message_id }) => message_id)).not.toContain(late.message_id);
  await english.say('production-db');
  expect(english.screen()).toMatch(/^🖥 production-db\n/);
});

test.concurrent('where a verb and a name may change places the person chooses', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await nameServer(english, '10.0.0.1', 'console');
  await english.press('My answer: console');
  await nameServer(english, '10.0.0.2', 'restart');
  await english.press('My answer: restart');
  await english.say('restart console');
  expect(english.screen()).toBe('Which one do you mean?\n[/reboot console]\n[/console restart]');
  await english.press('/reboot console');
  expect(english.screen()).toContain('[Yes, restart console]');
  expect(english.screens().join()).not.toContain('Which one do you mean?');
});

test.concurrent('in a group only what answers or mentions the bot counts', async () => {
  await using app = await enterConnected();
  const { world } = app;
  const group = world.group.id;
  const english = app.english.in(group);
  world.botRights.can_delete_messages = true;
  await english.say('restart 10.0.0.1');
  expect(english.screens()).toEqual([]);
  await english.say('@host_test_bot restart 10.0.0.1');
  expect(english.screen()).toContain('[Yes, restart 10.0.0.1]');
  const shown = english.messages().at(-1)?.message_id ?? 0;
  world.say(english.user.id, group, '10.0.0.2', { replyTo: shown });
  await app.settled();
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.2\n/);
  const before = english.screens().length;
  world.say(english.user.id, group, 'thanks a lot', { replyTo: shown });
  await app.settled();
  expect(english.screens()).toHaveLength(before);
});

test.concurrent('an unknown command names the nearest, with a button that runs it', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/restart 10.0.0.1');
  expect(english.screen()).toBe('There is no /restart. Did you mean /reboot?\n[/reboot 10.0.0.1]\n[🏠 Home]');
  await english.press('/reboot 10.0.0.1');
  expect(english.screen()).toContain('[Yes, restart 10.0.0.1]');
  expect(english.screens().join()).not.toContain('Did you mean');
  await english.say('/start_server 10.0.0.1');
  await english.press('/on 10.0.0.1');
  expect(english.screen()).toContain('10.0.0.1');
  await persian.say('/stop 10.0.0.2');
  expect(persian.screen()).toMatch(/^دستور \/stop وجود ندارد\. منظورتان \/off بود؟\n\[\/off 10\.0\.0\.2\]/);
  await persian.say('/xyzzy');
  expect(persian.screen()).toContain('چنین دستوری وجود ندارد');
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('in a group an unknown command is answered only where it names the bot', async () => {
  await using app = await enterBothConnected({ telegram: { older: true } });
  const english = app.english.in(app.world.group.id);
  const persian = app.persian.in(app.world.group.id);
  await english.say('/restart 10.0.0.1');
  expect(english.screens()).toEqual([]);
  await english.say('/restart@host_test_bot 10.0.0.1');
  expect(english.screen()).toContain('[/reboot 10.0.0.1]');
  expect(await persian.press('/reboot')).toMatchObject({ show_alert: true });
  await english.press('/reboot 10.0.0.1');
  expect(english.screen()).toContain('[Yes, restart 10.0.0.1]');
  expect(await persian.press('Yes, restart')).toMatchObject({ show_alert: true });
  await english.press('Yes, restart');
  await english.sees(/restarted|restarted/i);
});

test.concurrent('no plain words change anything before a confirm', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await nameServer(english, '10.0.0.1', 'web1');
  await nameServer(english, '10.0.0.2', 'console');
  const texts = testTexts();
  const commands = ['reboot', 'on', 'off', 'rescue', 'snapshot', 'renew', 'upgrade', 'console', 'buy'] as const;
  const verbs = LOCALES.flatMap((locale) =>
    commands.flatMap((command) => texts.in(locale).plain(`words-${command}`).split(/[,،]/)),
  );
  const words = fc.constantFrom(...verbs, 'web1', 'web', 'console', '10.0.0.0', '10.0', 'now', 'کن', 'رو', 'not');
  const sentences = fc.sample(
    fc.array(words, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
    60,
  );
  for (const person of [english, persian]) for (const text of sentences) await person.say(text);
  const changes =
    /^(?:server\.(?:action|os|password|ssh-key|rescue|eject)|(?:snapshot|backup)\.(?:create|restore|delete)|cloud\.(?:order|renew|upgrade)$)/;
  expect(asked(app).filter((request) => changes.test(request.split(' ')[0] ?? ''))).toEqual([]);
}, 120_000);

test.concurrent('a text that names a server without asking for anything offers its card, and does nothing', async () => {
  await using app = await enterWithWeb1();
  const { english, persian } = app;
  for (const [person, text] of [
    [english, 'is web1 up?'],
    [english, "don't restart web1"],
    [english, 'why is 10.0.0.1 so slow'],
    [english, 'delete web1'],
    [persian, 'وضعیت web1 چطوره؟'],
    [persian, 'چرا web1 خاموش شد'],
  ] as const) {
    await person.say(text);
    expect(person.screen()).toMatch(/([Nn]othing was done|کاری انجام نشد)[\s\S]*\n\[🖥 (web1|10\.0\.0\.1)\]\n/);
  }
  expect(asked(app)).toEqual([]);
  const offered = english.messages().length;
  await english.press('🖥 web1');
  expect(english.screen()).toMatch(/^🖥 web1\n/);
  expect(english.messages()).toHaveLength(offered);
  await persian.press('🖥 web1');
  expect(persian.screen()).toMatch(/^🖥 web1\n/);
  const inGroup = english.in(app.world.group.id);
  const before = inGroup.messages().length;
  await inGroup.say('is web1 up?');
  expect(inGroup.messages()).toHaveLength(before + 1);
});

test.concurrent('a word for cancelling leaves a form and a question, and is no answer', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  for (const [person, word, opens] of [
    [english, 'Cancel', ['/buy']],
    [english, 'never mind', ['/register one.ir']],
    [persian, 'لغو', ['/buy']],
    [persian, 'بی‌خیال', ['/check']],
    [english, 'cancel please', ['/server 10.0.0.0', 'More', 'Set a name']],
  ] as const) {
    const [command = '', ...labels] = opens;
    await person.say(command);
    for (const label of labels) await person.press(label);
    await person.say(word);
    expect(person.screen()).toMatch(
      /^(🛒 (Order|Registration) cancelled|🛒 سفارش لغو شد|Cancelled|کار نیمه‌تمام لغو شد)/,
    );
  }
  await english.say('/server 10.0.0.0');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.0\n/);
});

test.concurrent('verbs of domains go on with the domain beside them', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('price com');
  expect(english.screen()).toMatch(/^\.com: .* per year/);
  await persian.say('ثبت example.ir');
  expect(persian.screen()).toMatch(/^🛒[\s\S]*example\.ir/);
  await english.say('register mine.com please');
  expect(english.screen()).toMatch(/^🛒 Registering mine\.com/);
  await persian.say('لغو');
  app.provider.forget();
  await persian.say('بررسی one.com two.com');
  await persian.sees(/one\.com/);
  expect(asked(app, 'domain.availability')).toHaveLength(2);
  expect(asked(app, 'domain.register ')).toEqual([]);
});
