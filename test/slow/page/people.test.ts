import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat, HINTS } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

describeWithChromium('the people on the page', () => {
  let chat: Chat;
  let alex: PageDriver;

  beforeAll(async () => {
    chat = await Chat.start();
    await chat.bot.api.setMyCommands([
      { command: 'servers', description: 'Your servers' },
      { command: 'reboot', description: 'Reboot a server' },
      { command: 'rename', description: 'Name a server' },
    ]);
    await chat.bot.api.setMyCommands([{ command: 'servers', description: 'سرورهای شما' }], { language_code: 'fa' });
    alex = await chat.open(chat.world.english.id);
  });
  beforeEach(async () => {
    const { id } = chat.world.english;
    await alex.page.goto(`${chat.telegram.url}/#${id}/${id}`);
    await alex.page.locator('html[lang="en"]').waitFor();
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  test('stand three in a row at most, so that seven names are read whole', async () => {
    const { page } = alex;
    await page.evaluate(`(() => {
      const row = document.querySelector('.people-row');
      while (row.childElementCount < 7) row.append(row.firstElementChild.cloneNode(true));
    })()`);
    const tops = await page
      .locator('.person')
      .evaluateAll((all) => all.map((person) => person.getBoundingClientRect().top));
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    expect(new Set(tops).size).toBe(3);
  });

  test('begin with three taps: start, connect, and the token of the demo account', async () => {
    chat.handle = async (ctx) => {
      if (ctx.msg?.text === HINTS.token) {
        await ctx.deleteMessage();
        chat.demo.connect(chat.world.english.id, HINTS.token);
      }
      await ctx.reply(ctx.msg?.text === HINTS.token ? 'connected' : `you said ${ctx.msg?.text}`);
    };
    const { page } = alex;
    await page.getByRole('heading', { name: 'Your servers, in a chat' }).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('you said /start').last().waitFor();
    await page.locator('.guide-bar').getByRole('button', { name: '/connect' }).click();
    await page.getByText('you said /connect').last().waitFor();
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.locator('.guide-bar').getByRole('button', { name: HINTS.token }).waitFor();
    await page.locator('.guide-bar').getByRole('button', { name: HINTS.token }).click();
    await page.getByText('connected').last().waitFor();
    for (const one of [page, tab]) await one.locator('.guide-bar').waitFor({ state: 'hidden' });
    await tab.close();
    await page.locator('.messages').getByText(HINTS.token).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'How to begin' }).click();
    expect(await page.locator('dialog .step.done').count()).toBe(3);
    await page.keyboard.press('Escape');
  });

  test('read the page in their own language and direction, and keep their own chats', async () => {
    chat.handle = (ctx) => ctx.reply(ctx.from?.language_code === 'fa' ? 'درود' : 'hello');
    const { page, last } = alex;
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    await page.locator('.person', { hasText: chat.world.persian.first_name }).click();
    await page.locator('html[dir="rtl"][lang="fa"]').waitFor();
    await page.getByRole('button', { name: 'شروع', exact: true }).click();
    await last.getByText('درود').waitFor();
    expect(await last.locator('.meta time').textContent()).toMatch(/^[۰-۹]{2}:[۰-۹]{2}$/);
    expect(page.url()).toContain(`#${chat.world.persian.id}/${chat.world.persian.id}`);
  });

  test('meet in the group, where what one has not seen is counted', async () => {
    chat.handle = () => undefined;
    const { page } = alex;
    chat.world.say(chat.world.persian.id, chat.world.group.id, 'سرور web1 پایین است');
    const row = page.locator('.chat-row', { hasText: 'web1' });
    await row.locator('.badge', { hasText: '1' }).waitFor();
    expect(await page.title()).toMatch(/^\(1\)/);
    await row.click();
    await page.locator('article .sender', { hasText: chat.world.persian.first_name }).waitFor();
    await page.locator('.chat-row .badge').waitFor({ state: 'detached' });
  });

  test('hear of a new message in another chat, or while the page is hidden, and never of an edit', async () => {
    chat.handle = () => undefined;
    const { page, field } = alex;
    const { id } = chat.world.english;
    const note = (text: string) => page.locator('.notification', { hasText: text });
    const seen = await chat.bot.api.sendMessage(id, 'seen as it comes');
    await page.getByText('seen as it comes').last().waitFor();
    chat.world.say(chat.world.persian.id, chat.world.group.id, 'who restarts web1?');
    await note('who restarts web1?').click();
    await page.locator('.top-name', { hasText: String(chat.world.group.title) }).waitFor();
    await note('who restarts web1?').waitFor({ state: 'detached' });
    await chat.bot.api.editMessageText(id, seen.message_id, 'restarting');
    await chat.bot.api.sendMessage(id, 'web1 restarted');
    await note('web1 restarted').waitFor();
    await page.locator('.chat-row .badge', { hasText: '1' }).waitFor();
    expect(await note('seen as it comes').count()).toBe(0);
    expect(await note('restarting').count()).toBe(0);
    await note('web1 restarted').click();
    await field.waitFor();
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })`);
    await chat.bot.api.sendMessage(id, 'while hidden');
    await note('while hidden').waitFor();
    await page.evaluate(`delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))`);
    await note('while hidden').waitFor({ state: 'detached' });
  });

  test('choose a command by keyboard as they type it', async () => {
    chat.handle = (ctx) => ctx.reply(`ran ${ctx.msg?.text}`);
    const { page, field } = alex;
    await field.pressSequentially('/re');
    await expect.poll(() => page.getByRole('option').allTextContents()).toHaveLength(2);
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.getByText('ran /rename').last().waitFor();

    await page.getByRole('button', { name: 'Commands' }).click();
    await expect.poll(() => page.getByRole('option').count()).toBe(3);
    await field.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
  });

  test('write several lines with Shift+Enter', async () => {
    const { field } = alex;
    await field.pressSequentially('one');
    await field.press('Shift+Enter');
    await field.pressSequentially('two');
    await field.press('Enter');
    const mine = () =>
      chat.world.messages(chat.world.english.id, chat.world.english.id).findLast(({ from }) => !from?.is_bot);
    await expect.poll(() => mine()?.text).toBe('one\ntwo');
  });

  test('see that the bot is typing until its message comes', async () => {
    const { page } = alex;
    await chat.bot.api.sendChatAction(chat.world.english.id, 'typing');
    await page.locator('.top-status', { hasText: 'typing' }).waitFor();
    await chat.bot.api.sendMessage(chat.world.english.id, 'done typing');
    await page.locator('.top-status', { hasText: 'bot' }).waitFor();
  });

  test('block the bot and let it in again', async () => {
    chat.handle = () => undefined;
    const { page, field } = alex;
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Block the bot' }).click();
    // The button appears with the server's answer: the click returns before it.
    await page.getByRole('button', { name: 'Unblock the bot' }).waitFor();
    await expect(chat.bot.api.sendMessage(chat.world.english.id, 'hello?')).rejects.toThrow('blocked by the user');
    await page.getByRole('button', { name: 'Unblock the bot' }).click();
    await field.waitFor();
    await chat.bot.api.sendMessage(chat.world.english.id, 'back again');
    await page.getByText('back again').last().waitFor();
  });

  test('move between list and chat on a phone', async () => {
    const { page, leave } = await chat.open(chat.world.english.id, { browser: PHONE });
    await page.locator('.sidebar').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Back to the chats' }).tap();
    await page.locator('.conversation').waitFor({ state: 'hidden' });
    await page.locator('.chat-row').last().tap();
    await page.locator('.top-name', { hasText: String(chat.world.group.title) }).waitFor();
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect(overflow).toBe(false);
    await leave();
  });

  test('end the introduction once an account is connected, or in all tabs by closing it', async () => {
    chat.handle = (ctx) => ctx.deleteMessage();
    const { page, say, leave } = await chat.open(chat.world.persian.id);
    const bar = page.locator('.guide-bar');
    await bar.getByRole('button', { name: '/connect' }).waitFor();
    await say(`/connect ${HINTS.token}`);
    await page.locator('.messages').getByText(HINTS.token).waitFor({ state: 'detached' });
    expect(await bar.isVisible()).toBe(true);

    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.locator('.guide-bar').getByRole('button', { name: 'بستن' }).click();
    await bar.waitFor({ state: 'hidden' });
    await tab.close();
    await page.evaluate('localStorage.clear()');
    await page.reload();
    await bar.waitFor();
    chat.demo.connect(chat.world.persian.id, HINTS.token);
    await bar.waitFor({ state: 'hidden' });
    await leave();
  });
});
