import { expect, test } from 'vitest';
import { ENDLESS_MS, hasten } from '../../support/hasten.ts';
import type { Person } from '../../support/person.ts';
import { bodies } from '../shop/support.ts';
import { asked, enterBothConnected, enterConnected, goAway } from '../support.ts';

const SHORT = { error: 'balance', message: 'موجودی کافی نیست. ۵۰٬۰۰۰ تومان شارژ کنید.' };

/** Chooses two servers and a period: one confirm for both. */
async function renewTwo(person: Person): Promise<void> {
  await person.say('/renew');
  for (const server of ['10.0.0.1', '10.0.0.2']) await person.press(`${server} ·`);
  await person.press(/Renew the 2 chosen|تمدید ۲ سرور/);
  await person.press(/^30 days|^۳۰ روز/);
}

test.concurrent('/cancel takes back the newest confirm and names it; the one before it comes next', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/reboot 10.0.0.0');
  await english.say('/off 10.0.0.1');
  await english.say('/cancel');
  expect(english.screen()).toBe('Cancelled: Power-off of 10.0.0.1.\n[🏠 Home]');
  expect(english.screens().at(-2)).toBe('▫️ Cancelled: 10.0.0.1 was not powered off.\n[🖥 Open server]');
  expect(english.screens().at(-3)).toMatch(/^🔁 Restart 10\.0\.0\.0\?[\s\S]*\[Cancel\]$/);
  await english.say('/cancel');
  expect(english.screen()).toContain('Cancelled: Restart of 10.0.0.0.');
  await english.say('/cancel');
  expect(english.screen()).toContain('Nothing to cancel');
  await persian.say('/reboot 10.0.0.0');
  await persian.say('/cancel');
  expect(persian.screen()).toBe('لغو شد: ری‌استارت 10.0.0.0.\n[🏠 خانه]');
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('a confirm whose time is over is not cancelled any more', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/reboot 10.0.0.0');
  app.later(61_000);
  await english.say('/cancel');
  expect(english.screen()).toContain('Nothing to cancel');
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('in a group only one’s own confirm goes, and none of another chat', async () => {
  await using app = await enterBothConnected();
  const { world } = app;
  const [english, persian] = [app.english.in(world.group.id), app.persian.in(world.group.id)];
  await app.english.say('/off 10.0.0.2');
  await english.say('/reboot 10.0.0.0');
  await persian.say('/reboot 10.0.0.1');
  await english.say('/cancel');
  expect(english.screen()).toBe('Cancelled: Restart of 10.0.0.0.');
  await english.say('/cancel');
  expect(english.screen()).toContain('Nothing to cancel');
  await persian.press('بله');
  await persian.shows(/10\.0\.0\.1.*ری‌استارت شد/);
  expect(asked(app, 'server.action')).toEqual(['server.action {"id":"srv-10002","action":"reboot"}']);
  expect(app.english.screen()).toMatch(/^⏹ Power off 10\.0\.0\.2\?/);
});

test.concurrent('several that are confirmed together are cancelled together', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await renewTwo(english);
  await english.say('/cancel');
  expect(english.screen()).toContain('Cancelled: Renewal of 2 servers.');
  expect(english.screens().at(-2)).toMatch(
    /10\.0\.0\.1 .*cancelled, not bought\n.*10\.0\.0\.2 .*cancelled, not bought/,
  );
  await english.say('/cancel');
  expect(english.screen()).toContain('Nothing to cancel');
  await renewTwo(persian);
  await persian.say('/cancel');
  expect(persian.screen()).toContain('لغو شد: تمدید ۲ سرور.');
  expect(bodies(app, 'cloud.renew')).toEqual([]);
});

test.concurrent('/cancel also cancels an order that waits for a top-up, and leaves one that was bought beside it', async () => {
  await using app = await enterConnected();
  const { english, provider } = app;
  await renewTwo(english);
  provider.fault({ operation: 'cloud.renew', kind: 'status', status: 402, body: SHORT, times: 1 });
  await english.press('Renew 2 for');
  await english.sees(/✅[\s\S]*50,000 toman more is needed|50,000 toman more is needed[\s\S]*✅/);
  app.later(120_000);
  await english.say('/cancel');
  expect(english.screen()).toMatch(/^Cancelled: Renewal of 10\.0\.0\.[12] for 30 days\.\n/);
  expect(english.screens().at(-2)).toMatch(/✅/);
  expect(english.screens().at(-2)).toMatch(/cancelled, not bought/);
  expect(english.screens().at(-2)).not.toContain('[Confirm');
  expect(bodies(app, 'cloud.renew')).toHaveLength(2);
});

test.concurrent('/cancel does not cancel a confirmed operation, and says so', async () => {
  await using app = await enterBothConnected({ timings: { rebootMs: ENDLESS_MS } });
  const { english, persian } = app;
  await english.say('/off 10.0.0.1');
  await english.say('/reboot 10.0.0.0');
  await english.press('Yes, restart');
  await english.say('/cancel');
  expect(english.screen()).toBe(
    [
      'Cancelled: Power-off of 10.0.0.1.',
      '',
      '⏳ Restart of 10.0.0.0: already confirmed, so it can’t be cancelled. Its message shows the result.',
      '[🏠 Home]',
    ].join('\n'),
  );
  await english.say('/cancel');
  expect(english.screen()).toMatch(/^⏳ Restart of 10\.0\.0\.0: already confirmed/);
  hasten(app);
  await english.shows(/10\.0\.0\.0 restarted/);
  await english.say('/cancel');
  expect(english.screen()).toContain('Nothing to cancel');
  await persian.say('/reboot 10.0.0.2');
  await persian.press('بله');
  await persian.say('/cancel');
  expect(persian.screen()).toContain('10.0.0.2: قبلاً تأیید شده و دیگر لغو نمی‌شود');
  expect(asked(app, 'server.action')).toHaveLength(2);
});

test.concurrent('a confirm that is typed is named too; once it was typed it goes on', async () => {
  await using app = await enterConnected({ timings: { reinstallMs: ENDLESS_MS } });
  const { english } = app;
  const askFor = async () => {
    await english.say('/server 10.0.0.0');
    for (const label of ['More', 'Reinstall', 'Windows Server 2022', 'Continue without']) await english.press(label);
  };
  await askFor();
  await english.say('/cancel');
  expect(english.screen()).toBe('Cancelled: Reinstall of 10.0.0.0.\n[🏠 Home]');
  await english.say('10.0.0.0');
  expect(asked(app, 'server.os')).toEqual([]);
  await askFor();
  await english.say('10.0.0.0');
  await english.say('/cancel');
  expect(english.screen()).toMatch(/^⏳ Reinstall of 10\.0\.0\.0: already confirmed/);
  expect(english.screen()).not.toContain('Cancelled. What next');
  expect(asked(app, 'server.os')).toHaveLength(1);
});

test.concurrent('an open question or flow is left along with the confirm', async () => {
  await using app = await enterBothConnected();
  const { english, persian } = app;
  await english.say('/reboot 10.0.0.0');
  await english.say('/register free.com');
  await english.say('/cancel');
  expect(english.screen()).toBe(
    'Cancelled: Restart of 10.0.0.0.\n\n🛒 Registration cancelled. Nothing was bought.\n[🔎 Check names] [🏠 Home]',
  );
  expect(english.screens().at(-2)).toBe('▫️ Cancelled: 10.0.0.0 was not restarted.\n[🖥 Open server]');
  await persian.say('/reboot 10.0.0.0');
  await persian.say('/check');
  await persian.say('/cancel');
  expect(persian.screen()).toMatch(/^لغو شد: .*10\.0\.0\.0\.\n\nکار نیمه‌تمام لغو شد\./);
  expect(persian.screens().at(-2)).toMatch(/^▫️ لغو شد: 10\.0\.0\.0 /);
  expect(asked(app, 'server.action')).toEqual([]);
});

test.concurrent('it asks the provider for nothing', async () => {
  await using app = await enterConnected();
  const { english } = app;
  await english.say('/reboot 10.0.0.0');
  await goAway(app);
  await english.say('/cancel');
  expect(english.screen()).toContain('Cancelled: Restart of 10.0.0.0.');
});
