import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, startDemo } from '../../../src/sandbox/demo.ts';
import { connectChromium, describeWithChromium } from '../../support/browser/chromium.ts';
import { clockFlags } from '../../support/clock.ts';
import { openPage, PageProblems } from './page-driver.ts';

interface Walk {
  locale: string;
  start: string;
  welcome: string;
  wanted: string;
  connected: string;
  servers: string;
  /** Each walk uses another server of the same account. */
  server: string;
  card: string;
  restart: string;
  question: string;
  yes: string;
  outcome: RegExp;
  takeDown: string;
  alert: RegExp;
  powerOn: string;
  yesOn: string;
  isOn: RegExp;
  night: string;
  digest: RegExp;
  renew: RegExp;
}

const WALKS: Walk[] = [
  {
    locale: 'en-GB',
    start: 'Start',
    welcome: 'Welcome',
    wanted: 'Send the API token',
    connected: 'It has 6 servers',
    servers: 'Servers',
    server: '10.0.0.0',
    card: '🟢 on ·',
    restart: 'Restart',
    question: 'Restart 10.0.0.0?',
    yes: 'Yes, restart',
    outcome: /^✅ 10\.0\.0\.0 .*restart/,
    takeDown: 'Take a server down',
    alert: /^🔴 10\.0\.0\.\d is not on any more/,
    powerOn: 'Power on',
    yesOn: 'Yes, power on',
    isOn: /^✅ 10\.0\.0\.\d is on/,
    night: 'Let the night pass',
    digest: /^📋 Your daily digest[\s\S]*Expiring within 30 days/,
    renew: /Renew .*30 days/,
  },
  {
    locale: 'fa-IR',
    start: 'شروع',
    welcome: 'خوش آمدید',
    wanted: 'توکن API را از پنل ارائه‌دهنده کپی کنید',
    connected: '۶ سرور در آن هست',
    servers: 'سرورها',
    server: '10.0.0.2',
    card: '🟢 روشن ·',
    restart: 'راه‌اندازی مجدد',
    question: 'سرور 10.0.0.2 راه‌اندازی مجدد شود؟',
    yes: 'بله،',
    outcome: /^✅ سرور 10\.0\.0\.2 راه‌اندازی مجدد شد \([۰-۹]+ ثانیه\)/,
    takeDown: 'یک سرور خاموش شود',
    alert: /^🔴 10\.0\.0\.\d دیگر روشن نیست/,
    powerOn: 'روشن کردن',
    yesOn: 'بله،',
    isOn: /^✅ سرور 10\.0\.0\.\d روشن/,
    night: 'شب بگذرد',
    digest: /^📋 گزارش روزانه[\s\S]*۳۰ روز/,
    renew: /تمدید/,
  },
];

describeWithChromium('the demo, as a newcomer walks through it', () => {
  let demo: Demo;
  let browser: Browser;
  const troubles: string[] = [];

  beforeAll(async () => {
    demo = await startDemo({
      port: 0,
      timings: { rebootMs: 700, powerMs: 700 },
      // On a busy machine a round reads the servers only if it has seconds.
      watchRoundMs: 4_000,
      flags: clockFlags(),
      log: (line) => troubles.push(line),
    });
    browser = await connectChromium();
  });
  afterAll(async () => {
    await browser.close();
    await demo.stop();
  });

  test.each(WALKS)(
    '$locale: start, connect with one tap, list, open, restart, confirm, outcome; an alert, the server on again; a digest',
    async (walk) => {
      const problems = new PageProblems();
      const { page, sees, press } = await openPage(browser, demo.url, problems, { locale: walk.locale });
      const guide = page.locator('.guide-bar');

      await page.getByRole('button', { name: walk.start, exact: true }).click();
      await sees(walk.welcome);
      await guide.getByRole('button', { name: '/connect' }).click();
      await sees(walk.wanted);
      await guide.locator('.token').click();
      await sees(walk.connected);
      await press(walk.servers);
      await press(walk.server);
      await sees(walk.card);
      await press(walk.restart);
      await sees(walk.question);
      await press(walk.yes);
      await sees(walk.outcome);
      await guide.getByRole('button', { name: '/watch' }).click();
      await guide.getByRole('button', { name: walk.takeDown }).click();
      await sees(walk.alert);
      await press(walk.powerOn);
      await press(walk.yesOn);
      await sees(walk.isOn);
      expect(troubles.splice(0)).toEqual([]);
      await guide.getByRole('button', { name: walk.night }).click();
      await sees(walk.digest);
      expect(await page.locator('article.other').last().getByText(walk.renew).count()).toBeGreaterThan(0);
      await guide.getByRole('button', { name: 'Olga' }).waitFor();

      expect(problems.takeAll()).toEqual([]);
      expect(troubles.splice(0)).toEqual([]);
      await page.context().close();
    },
  );

  test('from the own account to the team, where a second person approves', async () => {
    const problems = new PageProblems();
    // Both have connected their accounts in the walks before.
    const persian = await openPage(browser, demo.url, problems, { locale: 'fa-IR' });
    await persian.page.locator('.guide-bar').getByRole('button', { name: 'یک سرور خاموش شود' }).click();
    await persian.page.locator('.guide-bar').getByRole('button', { name: 'شب بگذرد' }).waitFor();
    await persian.page.context().close();

    const { page, sees, press } = await openPage(browser, demo.url, problems, { locale: 'en-GB' });
    const guide = page.locator('.guide-bar');
    // Another browser does not know that this was done.
    await guide.getByRole('button', { name: 'Take a server down' }).click();
    await page.locator('.panel').getByRole('switch', { name: 'A server goes off', checked: true }).click();
    await guide.getByRole('button', { name: 'Let the night pass' }).click();
    await guide.getByRole('button', { name: 'Look as Olga' }).click();
    await guide.getByRole('button', { name: '/off 10.3.13.64' }).click();
    await press('Yes, power off');
    await sees('asks for approval');
    await guide.getByRole('button', { name: 'Look as نیما' }).click();
    await guide.getByText('درخواست Olga را با دکمهٔ ربات تأیید کنید').waitFor();
    await press('Approve');
    await sees(/✅ 10\.3\.13\.64 is off/);
    expect(problems.takeAll()).toEqual([]);
    expect(troubles.splice(0)).toEqual([]);
    await page.context().close();
  });

  test('killed in the middle of a restart and started again, the bot tells the outcome and answers what was written meanwhile', async () => {
    const { page, say, sees, press } = await openPage(browser, demo.url, new PageProblems(), { locale: 'en-GB' });
    const panel = page.locator('.panel');
    await panel.locator('.panel-row', { hasText: '40 servers' }).getByRole('button', { name: 'Connect' }).click();
    await sees('40 servers');
    await say('/reboot 10.1.134.161');
    await sees('10.1.134.161');
    await panel.getByRole('switch', { name: 'Answers get lost', exact: true }).click();
    await press('Yes, restart');
    await panel.getByRole('button', { name: 'Kill it' }).click();
    await panel.getByText('Killed').waitFor();
    await say('/orders');
    const asked = page.locator('article.own', { hasText: '/orders' });
    await asked.waitFor();
    expect(await asked.locator('~ article.other').count()).toBe(0);
    await panel.getByRole('switch', { name: 'Answers get lost', exact: true }).click();
    await panel.getByRole('button', { name: 'Start it again' }).click();
    await panel.getByText('Running').waitFor();
    await page
      // An answer that was lost may have been told before the kill.
      .locator('article.other', { hasText: /10\.1\.134\.161.*restart|restart of .*10\.1\.134\.161/ })
      .last()
      .waitFor();
    await asked.locator('~ article.other').first().waitFor();
    await page.context().close();
    troubles.splice(0);
  });

  test('a console opens over the chat without a warning of the browser', async () => {
    const problems = new PageProblems();
    const { page, say, sees, press } = await openPage(browser, demo.url, problems, { locale: 'en-GB' });
    await say('/console 10.1.134.161');
    await sees('10.1.134.161');
    for (const button of ['Open the console', 'Open inside Telegram']) {
      await press(button);
      await page.frameLocator('.dialog.page iframe').getByText('srv-110002 login:').waitFor();
      await page.keyboard.press('Escape');
    }
    expect(problems.takeAll()).toEqual([]);
    await page.context().close();
  });

  test.each([
    { locale: 'en-GB', others: ['Look as سارا', 'Look as Sam'], which: 'Restart which server?', server: '10.0.0.4' },
    { locale: 'fa-IR', others: ['از نگاه Alex', 'از نگاه Sam'], which: 'کدام سرور', server: '10.0.0.5' },
  ])(
    '$locale: in the group with topics three people see what is for them',
    async ({ locale, others, which, server }) => {
      const problems = new PageProblems();
      const { page, sees, press } = await openPage(browser, demo.url, problems, { locale });
      const panel = page.locator('.panel');
      const tap = (name: string) =>
        panel.locator('.panel-part', { hasText: '/group' }).getByRole('button', { name }).first().click();
      const topic = page.locator('.topic[aria-current]');
      await panel.locator('.panel-row .step-chip').first().click();
      await page.locator('article.other').last().waitFor();
      await tap('/reboot');
      await expect.poll(() => topic.textContent()).toContain('Servers · سرورها');
      await sees(which);
      await press(server);
      await press(/Yes, restart|بله/);
      const outcome = page.locator('article', { hasText: new RegExp(`^.*✅.*${server}`, 's') }).last();
      await outcome.waitFor();
      for (const other of others) {
        await tap(other);
        await page.locator('.person[aria-current]', { hasText: other.split(' ').at(-1) ?? '' }).waitFor();
        await outcome.waitFor();
        expect(await page.locator('article', { hasText: which }).count(), other).toBe(0);
        await page.goBack();
        await sees(server);
      }
      expect(problems.takeAll()).toEqual([]);
      await page.context().close();
      troubles.splice(0);
    },
  );
});
