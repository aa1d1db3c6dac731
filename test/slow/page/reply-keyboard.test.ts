import type { ReplyKeyboardMarkup } from 'grammy/types';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

describeWithChromium('reply keyboards on the page', () => {
  let chat: Chat;
  let alex: PageDriver;
  let sara: PageDriver;

  beforeAll(async () => {
    chat = await Chat.start();
    const { english, persian } = chat.world;
    for (const { id } of [english, persian]) chat.world.say(id, id, '/start');
    alex = await chat.open(english.id);
    sara = await chat.open(persian.id, { browser: PHONE });
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  const keyboard = ({ page }: PageDriver) => page.locator('.reply-keyboard');
  const show = (person: number, rows: ReplyKeyboardMarkup['keyboard'], options: Partial<ReplyKeyboardMarkup> = {}) =>
    chat.bot.api.sendMessage(person, 'choose', { reply_markup: { keyboard: rows, ...options } });
  const lastOf = (person: number) => chat.world.messages(person, person).at(-1);

  test('its buttons send their text; it is put away, shown again, and removed', async () => {
    const { id } = chat.world.english;
    await show(id, [['Servers', 'Orders'], ['Help']], { resize_keyboard: true, input_field_placeholder: 'Pick one' });
    await keyboard(alex).getByRole('button', { name: 'Orders' }).click();
    await expect.poll(() => lastOf(id)?.text).toBe('Orders');
    expect(await alex.field.getAttribute('placeholder')).toBe('Pick one');
    await alex.page.getByRole('button', { name: 'Hide the bot’s keyboard' }).click();
    await keyboard(alex).waitFor({ state: 'hidden' });
    expect(await alex.field.getAttribute('placeholder')).toBe('Message');
    await alex.page.getByRole('button', { name: 'Show the bot’s keyboard' }).click();
    await keyboard(alex).waitFor();
    await show(id, [['Once']], { one_time_keyboard: true });
    await keyboard(alex).getByRole('button', { name: 'Once' }).click();
    await keyboard(alex).waitFor({ state: 'hidden' });
    await alex.page.getByRole('button', { name: 'Show the bot’s keyboard' }).waitFor();
    await chat.bot.api.sendMessage(id, 'gone', { reply_markup: { remove_keyboard: true } });
    await alex.page.getByRole('button', { name: 'Show the bot’s keyboard' }).waitFor({ state: 'hidden' });
  });

  test('in a group its text answers the bot; a selective one is for those whom it answers', async () => {
    const { english, persian, group } = chat.world;
    const question = chat.world.say(english.id, group.id, '/start');
    const reply_markup = { keyboard: [['Yes']], selective: true };
    const reply_parameters = { message_id: question.message_id };
    await chat.bot.api.sendMessage(group.id, 'Sure?', { reply_markup, reply_parameters });
    const [one, other] = await Promise.all([
      chat.open(english.id, { chat: group.id }),
      chat.open(persian.id, { chat: group.id }),
    ]);
    await keyboard(one).getByRole('button', { name: 'Yes' }).click();
    await other.sees('Yes');
    expect(await keyboard(other).isVisible()).toBe(false);
    expect(chat.world.messages(english.id, group.id).at(-1)).toMatchObject({
      text: 'Yes',
      reply_to_message: { text: 'Sure?' },
    });
    for (const { leave } of [one, other]) await leave();
  });

  test('a person chooses people for the bot', async () => {
    const { english, persian } = chat.world;
    const heard: unknown[] = [];
    chat.handle = ({ message }) => message?.users_shared && heard.push(message.users_shared.users);
    await show(english.id, [
      [{ text: 'Who?', request_users: { request_id: 1, user_is_bot: false, request_name: true } }],
      [{ text: 'Some', request_users: { request_id: 2, max_quantity: 2 } }],
    ]);
    await keyboard(alex).getByRole('button', { name: 'Who?' }).click();
    await alex.page.getByRole('dialog').getByRole('button', { name: persian.first_name }).click();
    await alex.page.locator('.service', { hasText: `shared with the bot: ${persian.first_name}` }).waitFor();
    await keyboard(alex).getByRole('button', { name: 'Some' }).click();
    const dialog = alex.page.getByRole('dialog');
    await dialog.getByText('Choose up to 2 to share with the bot').waitFor();
    expect(await dialog.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    for (const name of [persian.first_name, 'Hosting']) await dialog.getByRole('button', { name }).click();
    await dialog.getByRole('button', { name: 'Send (2)' }).click();
    const name = { first_name: persian.first_name, ...(persian.last_name ? { last_name: persian.last_name } : {}) };
    await expect
      .poll(() => heard)
      .toEqual([[{ user_id: persian.id, ...name }], [{ user_id: persian.id }, { user_id: chat.world.bot.id }]]);
  });

  test('on a phone in Persian: a chat, one that does not exist, and the own number after a question', async () => {
    const { persian, group } = chat.world;
    const heard: unknown[] = [];
    chat.handle = ({ message }) => message?.chat_shared && heard.push(message.chat_shared);
    await show(persian.id, [
      [{ text: 'گروه', request_chat: { request_id: 3, chat_is_channel: false, request_title: true } }],
      [{ text: 'انجمن', request_chat: { request_id: 4, chat_is_channel: false, chat_is_forum: true } }],
      [{ text: 'شماره', request_contact: true }],
    ]);
    await keyboard(sara).getByRole('button', { name: 'گروه' }).tap();
    await sara.page.getByRole('dialog').getByRole('button', { name: group.title }).tap();
    await sara.page.locator('.service', { hasText: `برای ربات فرستاد: ${group.title}` }).waitFor();
    await expect.poll(() => heard).toEqual([{ chat_id: group.id, title: group.title, request_id: 3 }]);
    await keyboard(sara).getByRole('button', { name: 'انجمن' }).tap();
    await sara.page.getByText('موردی مطابق درخواست ربات پیدا نشد.').waitFor();
    await sara.page.getByRole('button', { name: 'انصراف' }).tap();
    await keyboard(sara).getByRole('button', { name: 'شماره' }).tap();
    await sara.page.getByText('شمارهٔ شما برای ربات فرستاده شود؟').waitFor();
    await sara.page.getByRole('dialog').getByRole('button', { name: 'ارسال' }).tap();
    await expect.poll(() => lastOf(persian.id)?.contact?.user_id).toBe(persian.id);
    expect(await sara.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});
