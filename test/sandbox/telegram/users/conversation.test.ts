import { Bot, InlineKeyboard } from 'grammy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SandboxTelegram, startTelegram } from '../../../../src/sandbox/telegram/index.ts';

const TOKEN = '5000000001:sandbox';
let telegram: SandboxTelegram;
let bot: Bot;

beforeEach(async () => {
  telegram = await startTelegram({ token: TOKEN, strict: true });
  bot = new Bot(TOKEN, { client: { apiRoot: telegram.url } });
});

afterEach(async () => {
  await bot.stop();
  await telegram.close();
});

test('a grammY bot polls, answers with a button, and edits when it is tapped', async () => {
  const { world } = telegram;
  bot.command('start', (ctx) =>
    ctx.reply('<b>Hello</b>', {
      parse_mode: 'HTML',
      reply_markup: new InlineKeyboard().text('Reboot', 'reboot').danger(),
    }),
  );
  bot.callbackQuery('reboot', async (ctx) => {
    await ctx.answerCallbackQuery({ text: 'Rebooting' });
    await ctx.editMessageText('Done');
  });
  const running = bot.start();
  const me = world.english.id;
  world.say(me, me, '/start');
  const shown = await world.until(() => world.messages(me, me).find((message) => message.text === 'Hello'));
  expect(shown.entities).toEqual([{ type: 'bold', offset: 0, length: 5 }]);
  const press = world.press(me, me, shown.message_id, 'reboot');
  expect(await press.answered).toEqual({ text: 'Rebooting' });
  await world.until(() => world.messages(me, me).at(-1)?.text === 'Done');
  await bot.stop();
  await running;
  expect(world.pending()).toBe(0);
  expect(world.calls.map((call) => [call.method, call.ok])).toEqual([
    ['getMe', true],
    ['deleteWebhook', true],
    ['sendMessage', true],
    ['answerCallbackQuery', true],
    ['editMessageText', true],
  ]);
});
