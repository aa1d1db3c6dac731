import { expect, test } from 'vitest';
import { asked, connect, enter, enterBothConnected, enterConnected, OTHER_TOKEN, TOKEN } from '../../support.ts';

test.concurrent.each([
  ['/server', 'Which server?', 'کدام سرور؟'],
  ['/reboot', '🔁 Restart which server?', '🔁 کدام سرور ری‌استارت شود؟'],
  ['/on', '▶️ Power on which server?', '▶️ کدام سرور روشن شود؟'],
  ['/off', '⏹ Power off which server?', '⏹ کدام سرور خاموش شود؟'],
  ['/console', '🖥 Open the console of which server?', '🖥 کنسول کدام سرور؟'],
  ['/rescue', '🛟 Rescue disk for which server?', '🛟 دیسک ریسکیو برای کدام سرور؟'],
  ['/snapshot', '📸 Snapshot of which server?', '📸 اسنپ‌شات از کدام سرور؟'],
  ['/graph', '📈 Graph of which server?', '📈 نمودار کدام سرور؟'],
  ['/renew 10.0', '♻️ Renew which server?', '♻️ کدام سرور تمدید شود؟'],
  ['/upgrade', '⬆️ Upgrade which server?', '⬆️ کدام سرور ارتقا داده شود؟'],
] as const)('%s without one server’s name asks which, and names what it does', async (command, english, persian) => {
  await using app = await enterBothConnected();
  await app.english.say(command);
  expect(app.english.screen()).toBe(
    [
      english,
      '[🟢 10.0.0.1 · ⚠️ 2 days · frankfurt]',
      '[🟢 10.0.0.2 · 45 days · amsterdam]',
      '[🟢 10.0.0.0 · 212 days · tehran]',
      '[🖥 Servers]',
    ].join('\n'),
  );
  await app.persian.say(command);
  expect(app.persian.screen().split('\n')[0]).toBe(persian);
});

test.concurrent('a picker of many servers has pages, which keep what is done and what was typed', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 40 }] });
  const { english } = app;
  await connect(english);
  app.provider.forget();
  await english.say('/reboot 10.0.0.');
  expect(english.screen()).toMatch(/^🔁 Restart which server\?\nPage 1 of 5\n\[🟢 10\.0\.0\.1 [\s\S]*\n\[Next ›\]\n/);
  await english.press('Next');
  expect(english.screen()).toMatch(
    /^🔁 Restart which server\?\nPage 2 of 5\n(?:\[🟢 10\.0\.0\.\d+ .*\]\n){8}\[‹ Previous\] \[Next ›\]\n/,
  );
  await english.press(/^🟢 10\.0\.0\./);
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.\d+\?/);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a picker whose buttons carry more than the command has one page, and says so', async () => {
  await using app = await enter({ accounts: [{ token: TOKEN, servers: 12 }] });
  const { english } = app;
  await connect(english);
  await english.say('/graph 10.0 week');
  expect(english.screen()).toMatch(/^📈 Graph of which server\?\n12 servers match; here are the first 8\./);
  expect(english.screen()).not.toContain('Next');
});

test.concurrent('a made-up page of a picker leads nowhere', async () => {
  await using app = await enterConnected();
  const { english, world } = app;
  for (const data of ['destroy|0|', 'reboot|0|gone']) {
    await english.say('/reboot');
    const message = english.messages().at(-1);
    const [, account] = /"pw\|([^|]+)\|/.exec(JSON.stringify(message?.reply_markup)) ?? [];
    expect(account).toBeDefined();
    world.pressRaw(english.user.id, english.chat, message?.message_id ?? 0, `pk|${account}|${data}`);
    await app.settled();
    expect(english.screen()).toMatch(/^This button is out of date/);
  }
});

test.concurrent.each([
  ['/console', /^🖥 Console of 10\.0\.0\.0\n/, /^🖥 کنسول 10\.1\.134\.160\n/],
  ['/reboot', /^🔁 Restart 10\.0\.0\.0\?\n/, /^🔁 سرور 10\.1\.134\.160 ری‌استارت شود؟\n/],
] as const)('%s of an account with one server asks for none', async (command, english, persian) => {
  await using app = await enter({
    accounts: [
      { token: TOKEN, servers: 1 },
      { token: OTHER_TOKEN, servers: 1 },
    ],
  });
  await connect(app.english);
  await connect(app.persian, OTHER_TOKEN);
  await app.english.say(command);
  expect(app.english.screen()).toMatch(english);
  await app.persian.say(command);
  expect(app.persian.screen()).toMatch(persian);
});
