import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

describeWithChromium('pins and reactions on the page', () => {
  let chat: Chat;
  let alex: PageDriver;
  let sara: PageDriver;

  beforeAll(async () => {
    chat = await Chat.start({}, ['message', 'message_reaction']);
    const { english, persian, group } = chat.world;
    alex = await chat.open(english.id, { chat: group.id });
    sara = await chat.open(persian.id, { chat: group.id, browser: PHONE });
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  const bar = ({ page }: PageDriver) => page.locator('.pinned-bar');
  const choose = async ({ page }: PageDriver, text: string, name: string) => {
    await page.locator('.bubble', { hasText: text }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  test('the newest pinned message stands over the messages; taps lead to it and to the one before', async () => {
    const { bot, world } = chat;
    world.botRights.can_pin_messages = true;
    const { id } = world.group;
    const first = await bot.api.sendMessage(id, 'the rules');
    for (let at = 1; at <= 30; at += 1) await bot.api.sendMessage(id, `line ${at}`);
    const second = await bot.api.sendMessage(id, 'the news');
    await bot.api.pinChatMessage(id, first.message_id);
    await bar(alex).getByText('the rules').waitFor();
    await bar(alex).getByText('Pinned message', { exact: true }).waitFor();
    await bot.api.pinChatMessage(id, second.message_id);
    await bar(alex).getByText('Pinned message 2 of 2').waitFor();
    await bar(sara).getByText('پیام سنجاق‌شده ۲ از ۲').waitFor();
    await bar(sara).tap();
    await bar(sara).getByText('the rules').waitFor();
    const rules = sara.page.locator('article .bubble', { hasText: 'the rules' }).first();
    expect(await isInSight(rules)).toBe(false);
    await bar(sara).tap();
    await expect.poll(() => isInSight(rules)).toBe(true);

    await bot.api.deleteMessage(id, second.message_id);
    await bar(alex).getByText('Pinned message', { exact: true }).waitFor();
    await bar(alex).getByText('the rules').waitFor();
    await bot.api.unpinAllChatMessages(id);
    await bar(alex).waitFor({ state: 'hidden' });
    await bar(sara).waitFor({ state: 'hidden' });
    expect(await alex.page.locator('.top').isVisible()).toBe(true);
  });

  test('a person pins a message and unpins it', async () => {
    const { bot, world } = chat;
    await bot.api.sendMessage(world.group.id, 'keep this');
    await choose(alex, 'keep this', 'Pin');
    await bar(sara).getByText('keep this').waitFor();
    await sara.page.reload();
    await bar(sara).getByText('keep this').waitFor();
    await choose(sara, 'keep this', 'برداشتن سنجاق');
    await bar(alex).waitFor({ state: 'hidden' });
  });

  test('reactions of the bot and of people stand below the message, with who chose them', async () => {
    const { bot, world } = chat;
    const { message_id } = await bot.api.sendMessage(world.group.id, 'done');
    await bot.api.setMessageReaction(world.group.id, message_id, [{ type: 'emoji', emoji: '👍' }]);
    const reactions = ({ page }: PageDriver) => page.locator('article').last().locator('.reaction');
    await alex.page.getByRole('button', { name: '👍 Hosting' }).click();
    await alex.page.getByRole('button', { name: `👍 Hosting, ${world.english.first_name}`, pressed: true }).waitFor();
    await expect.poll(() => reactions(sara).allTextContents()).toEqual(['👍۲']);
    await sara.page.locator('.bubble', { hasText: 'done' }).click({ button: 'right' });
    await sara.page.getByRole('menuitemradio', { name: 'واکنش: 🔥' }).click();
    await expect.poll(() => reactions(alex).allTextContents()).toEqual(['👍2', '🔥1']);
    await sara.page.reload();
    await sara.page.getByRole('button', { name: '🔥', pressed: true }).click();
    await expect.poll(() => reactions(alex).allTextContents()).toEqual(['👍2']);
    expect(world.reactions(world.persian.id, world.group.id, message_id, world.persian.id)).toEqual([]);
    await bot.api.editMessageText(world.group.id, message_id, 'done again');
    await alex.sees('done again');
    expect(await reactions(alex).allTextContents()).toEqual(['👍2']);
    await bot.api.setMessageReaction(world.group.id, message_id, []);
    await expect.poll(() => reactions(sara).allTextContents()).toEqual(['👍۱']);
  });

  test('the bot hears what a person reacts with where it is an administrator', async () => {
    const { bot, world } = chat;
    const { message_id } = await bot.api.sendMessage(world.group.id, 'heard');
    const heard: unknown[] = [];
    chat.handle = ({ messageReaction }) => messageReaction && heard.push(messageReaction);
    await alex.last.getByText('heard').waitFor();
    await alex.last.click({ button: 'right' });
    await alex.page.getByRole('menuitemradio', { name: 'React: ❤' }).click();
    await expect
      .poll(() => heard)
      .toMatchObject([{ message_id, user: { id: world.english.id }, new_reaction: [{ type: 'emoji', emoji: '❤' }] }]);
  });

  async function isInSight(element: Locator): Promise<boolean> {
    const box = await element.boundingBox();
    return box !== null && box.y > 50 && box.y + box.height < 844;
  }
});
