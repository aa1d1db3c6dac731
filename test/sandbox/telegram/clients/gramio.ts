import { Bot, InlineKeyboard, MediaUpload, webhookHandler } from 'gramio';
import { article, type CreateBot, PICTURE, REPORT, SECRET } from './bot.ts';

export const gramio: CreateBot = ({ url, token }) => {
  const bot = new Bot(token, { api: { baseURL: `${url}/bot` } })
    .command('start', (ctx) => ctx.send('Choose', { reply_markup: new InlineKeyboard().text('Tap', 'tap') }))
    .callbackQuery('tap', async (ctx) => {
      await ctx.answer('Tapped');
      await ctx.editText('Done');
    })
    .command('photo', (ctx) => ctx.sendPhoto(MediaUpload.buffer(PICTURE, 'picture.png'), { caption: 'a picture' }))
    .command('document', (ctx) => ctx.sendDocument(MediaUpload.buffer(REPORT, 'report.txt')))
    .on('message', async (ctx) => {
      if (ctx.photo) await ctx.sendPhoto(ctx.photo.at(-1)?.fileId ?? '');
      else if (ctx.document) await ctx.send(`Read ${Buffer.from(await bot.downloadFile(ctx.document.fileId))}`);
      else if (ctx.text) await ctx.send(ctx.text);
    })
    .on('inline_query', (ctx) => ctx.answer([article(ctx.query)]));
  return {
    poll: () => void bot.start(),
    setWebhook: (address) => bot.api.setWebhook({ url: address, secret_token: SECRET }),
    listener: () => webhookHandler(bot, 'http', SECRET),
    stop: () => bot.stop(),
  };
};
