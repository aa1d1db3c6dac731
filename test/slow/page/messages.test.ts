import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../support/browser/chromium.ts';
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
    await alex.start();
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
    expect(await place.locator('.edited').count()).toBe(0);
    await chat.bot.api.deleteMessage(person(), message_id);
    await place.waitFor({ state: 'detached' });
    expect(await alex.page.getByText('rebooted').count()).toBe(0);
  });

  test('are called edited where a person edited them, as Telegram’s apps call no message of a bot', async () => {
    chat.handle = () => undefined;
    const { message_id } = chat.world.say(person(), person(), 'wbe1');
    chat.world.edit(person(), person(), message_id, 'web1');
    await expect
      .poll(() => alex.page.locator(`[data-message="${message_id}"] .edited`).allTextContents())
      .toEqual(['edited']);
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

  test('have the time in the same corner, whichever way their text runs', async () => {
    chat.handle = () => undefined;
    const texts = [
      'short',
      'سلام',
      'سرور web1 روشن است\nتا پایان ماه',
      'IP سرور:\n203.0.113.7',
      'سلام\nhello',
      '⏳ …',
      '12 %',
    ];
    for (const { id, corner } of [
      { id: chat.world.english.id, corner: 'right' },
      { id: chat.world.persian.id, corner: 'left' },
    ] as const) {
      chat.world.say(id, id, '/start');
      for (const text of texts) await chat.bot.api.sendMessage(id, text);
      const { page, leave } = await chat.open(id);
      const times = await page.evaluate<TimePlace[]>(timePlaces(corner));
      expect(times).toHaveLength(texts.length);
      for (const place of times) expect(place).toEqual({ inCorner: true, covers: false });
      await leave();
    }
  });

  test('show the day they are of while they are scrolled, and no longer', async () => {
    for (let number = 0; number < 30; number++) await post(`line ${number}`);
    const heading = alex.page.locator('.day-heading').last();
    await alex.page.locator('article', { hasText: 'line 29' }).waitFor();
    await alex.page.mouse.move(700, 400);
    /** Whether the heading is away from its own place, and how much of it is seen. */
    const state = async () => [
      (await heading.getAttribute('class'))?.includes('stuck'),
      await styleOf(alex.page, '.day-heading', 'opacity'),
    ];
    /** A busy browser drops a turn of the wheel: it is turned until the state is there. */
    const turned = (by: number) =>
      expect.poll(async () => {
        await alex.page.mouse.wheel(0, by);
        return state();
      });
    await turned(-20).toEqual([true, '1']);
    await expect.poll(state).toEqual([true, '0']);
    await turned(-100_000).toEqual([false, '1']);
  });
});

interface TimePlace {
  inCorner: boolean;
  /** The time stands over the text. */
  covers: boolean;
}

/** A script that measures the time in the last bubbles of the bot's plain texts. */
function timePlaces(corner: 'right' | 'left'): string {
  return `[...document.querySelectorAll('article.other .bubble')].slice(-7).map((bubble) => {
    const meta = bubble.querySelector('.meta');
    const [box, time] = [bubble.getBoundingClientRect(), meta.getBoundingClientRect()];
    const words = document.createRange();
    words.setStart(meta.parentElement, 0);
    words.setEndBefore(meta);
    const covers = [...words.getClientRects()].some((line) =>
      line.width > 0 && line.left < time.right - 1 && time.left + 1 < line.right && line.top + 3 < time.bottom && time.top + 3 < line.bottom);
    return { inCorner: Math.abs(box.${corner} - time.${corner}) < 12 && box.bottom - time.bottom < 8, covers };
  })`;
}
