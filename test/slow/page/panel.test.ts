import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buttons } from '../../../src/features/buttons.ts';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat, HINTS, styleOf } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

const CONSOLE = 'https://console.test:6080/vnc.html?password=p&autoconnect=true';

describeWithChromium('the panel of the demo', () => {
  let chat: Chat;
  let alex: PageDriver;
  const person = () => chat.world.english.id;
  const said = () => chat.world.messages(person(), person()).findLast(({ from }) => !from?.is_bot)?.text;

  beforeAll(async () => {
    chat = await Chat.start();
    chat.handle = () => undefined;
    alex = await chat.open(person());
    await alex.start();
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  test('connects either account by a tap', async () => {
    const rows = alex.page.locator('.panel .panel-row', { hasText: 'servers' });
    await rows.filter({ hasText: '40' }).getByRole('button', { name: 'Connect' }).click();
    await expect.poll(said).toBe(`/connect ${HINTS.fleet_token}`);
    await rows.filter({ hasText: '6' }).getByRole('button', { name: 'Connect' }).click();
    await expect.poll(said).toBe(`/connect ${HINTS.token}`);
    chat.demo.connect(person(), HINTS.fleet_token);
    await rows.filter({ hasText: '40' }).getByRole('button', { name: 'Switch to it' }).click();
    await expect.poll(said).toBe(`/connect ${HINTS.fleet_token}`);
    await rows.filter({ hasText: '6' }).getByRole('button', { name: 'Connect', exact: true }).waitFor();
    await rows.filter({ hasText: '40' }).getByRole('button', { name: 'Copy the token' }).click();
    await expect.poll(() => alex.page.evaluate('navigator.clipboard.readText()')).toBe(HINTS.fleet_token);
  });

  test('sends what it proposes to the private chat, also from the group', async () => {
    const group = await chat.open(person(), { chat: chat.world.group.id });
    await group.page.locator('.panel').getByRole('button', { name: '/reboot' }).first().click();
    await expect.poll(said).toBe('/reboot');
    expect(group.page.url()).toContain(`#${person()}/${person()}`);
    await group.page.locator('.panel').getByRole('button', { name: 'shop.com In any chat' }).click();
    await expect.poll(() => group.field.inputValue()).toBe(`@${chat.world.bot.username} shop.com`);
    await group.field.fill('');
    await group.leave();
  });

  test('switches trouble, shows what is switched in every tab, and keeps the focus', async () => {
    const slow = alex.page.getByRole('switch', { name: 'Slow', exact: true });
    expect(await slow.getAttribute('aria-checked')).toBe('false');
    const tab = await chat.open(person());
    await slow.focus();
    await alex.page.keyboard.press('Enter');
    for (const page of [alex.page, tab.page])
      await page.getByRole('switch', { name: 'Slow', exact: true, checked: true }).waitFor();
    expect(chat.demo.requests.at(-1)).toEqual({ trouble: 'slow', on: true });
    await alex.page.locator('[data-trouble="slow"]:focus').waitFor();
    await tab.page.getByRole('button', { name: 'something is switched on' }).waitFor();
    await alex.page.keyboard.press('Enter');
    await alex.page.getByRole('switch', { name: 'Slow', exact: true, checked: false }).waitFor();
    expect(chat.demo.requests.at(-1)).toEqual({ trouble: 'slow', on: false });
    await tab.leave();
  });

  test('leads into the team, as one of its people and in its topic, and to the approval', async () => {
    const { world, demo } = chat;
    const [operator, admin] = [world.english, world.persian];
    const topic = world.openTopic(admin.id, 'Shift').message_id;
    const people = { owner: admin.id, admin: admin.id, operator: operator.id, viewer: operator.id };
    const { page, leave } = await chat.open(operator.id, { chat: world.group.id });
    const guide = page.locator('.guide-bar');
    expect(await page.getByRole('heading', { name: 'The team' }).count()).toBe(0);
    expect(await guide.isVisible()).toBe(false);
    demo.set({ team: { chat: world.group.id, topic, server: '10.9.9.9', people } });
    await page.locator('.panel').getByRole('button', { name: '/off 10.9.9.9' }).click();
    await page.locator('article.own', { hasText: '/off 10.9.9.9' }).waitFor();
    expect(world.messages(operator.id, world.group.id).at(-1)).toMatchObject({ message_thread_id: topic });
    await guide.getByRole('button', { name: `Look as ${admin.first_name}` }).click();
    await guide.getByText(`درخواست ${operator.first_name} را با دکمهٔ ربات تأیید کنید`).waitFor();
    await page.locator('.topic[aria-current]', { hasText: 'Shift' }).waitFor();
    await guide.getByRole('button', { name: 'بستن' }).click();
    await guide.waitFor({ state: 'hidden' });
    await leave();
  });

  test.each(['english', 'persian'] as const)(
    'on the phone of the %s person the tab of the open topic is in sight',
    async (who) => {
      const { world } = chat;
      const me = world[who].id;
      const topics = ['Servers', 'Billing', 'Network', 'Backups', 'Night shift'].map(
        (name) => world.openTopic(world.persian.id, name).message_id,
      );
      const browser = { viewport: { width: 360, height: 740 } };
      const { page, leave } = await chat.open(me, { chat: world.group.id, topic: topics.at(-1) ?? 0, browser });
      const isInSight = (topic: number | undefined) =>
        page.locator(`.topic[data-topic="${topic}"]`).evaluate((tab) => {
          const { left, right } = tab.getBoundingClientRect();
          return left >= 0 && right <= 360;
        });
      await expect.poll(() => isInSight(topics.at(-1))).toBe(true);
      expect(await isInSight(topics[0])).toBe(false);
      await leave();
    },
  );

  test('the guide goes on where its step was done another way', async () => {
    const { world, demo } = chat;
    const [operator, owner] = [world.english.id, world.persian.id];
    const topic = world.openTopic(owner, 'Night').message_id;
    const people = { owner, admin: owner, operator, viewer: operator };
    demo.connect(operator, HINTS.token);
    demo.set({ team: { chat: world.group.id, topic, server: '10.9.9.9', people } });
    const { page, say, leave } = await chat.open(operator);
    const guide = page.locator('.guide-bar');
    await guide.getByRole('button', { name: '/watch' }).waitFor();
    await say('/watch web1');
    await guide.getByRole('button', { name: 'Take a server down' }).waitFor();
    demo.set({ troubles: { ...demo.state().troubles, off: true } });
    await guide.getByRole('button', { name: 'Let the night pass' }).waitFor();
    demo.set({ troubles: { ...demo.state().troubles, off: false } });
    await page.evaluate(`location.hash = '#${operator}/${world.group.id}/${topic}'`);
    await page.locator('article').first().waitFor();
    await say(`/off@${world.bot.username} 10.9.9.9`);
    await guide.getByRole('button', { name: `Look as ${world.persian.first_name}` }).waitFor();
    await leave();
  });

  test('the guide goes on where a button began the watches, also once its message shows something else', async () => {
    const { world, demo, bot } = chat;
    const { id } = world.persian;
    demo.connect(id, HINTS.token);
    const people = { owner: id, admin: id, operator: id, viewer: id };
    demo.set({ team: { chat: world.group.id, topic: 0, server: '10.9.9.9', people } });
    world.say(id, id, '/start');
    const { page, leave } = await chat.open(id);
    const guide = page.locator('.guide-bar');
    const { message_id: sent } = await bot.api.sendMessage(id, 'Connected');
    await guide.getByRole('button', { name: '/watch' }).waitFor();
    const end = buttons.watch.make('Stop', { account: 'a', server: '', on: 'n' });
    await bot.api.editMessageText(id, sent, 'Monitoring', { reply_markup: { inline_keyboard: [[end]] } });
    await guide.getByRole('button', { name: 'یک سرور خاموش شود' }).waitFor();
    await bot.api.editMessageText(id, sent, 'Servers');
    await page.locator('article', { hasText: 'Servers' }).waitFor();
    expect(await guide.getByRole('button', { name: '/watch' }).count()).toBe(0);
    await leave();
  });

  test('kills the bot and starts it again', async () => {
    const { page } = alex;
    await page.getByRole('button', { name: 'Kill it (kill −9)' }).click();
    await page.locator('.bot-state', { hasText: 'Killed' }).waitFor();
    await page.getByRole('button', { name: 'Start it again' }).click();
    await page.locator('.bot-state', { hasText: 'Running' }).waitFor();
    expect(chat.demo.requests.slice(-2)).toEqual([{ bot: 'kill' }, { bot: 'start' }]);
  });

  test('lets the night pass for the person who asks, once the bot has started', async () => {
    const { page } = alex;
    const night = page.locator('.panel').getByRole('button', { name: 'Let the night pass' });
    chat.demo.set({ bot: 'starting' });
    await page.locator('.panel .night:disabled').waitFor();
    chat.demo.set({ bot: 'running' });
    await night.click();
    await expect.poll(() => chat.demo.requests.at(-1)).toEqual({ night: chat.world.english.id });
    chat.demo.set({ night: true });
    await page.locator('.guide-bar', { hasText: 'The night passes…' }).waitFor();
    await page.locator('.panel .night:disabled', { hasText: 'The night passes…' }).waitFor();
    chat.demo.set({ night: false });
    await page.getByText('It is morning for the bot.').waitFor();
    await page.locator('.panel .night:enabled').waitFor();
  });

  test('tops the accounts up', async () => {
    const { page } = alex;
    await page.locator('.panel').getByRole('button', { name: 'Top up the accounts' }).click();
    await page.getByText('5 million toman were added').waitFor();
    expect(chat.demo.requests.at(-1)).toEqual({ topUp: true });
  });

  test('can be put away, and lies behind a button on a phone', async () => {
    const { page } = alex;
    await page.locator('.panel').getByRole('button', { name: 'Close' }).click();
    await page.locator('.panel').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.locator('.panel').waitFor();

    const phone = await chat.open(person(), { browser: PHONE });
    expect(await phone.page.locator('.panel').isVisible()).toBe(false);
    await phone.page.getByRole('button', { name: 'Try it out' }).tap();
    const dialog = phone.page.getByRole('dialog', { name: 'Try it out' });
    await dialog.getByRole('switch', { name: 'Down', exact: true }).tap();
    await dialog.getByRole('switch', { name: 'Down', exact: true, checked: true }).waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    await dialog.getByRole('button', { name: '/orders' }).tap();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(said).toBe('/orders');
    await phone.page.getByRole('button', { name: 'Try it out' }).tap();
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await dialog.waitFor({ state: 'detached' });
    chat.demo.set({ troubles: { ...chat.demo.state().troubles, down: false } });
    await phone.leave();
  });

  test('a console opens over the chat, by a link as by a Mini App’s button', async () => {
    chat.demo.pages.set(CONSOLE, {
      status: 200,
      type: 'text/html',
      text: '<style>p { color: red }</style><p>tty1</p>',
    });
    for (const browser of [{}, PHONE]) {
      const { page, key, leave } = await chat.open(person(), { browser });
      await chat.bot.api.sendMessage(person(), 'Console', {
        reply_markup: {
          inline_keyboard: [[{ text: 'Open', url: CONSOLE }], [{ text: 'Mini App', web_app: { url: CONSOLE } }]],
        },
      });
      for (const name of ['Open', 'Mini App']) {
        await key(name).click();
        const panel = page.getByRole('dialog', { name: 'Hosting' });
        await panel.getByText('console.test:6080').waitFor();
        await panel.frameLocator('iframe').getByText('tty1').waitFor();
        await panel.getByRole('button', { name: 'Close' }).click();
        await panel.waitFor({ state: 'detached' });
      }
      await leave();
    }
  });

  test('the bot’s profile shows its username and its commands', async () => {
    await chat.bot.api.setMyCommands([{ command: 'servers', description: 'Your servers' }]);
    const { page } = alex;
    // Shown once the page knows the commands.
    await page.getByRole('button', { name: 'Commands' }).waitFor();
    await page.getByRole('button', { name: 'About the bot' }).click();
    const profile = page.getByRole('dialog');
    await profile.getByRole('button', { name: `@${chat.world.bot.username}` }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`@${chat.world.bot.username}`);
    await profile.getByRole('button', { name: '/servers' }).click();
    await expect.poll(said).toBe('/servers');
  });

  test('a long label is cut on one line', async () => {
    const text = 'a label that no phone shows as a whole '.repeat(3);
    await chat.bot.api.sendMessage(person(), 'x', {
      reply_markup: { inline_keyboard: [[{ text, callback_data: 'x' }]] },
    });
    await alex.key(text.trim()).waitFor();
    expect(await styleOf(alex.page, '.key', 'height')).toBe('38px');
    expect(await styleOf(alex.page, '.key-text', 'text-overflow')).toBe('ellipsis');
  });
});
