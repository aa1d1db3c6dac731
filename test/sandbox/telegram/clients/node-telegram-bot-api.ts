import { Bot, InlineKeyboardBuilder, InputFile } from 'node-telegram-bot-api';
import { createWebhookServer } from 'node-telegram-bot-api/node';
import { article, type CreateBot, PICTURE, REPORT, SECRET } from './bot.ts';

export const nodeTelegramBotApi: CreateBot = ({ url, token }) => {
  const bot = new Bot(token, { apiRoot: url });
  const chatOf = (message: { chat: { id: number } } | undefined) => message?.chat.id ?? 0;
  bot.command('start', (ctx) =>
    ctx.reply('Choose', { reply_markup: new InlineKeyboardBuilder().text('Tap', 'tap').build() }),
  );
  bot.on('callback_query', async (ctx) => {
    await ctx.answerCallbackQuery({ text: 'Tapped' });
    const message = ctx.callbackQuery?.message;
    await bot.api.editMessageText({ chat_id: chatOf(message), message_id: message?.message_id ?? 0, text: 'Done' });
  });
  bot.command('photo', async (ctx) => {
    const photo = new InputFile(PICTURE, { filename: 'picture.png' });
    await bot.api.sendPhoto({ chat_id: chatOf(ctx.message), photo, caption: 'a picture' });
  });
  bot.command('document', async (ctx) => {
    const document = new InputFile(REPORT, { filename: 'report.txt' });
    await bot.api.sendDocument({ chat_id: chatOf(ctx.message), document });
  });
  bot.on('message', async (ctx) => {
    const { text, photo, document } = ctx.message ?? {};
    const chat_id = chatOf(ctx.message);
    if (photo) await bot.api.sendPhoto({ chat_id, photo: photo.at(-1)?.file_id ?? '' });
    if (document) {
      const { file_path } = await bot.api.getFile({ file_id: document.file_id });
      const response = await fetch(`${url}/file/bot${token}/${file_path}`);
      await ctx.reply(`Read ${await response.text()}`);
    }
    if (text) await ctx.reply(text);
  });
  bot.on('inline_query', async (ctx) => {
    const { id, query } = ctx.inlineQuery ?? { id: '', query: '' };
    await bot.api.answerInlineQuery({ inline_query_id: id, results: [article(query)] });
  });
  let polling: Promise<void> | undefined;
  return {
    poll: () => {
      polling = bot.startPolling();
    },
    setWebhook: (address) => bot.api.setWebhook({ url: address, secret_token: SECRET }),
    listener: () => {
      const server = createWebhookServer(bot, { secretToken: SECRET });
      return (request, response) => server.emit('request', request, response);
    },
    stop: async () => {
      bot.stop();
      await polling;
    },
  };
};
