import { Bot, InlineKeyboard, InputFile, webhookCallback } from 'grammy';
import { article, type CreateBot, PICTURE, REPORT, SECRET } from './bot.ts';

/** At a webhook the first call on an update goes in the answer, unless it uploads a file. */
export const grammy: CreateBot = ({ url, token }) => {
  const bot = new Bot(token, { client: { apiRoot: url, canUseWebhookReply: () => true } });
  bot.command('start', (ctx) => ctx.reply('Choose', { reply_markup: new InlineKeyboard().text('Tap', 'tap') }));
  bot.command('photo', (ctx) => ctx.replyWithPhoto(new InputFile(PICTURE, 'picture.png'), { caption: 'a picture' }));
  bot.command('document', (ctx) => ctx.replyWithDocument(new InputFile(REPORT, 'report.txt')));
  bot.callbackQuery('tap', async (ctx) => {
    await ctx.answerCallbackQuery('Tapped');
    await ctx.editMessageText('Done');
  });
  bot.on('message:photo', (ctx) => ctx.replyWithPhoto(ctx.message.photo.at(-1)?.file_id ?? ''));
  bot.on('message:document', async (ctx) => {
    const { file_path } = await bot.api.getFile(ctx.message.document.file_id);
    const response = await fetch(`${url}/file/bot${token}/${file_path}`);
    await ctx.reply(`Read ${await response.text()}`);
  });
  bot.on('message:text', (ctx) => ctx.reply(ctx.message.text));
  bot.on('inline_query', (ctx) => ctx.answerInlineQuery([article(ctx.inlineQuery.query)]));
  let polling: Promise<void> | undefined;
  return {
    poll: () => {
      polling = bot.start();
    },
    setWebhook: (address) => bot.api.setWebhook(address, { secret_token: SECRET }),
    listener: () => webhookCallback(bot, 'http', { secretToken: SECRET }),
    stop: async () => {
      await bot.stop();
      await polling;
    },
  };
};
