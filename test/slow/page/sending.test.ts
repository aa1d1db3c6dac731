import type { Context } from 'grammy';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';

const WORDS = {
  english: {
    ...{ more: 'More', edit: 'Edit', forward: 'Forward…', sticker: 'Send a sticker' },
    ...{ voice: 'Send a voice message', to: 'Forward to', from: 'Forwarded from', mark: 'edited' },
  },
  persian: {
    ...{ more: 'بیشتر', edit: 'ویرایش', forward: 'فوروارد…', sticker: 'ارسال استیکر' },
    ...{ voice: 'ارسال پیام صوتی', to: 'فوروارد به', from: 'فوروارد از', mark: 'ویرایش‌شده' },
  },
} as const;

describeWithChromium('what people send from a phone', () => {
  let chat: Chat;
  let heard: Context['update'][];

  beforeAll(async () => {
    chat = await Chat.start();
    chat.handle = ({ update }) => heard.push(update);
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  test.each(['english', 'persian'] as const)(
    'stickers, voice messages, edits and forwards reach the bot as Telegram’s (%s)',
    async (who) => {
      heard = [];
      const { [who]: person, group } = chat.world;
      const words = WORDS[who];
      chat.world.say(person.id, person.id, '/start');
      const { page, field, say, leave } = await chat.open(person.id, { browser: PHONE });
      const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click();
      const openMenu = () => page.locator('article').last().locator('.bubble').click({ button: 'right' });
      for (const what of [words.sticker, words.voice]) {
        await page.getByRole('button', { name: words.more, exact: true }).click();
        await choose(what);
      }
      await page.locator('article .sticker', { hasText: '👍' }).waitFor();
      await page.locator('article .file').waitFor();
      await say('restart web1');
      await page.locator('article', { hasText: 'restart web1' }).waitFor();
      await openMenu();
      await choose(words.edit);
      expect(await field.inputValue()).toBe('restart web1');
      await field.fill('restart web2');
      await field.press('Enter');
      await page.locator('article', { hasText: 'restart web2' }).locator('.edited', { hasText: words.mark }).waitFor();
      expect(await field.inputValue()).toBe('');
      await openMenu();
      await choose(words.forward);
      await page.getByRole('menuitem', { name: words.to }).filter({ hasText: group.title }).click();
      await page.locator('.via', { hasText: words.from }).last().waitFor();
      const message = chat.world.messages(person.id, group.id).at(-1);
      expect(message).toMatchObject({ text: 'restart web2', forward_origin: { sender_user: { id: person.id } } });
      await expect
        .poll(() => heard)
        .toMatchObject([
          { message: { text: '/start' } },
          { message: { sticker: { type: 'regular' } } },
          { message: { voice: { duration: 2 } } },
          { message: { text: 'restart web1' } },
          { edited_message: { text: 'restart web2', edit_date: expect.any(Number) } },
        ]);
      await leave();
    },
  );
});
