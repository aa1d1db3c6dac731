import type { User } from 'grammy/types';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, TOKEN } from '../../support/app.ts';
import { connectChromium, describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { openPage, type PageDriver, PageProblems } from './page-driver.ts';

describeWithChromium('the actions of a server on the page', () => {
  let app: TestApp;
  let browser: Browser;
  let alex: PageDriver;
  const problems = new PageProblems();

  beforeAll(async () => {
    app = await openTestApp({ timings: { rebootMs: 500, copyMs: 500, restoreMs: 500 } });
    browser = await connectChromium();
    await app.english.say(`/connect ${TOKEN}`);
    await app.persian.say(`/connect ${TOKEN}`);
    alex = await open(app.english.user);
  });
  afterEach(() => expect(problems.takeAll()).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const open = ({ id }: User, options?: BrowserContextOptions) =>
    openPage(browser, `${app.telegram.url}/#${id}/${id}`, problems, options);

  test('a snapshot by the buttons of the card, named in the field', async () => {
    await alex.ask('/server 10.0.0.0');
    await alex.press('More');
    await alex.press('Snapshots');
    await alex.sees('No snapshots yet.');
    await alex.press('New snapshot');
    await alex.sees('Send a name');
    await alex.say('before the upgrade 😀');
    await alex.sees('Take the snapshot before the upgrade 😀');
    await alex.press('Yes, take the snapshot');
    await alex.sees('taken (');
    await alex.press('Snapshots');
    await alex.press('before the upgrade');
    await alex.press('Restore');
    await alex.sees('type the server’s name or IP');
    await alex.say('10.0.0.0');
    await alex.sees('10.0.0.0 restored from the snapshot before the upgrade 😀');
    expect(app.provider.requests.filter(({ operation }) => /^snapshot\.(create|restore)/.test(operation))).toHaveLength(
      2,
    );
  });

  test('rescue on a phone in Persian: attached, seen on the card, ejected', async () => {
    const sara = await open(app.persian.user, { ...PHONE, locale: 'fa' });
    await sara.ask('/rescue 10.0.0.1');
    await sara.press('finnix');
    await sara.press('بله');
    // The card must be opened before the operation ends, because the outcome replaces its button.
    await sara.sees(/^✅.*(?:متصل|جدا|گرفته|حذف) شد/);
    await sara.press('مدیریت سرور');
    await sara.sees('دیسک ریسکیو متصل است');
    await sara.press('جدا کردن');
    await sara.press('بله');
    await sara.sees('سرور دوباره از دیسک خودش بالا آمد');
  });

  test('the graph is a picture that changes in place, and leads back to the card', async () => {
    await alex.ask('/graph 10.0.0.2');
    const picture = alex.last.locator('img');
    await picture.waitFor();
    const [articles, first] = [await alex.page.locator('article').count(), await picture.getAttribute('src')];
    await alex.press('Week');
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
    expect(await alex.page.locator('article').count()).toBe(articles);
    await alex.press('Open server');
    await alex.sees('🟢 on ·');
  });

  test('the console’s message hides its password, opens by a link, and goes by its button', async () => {
    await alex.ask('/console 10.0.0.0');
    await alex.sees('Console of 10.0.0.0');
    const shown = alex.page.locator('article', { has: alex.page.locator('.key', { hasText: 'Open the console' }) });
    await shown.waitFor();
    await alex.press('Delete this message now');
    await shown.waitFor({ state: 'detached' });
  });
});
