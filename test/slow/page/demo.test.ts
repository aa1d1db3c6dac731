import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Demo, startDemo } from '../../../src/sandbox/demo.ts';
import { connectChromium, describeWithChromium } from '../../support/browser/chromium.ts';
import { clockFlags } from '../../support/clock.ts';
import { seedFlags } from '../../support/random/seeds.ts';
import { openPage, type PageDriver, PageProblems } from './page-driver.ts';

/** The words of one person's walk. */
interface Walk {
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
  digest: RegExp;
  renew: RegExp;
}

const WALKS: Record<'english' | 'persian', Walk> = {
  english: {
    start: 'Start',
    welcome: 'Welcome',
    wanted: 'Send the API token',
    connected: 'The account has 6 servers',
    servers: 'Servers',
    server: '10.0.0.0',
    card: '🟢 on ·',
    restart: 'Restart',
    question: 'Restart 10.0.0.0?',
    yes: 'Yes, restart',
    outcome: /^✅ 10\.0\.0\.0 .*restart/,
    digest: /📋.*Your daily digest.*Expiring within 30 days/,
    renew: /Renew .*30 days/,
  },
  persian: {
    start: 'شروع',
    welcome: 'خوش آمدید',
    wanted: 'توکن API را از پنل کاربری کپی کنید',
    connected: '۶ سرور در آن هست',
    servers: 'سرورها',
    server: '10.0.0.2',
    card: '🟢 روشن ·',
    restart: 'ری‌استارت',
    question: 'سرور 10.0.0.2 ری‌استارت شود؟',
    yes: 'بله،',
    outcome: /^✅ سرور 10\.0\.0\.2 ری‌استارت شد \([۰-۹]+ ثانیه\)/,
    digest: /📋.*گزارش روزانه.*۳۰ روز/,
    renew: /تمدید/,
  },
};

/** On a busy machine the end of a round of four seconds cuts off the reading that is under way, or the round is late for its lease. */
const CUT_OFF = /"operation":"server\.(list|status)","outcome":"unavailable"|A round of readings ended after its lease/;

describeWithChromium('the demo, as newcomers walk through it', () => {
  let demo: Demo;
  let browser: Browser;
  let alex: PageDriver;
  let sara: PageDriver;
  const problems = new PageProblems();
  const warnings: string[] = [];

  beforeAll(async () => {
    demo = await startDemo({
      port: 0,
      timings: { rebootMs: 700, powerMs: 700 },
      // On a busy machine a round reads the servers only if it has seconds.
      watchRoundMs: 4_000,
      flags: [...clockFlags(), ...seedFlags()],
      log: (line) => {
        if (!CUT_OFF.test(line)) warnings.push(line);
      },
    });
    browser = await connectChromium();
    [alex, sara] = await Promise.all([
      openPage(browser, demo.url, problems, { locale: 'en-GB' }),
      openPage(browser, demo.url, problems, { locale: 'fa-IR' }),
    ]);
  });
  afterEach(() => expect(problems.takeAll()).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await demo.stop();
  });

  const guide = ({ page }: PageDriver, name: string) => page.locator('.guide-bar').getByRole('button', { name });
  /** The newest message of the bot with such a text: alerts come between its answers. */
  const answer = ({ page }: PageDriver, hasText: string | RegExp) => page.locator('article.other', { hasText }).last();

  async function walk(person: PageDriver, words: Walk): Promise<void> {
    const { page, sees, press } = person;
    await page.getByRole('button', { name: words.start, exact: true }).click();
    await sees(words.welcome);
    await guide(person, '/connect').click();
    await sees(words.wanted);
    await page.locator('.guide-bar .token').click();
    await sees(words.connected);
    await press(words.servers);
    // The list is drawn anew once the states are read: a click meanwhile may meet neither drawing.
    await page.locator('article .key', { hasText: '🟢' }).first().waitFor();
    await press(words.server);
    await sees(words.card);
    await press(words.restart);
    await sees(words.question);
    await press(words.yes);
    await sees(words.outcome);
  }

  /** Lets a person watch the servers, and waits until the bot has read that each is on. */
  async function watch(person: PageDriver, saved: string): Promise<void> {
    await guide(person, '/watch').click();
    await answer(person, saved).waitFor();
    const before = demo.provider.requests.length;
    const read = () =>
      demo.provider.requests
        .slice(before)
        .filter(({ operation, answered }) => operation === 'server.status' && answered);
    await expect.poll(() => new Set(read().map(({ body }) => JSON.stringify(body))).size).toBe(6);
  }

  test('in each language: start, connect with one tap, list, open, restart, confirm, outcome; an alert; a digest', async () => {
    const { english, persian } = WALKS;
    await Promise.all([walk(alex, english), walk(sara, persian)]);

    await watch(sara, 'ذخیره شد');
    await guide(sara, 'یک سرور خاموش شود').click();
    await guide(sara, 'شب بگذرد').waitFor();
    await answer(sara, /🔴.*10\.0\.0\.\d.*روشن نیست/)
      .locator('.key', { hasText: 'روشن کردن' })
      .click();
    await sara.key('بله،').click();
    await answer(sara, /✅.*10\.0\.0\.\d.*روشن شد/).waitFor();

    await guide(alex, '/watch').click();
    await guide(alex, 'Take a server down').click();
    await alex.page.locator('.panel').getByRole('switch', { name: 'A server goes off', checked: true }).click();
    expect(warnings.splice(0)).toEqual([]);
    await guide(alex, 'Let the night pass').click();
    await guide(alex, 'Look as Olga').waitFor();
    for (const [person, { digest, renew }] of [
      [alex, english],
      [sara, persian],
    ] as const)
      await answer(person, digest).locator('.key', { hasText: renew }).first().waitFor();
    expect(warnings.splice(0)).toEqual([]);
  });

  test('killed in the middle of a restart and started again, the bot tells the outcome and answers what was written meanwhile', async () => {
    const { page, say, key } = alex;
    const panel = page.locator('.panel');
    const lost = panel.getByRole('switch', { name: 'Answers get lost', exact: true });
    await panel.locator('.panel-row', { hasText: '40 servers' }).getByRole('button', { name: 'Connect' }).click();
    await answer(alex, '40 servers').waitFor();
    await say('/reboot 10.1.134.161');
    await lost.click();
    await key('Yes, restart').click();
    await panel.getByRole('button', { name: 'Kill it' }).click();
    await panel.getByText('Killed').waitFor();
    await say('/orders');
    const asked = page.locator('article.own', { hasText: '/orders' });
    await asked.waitFor();
    expect(await asked.locator('~ article.other').count()).toBe(0);
    await lost.click();
    await panel.getByRole('button', { name: 'Start it again' }).click();
    await panel.getByText('Running').waitFor();
    // The bot may have reported a lost answer before the kill.
    await page
      .locator('article.other', { hasText: /10\.1\.134\.161.*restart|restart of .*10\.1\.134\.161/ })
      .filter({ hasNot: page.locator('.key', { hasText: 'Yes, restart' }) })
      .last()
      .waitFor();
    await asked.locator('~ article.other').first().waitFor();
    warnings.splice(0);
  });

  test('a console opens over the chat without a warning of the browser', async () => {
    const { page, say, key } = alex;
    await say('/console 10.1.134.161');
    for (const button of ['Open the console', 'Open inside Telegram']) {
      await key(button).click();
      await page.frameLocator('.dialog.page iframe').getByText('srv-110002 login:').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.dialog.page').waitFor({ state: 'detached' });
    }
  });

  test('in the group with topics three people see what is for them', async () => {
    const { page } = alex;
    const panel = page.locator('.panel');
    const tap = (name: string) =>
      panel.locator('.panel-part', { hasText: '/group' }).getByRole('button', { name }).first().click();
    const question = page.locator('article', { hasText: 'Restart which server?' });
    const outcome = answer(alex, /✅.*10\.0\.0\.4/);
    await panel.locator('.panel-row .step-chip').first().click();
    await answer(alex, '6 servers').waitFor();
    await tap('/reboot');
    await page.locator('.topic[aria-current]', { hasText: 'Servers · سرورها' }).waitFor();
    await question.locator('.key', { hasText: '10.0.0.4' }).click();
    await alex.key('Yes, restart').click();
    await outcome.waitFor();
    for (const [look, person] of [
      ['Look as سارا', 'سارا'],
      ['از نگاه Sam', 'Sam'],
    ] as const) {
      await tap(look);
      await page.locator('.person[aria-current]', { hasText: person }).waitFor();
      await outcome.waitFor();
      expect(await question.count(), person).toBe(0);
    }
    await tap('Look as Alex');
    await page.locator('.person[aria-current]', { hasText: 'Alex' }).waitFor();
    await question.or(outcome).first().waitFor();
    warnings.splice(0);
  });

  test('from the own account to the team, where a second person approves', async () => {
    const { page, key } = alex;
    await page.locator('.panel-row .step-chip').first().click();
    await answer(alex, '6 servers').waitFor();
    // The guide has led past the alert and the digest.
    await page.evaluate(
      "for (const note of ['went-off/', 'night/']) localStorage.setItem(note + /\\d+/.exec(location.hash), '')",
    );
    await page.locator('.chat-row').first().click();
    await guide(alex, 'Look as Olga').click();
    await guide(alex, '/off 10.3.13.64').click();
    await key('Yes, power off').click();
    await answer(alex, 'asks for approval').waitFor();
    await guide(alex, 'Look as نیما').click();
    await page.locator('.guide-bar').getByText('درخواست Olga را با دکمهٔ ربات تأیید کنید').waitFor();
    await key('Approve').click();
    await answer(alex, /✅.*10\.3\.13\.64.*is off/).waitFor();
    expect(warnings.splice(0)).toEqual([]);
  });
});
