import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

/** The words of the page that the test taps. */
const WORDS = {
  persian: {
    all: 'همه',
    fresh: 'تاپیک جدید',
    create: 'ساختن',
    more: 'بیشتر',
    remove: /^حذف تاپیک/,
    close: /^بستن تاپیک/,
  },
  english: {
    all: 'All',
    fresh: 'New topic',
    create: 'Create',
    more: 'More',
    remove: /^Delete the/,
    close: /^Close the/,
  },
} as const;
const BROWSERS = {
  persian: { ...PHONE, locale: 'fa-IR' },
  english: { ...PHONE, locale: 'en-GB' },
} as const;

describeWithChromium('topics on a phone', () => {
  let chat: Chat;
  let topics: number[];

  beforeAll(async () => {
    chat = await Chat.start();
    const { persian } = chat.world;
    topics = Array.from({ length: 9 }, (_, at) => chat.world.openTopic(persian.id, `تاپیک شماره ${at}`).message_id);
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  /** The name of the current tab, where the whole of it is in sight. */
  const current = ({ page }: PageDriver) =>
    page.evaluate<string | null>(`(() => {
      const all = document.querySelector('.topics').getBoundingClientRect();
      const tab = document.querySelector('.topic[aria-current]');
      const { left, right } = tab.getBoundingClientRect();
      return left >= all.left && right <= all.right ? tab.textContent : null;
    })()`);

  test.each(['persian', 'english'] as const)('the current tab is in sight, whatever led to it (%s)', async (who) => {
    const { persian, group, [who]: person } = chat.world;
    const driver = await chat.open(person.id, {
      chat: group.id,
      browser: BROWSERS[who],
    });
    const { page } = driver;
    for (const at of [8, 0, 5]) {
      await page.locator(`[data-topic="${topics[at]}"]`).dispatchEvent('click');
      await expect.poll(() => current(driver)).toBe(`تاپیک شماره ${at}`);
    }
    await page.locator(`[data-topic="${topics[8]}"]`).dispatchEvent('click');
    chat.world.say(persian.id, group.id, 'news', { topic: topics[8] ?? 0 });
    await page.locator('.bubble', { hasText: 'news' }).last().waitFor();
    expect(await current(driver)).toBe('تاپیک شماره 8');
    await page.evaluate(`location.hash = '#${person.id}'`);
    await page.locator('.chat-row').first().waitFor();
    await page.locator(`.chat-row[href="#${person.id}/${group.id}"]`).click();
    await expect.poll(() => current(driver)).toBe('تاپیک شماره 8');
    await driver.leave();
    const direct = await chat.open(person.id, { chat: group.id, topic: topics[7] ?? 0, browser: PHONE });
    await expect.poll(() => current(direct)).toBe('تاپیک شماره 7');
    await direct.leave();
  });

  test.each(['persian', 'english'] as const)(
    'threaded mode gives the private chat tabs to write in (%s)',
    async (who) => {
      const { world, bot } = chat;
      const { id } = world[who];
      const words = WORDS[who];
      chat.handle = async ({ message }) => {
        const { message_thread_id: topic, text } = message ?? {};
        if (text === undefined) return;
        await bot.api.sendMessage(id, `heard ${text}`, topic === undefined ? {} : { message_thread_id: topic });
      };
      const { page, ask, leave } = await chat.open(id, { browser: BROWSERS[who] });
      const tab = (name: string) => page.locator('.topic', { hasText: name });
      const topicsOf = (text: string) =>
        world
          .messages(id, id)
          .filter((message) => message.text === text)
          .map(({ message_thread_id }) => message_thread_id);
      await page.locator('.instead').tap();
      await page.locator('.bubble', { hasText: 'heard /start' }).waitFor();
      expect(await page.locator('.topics').isVisible()).toBe(false);

      world.threadedMode(true);
      await page.getByRole('button', { name: words.fresh }).tap();
      await page.getByRole('dialog').getByRole('textbox').fill('web');
      await page.getByRole('button', { name: words.create }).tap();
      await expect.poll(() => tab('web').getAttribute('aria-current')).toBe('true');
      await ask('in the topic');
      const [topic] = topicsOf('in the topic');
      expect(topic).toBe(world.messages(id, id).find((message) => message.forum_topic_created)?.message_id);
      expect(await page.locator('.bubble', { hasText: 'heard' }).count()).toBe(1);

      await bot.api.sendMessage(id, 'news outside of it');
      await page.locator('.notification', { hasText: 'news outside of it' }).tap();
      await expect.poll(() => tab(words.all).getAttribute('aria-current')).toBe('true');
      await ask('outside');
      expect(topicsOf('outside')).toEqual([undefined]);
      await tab('web').tap();
      await page.getByRole('button', { name: words.more, exact: true }).tap();
      await page.getByRole('menuitem', { name: words.remove }).waitFor();
      expect(await page.getByRole('menuitem', { name: words.close }).count()).toBe(0);
      await page.keyboard.press('Escape');

      world.threadedMode(false);
      await page.locator('.topics').waitFor({ state: 'hidden' });
      await ask('without topics');
      expect(topicsOf('without topics')).toEqual([undefined]);
      await leave();
    },
  );
});
