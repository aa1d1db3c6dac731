import { expect, test } from 'vitest';
import { asked, enterBothConnected } from '../support.ts';

test.concurrent('a name that is typed to the question which server picks it, in both languages; any other text means what it says', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/reboot');
  expect(english.screen()).toMatch(/^🔁 Restart which server\?/);
  await english.say('10.0.0.1');
  expect(english.screen()).toMatch(/^🔁 Restart 10\.0\.0\.1\?/);
  await persian.say('/renew 10.0');
  await persian.say('۱۰٫۰٫۰٫۱');
  expect(persian.screen()).toMatch(/10\.0\.0\.1 برای چه مدت تمدید/);
  await english.say('/reboot');
  await english.say('my servers');
  expect(english.screen()).toMatch(/servers/);
  await english.say('10.0.0.1');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.1\n/);
  await english.say('/off');
  await english.press('10.0.0.2');
  await english.say('10.0.0.1');
  expect(english.screen()).toMatch(/^🖥 10\.0\.0\.1\n/);
  expect(english.screens().join()).not.toContain('Cancelled');
  expect(asked(app, 'server.action')).toEqual([]);
  app.provider.forget();
  await english.say('/graph week');
  await english.say('10.0.0.1');
  expect(asked(app, 'server.graph')).toEqual(['server.graph {"id":"srv-10002","period":"week"}']);
});
