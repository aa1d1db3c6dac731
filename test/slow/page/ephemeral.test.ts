import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeWithChromium } from '../../support/browser/chromium.ts';
import { Chat } from './chat.ts';
import type { PageDriver } from './page-driver.ts';

describeWithChromium('what one person of a group sees', () => {
  let chat: Chat;
  let alex: PageDriver;
  let sara: PageDriver;

  beforeAll(async () => {
    chat = await Chat.start();
    const { english, persian, group } = chat.world;
    alex = await chat.open(english.id, { chat: group.id });
    sara = await chat.open(persian.id, { chat: group.id });
  });
  afterEach(() => expect(chat.problems.takeAll()).toEqual([]));
  afterAll(() => chat.close());

  test('ephemeral messages stand in one person’s chat only, say so, and are tapped, edited and deleted there', async () => {
    const { english, persian, group } = chat.world;
    const mine = { inline_keyboard: [[{ text: 'Mine', callback_data: 'mine' }]] };
    chat.handle = async (ctx) => {
      const { from, message } = ctx.callbackQuery ?? {};
      if (!from || !message) return;
      const { ephemeral_message_id } = { ephemeral_message_id: undefined, ...message };
      await ctx.answerCallbackQuery();
      if (ephemeral_message_id === undefined)
        await ctx.reply(`of ${from.first_name}`, {
          reply_markup: mine,
          ephemeral_message_parameters: { receiver_user_id: from.id, callback_query_id: ctx.callbackQuery?.id ?? '' },
        });
      else
        await chat.bot.api.raw.editEphemeralMessageText({
          chat_id: group.id,
          receiver_user_id: from.id,
          ephemeral_message_id,
          text: 'changed',
        });
    };
    await chat.bot.api.sendMessage(group.id, 'Servers', { reply_markup: mine });
    await alex.sees('Servers');
    await alex.press('Mine');
    await alex.sees(`of ${english.first_name}`);
    await alex.sees('Only you can see this');
    await sara.sees('Servers');
    await sara.press('Mine');
    await sara.sees(`of ${persian.first_name}`);
    await sara.sees('فقط شما می‌بینید');
    expect(await sara.page.getByText(`of ${english.first_name}`).count()).toBe(0);
    await alex.press('Mine');
    await alex.sees('changed');
    await alex.page.reload();
    await alex.sees('changed');
    await alex.last.click({ button: 'right' });
    await alex.page.getByRole('menuitem', { name: 'Delete' }).click();
    await alex.page.getByRole('button', { name: 'Delete' }).last().click();
    await alex.sees('Servers');
    await sara.sees(`of ${persian.first_name}`);
  });

  test('a member’s tag stands beside the name', async () => {
    const { english, group, botRights } = chat.world;
    botRights.can_manage_tags = true;
    await chat.bot.api.raw.setChatMemberTag({ chat_id: group.id, user_id: english.id, tag: 'شیفت' });
    chat.handle = () => undefined;
    await alex.say('here');
    await sara.last.locator('.sender-tag', { hasText: 'شیفت' }).waitFor();
    await chat.bot.api.raw.setChatMemberTag({ chat_id: group.id, user_id: english.id, tag: 'on duty' });
    await alex.say('still here');
    const tag = sara.last.locator('.sender-tag', { hasText: 'on duty' });
    await tag.waitFor();
    const [name, beside] = [await sara.last.locator('.sender bdi').boundingBox(), await tag.boundingBox()];
    expect((name?.x ?? 0) - (beside?.x ?? 0) - (beside?.width ?? 0)).toBeGreaterThan(4);
  });
});
