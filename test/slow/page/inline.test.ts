import type { User } from 'grammy/types';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp, TOKEN } from '../../support/app.ts';
import { connectChromium, describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { bare } from '../../support/person.ts';
import { openPage, type PageDriver, PageProblems } from './page-driver.ts';

describeWithChromium('inline mode on the page', () => {
  let app: TestApp;
  let browser: Browser;
  let alex: PageDriver;
  const problems = new PageProblems();

  beforeAll(async () => {
    app = await openTestApp();
    browser = await connectChromium();
    await app.english.say(`/connect ${TOKEN}`);
    alex = await open(app.english.user, app.world.group.id);
  });
  afterEach(() => expect(problems.takeAll()).toEqual([]));
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const open = ({ id }: User, chat: number, options?: BrowserContextOptions) =>
    openPage(browser, `${app.telegram.url}/#${id}/${chat}`, problems, options);
  /** Opens one of Alex's chats. */
  const visit = async (chat: number) => {
    const address = `#${app.english.user.id}/${chat}`;
    await alex.page.locator(`.chat-row[href="${address}"]`).click();
    await alex.page.locator(`.chat-row[href="${address}"][aria-current]`).waitFor();
  };
  const cards = ({ page }: PageDriver) => page.locator('.inline-row');

  test('a name is looked up in the group, its card sent, and the domain registered from there', async () => {
    const { provider } = app;
    await alex.field.pressSequentially('@host_test_bot brand', { delay: 20 });
    await expect.poll(() => cards(alex).count()).toBe(4);
    expect(bare((await cards(alex).nth(1).textContent()) ?? '')).toBe('Bbrand.comavailable · 1,375,000 toman per year');
    await alex.field.press('ArrowDown');
    await alex.field.press('Enter');
    await alex.sees('brand.com is available');
    await alex.sees('via @host_test_bot');
    expect(await alex.field.inputValue()).toBe('');
    await alex.press('Register');
    await alex.page.locator('.instead').click();
    await alex.sees('Registering brand.com');
    await alex.press('1');
    await alex.say('ns1.example.com ns2.example.com');
    await alex.sees('Total: 1,375,000 toman');
    await alex.press('Register for');
    await alex.sees('brand.com is registered and active');
    const sent = provider.requests.filter(({ operation }) => operation === 'domain.register');
    expect(sent.map(({ body }) => body)).toEqual([
      { domain: 'brand.com', period: 1, ns1: 'ns1.example.com', ns2: 'ns2.example.com' },
    ]);
  });

  test('a card sent in the private chat needs no answer, and leaves what is open as it is', async () => {
    const { english } = app;
    await visit(english.user.id);
    await alex.ask('/register other.com');
    const before = english.messages().length;
    await alex.field.fill('@host_test_bot takenname.com');
    await cards(alex).first().click();
    await alex.sees('takenname.com is taken');
    await app.settled();
    expect(english.messages()).toHaveLength(before + 1);
    await alex.ask('2');
    await alex.sees('Which name servers');
  });

  test('on a phone in Persian, not connected: the button leads to connecting', async () => {
    const { persian, world } = app;
    const sara = await open(persian.user, world.group.id, { ...PHONE, locale: 'fa' });
    await sara.field.fill('@host_test_bot برند');
    const button = sara.page.locator('.inline-button');
    await expect.poll(() => button.textContent()).toContain('اتصال حساب');
    await button.click();
    await sara.page.locator('.instead').click();
    await sara.sees('توکن');
  });

  test('the query of who types on is given up, not an error', async () => {
    await visit(app.world.group.id);
    const given = alex.page.waitForEvent('requestfailed', {
      predicate: (request) => request.url().endsWith('/app/inline'),
    });
    await alex.page.route('**/app/inline', (route) =>
      route.request().postData()?.includes('"early"') ? undefined : route.continue(),
    );
    const asked = alex.page.waitForRequest('**/app/inline');
    await alex.field.fill('@host_test_bot early');
    await asked;
    await alex.field.fill('@host_test_bot late.com');
    expect((await given).postData()).toContain('early');
    await expect.poll(() => cards(alex).first().textContent()).toContain('late.com');
    await alex.page.unrouteAll();
  });

  test('where nothing is typed there is an example, which is looked up at a tap; Escape dismisses the cards', async () => {
    await visit(app.world.group.id);
    await alex.field.fill('@host_test_bot ');
    await expect.poll(() => cards(alex).first().textContent()).toContain('Type a name, such as brand or example.com');
    await cards(alex).first().click();
    await alex.press('example.com');
    await expect.poll(() => cards(alex).first().textContent()).toContain('example.com');
    await alex.field.press('Escape');
    await expect.poll(() => alex.page.locator('.inline-cards').isVisible()).toBe(false);
  });
});
