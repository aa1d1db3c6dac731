import type { Update } from 'grammy/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';

describeWithChromium('what the page shows of the bot', () => {
  let chat: Chat;

  beforeAll(async () => {
    chat = await Chat.start();
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  test('an empty chat shows the description in the person’s language, also one that comes later', async () => {
    const { api } = chat.bot;
    const { english, persian } = chat.world;
    await api.setMyDescription('Your servers.\n\nPress Start.');
    const [alex, sara] = [await chat.open(english.id), await chat.open(persian.id)];
    const described = (words: string) => ({ name: words, exact: true }) as const;
    for (const [{ page }, heading] of [
      [alex, 'What can this bot do?'],
      [sara, 'این ربات چه کار می‌کند؟'],
    ] as const) {
      await page.getByRole('heading', described(heading)).waitFor();
      expect(await page.locator('.description').textContent()).toBe('Your servers.\n\nPress Start.');
    }
    await api.setMyDescription('سرورهایتان در تلگرام.', { language_code: 'fa' });
    await sara.page.locator('.description', { hasText: 'سرورهایتان در تلگرام' }).waitFor();
    expect(await alex.page.locator('.description').textContent()).toContain('Your servers.');
    await api.setMyDescription('');
    await alex.page.locator('.description').waitFor({ state: 'detached' });

    await api.setMyShortDescription('Servers in a chat.');
    await api.setMyShortDescription('سرورها در گفتگو.', { language_code: 'fa' });
    for (const [{ page, leave }, button, about] of [
      [alex, 'About the bot', 'Servers in a chat.'],
      [sara, 'دربارهٔ ربات', 'سرورها در گفتگو.'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByText(about).waitFor();
      await page.keyboard.press('Escape');
      await leave();
    }
  });

  test('a link to choose a group asks first, then brings the bot there with the rights that its person may give', async () => {
    const heard: Update[] = [];
    chat.handle = (ctx) => heard.push(ctx.update);
    const { world, bot } = chat;
    const { english, persian, group } = world;
    const text = (person: number) =>
      bot.api.sendMessage(person, 'x', {
        reply_markup: {
          inline_keyboard: [
            [{ text: 'Add', url: `https://t.me/${world.bot.username}?startgroup=here&admin=delete_messages` }],
          ],
        },
      });
    for (const [person, add, rights] of [
      [english, 'Add the bot', 'It asks for these rights: delete messages.'],
      [persian, 'افزودن ربات', 'این دسترسی‌ها را می‌خواهد: حذف پیام‌ها.'],
    ] as const) {
      world.say(person.id, person.id, '/start');
      world.removeBot(persian.id);
      heard.length = 0;
      const driver = await chat.open(person.id);
      await text(person.id);
      await driver.press('Add');
      const question = driver.page.getByRole('dialog');
      await question.getByText(`\u2068${group.title}\u2069`).waitFor();
      await question.getByText(rights).waitFor();
      expect(world.botRights.can_delete_messages).toBe(false);
      await question.getByRole('button', { name: add }).click();
      await driver.page
        .locator('article', { hasText: `/start@${world.bot.username} here` })
        .last()
        .waitFor();
      expect(driver.page.url()).toContain(`/${group.id}`);
      expect(world.botRights.can_delete_messages).toBe(person === persian);
      await driver.leave();
    }
    const words = heard.flatMap(({ message }) => message?.text ?? message?.new_chat_members?.length ?? []);
    expect(words.filter((each) => each !== '/start')).toEqual([1, `/start@${world.bot.username} here`]);
  });
});
