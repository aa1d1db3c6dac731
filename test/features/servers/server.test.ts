import { expect, test } from 'vitest';
import { asked, enter, TOKEN } from '../support.ts';

test.concurrent('a person connects, lists, opens and reboots', async () => {
  await using app = await enter();
  const { english } = app;
  await english.say('/start');
  await english.press('Connect an account');
  await english.say(TOKEN);
  await english.press('Servers');
  await english.press('10.0.0.0');
  await english.press('Restart');
  await english.press('Yes, restart');
  await english.sees(/✅ 10\.0\.0\.0 restarted \(\d s\)\nStatus: 🟢 on/);
  const reading = 'server.status {"id":"srv-10001"}';
  const requests = asked(app);
  expect(requests.filter((each) => each.startsWith('server.list'))).toHaveLength(2);
  const sent = requests.indexOf('server.action {"id":"srv-10001","action":"reboot"}');
  // Each row of the list, the card and the confirm.
  expect(requests.slice(0, sent).filter((each) => each.startsWith('server.status'))).toHaveLength(5);
  expect(new Set(requests.slice(sent + 1))).toEqual(new Set([reading]));
  await english.press('Open server');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.0\n🟢 on/);
});

test.concurrent('the same in Persian, from a cold chat with one command and one tap', async () => {
  await using app = await enter();
  const { persian } = app;
  await persian.say(`/connect ${TOKEN}`);
  app.provider.forget();
  await persian.say('/reboot ۱۰.۰.۰.۱');
  expect(persian.screen()).toBe(
    [
      '🔁 سرور 10.0.0.1 ری‌استارت شود؟',
      'وضعیت سرور: 🟢 روشن',
      '',
      '⚠️ همهٔ سرویس‌های سرور متوقف می‌شوند و تا بالا آمدن دوبارهٔ سرور در دسترس نیستند.',
      '',
      'این دکمه ۶۰ ثانیه و فقط برای شما کار می‌کند.',
      '[بله، 10.0.0.1 ری‌استارت شود]',
      '[انصراف]',
    ].join('\n'),
  );
  await persian.press('بله');
  await persian.sees(/✅ سرور 10\.0\.0\.1 ری‌استارت شد \([۱-۹] ثانیه\)\nوضعیت سرور: 🟢 روشن/);
  expect(asked(app, 'server.action')).toEqual(['server.action {"id":"srv-10002","action":"reboot"}']);
  expect(persian.screens()).toHaveLength(2);
});
