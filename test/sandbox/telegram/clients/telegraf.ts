import { Input, Markup, Telegraf } from 'telegraf';
import { article, type CreateBot, PICTURE, REPORT, SECRET } from './bot.ts';

export const telegraf: CreateBot = ({ url, token }) => {
  const bot = new Telegraf(token, { telegram: { apiRoot: url } });
  bot.start((ctx) => ctx.reply('Choose', Markup.inlineKeyboard([Markup.button.callback('Tap', 'tap')])));
  bot.action('tap', async (ctx) => {
    await ctx.answerCbQuery('Tapped');
    await ctx.editMessageText('Done');
  });
  bot.command('photo', (ctx) => ctx.replyWithPhoto(Input.fromBuffer(PICTURE, 'picture.png'), { caption: 'a picture' }));
  bot.command('document', (ctx) => ctx.replyWithDocument(Input.fromBuffer(REPORT, 'report.txt')));
  bot.on('photo', (ctx) => ctx.replyWithPhoto(Input.fromFileId(ctx.message.photo.at(-1)?.file_id ?? '')));
  bot.on('document', async (ctx) => {
    const response = await fetch(await ctx.telegram.getFileLink(ctx.message.document.file_id));
    await ctx.reply(`Read ${await response.text()}`);
  });
  bot.on('text', (ctx) => ctx.reply(ctx.message.text));
  bot.on('inline_query', (ctx) => ctx.answerInlineQuery([article(ctx.inlineQuery.query)]));
  let polling: Promise<void> | undefined;
  return {
    poll: () => {
      polling = bot.launch();
    },
    setWebhook: (address) => bot.telegram.setWebhook(address, { secret_token: SECRET }),
    listener: () => bot.webhookCallback('/', { secretToken: SECRET }),
    stop: async () => {
      if (!polling) return;
      bot.stop();
      await polling;
    },
  };
};
