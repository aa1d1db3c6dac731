import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

describeWithChromium('the topics of a forum on a phone', () => {
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
      browser: { ...PHONE, locale: who === 'persian' ? 'fa-IR' : 'en-GB' },
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
});
