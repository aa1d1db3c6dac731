import { randomBytes } from 'node:crypto';
import { Composer } from 'grammy';
import { Failure } from '../../hosting/index.ts';
import type { Account } from '../../store/accounts.ts';
import { ask, onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import { onCommand } from '../../telegram/command.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { deleteSecretMessage } from '../../telegram/delete-message.ts';
import { name } from '../../telegram/format.ts';
import { failureWords, providerWords } from '../../telegram/report-failure.ts';
import { type Screen, send } from '../../telegram/screen.ts';
import { forgetWish, wishRow } from '../../telegram/wish.ts';
import { buttons } from '../buttons.ts';
import { CONNECT_PAYLOAD, home, toPrivate } from '../leads.ts';

const QUESTION = 'token';
const MOST_ACCOUNTS = 20;
const LONGEST_TOKEN = 2048;

/** /connect: takes the provider's API token in the private chat, proves it and keeps it sealed. */
export const connect = new Composer<Ctx>();

onCommand(connect, 'connect', async (ctx) => {
  const typed = ctx.match.trim();
  if (isPrivate(ctx)) return typed === '' ? askForToken(ctx) : takeToken(ctx, typed);
  if (typed !== '') return tokenInGroup(ctx);
  await send(ctx, { text: ctx.t('connect-group'), keyboard: [toPrivate(ctx, CONNECT_PAYLOAD)] });
});
connect.chatType('private').use(onButton(buttons.connect, (ctx) => askForToken(ctx)));
connect.use(onAsked(QUESTION, (ctx, { text }) => takeToken(ctx, text)));

/** Asks for the token; `words` say why, where it is not the first time. */
export async function askForToken(ctx: Ctx, words: string = ctx.t('connect-ask')): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [], { text: words, keyboard: [[cancel]] }, 'secret');
}

/** In a group nothing secret is taken: a token typed there is deleted where we may, and must be replaced in any case. */
export async function tokenInGroup(ctx: Ctx): Promise<void> {
  const words = (await deleteSecretMessage(ctx)) ? 'connect-group-token-deleted' : 'connect-group-token';
  await send(ctx, { text: ctx.t(words), keyboard: [toPrivate(ctx, CONNECT_PAYLOAD)] });
}

async function takeToken(ctx: Ctx, typed: string | undefined): Promise<void> {
  const warning = (await deleteSecretMessage(ctx)) ? '' : `\n\n${ctx.t('connect-delete-yourself')}`;
  const again = (words: string) => askForToken(ctx, words + warning);
  if (typed === undefined) return again(ctx.t('connect-text-only'));
  // What is copied from a right-to-left page may bring invisible marks along.
  const token = typed.replace(/[\p{Default_Ignorable_Code_Point}\s]+$|^[\p{Default_Ignorable_Code_Point}\s]+/gu, '');
  if (!/^[\x21-\x7e]+$/.test(token) || token.length > LONGEST_TOKEN) return again(ctx.t('connect-no-token'));
  try {
    const servers = await ctx.house.provider.forToken(token).servers.list();
    const screen = await connected(ctx, token, servers.length);
    await send(ctx, { ...screen, text: screen.text + warning });
    await forgetWish(ctx);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await again(`${why(ctx, error)}\n\n${ctx.t('connect-not-kept')}`);
  }
}

function why({ t }: Ctx, failure: Failure): string {
  if (failure.kind !== 'notConnected') return failureWords(t, failure);
  return t('connect-wrong') + providerWords(t, failure.words).html;
}

async function connected(ctx: Ctx, token: string, count: number): Promise<Screen> {
  const { t } = ctx;
  const kept = await ctx.house.store.accounts.change(ctx.person.id, (binding) => {
    const known = binding.accounts.find((account) => account.token === token);
    if (!known && binding.accounts.length >= MOST_ACCOUNTS) return undefined;
    const account: Account = known ?? {
      id: randomBytes(4).toString('base64url'),
      label: freeLabel((number) => t.plain('account-label', { number }), binding.accounts),
      token,
      connectedAt: Date.now(),
      aliases: {},
    };
    if (!known) binding.accounts.push(account);
    binding.current = account.id;
    return { account, known: known !== undefined };
  });
  const accounts = buttons.accounts.make(t.plain('button-accounts'), {});
  if (!kept) return { text: t('connect-too-many', { most: MOST_ACCOUNTS }), keyboard: [[accounts, ...home(ctx)]] };
  const account = kept.account.id;
  const wished = await wishRow(ctx, account, { all: buttons, goOn: buttons.goOn });
  const main = wished.length === 0 ? 'primary' : undefined;
  return {
    text: t(kept.known ? 'connect-known' : 'connect-done', { account: name(kept.account.label), count }),
    keyboard: [
      ...wished,
      [buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' }, main)],
      [buttons.renameAccount.make(t.plain('button-rename'), { account }), ...home(ctx)],
    ],
  };
}

/** The first numbered label that no account has. */
function freeLabel(label: (number: number) => string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map((account) => account.label));
  let number = accounts.length + 1;
  while (taken.has(label(number))) number++;
  return label(number);
}
