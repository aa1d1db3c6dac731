import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import { decode } from 'fast-png';
import { InputFile } from 'grammy';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../sandbox/telegram/support/call.ts';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat, HINTS } from './chat.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const CONSOLE = 'https://console.test:6080/vnc.html';
/** WCAG's least contrast of letters. */
const LEAST = 4.5;

const STYLED = [
  '<b>bold</b> <code>203.0.113.10</code> <tg-spoiler>secret</tg-spoiler> /servers <a href="https://example.com/">link</a>',
  '<blockquote>quoted</blockquote><pre><code class="language-bash">uptime</code></pre>',
  `<blockquote expandable>${'a long quote\n'.repeat(6)}</blockquote>`,
].join('\n');
const KEYBOARD = {
  inline_keyboard: [
    [{ text: 'Plain', callback_data: 'a' }],
    [
      { text: 'Primary', callback_data: 'b', style: 'primary' as const },
      { text: 'Success', callback_data: 'c', style: 'success' as const },
      { text: 'Danger', callback_data: 'd', style: 'danger' as const },
    ],
    [{ text: 'Console', url: CONSOLE }],
  ],
};

/** Waits for what moves and ends: while it moves it has other colours. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`Promise.all(
    document.getAnimations().map((one) => one.effect.getTiming().iterations === Infinity || one.finished)
  )`);
}

/** Where the keys lie on the page, in pixels. */
function placesOfKeys(page: Page) {
  return page.locator('.key').evaluateAll((all) =>
    all.map((one) => {
      const { left, top, bottom, height } = one.getBoundingClientRect();
      return { left, top, bottom, height };
    }),
  );
}

/** The page's picture, and where its keys lie in it: a picture taken while the messages scroll is taken again. */
async function pictureOfKeys(page: Page) {
  for (;;) {
    await settle(page);
    const keys = await placesOfKeys(page);
    const picture = await page.screenshot();
    if (isDeepStrictEqual(keys, await placesOfKeys(page))) return { picture, keys };
  }
}

/** The focused element's kind and classes, and its outline. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return [one.tagName + ' ' + one.className, outlineStyle + ' ' + outlineWidth];
})()`;

/** The serious and critical findings of axe-core on the page as it stands. */
async function findings(page: Page, scene: string): Promise<string[]> {
  await settle(page);
  if (await page.evaluate('!window.axe')) await page.evaluate(AXE);
  const violations = await page.evaluate<
    { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  >('axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${scene}: ${id}: ${html} ${failureSummary}`));
}

describeWithChromium('the page for people who use a keyboard or a screen reader', () => {
  let chat: Chat;

  beforeAll(async () => {
    chat = await Chat.start();
    chat.handle = () => undefined;
    chat.demo.pages.set(CONSOLE, {
      status: 200,
      type: 'text/html',
      text: '<html lang="en"><title>tty1</title><p>tty1',
    });
    await chat.bot.api.setMyCommands([{ command: 'servers', description: 'Your servers' }]);
  });
  afterAll(() => chat.close());

  /** Writes something of each kind into a chat that is empty. */
  async function fill(person: number): Promise<void> {
    if (chat.world.messages(person, person).length > 0) return;
    const { api } = chat.bot;
    const { message_id } = chat.world.say(person, person, `/connect ${HINTS.token}`);
    await api.sendMessage(person, STYLED, { parse_mode: 'HTML', reply_parameters: { message_id } });
    await api.sendPhoto(person, new InputFile(png(64, 48), 'chart.png'), { caption: 'نمودار' });
    await api.sendDocument(person, new InputFile(Buffer.from('a,b'), 'domains.csv'));
    await api.sendMessage(person, 'Choose', { reply_markup: KEYBOARD });
    chat.world.say(person, chat.world.group.id, 'hello all');
    await api.sendMessage(chat.world.group.id, 'hello');
  }

  test.each([
    ['English, light', 'english', { colorScheme: 'light' }],
    // Contrast goes by the colours, names and directions by the language: each scene is seen once with each.
    ['Persian, dark', 'persian', { colorScheme: 'dark' }],
  ] as const)('axe-core finds nothing serious: %s', async (_, speaker, look: BrowserContextOptions) => {
    const { id } = chat.world[speaker];
    const found: string[] = [];
    const { page, field, key, leave } = await chat.open(id, { browser: look });
    const scene = async (name: string) => found.push(...(await findings(page, name)));
    if (chat.world.messages(id, id).length === 0) {
      await scene('a new chat');
      await fill(id);
    }
    await key('Console').waitFor();
    chat.demo.set({ bot: 'killed', troubles: { ...chat.demo.state().troubles, slow: true } });
    await page.locator('.panel-button.disturbed').waitFor();
    await scene('a chat');
    for (const opener of ['.top-profile', '.help-button', '.panel-button ~ .icon-button', '.message-more']) {
      await page.locator(opener).last().click();
      await page.locator('dialog, .menu').waitFor();
      await scene(opener);
      await page.keyboard.press('Escape');
      await page.locator('dialog, .menu').waitFor({ state: 'detached' });
    }
    await key('Console').click();
    await page.frameLocator('.dialog.page iframe').getByText('tty1').waitFor();
    await scene('a console');
    await page.keyboard.press('Escape');
    await field.fill('/');
    await page.getByRole('option').first().waitFor();
    await scene('commands');
    await field.fill('');
    await page.goto(`${chat.telegram.url}/#${id}/${chat.world.group.id}`);
    await page.locator('article .sender').first().waitFor();
    await scene('the group');
    await leave();

    const phone = await chat.open(id, { browser: { ...PHONE, ...look } });
    await phone.page.locator('.panel-button').tap();
    await phone.page.locator('dialog').waitFor();
    found.push(...(await findings(phone.page, 'the panel on a phone')));
    await phone.page.keyboard.press('Escape');
    await phone.page.locator('.back').tap();
    await phone.page.locator('.chat-row').first().waitFor();
    found.push(...(await findings(phone.page, 'the chats on a phone')));
    await phone.leave();
    chat.demo.set({ bot: 'running', troubles: { ...chat.demo.state().troubles, slow: false } });
    expect(found).toEqual([]);
  });

  test.each(['light', 'dark'] as const)(
    'white letters stand out from keys of every colour, wherever they lie: %s',
    async (colorScheme) => {
      const { id } = chat.world.english;
      await fill(id);
      const { page, leave } = await chat.open(id, {
        browser: { colorScheme, viewport: { width: 1180, height: 1600 } },
      });
      for (let number = 1; number <= 4; number++)
        await chat.bot.api.sendMessage(id, `Choose ${number}, ${colorScheme}`, { reply_markup: KEYBOARD });
      await page.locator('article', { hasText: `Choose 4, ${colorScheme}` }).waitFor();
      const { picture, keys } = await pictureOfKeys(page);
      const { data, width, channels } = decode(picture);
      const seen = keys.filter(({ top, bottom }) => top > 60 && bottom < 1500);
      expect(seen.length).toBeGreaterThan(15);
      for (const { left, top, height } of seen) {
        // Between the key's edge and its letters.
        const at = (Math.round(top + height / 2) * width + Math.round(left) + 6) * channels;
        expect(1.05 / (luminance(data.slice(at, at + 3)) + 0.05)).toBeGreaterThanOrEqual(LEAST);
      }
      await leave();
    },
  );

  test('everything is reached by the Tab key, and shows that it has the focus', async () => {
    const { id } = chat.world.english;
    await fill(id);
    const { page, leave } = await chat.open(id);
    const reached = new Set<string>();
    for (let step = 0; step < 120; step++) {
      await page.keyboard.press('Tab');
      const [name, outline] = await page.evaluate<[string, string]>(FOCUSED);
      reached.add(name);
      if (!/^(BODY|TEXTAREA)/.test(name)) expect(`${name}: ${outline}`).toMatch(/: (solid|auto) [1-9]/);
    }
    for (const kind of [
      'person',
      'chat-row',
      'top-profile',
      'panel-switch',
      'panel-example',
      'key',
      'menu-button',
      'field',
    ])
      expect(
        [...reached].some((name) => name.split(' ').includes(kind)),
        kind,
      ).toBe(true);
    await leave();
  });

  test('new messages are announced', async () => {
    const { id } = chat.world.english;
    await fill(id);
    const { page, leave } = await chat.open(id);
    const log = page.getByRole('log', { name: 'Messages' });
    expect(await log.getAttribute('aria-live')).toBe('polite');
    await chat.bot.api.sendMessage(id, 'web1 is back');
    await log.getByRole('article').last().getByText('web1 is back').waitFor();
    await leave();
  });
});

/** WCAG's relative luminance of a colour. */
function luminance(colour: ArrayLike<number>): number {
  const [red = 0, green = 0, blue = 0] = Array.from(colour, (part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
