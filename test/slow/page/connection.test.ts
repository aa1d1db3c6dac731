import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTelegram } from '../../../src/sandbox/telegram/index.ts';
import { TOKEN } from '../../sandbox/telegram/support/call.ts';
import { describeWithChromium } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import { openPage } from './page-driver.ts';

describeWithChromium('the connection to the sandbox', () => {
  let chat: Chat;

  beforeAll(async () => {
    chat = await Chat.start();
  });
  afterAll(() => chat.close());

  test('lost, is shown and found again, with everything that happened meanwhile', async () => {
    const { page, say, field, start } = await chat.open(chat.world.english.id);
    await start();

    await chat.restart(async () => {
      await page.locator('.top-status', { hasText: 'connecting' }).waitFor();
      await say('into the void');
      await page.locator('.toast.warning', { hasText: 'can’t be reached' }).waitFor();
      await expect.poll(() => field.inputValue()).toBe('into the void');
    });
    chat.world.say(chat.world.english.id, chat.world.english.id, 'said meanwhile');

    await page.locator('article', { hasText: 'said meanwhile' }).waitFor();
    await page.locator('.top-status', { hasText: 'bot' }).waitFor();
    await page.locator('article', { hasText: '/start' }).waitFor({ state: 'detached' });
  });

  test('asks for every file of the page once and together, and is painted by then', async () => {
    const { page } = await chat.open(chat.world.english.id);
    const entries = (type: string) =>
      page.evaluate<{ name: string; initiatorType: string }[]>(
        `performance.getEntriesByType('${type}').map((entry) => entry.toJSON())`,
      );
    await expect
      .poll(() => entries('paint'))
      .toContainEqual(expect.objectContaining({ name: 'first-contentful-paint' }));
    const files = (await entries('resource')).filter(({ name }) => /\.(css|ts|json)$/.test(name));
    const askedBy = new Map(files.map(({ name, initiatorType }) => [new URL(name).pathname, initiatorType]));
    expect(askedBy.size).toBe(files.length);
    expect(askedBy.get('/texts.json')).toBe('other');
    // A file that another one names, and not the page, is asked for by a `script` or by `css`.
    const late = [...askedBy].filter(([path, by]) => path !== '/main.ts' && !['link', 'other'].includes(by));
    expect(late).toEqual([]);
    await page.context().close();
  });

  test('begins with a person of the browser’s language where the address names an unknown person', async () => {
    const { english, persian } = chat.world;
    for (const [person, locale] of [
      [english, 'en-GB'],
      [persian, 'fa-IR'],
      [chat.world.people[0], 'de-DE'],
    ] as const) {
      const { page } = await openPage(chat.browser, `${chat.telegram.url}/`, chat.problems, { locale });
      expect(page.url()).toContain(`#${person?.id}/${person?.id}`);
      await page.goto(`${chat.telegram.url}/#1/1`);
      await expect.poll(() => page.url()).toContain(`#${person?.id}/${person?.id}`);
      await page.context().close();
    }
  });

  test('is made where the sandbox has a key, which the address brings and no longer shows', async () => {
    const locked = await startTelegram({ token: TOKEN, strict: true, control: 'a key' });
    onTestFinished(() => locked.close());
    const { english } = locked.world;
    const address = `${locked.url}/?control=a%20key#${english.id}/${english.id}`;
    const { page, say, start } = await openPage(chat.browser, address, chat.problems);
    expect(page.url()).toBe(`${locked.url}/#${english.id}/${english.id}`);
    await start();
    await say('unlocked');
    await locked.world.until(() => locked.world.messages(english.id, english.id).at(-1)?.text === 'unlocked');
    await page.locator('article', { hasText: 'unlocked' }).waitFor();
    await page.context().close();
  });
});
