import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../support/browser/chromium.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

describeWithChromium('the buttons under a message', () => {
  let chat: Chat;
  let alex: PageDriver;
  const person = () => chat.world.english.id;

  beforeAll(async () => {
    chat = await Chat.start({ callbackLifeMs: PATIENCE_MS });
    chat.handle = (ctx) => ctx.reply('begun');
    alex = await chat.open(person());
    await alex.page.getByRole('button', { name: 'Start', exact: true }).click();
    await alex.page.getByText('begun').first().waitFor();
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  const post = async (inline_keyboard: NonNullable<Parameters<typeof chat.bot.api.sendMessage>[2]>['reply_markup']) => {
    await chat.bot.api.sendMessage(person(), 'choose', inline_keyboard ? { reply_markup: inline_keyboard } : {});
  };

  test('a tapped button spins until the bot answers, and the answer shows as a toast', async () => {
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    chat.handle = async (ctx) => {
      await allowed;
      await ctx.answerCallbackQuery('Rebooting web1');
    };
    await post({ inline_keyboard: [[{ text: 'Reboot', callback_data: 'reboot', style: 'danger' }]] });
    await alex.key('Reboot').click();
    await alex.page.locator('.key.danger.waiting').waitFor();
    allow();
    await alex.page.locator('.toast', { hasText: 'Rebooting web1' }).waitFor();
    await alex.page.locator('.key.waiting').waitFor({ state: 'detached' });
  });

  test('an answer that asks for attention is a dialog that Enter closes', async () => {
    chat.handle = (ctx) => ctx.answerCallbackQuery({ text: 'Only Alex may confirm', show_alert: true });
    await post({ inline_keyboard: [[{ text: 'Confirm', callback_data: 'confirm', style: 'success' }]] });
    await alex.key('Confirm').click();
    const alert = alex.page.getByRole('alertdialog');
    await alert.getByText('Only Alex may confirm').waitFor();
    await alex.page.keyboard.press('Enter');
    await alert.waitFor({ state: 'detached' });
  });

  test('a tap the bot never answers stops spinning and says so', async () => {
    const { promise: isThere, resolve } = Promise.withResolvers<void>();
    chat.handle = () => resolve();
    await post({ inline_keyboard: [[{ text: 'Silence', callback_data: 'silence' }]] });
    await alex.key('Silence').click();
    await alex.page.locator('.key.waiting').waitFor();
    await isThere;
    chat.world.passTime(PATIENCE_MS / 1_000);
    await alex.page.locator('.toast.warning', { hasText: 'did not answer' }).waitFor();
    await alex.page.locator('.key.waiting').waitFor({ state: 'detached' });
  });

  test('the focus stays on the button when the tap edits the message', async () => {
    chat.handle = async (ctx) => {
      await ctx.answerCallbackQuery();
      await ctx.editMessageText('page 2', {
        reply_markup: { inline_keyboard: [[{ text: 'Next', callback_data: 'three' }]] },
      });
    };
    await post({ inline_keyboard: [[{ text: 'Next', callback_data: 'two' }]] });
    await alex.key('Next').focus();
    await alex.page.keyboard.press('Enter');
    await alex.last.getByText('page 2').waitFor();
    await alex.page.locator('.key:focus', { hasText: 'Next' }).waitFor();
  });

  test('a button that is held down stays in its place until it is released, whatever comes meanwhile', async () => {
    chat.handle = (ctx) => ctx.answerCallbackQuery('held');
    const beside = await chat.open(person());
    await post({ inline_keyboard: [[{ text: 'Hold', callback_data: 'held' }]] });
    const { x = 0, y = 0, width = 0, height = 0 } = (await alex.key('Hold').boundingBox()) ?? {};
    const { mouse } = alex.page;
    await mouse.move(x + width / 2, y + height / 2);
    await mouse.down();
    await chat.bot.api.sendMessage(person(), 'news\n\n\nof three\n\n\nservers');
    await beside.last.getByText('servers').waitFor();
    await alex.page.evaluate('new Promise(requestAnimationFrame)');
    await mouse.up();
    await alex.last.getByText('servers').waitFor();
    await alex.page.locator('.toast', { hasText: 'held' }).waitFor();
    await beside.leave();
  });

  test('a copy button copies, a link asks first, a disabled button does nothing', async () => {
    chat.handle = () => undefined;
    const before = chat.world.pending();
    await post({
      inline_keyboard: [
        [{ text: 'Copy IP', copy_text: { text: '203.0.113.10' } }],
        [{ text: 'Website', url: 'https://example.com/panel' }],
        [{ text: 'Nothing', disabled: {} }],
      ],
    });
    await alex.key('Copy IP').click();
    await alex.page.locator('.toast', { hasText: 'Copied' }).waitFor();
    expect(await alex.page.evaluate('navigator.clipboard.readText()')).toBe('203.0.113.10');

    await alex.key('Website').click();
    const question = alex.page.locator('dialog', { hasText: 'https://example.com/panel' });
    await question.waitFor();
    await alex.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });

    expect(await alex.key('Nothing').isDisabled()).toBe(true);
    expect(chat.world.pending()).toBe(before);
  });

  test('a button for inline mode puts the bot and the query into the field', async () => {
    await post({ inline_keyboard: [[{ text: 'Search', switch_inline_query_current_chat: 'web' }]] });
    await alex.key('Search').click();
    await expect.poll(() => alex.field.inputValue()).toBe(`@${chat.world.bot.username} web`);
    await alex.field.fill('');
  });

  test('a link to the bot leads from the group to the private chat and its Start button sends the payload', async () => {
    chat.handle = (ctx) => ctx.msg?.text?.startsWith('/start connect') && ctx.reply('Send your token');
    await chat.bot.api.sendMessage(chat.world.group.id, 'Not here', {
      reply_markup: {
        inline_keyboard: [
          [{ text: 'To the private chat', url: `https://t.me/${chat.world.bot.username}?start=connect` }],
        ],
      },
    });
    const group = await chat.open(person(), { chat: chat.world.group.id });
    await group.key('To the private chat').click();
    await group.page.getByRole('button', { name: 'Start', exact: true }).click();
    await group.page.locator('article', { hasText: 'Send your token' }).waitFor();
    expect(chat.world.messages(person(), person()).at(-2)?.text).toBe('/start connect');
    await group.leave();
  });
});
