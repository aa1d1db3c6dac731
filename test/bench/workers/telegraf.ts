import { Telegraf } from 'telegraf';
import { openPlayer } from './player.ts';
import { serveParent } from './serve-parent.ts';

/** The least a bot of Telegraf can do: its own polling, one handler, the same calls as the real bot made; no store, no texts. */
const { BOT_TOKEN = '', TELEGRAM_API_ROOT = '' } = process.env;
const { play } = openPlayer();
const bot = new Telegraf(BOT_TOKEN, { telegram: { apiRoot: TELEGRAM_API_ROOT } });

bot.on('text', (ctx) => play(ctx.from, ctx.message.text, ({ text, other }) => ctx.reply(text, other)));
bot.on('callback_query', async (ctx) => {
  const query = ctx.callbackQuery;
  const [name = ''] = 'data' in query ? query.data.split('|') : [];
  const answered = ctx.answerCbQuery();
  void play(ctx.from, name, ({ text, other }) => ctx.editMessageText(text, other));
  await answered;
});

// Resolves when the bot is stopped.
void bot.launch({ allowedUpdates: ['message', 'callback_query'] });
serveParent(async () => bot.stop());
