import { randomBytes } from 'node:crypto';
import { Composer } from 'grammy';
import { Failure } from '../../hosting/index.ts';
import type { Account } from '../../store/accounts.ts';
import { type Answer, ask, askAgain, onAnswer } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { name } from '../../telegram/format.ts';
import { failureWords } from '../../telegram/report-failure.ts';
import { type Screen, send } from '../../telegram/screen.ts';
import { whatTelegramSays } from '../../telegram/telegram-error.ts';
import { buttons } from '../buttons.ts';

/** What a link from a group adds to /start to come here. */
export const CONNECT_PAYLOAD = 'connect';
const QUESTION = 'token';
const MOST_ACCOUNTS = 20;
const LONGEST_TOKEN = 2048;

/** /connect: takes the provider's API token in the private chat, proves it and keeps it sealed. */
export const connect = new Composer<Ctx>();

connect.command('connect', async (ctx) => {
  const typed = ctx.match.trim();
  if (!isPrivate(ctx)) return fromGroup(ctx, typed !== '');
  if (typed === '') return askForToken(ctx);
  const messageId = await send(ctx, { text: ctx.t('connect-checking') });
  await takeToken(ctx, { text: typed, about: [], messageId });
});
connect.use(onButton(buttons.connect, (ctx) => (isPrivate(ctx) ? askForToken(ctx) : fromGroup(ctx, false))));
connect.use(onAnswer(QUESTION, (ctx, answer) => takeToken(ctx, answer)));

/** Asks for the token. */
export async function askForToken(ctx: Ctx): Promise<void> {
  await ask(ctx, QUESTION, [], {
    text: ctx.t('connect-ask'),
    keyboard: [[buttons.leave.make(ctx.t.plain('button-cancel'), {})]],
  });
}

/** In a group nothing secret is taken: a token typed there is deleted where we may, and must be replaced in any case. */
async function fromGroup(ctx: Ctx, holdsToken: boolean): Promise<void> {
  const deleted = holdsToken ? await deleteMessage(ctx) : false;
  const words = holdsToken ? (deleted ? 'connect-group-token-deleted' : 'connect-group-token') : 'connect-group';
  const url = `https://t.me/${ctx.me.username}?start=${CONNECT_PAYLOAD}`;
  await ctx.reply(ctx.t(words), {
    parse_mode: 'HTML',
    reply_markup: { inline_keyboard: [[{ text: ctx.t.plain('button-connect-private'), url }]] },
  });
}

async function takeToken(ctx: Ctx, { text, messageId }: Answer): Promise<void> {
  const deleted = await deleteMessage(ctx);
  const again = async (words: string) => {
    await askAgain(ctx, QUESTION, [], messageId);
    await send(ctx, {
      text: words + (deleted ? '' : `\n\n${ctx.t('connect-delete-yourself')}`),
      keyboard: [[buttons.leave.make(ctx.t.plain('button-cancel'), {})]],
    });
  };
  const token = text?.trim();
  if (token === undefined) return again(ctx.t('connect-text-only'));
  if (!/^[\x21-\x7e]+$/.test(token) || token.length > LONGEST_TOKEN) return again(ctx.t('connect-no-token'));
  try {
    const servers = await ctx.house.provider.forToken(token).servers.list();
    await send(ctx, await connected(ctx, token, servers.length, deleted));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await again(
      error.kind === 'notConnected'
        ? failureWords(ctx.t, error.kind, error.words)
        : `${failureWords(ctx.t, error.kind, error.words)}\n\n${ctx.t('connect-not-kept')}`,
    );
  }
}

async function connected(ctx: Ctx, token: string, count: number, deleted: boolean): Promise<Screen> {
  const { t } = ctx;
  const kept = await ctx.house.store.accounts.change(ctx.person.id, (binding) => {
    const known = binding.accounts.find((account) => account.token === token);
    if (!known && binding.accounts.length >= MOST_ACCOUNTS) return undefined;
    const account: Account = known ?? {
      id: randomBytes(4).toString('base64url'),
      label: freeLabel(t.plain('account-label', { number: binding.accounts.length + 1 }), binding.accounts),
      token,
      connectedAt: Date.now(),
      aliases: {},
    };
    if (!known) binding.accounts.push(account);
    binding.current = account.id;
    return { account, known: known !== undefined };
  });
  const warning = deleted ? '' : `\n\n${t('connect-delete-yourself')}`;
  if (!kept) return { text: t('connect-too-many', { most: MOST_ACCOUNTS }) + warning };
  const words = kept.known ? 'connect-known' : 'connect-done';
  const account = kept.account.id;
  return {
    text: t(words, { account: name(kept.account.label), count }) + warning,
    keyboard: [
      [buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' }, 'primary')],
      [buttons.renameAccount.make(t.plain('button-rename'), { account })],
    ],
  };
}

function freeLabel(wanted: string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map((account) => account.label));
  let label = wanted;
  for (let number = 2; taken.has(label); number++) label = `${wanted} (${number})`;
  return label;
}

/** Deletes the message in hand. `false` where Telegram does not let us: the person must do it. */
async function deleteMessage(ctx: Ctx): Promise<boolean> {
  try {
    await ctx.deleteMessage();
    return true;
  } catch (error) {
    // A crash may have cut us off after the deletion: a message that is not there any more is as good as deleted.
    if (whatTelegramSays(error) === 'gone' && /not found/i.test(String(error))) return true;
    ctx.house.report(error, 'delete');
    return false;
  }
}
