import type { User } from 'grammy/types';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, TOKEN } from '../../support/app.ts';
import { connectChromium, describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { openPage, PageProblems } from './page-driver.ts';

describeWithChromium('domains on the page', () => {
  let app: TestApp;
  let browser: Browser;
  const problems = new PageProblems();

  beforeAll(async () => {
    app = await openTestApp();
    browser = await connectChromium();
    await app.english.say(`/connect ${TOKEN}`);
    await app.persian.say(`/connect ${TOKEN}`);
  });
  afterEach(() => expect(problems.takeAll()).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const open = ({ id }: User, options?: BrowserContextOptions) =>
    openPage(browser, `${app.telegram.url}/#${id}/${id}`, problems, options);

  test('a list is checked, paged, and one of its names is registered', async () => {
    const alex = await open(app.english.user);
    const names = Array.from({ length: 24 }, (_, index) => `${index % 2 ? 'taken' : 'shop'}${index}.com`);
    await alex.ask(`/check ${names.join(' ')}`);
    await alex.sees('24 names checked');
    await alex.sees('Available: 12');
    await alex.press('Next');
    await alex.sees('taken1.com');
    await alex.press('Previous');
    await alex.press('shop0.com');
    await alex.sees('For how many years?');
    await alex.press('2');
    await alex.sees('Which name servers');
    await alex.say('ns1.example.com ns2.example.com');
    await alex.sees('Total: 2,750,000 toman');
    await alex.press('Register for');
    await alex.sees('shop0.com is registered and active');
    const sent = app.provider.requests.filter(({ operation }) => operation === 'domain.register');
    expect(sent.map(({ body }) => body)).toEqual([
      { domain: 'shop0.com', period: 2, ns1: 'ns1.example.com', ns2: 'ns2.example.com' },
    ]);
  });

  test('on a phone in Persian the prices stand in a table', async () => {
    const sara = await open(app.persian.user, { ...PHONE, locale: 'fa' });
    await sara.ask('/price');
    await sara.sees('۱٬۳۷۵٬۰۰۰ تومان');
    expect(await sara.last.locator('table').textContent()).toContain('.com');
  });
});
