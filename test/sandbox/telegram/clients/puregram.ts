import { InlineKeyboard, MediaSource, Telegram } from 'puregram';
import { article, type CreateBot, PICTURE, REPORT, SECRET } from './bot.ts';

export const puregram: CreateBot = ({ url, token }) => {
  const bot = Telegram.fromToken(token, { apiBaseUrl: `${url}/bot`, apiRetryLimit: 0 });
  bot.updates.on('message', async (ctx) => {
    if (ctx.text === '/start') {
      const keyboard = InlineKeyboard.keyboard([InlineKeyboard.textButton({ text: 'Tap', payload: 'tap' })]);
      await ctx.send('Choose', { reply_markup: keyboard });
    } else if (ctx.text === '/photo') {
      await ctx.sendPhoto(MediaSource.buffer(PICTURE, { filename: 'picture.png' }), { caption: 'a picture' });
    } else if (ctx.text === '/document') {
      await ctx.sendDocument(MediaSource.buffer(REPORT, { filename: 'report.txt' }));
    } else if (ctx.hasAttachmentType('photo')) {
      await ctx.sendPhoto(MediaSource.fileId(ctx.attachment.bigSize.fileId));
    } else if (ctx.hasAttachmentType('document')) {
      await ctx.send(`Read ${await bot.downloadFile(ctx.attachment.fileId)}`);
    } else if (ctx.text) await ctx.send(ctx.text);
  });
  bot.updates.on('callback_query', async (ctx) => {
    await ctx.answer({ text: 'Tapped' });
    await ctx.editText('Done');
  });
  bot.updates.on('inline_query', (ctx) => ctx.answer([article(ctx.query)]));
  return {
    poll: () => void bot.updates.startPolling(),
    setWebhook: (address) => bot.api.setWebhook({ url: address, secret_token: SECRET }),
    listener: () => bot.updates.getWebhookMiddleware(SECRET),
    stop: () => bot.updates.stopPolling(),
  };
};
