import type { CallbackQuery, ChosenInlineResult } from 'grammy/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTelegram } from '../../../src/sandbox/telegram/index.ts';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import { openPage, type PageDriver } from './page-driver.ts';

describeWithChromium('what Telegram does at times only, switched on the page', () => {
  let chat: Chat;
  let alex: PageDriver;

  beforeAll(async () => {
    chat = await Chat.start();
    const { id } = chat.world.english;
    chat.world.say(id, id, '/start');
    alex = await chat.open(id);
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  const flip = async (name: string, checked: boolean) => {
    await alex.page.getByRole('switch', { name, exact: true }).click();
    await alex.page.getByRole('switch', { name, exact: true, checked }).waitFor();
  };

  test('taps come without their message, as those of old ones, and the bot edits it all the same', async () => {
    const { id } = chat.world.english;
    const reply_markup = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
    const { message_id } = await chat.bot.api.sendMessage(id, 'old', { reply_markup });
    const taps: CallbackQuery['message'][] = [];
    chat.handle = async ({ callbackQuery, api }) => {
      if (!callbackQuery) return;
      taps.push(callbackQuery.message);
      await api.answerCallbackQuery(callbackQuery.id);
      await api.editMessageText(id, message_id, `tapped ${taps.length}`, { reply_markup });
    };
    await flip('Taps of old messages', true);
    await alex.page.getByRole('button', { name: 'something is switched on' }).waitFor();
    await alex.press('Go');
    await alex.sees('tapped 1');
    await flip('Taps of old messages', false);
    await alex.press('Go');
    await alex.sees('tapped 2');
    expect(taps).toMatchObject([
      { chat: { id }, message_id, date: 0 },
      { message_id, text: 'tapped 1' },
    ]);
    expect(Object.keys(taps[0] ?? {}).sort()).toEqual(['chat', 'date', 'message_id']);
  });

  test('the bot hears of the chosen inline result, and edits the message by its inline identifier', async () => {
    const chosen: ChosenInlineResult[] = [];
    chat.handle = async ({ inlineQuery, chosenInlineResult, callbackQuery, api }) => {
      const reply_markup = { inline_keyboard: [[{ text: 'More', callback_data: 'more' }]] };
      const card = {
        id: 'one',
        title: 'A card',
        input_message_content: { message_text: 'from the card' },
        reply_markup,
      };
      if (inlineQuery) await api.answerInlineQuery(inlineQuery.id, [{ type: 'article', ...card }]);
      if (chosenInlineResult) {
        chosen.push(chosenInlineResult);
        const { inline_message_id = '' } = chosenInlineResult;
        await api.editMessageTextInline(inline_message_id, 'chosen and edited', { reply_markup });
      }
      if (!callbackQuery) return;
      expect(callbackQuery.message).toBeUndefined();
      await api.answerCallbackQuery(callbackQuery.id);
      await api.editMessageTextInline(callbackQuery.inline_message_id ?? '', 'tapped and edited');
    };
    await flip('Inline feedback', true);
    await alex.field.fill(`@${chat.world.bot.username} some words`);
    await alex.page.locator('.inline-row', { hasText: 'A card' }).click();
    await alex.sees('chosen and edited');
    expect(chosen).toMatchObject([{ query: 'some words', result_id: 'one', from: { id: chat.world.english.id } }]);
    await alex.press('More');
    await alex.sees('tapped and edited');
    expect(await alex.last.locator('.edited').count()).toBe(0);
    await flip('Inline feedback', false);
  });

  test('without a demo they lie behind a button, in Persian on a phone too', async () => {
    const telegram = await startTelegram({ token: '1:test', inlineFeedback: true });
    const { persian, english } = telegram.world;
    const open = (person: number, browser = {}) =>
      openPage(chat.browser, `${telegram.url}/#${person}/${person}`, chat.problems, browser);
    const phone = await open(persian.id, PHONE);
    await phone.page.getByRole('button', { name: 'امتحان کنید' }).tap();
    const dialog = phone.page.getByRole('dialog', { name: 'امتحان کنید' });
    await dialog.getByRole('switch', { name: 'بازخورد اینلاین', checked: true }).waitFor();
    expect(await dialog.getByRole('switch').count()).toBe(3);
    expect(await dialog.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['تلگرام']);
    await dialog.getByRole('switch', { name: 'دکمهٔ پیام‌های قدیمی' }).tap();
    await dialog.getByRole('switch', { name: 'دکمهٔ پیام‌های قدیمی', checked: true }).waitFor();
    const desktop = await open(english.id);
    expect(await desktop.page.locator('.panel').isVisible()).toBe(false);
    await desktop.page.getByRole('button', { name: 'something is switched on' }).click();
    await desktop.page.getByRole('switch', { name: 'Taps of old messages', checked: true }).waitFor();
    for (const { leave } of [phone, desktop]) await leave();
    await telegram.close();
  });
});
