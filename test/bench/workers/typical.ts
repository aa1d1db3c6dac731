import { DatabaseSync } from 'node:sqlite';
import { autoRetry } from '@grammyjs/auto-retry';
import {
  type Conversation,
  type ConversationFlavor,
  conversations,
  createConversation,
  type VersionedState,
} from '@grammyjs/conversations';
import { I18n, type I18nFlavor } from '@grammyjs/i18n';
import { run, sequentialize } from '@grammyjs/runner';
import { Bot, type Context, type SessionFlavor, session } from 'grammy';
import { buttons } from '../../../src/features/buttons.ts';
import { openPlayer } from './player.ts';
import type { Shown } from './script.ts';
import { serveParent } from './serve-parent.ts';

/**
 * A bot as grammY's documentation teaches it: runner, sequentialize, session, i18n, conversations and auto-retry, with session and
 * conversations in SQLite (WAL, synchronous FULL). It makes the same calls as the real bot made.
 */
interface SessionData {
  account?: string;
  screen?: string;
  updates: number;
}
type Translated = Context & I18nFlavor;
type Ctx = ConversationFlavor<Translated & SessionFlavor<SessionData>>;

const { BOT_TOKEN = '', TELEGRAM_API_ROOT = '', STORE_URL = '' } = process.env;
const { play } = openPlayer();
const database = new DatabaseSync(STORE_URL.replace(/^sqlite:/, ''));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');

/** A storage adapter of grammY over a table. */
function storage<T>(table: 'sessions' | 'conversations') {
  database.exec(`CREATE TABLE IF NOT EXISTS ${table} (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`);
  const select = database.prepare(`SELECT value FROM ${table} WHERE key = ?`);
  const upsert = database.prepare(
    `INSERT INTO ${table} VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
  const remove = database.prepare(`DELETE FROM ${table} WHERE key = ?`);
  return {
    read(key: string): T | undefined {
      const found = select.get(key);
      return found && (JSON.parse(String(found.value)) as T);
    },
    write: (key: string, value: T) => void upsert.run(key, JSON.stringify(value)),
    delete: (key: string) => void remove.run(key),
  };
}

const i18n = new I18n<Translated>({ defaultLocale: 'en', fluentBundleOptions: { useIsolating: false } });
for (const locale of ['en', 'fa']) i18n.loadLocaleSync(locale, { source: 'line = { $text }\nlabel = { $text }' });

/** A screen with its lines and labels put together by Fluent, as the real bot's are. */
function translated({ text, other }: Shown, t: Ctx['t']): Pick<Shown, 'text' | 'other'> {
  const rows = other.reply_markup.inline_keyboard;
  const inline_keyboard = rows.map((row) => row.map((each) => ({ ...each, text: t('label', { text: each.text }) })));
  const lines = text.split('\n').map((line) => t('line', { text: line }));
  return { text: lines.join('\n'), other: { ...other, reply_markup: { inline_keyboard } } };
}

const bot = new Bot<Ctx>(BOT_TOKEN, { client: { apiRoot: TELEGRAM_API_ROOT } });
bot.api.config.use(autoRetry());
bot.use(sequentialize((ctx) => String(ctx.from?.id)));
bot.use(session({ initial: (): SessionData => ({ updates: 0 }), storage: storage<SessionData>('sessions') }));
bot.use(i18n);
bot.use(
  conversations<Ctx, Translated>({
    storage: { type: 'key', adapter: storage<VersionedState<never>>('conversations') },
    plugins: [i18n.middleware()],
  }),
);
bot.use(createConversation<Ctx, Translated>(restart, 'restart'));

bot.on('message:text', async (ctx) => {
  note(ctx, ctx.message.text);
  await play(ctx.from, ctx.message.text, (shown) => {
    const { text, other } = translated(shown, ctx.t);
    return ctx.reply(text, other);
  });
});
bot.on('callback_query:data', async (ctx) => {
  const [name = ''] = ctx.callbackQuery.data.split('|');
  note(ctx, name);
  if (name === buttons.power.name) return ctx.conversation.enter('restart');
  const answered = ctx.answerCallbackQuery();
  await play(ctx.from, name, (shown) => {
    const { text, other } = translated(shown, ctx.t);
    return ctx.editMessageText(text, other);
  });
  await answered;
});

function note(ctx: Ctx, screen: string): void {
  ctx.session.screen = screen;
  ctx.session.account = `provider-token-${ctx.from?.id}`;
  ctx.session.updates++;
}

/** Asks for the confirm, waits for it, and restarts. The follow-up of the restart takes a second: the conversation does not wait. */
async function restart(conversation: Conversation<Ctx, Translated>, ctx: Translated): Promise<void> {
  await ctx.answerCallbackQuery();
  if (!ctx.from) return;
  await play(
    ctx.from,
    buttons.power.name,
    (shown) => {
      const { text, other } = translated(shown, ctx.t);
      return ctx.editMessageText(text, other);
    },
    (work) => conversation.external(() => work().then(() => null)).then(() => undefined),
  );
  const confirmed = await conversation.waitForCallbackQuery(new RegExp(`^${buttons.confirm.name}\\|`));
  await confirmed.answerCallbackQuery();
  await conversation.external((outer) => {
    const message = confirmed.callbackQuery.message;
    if (!message) return;
    void play(confirmed.from, buttons.confirm.name, (shown) => {
      const { text, other } = translated(shown, outer.t);
      return bot.api.editMessageText(message.chat.id, message.message_id, text, other);
    });
  });
}

await bot.init();
const runner = run(bot, { runner: { fetch: { allowed_updates: ['message', 'callback_query'] } } });
serveParent(async () => {
  await runner.stop();
  database.close();
});
