import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, describeWithChromium, launchChromium, PHONE } from '../../support/chromium.ts';
import { openHouse, type TestHouse, TOKEN } from '../../support/house.ts';
import { bare } from '../../support/person.ts';

describeWithChromium('a server cared for on the page', () => {
  let house: TestHouse;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    house = await openHouse({ timings: { rebootMs: 500, copyMs: 500 } });
    browser = await launchChromium();
    await house.english.say(`/connect ${TOKEN}`);
    await house.persian.say(`/connect ${TOKEN}`);
  });
  afterAll(async () => {
    await browser.close();
    await house.close();
    expect(complaints).toEqual([]);
  });

  async function open(person: number, options: typeof DESKTOP, locale: string): Promise<Seat> {
    const page = await (await browser.newContext({ locale, ...options })).newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
    await page.goto(`${house.telegram.url}/#${person}/${person}`);
    await page.locator('.app.ready').waitFor();
    return seatAt(page);
  }

  test('a snapshot by the buttons of the card, named in the field', async () => {
    const alex = await open(house.english.user.id, DESKTOP, 'en-GB');
    await alex.say('/server 10.0.0.0');
    await alex.press('More');
    await alex.press('Snapshots');
    await alex.sees('There is none yet.');
    await alex.press('New snapshot');
    await alex.sees('Send me a name');
    await alex.say('before the upgrade 😀');
    await alex.sees('Take the snapshot before the upgrade 😀');
    await alex.press('Yes, take it');
    await alex.sees('done');
    await alex.press('Snapshots');
    await alex.press('before the upgrade');
    await alex.press('Restore');
    await alex.sees('type the server’s name or IP');
    await alex.say('10.0.0.0');
    await alex.sees('Put 10.0.0.0 back to the snapshot before the upgrade 😀: done');
    expect(
      house.provider.requests.filter(({ operation }) => /^snapshot\.(create|restore)/.test(operation)),
    ).toHaveLength(2);
  });

  test('rescue on a phone in Persian: attached, seen on the card, ejected', async () => {
    const sara = await open(house.persian.user.id, PHONE, 'fa');
    await sara.say('/rescue 10.0.0.1');
    await sara.press('finnix');
    await sara.press('بله');
    await sara.sees('انجام شد');
    await sara.press('کارت سرور');
    await sara.sees('دیسک نجات متصل است');
    await sara.press('بیرون آوردن');
    await sara.press('بله');
    await sara.sees('سرور دوباره از دیسک خودش اجرا می‌شود');
  });

  test('the graph is a picture that changes in place, and leads back to the card', async () => {
    const alex = await open(house.english.user.id, DESKTOP, 'en-GB');
    await alex.say('/graph 10.0.0.2');
    const picture = alex.last.locator('img');
    await picture.waitFor();
    const [articles, first] = [await alex.page.locator('article').count(), await picture.getAttribute('src')];
    await alex.press('Week');
    await expect.poll(() => picture.getAttribute('src')).not.toBe(first);
    expect(await alex.page.locator('article').count()).toBe(articles);
    await alex.press('Server card');
    await alex.sees('Status: 🟢 on');
  });

  test('the console’s message hides its password, opens by a link, and goes by its button', async () => {
    const alex = await open(house.english.user.id, DESKTOP, 'en-GB');
    await alex.say('/console 10.0.0.0');
    await alex.sees('Console of 10.0.0.0');
    const before = await alex.page.locator('article').count();
    await alex.page.locator('article .key', { hasText: 'Open the console' }).last().waitFor();
    await alex.press('Delete this message now');
    await expect.poll(() => alex.page.locator('article').count()).toBe(before - 1);
  });
});

interface Seat {
  page: Page;
  last: Locator;
  say(text: string): Promise<void>;
  press(label: string): Promise<void>;
  sees(text: string): Promise<void>;
}

function seatAt(page: Page): Seat {
  const field = page.locator('textarea');
  const last = page.locator('article').last().locator('.bubble');
  return {
    page,
    last,
    say: async (text) => {
      await field.fill(text);
      await field.press('Enter');
      // The answer comes after what was said.
      await page.locator('article').last().locator('.key').first().waitFor();
    },
    press: (label) => page.locator('article').last().locator('.key', { hasText: label }).first().click(),
    sees: async (text) => {
      await expect.poll(async () => bare((await last.textContent()) ?? ''), { timeout: 8_000 }).toContain(text);
    },
  };
}
