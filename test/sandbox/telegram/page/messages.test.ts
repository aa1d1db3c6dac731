import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../../support/browser/chromium.ts';
import { Chat, shown, styleOf } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

const STYLED = [
  '<b>bold</b> <i>italic</i> <u>under</u> <s>struck</s> <code>203.0.113.10</code>',
  '<blockquote>quoted</blockquote>',
  '<pre><code class="language-bash">uptime\nwho</code></pre>',
  '<a href="https://example.com/guide">guide</a> /servers',
].join('\n');

describeWithChromium('the messages of a chat', () => {
  let chat: Chat;
  let alex: PageDriver;
  const person = () => chat.world.english.id;

  beforeAll(async () => {
    chat = await Chat.start();
    alex = await chat.open(person());
    await alex.page.getByRole('button', { name: 'Start', exact: true }).click();
    await alex.page.getByText('/start').last().waitFor();
  });
  afterEach(() => {
    expect(chat.problems.takeAll()).toEqual([]);
  });
  afterAll(() => chat.close());

  const post = (text: string, options: Parameters<typeof chat.bot.api.sendMessage>[2] = {}) =>
    chat.bot.api.sendMessage(person(), text, { parse_mode: 'HTML', ...options });

  test('are formatted', async () => {
    await post(STYLED);
    await alex.last.locator('strong', { hasText: 'bold' }).waitFor();
    const found = async (selector: string) =>
      (await alex.last.locator(selector).allTextContents()).map((text) => text.trim());
    expect(await found('em')).toEqual(['italic']);
    expect(await found('u')).toEqual(['under']);
    expect(await found('s')).toEqual(['struck']);
    expect(await found('blockquote')).toEqual(['quoted']);
    expect(await found('pre')).toEqual(['uptime\nwho']);
    expect(await found('.pre-language')).toEqual(['bash']);
    expect(await found('.link')).toEqual(['guide', '/servers']);
  });

  test('never become markup of the page', async () => {
    await chat.bot.api.sendMessage(person(), '<img src=x onerror=alert(1)> & <b>');
    await alex.page.getByText('<img src=x onerror=alert(1)>').last().waitFor();
    expect(await alex.last.locator('img').count()).toBe(0);
    expect(await shown(alex.last)).toBe('<img src=x onerror=alert(1)> & <b>');
  });

  test('hide a spoiler until it is tapped, also in the list of chats', async () => {
    await post('Password: <tg-spoiler>s3cret</tg-spoiler>');
    const spoiler = alex.last.getByRole('button', { name: 'Hidden text' });
    await spoiler.waitFor();
    expect(await alex.page.locator('.chat-row').first().textContent()).not.toContain('s3cret');
    expect(await styleOf(alex.page, '.spoiler-text', 'opacity')).toBe('0');
    await spoiler.focus();
    await alex.page.keyboard.press('Enter');
    await expect.poll(() => styleOf(alex.page, '.spoiler-text', 'opacity')).toBe('1');
  });

  test('copy code at a tap, unless they are protected', async () => {
    await post('IP <code>203.0.113.7</code>');
    await alex.last.locator('code').click();
    await alex.page.locator('.toast', { hasText: 'Copied' }).waitFor();
    expect(await alex.page.evaluate('navigator.clipboard.readText()')).toBe('203.0.113.7');
    await post('Key <code>0000</code>', { protect_content: true });
    await alex.last.getByTitle('Protected').waitFor();
    expect(await alex.last.locator('code[role]').count()).toBe(0);
  });

  test('send the command that is tapped in them', async () => {
    chat.handle = (ctx) => ctx.reply(`heard ${ctx.msg?.text}`);
    await post('Try /servers');
    await alex.last.getByText('/servers').click();
    await alex.page.getByText('heard /servers').last().waitFor();
  });

  test('change in place when they are edited, and go when they are deleted', async () => {
    const { message_id } = await post('rebooting');
    const place = alex.page.locator(`[data-message="${message_id}"]`);
    await place.getByText('rebooting').waitFor();
    await chat.bot.api.editMessageText(person(), message_id, 'rebooted');
    await place.getByText('rebooted').waitFor();
    expect(await place.locator('.edited').textContent()).toBe('edited');
    await chat.bot.api.deleteMessage(person(), message_id);
    await place.waitFor({ state: 'detached' });
    expect(await alex.page.getByText('rebooted').count()).toBe(0);
  });

  test('quote what they answer', async () => {
    chat.handle = (ctx) =>
      ctx.reply('of course', ctx.msg ? { reply_parameters: { message_id: ctx.msg.message_id } } : {});
    await alex.say('can you reboot web1?');
    await alex.last.locator('.reply-preview', { hasText: 'can you reboot web1?' }).waitFor();
  });

  test('can be answered, copied and deleted from their menu', async () => {
    chat.handle = () => undefined;
    await post('a question');
    const article = alex.page.locator('article').last();
    await article.getByText('a question').click({ button: 'right' });
    await alex.page.getByRole('menuitem', { name: 'Reply' }).click();
    await alex.say('an answer');
    await alex.last.locator('.reply-preview', { hasText: 'a question' }).waitFor();
    await alex.last.getByText('an answer').click({ button: 'right' });
    await alex.page.getByRole('menuitem', { name: 'Delete' }).click();
    await alex.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await alex.page.getByText('an answer').first().waitFor({ state: 'detached' });
    expect(chat.world.messages(person(), person()).some(({ text }) => text === 'an answer')).toBe(false);
  });

  test('unfold a long quote', async () => {
    await post(`<blockquote expandable>${['cpu', 'ram', 'disk', 'port', 'user', 'mac'].join('\n')}</blockquote>`);
    const quote = alex.last.locator('blockquote');
    await quote.waitFor();
    const folded = (await quote.boundingBox())?.height ?? 0;
    await alex.last.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(async () => (await quote.boundingBox())?.height ?? 0).toBeGreaterThan(folded * 1.5);
  });

  test('stand right to left in Persian and left to right in English, each by itself', async () => {
    const { message_id: persian } = await post('سلام، سرور web1 روشن است');
    const { message_id: english } = await post('Server web1 is on');
    const direction = (id: number) => styleOf(alex.page, `[data-message="${id}"] .text`, 'direction');
    await expect.poll(() => alex.page.locator(`[data-message="${english}"]`).count()).toBe(1);
    expect([await direction(persian), await direction(english)]).toEqual(['rtl', 'ltr']);
  });
});
