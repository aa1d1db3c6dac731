import { once } from 'node:events';
import { createServer } from 'node:http';
import { Bot, webhookCallback } from 'grammy';
import { openPlayer } from './player.ts';
import { serveParent } from './serve-parent.ts';

/** The least a bot can do: grammY's own polling or webhook, one handler, the same calls as the real bot made; no store, no texts. */
const { BOT_TOKEN = '', TELEGRAM_API_ROOT = '', WEBHOOK_URL, PORT } = process.env;
const SECRET = 'secret-of-the-bench';
const { play } = openPlayer();
const bot = new Bot(BOT_TOKEN, { client: { apiRoot: TELEGRAM_API_ROOT } });

bot.on('message:text', (ctx) => play(ctx.from, ctx.message.text, ({ text, other }) => ctx.reply(text, other)));
bot.on('callback_query:data', async (ctx) => {
  const [name = ''] = ctx.callbackQuery.data.split('|');
  const answered = ctx.answerCallbackQuery();
  // The follow-up of a reboot takes a second: as in the real bot, the next update does not wait for it.
  void play(ctx.from, name, ({ text, other }) => ctx.editMessageText(text, other));
  await answered;
});

await bot.init();
if (WEBHOOK_URL) {
  const server = createServer(webhookCallback(bot, 'http', { secretToken: SECRET }));
  await once(server.listen(Number(PORT), '127.0.0.1'), 'listening');
  await bot.api.setWebhook(WEBHOOK_URL, { secret_token: SECRET, max_connections: 100 });
  serveParent(async () => void server.close());
} else {
  void bot.start({ allowed_updates: ['message', 'callback_query'] });
  serveParent(() => bot.stop());
}
