import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTelegram } from '../../../src/sandbox/telegram/index.ts';
import { describeWithChromium } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import { openPage, type PageDriver } from './page-driver.ts';

describeWithChromium('the group on the page', () => {
  let chat: Chat;
  let sara: PageDriver;

  beforeAll(async () => {
    chat = await Chat.start();
    const { persian, group } = chat.world;
    sara = await chat.open(persian.id, { chat: group.id });
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  const choose = async (name: string, driver = sara) => {
    await driver.page.getByRole('button', { name: 'بیشتر', exact: true }).click();
    await driver.page.getByRole('menuitem', { name }).click();
    await driver.page.getByRole('menu').waitFor({ state: 'hidden' });
  };
  const seesEvent = (text: string) => sara.page.locator('.service', { hasText: text }).last().waitFor();

  test('its creator removes the bot and adds it again', async () => {
    const { id } = chat.world.group;
    await choose('حذف ربات از گروه');
    await seesEvent('Hosting را حذف کرد');
    await sara.page.locator('.top-status', { hasText: '۲ عضو' }).waitFor();
    await expect(chat.bot.api.sendMessage(id, 'x')).rejects.toThrow('bot was kicked from the supergroup chat');
    await choose('افزودن ربات');
    await seesEvent('Hosting را اضافه کرد');
    await sara.page.locator('.top-status', { hasText: '۳ عضو' }).waitFor();
    await chat.bot.api.sendMessage(id, 'back again');
    await sara.last.getByText('back again').waitFor();
  });

  test('its creator makes the bot an administrator, which hears every message; another person is refused', async () => {
    const heard: (string | undefined)[] = [];
    chat.handle = (ctx) => ctx.message?.text && heard.push(ctx.message.text);
    await sara.say('میان خودمان');
    await choose('ادمین کردن ربات');
    await expect.poll(() => chat.world.botRights.can_delete_messages).toBe(true);
    await sara.say('برای همه');
    await expect.poll(() => heard).toEqual(['برای همه']);
    const alex = await chat.open(chat.world.english.id, { chat: chat.world.group.id });
    await alex.page.getByRole('button', { name: 'More', exact: true }).click();
    await alex.page.getByRole('menuitem', { name: 'Take the bot’s rights away' }).click();
    await alex.page.getByText('You may not do this in this group.').waitFor();
    expect(chat.problems.takeAll()).toEqual([expect.stringContaining('400')]);
    await alex.leave();
    await choose('برداشتن دسترسی ربات');
    await expect.poll(() => chat.world.botRights.can_delete_messages).toBe(false);
  });

  test('its creator forbids the bot to write, and slows the group down', async () => {
    const { id } = chat.world.group;
    await choose('بستن ارسال پیام ربات');
    await expect.poll(() => status()).toBe('restricted');
    await expect(chat.bot.api.sendMessage(id, 'x')).rejects.toThrow('not enough rights to send text messages');
    await choose('بازکردن ارسال پیام ربات');
    await expect.poll(() => status()).toBe('member');
    await choose('حالت آهسته: ۳۰ ثانیه');
    await sara.page.getByRole('button', { name: 'بیشتر', exact: true }).click();
    await sara.page.getByRole('menuitem', { name: 'پایان حالت آهسته' }).waitFor();
    await chat.bot.api.sendMessage(id, 'one');
    await expect(chat.bot.api.sendMessage(id, 'two')).rejects.toThrow('retry after');
    await sara.page.getByRole('menuitem', { name: 'پایان حالت آهسته' }).click();
    await sara.page.getByRole('menu').waitFor({ state: 'hidden' });
    await choose('حالت آهسته: ۳۰ ثانیه');
    await choose('پایان حالت آهسته');
    await chat.bot.api.sendMessage(id, 'two');
    await sara.last.getByText('two').waitFor();

    async function status(): Promise<string> {
      return (await chat.bot.api.getChatMember(id, chat.world.bot.id)).status;
    }
  });

  test('an event in the list of chats runs in the page’s direction, with any name at its beginning', async () => {
    const { english, persian, group } = chat.world;
    const alex = await chat.open(english.id);
    const { message_id } = await chat.bot.api.sendMessage(group.id, 'to be pinned');
    chat.world.pin(persian.id, group.id, message_id);
    const line = alex.page.locator('.chat-last > span', { hasText: 'pinned a message' });
    await line.waitFor();
    expect(await line.getAttribute('dir')).toBeNull();
    chat.world.pin(persian.id, group.id, message_id, false);
    await alex.leave();
  });

  test('a person leaves and joins again, and reads what was written meanwhile', async () => {
    const { english, group } = chat.world;
    const alex = await chat.open(english.id, { chat: group.id });
    await alex.page.getByRole('button', { name: 'More', exact: true }).click();
    await alex.page.getByRole('menuitem', { name: 'Leave the group' }).click();
    await sara.page.locator('.top-status', { hasText: '۲ عضو' }).waitFor();
    await sara.say('در نبود او');
    await alex.page.getByRole('button', { name: 'Join the group' }).click();
    await alex.page.locator('article', { hasText: 'در نبود او' }).waitFor();
    await alex.field.waitFor();
    await alex.leave();
  });

  test('people open topics, look at one of them and write in it', async () => {
    const { page } = sara;
    chat.handle = (ctx) => ctx.message?.text && ctx.reply(`شنیدم: ${ctx.message.text}`);
    await choose('تاپیک جدید');
    await page.getByLabel('نام تاپیک').fill('سرورها');
    await page.getByRole('button', { name: 'ساختن' }).click();
    await seesEvent('تاپیک «سرورها» را ساخت');
    await sara.say('/status');
    await sara.sees(/شنیدم: \/status/);
    const inTopic = chat.world.messages(chat.world.persian.id, chat.world.group.id).slice(-2);
    const topic = inTopic[0]?.message_thread_id;
    expect(topic).toBeGreaterThan(0);
    expect(inTopic[1]).toMatchObject({ message_thread_id: topic, is_topic_message: true });

    await page.getByRole('button', { name: 'عمومی', exact: true }).click();
    await page.locator('.messages').getByText('شنیدم').waitFor({ state: 'detached' });
    await sara.say('/start');
    await sara.sees(/شنیدم: \/start/);
    await page.getByRole('button', { name: 'همه', exact: true }).click();
    await page.locator('.bubble', { hasText: '/status' }).locator('.via', { hasText: 'سرورها' }).first().waitFor();

    await page.getByRole('button', { name: 'سرورها', exact: true }).click();
    await choose('بستن تاپیک «سرورها»');
    await seesEvent('تاپیک را بست');
    await sara.say('هنوز؟');
    await page.getByText('این تاپیک بسته است.').waitFor();
    expect(chat.problems.takeAll()).toEqual([expect.stringContaining('400')]);
    await choose('حذف تاپیک «سرورها»');
    await page.getByRole('button', { name: 'حذف', exact: true }).click();
    await page.locator('.messages').getByText('/status').first().waitFor({ state: 'detached' });
    expect(await page.locator('.topic').allTextContents()).toEqual(['همه', 'عمومی']);
  });

  test('its creator writes as the group, and as a channel', async () => {
    const { page, field } = sara;
    const heard: unknown[] = [];
    chat.handle = ({ message }) => heard.push([message?.from.username, message?.sender_chat?.type, message?.text]);
    await choose('نوشتن به نام گروه');
    expect(await field.getAttribute('placeholder')).toBe('پیام به نام گروه');
    await sara.say('/status');
    await page.locator('.sender', { hasText: chat.world.group.title }).last().waitFor();
    await choose('نوشتن به نام کانالم');
    await sara.say('/start');
    await page.locator('.sender', { hasText: 'Channel · کانال' }).last().waitFor();
    await choose('نوشتن به نام خودم');
    await expect
      .poll(() => heard)
      .toEqual([
        ['GroupAnonymousBot', 'supergroup', '/status'],
        ['Channel_Bot', 'channel', '/start'],
      ]);
  });

  test('people send a contact, a location, a voice message and an album', async () => {
    const { page } = sara;
    chat.handle = () => undefined;
    await choose('ارسال شماره‌ام');
    await page.locator('.file', { hasText: '+98912' }).waitFor();
    await choose('ارسال موقعیت مکانی');
    await page.locator('.file', { hasText: '35.6892' }).waitFor();
    const attach = async (files: { name: string; mimeType: string; buffer: Buffer }[]) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'پیوست کردن فایل' }).click();
      await (await chooser).setFiles(files);
      await page.getByRole('dialog').getByRole('button', { name: 'ارسال', exact: true }).click();
    };
    await attach([{ name: 'a.ogg', mimeType: 'audio/ogg', buffer: Buffer.from('OggS') }]);
    await page.locator('.file', { hasText: 'پیام صوتی' }).waitFor();
    const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') });
    await attach([text('one.txt'), text('two.txt')]);
    await page.locator('article .file', { hasText: 'two.txt' }).waitFor();
    const { persian, group } = chat.world;
    const [one, two] = chat.world.messages(persian.id, group.id).slice(-2);
    expect(one?.media_group_id).toMatch(/^\d+$/);
    expect(two?.media_group_id).toBe(one?.media_group_id);
  });

  test('its creator upgrades a basic group, and the page goes on in the supergroup', async () => {
    const telegram = await startTelegram({ token: '1:test', group: 'group' });
    const { persian, group } = telegram.world;
    const driver = await openPage(chat.browser, `${telegram.url}/#${persian.id}/${group.id}`, chat.problems);
    await choose('تبدیل به سوپرگروه', driver);
    await driver.page.locator('.service', { hasText: 'گروه به سوپرگروه تبدیل شد' }).waitFor();
    await driver.page.waitForURL(`**/#${persian.id}/${telegram.world.group.id}`);
    expect(telegram.world.group.type).toBe('supergroup');
    await driver.leave();
    await telegram.close();
  });
});
