import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Bot, type Context, webhookCallback } from 'grammy';
import { request } from 'undici';
import { type Part, script } from './script.ts';
import { serveParent } from './worker.ts';

/** The least a bot can do: grammY's own polling or webhook, one handler, the same calls as the real bot made; no store, no texts. */
const { BOT_TOKEN = '', TELEGRAM_API_ROOT = '', HOSTING_API_URL = '', SCRIPT = '', WEBHOOK_URL, PORT } = process.env;
const SECRET = 'secret-of-the-bench';
const parts = script.parse(JSON.parse(readFileSync(SCRIPT, 'utf8')));
const bot = new Bot(BOT_TOKEN, { client: { apiRoot: TELEGRAM_API_ROOT } });

bot.on('message:text', (ctx) => act(ctx, ctx.message.text, (text, other) => ctx.reply(text, other)));
bot.on('callback_query:data', async (ctx) => {
  const [name = ''] = ctx.callbackQuery.data.split('|');
  const answered = ctx.answerCallbackQuery();
  // The follow-up of a reboot takes a second: as in the real bot, the next update does not wait for it.
  void act(ctx, name, (text, other) => ctx.editMessageText(text, other));
  await answered;
});

type Show = Extract<Part['on'][string][number], { kind: 'show' }>;

async function act(ctx: Context, on: string, show: (text: string, other: Show['other']) => Promise<unknown>) {
  const part = parts[String(ctx.chat?.id)];
  for (const each of part?.on[on] ?? []) {
    if (each.pauseMs > 0) await wait(each.pauseMs);
    if (each.kind === 'show') await show(each.text, each.other);
    else await ask(part?.token ?? '', each.method, each.path, each.body);
  }
}

async function ask(token: string, method: 'GET' | 'POST', path: string, body: string | null): Promise<unknown> {
  const answer = await request(HOSTING_API_URL + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body,
  });
  return answer.body.json();
}

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
