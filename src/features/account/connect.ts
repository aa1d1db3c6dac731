import { randomBytes } from 'node:crypto';
import { Failure, type ServerListItem } from '../../hosting/index.ts';
import type { TeamNews } from '../../store/jobs/reminders.ts';
import type { Account } from '../../store/key-value/accounts.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { approversOf } from '../../teams/rights.ts';
import { actorAndTime } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate, topicOf } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { deletePendingRequest, pendingRequestRow } from '../../telegram/dialog/pending-request.ts';
import { isUpdateDeclined } from '../../telegram/failures/outage.ts';
import { failureWords, providerWords } from '../../telegram/failures/words.ts';
import { deleteSecretMessage, secretDeleted } from '../../telegram/secrets/deletion.ts';
import { noteAccepted } from '../../telegram/secrets/known-tokens.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onAnonymousCommand, onCommand } from '../../telegram/ui/command.ts';
import { COMMANDS } from '../../telegram/ui/commands-menu.ts';
import { name, zone } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, witnesses } from '../../telegram/ui/show.ts';
import { DEFAULT_HOUR, nextDigestAt } from '../../watches/digest.ts';
import { buttons } from '../buttons.ts';
import { authorOf, editedSecret, typedSecret, unsolicitedSecret } from '../common/input/unsolicited-secret.ts';
import { toConnect } from '../common/next-steps.ts';
import { watchAllButton } from '../common/watches/watching.ts';
import { change, requireOwn } from './accounts.ts';

/** A token waits this long for a provider that does not answer. */
const KEEP_TOKEN_MS = 30 * 60_000;
export const TRY_TOKEN_MS = 10_000;
/** The earliest digest after connecting. */
const MIN_DIGEST_DELAY_MS = 12 * 3_600_000;
const QUESTION = 'token';
const MAX_ACCOUNTS = 20;
const MAX_TOKEN_LENGTH = 2048;
/**
 * After these wrong tokens a person waits, twice as long after each further one: the provider may block who guesses.
 * `tokenGuesses` bounds the guesses of all people together.
 */
const FREE_GUESSES = 5;
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 4 * 3_600_000;
/** A right token does not clear the wrong ones: a guesser may have one. */
const GUESSES_LIFE_MS = 24 * 3_600_000;

/** /connect: takes the provider's API token in the private chat, proves it and keeps it sealed. */
export const connect = new Composer<Ctx>();

onCommand(connect, 'connect', async (ctx) => {
  const typed = ctx.match.trim();
  if (isPrivate(ctx)) return typed === '' ? askForToken(ctx) : takeToken(ctx, typed);
  if (typed !== '') return tokenInGroup(ctx);
  await send(ctx, { text: ctx.t('connect-group'), keyboard: [toConnect(ctx)] });
});
connect.chatType('private').use(onButton(buttons.connect, (ctx) => askForToken(ctx)));
connect.chatType('private').use(
  onButton(buttons.replaceToken, async (ctx, { account }) => {
    const { account: found } = await requireOwn(ctx, account);
    await askForToken(ctx, ctx.t('connect-replace-ask', { account: name(found.label) }), account);
  }),
);
connect.use(onAsked(QUESTION, (ctx, { text, about: [account] }) => takeToken(ctx, text, account)));

/** @param words say why the bot asks again @param account the account whose token it replaces */
export async function askForToken(ctx: Ctx, words: string = ctx.t('connect-ask'), account?: string): Promise<void> {
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, account === undefined ? [] : [account], { text: words, keyboard: [[cancel]] }, 'secret');
}

/** A token in a group is deleted if the bot may do so, and must be replaced in any case. */
export async function tokenInGroup(ctx: Ctx): Promise<void> {
  const text = (await deleteSecretMessage(ctx))
    ? ctx.t('connect-group-token-deleted', { person: authorOf(ctx) })
    : ctx.t('connect-group-token');
  await send(ctx, { text, keyboard: [toConnect(ctx)] }, witnesses(ctx));
}

/** @param replaced the account whose token it replaces */
async function takeToken(ctx: Ctx, typed: string | undefined, replaced?: string): Promise<void> {
  const warning = (await deleteSecretMessage(ctx)) ? '' : `\n\n${ctx.t('connect-delete-yourself')}`;
  const again = (words: string) => askForToken(ctx, words + warning, replaced);
  if (typed === undefined) return again(ctx.t('connect-text-only'));
  // A token copied from a right-to-left page may have invisible marks around and in it.
  const token = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim();
  if (!mayBeToken(token)) return again(ctx.t('connect-no-token'));
  const pauseMs = await guessPause(ctx);
  if (pauseMs > 0) return void (await send(ctx, later(ctx, 'connect-paused', pauseMs, warning)));
  const servers = await serversOf(ctx, token);
  if (servers === 'unanswered') return keepToken(ctx, { token, account: replaced }, warning);
  if ('waitMs' in servers) return void (await send(ctx, later(ctx, 'connect-busy', servers.waitMs, warning)));
  const screen = await connectWith(ctx, token, servers, replaced);
  if (typeof screen === 'string') return again(screen);
  await send(ctx, { ...screen, text: screen.text + warning });
}

/** A short word of letters alone is what people type at a question they want to leave: "help" must not cost one of their tries. */
function mayBeToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= MAX_TOKEN_LENGTH && !/^[A-Za-z]{1,15}$/.test(text);
}

/** The person who connects, in an update of theirs or later. */
type Connecting = Pick<Ctx, 'services' | 'person' | 't' | 'from' | 'answer'>;

/** Proves the token by listing the account's servers. `unanswered`: the provider does not answer now. */
export async function serversOf(
  { services, person }: Connecting,
  token: string,
  retries?: number,
): Promise<ServerListItem[] | Failure | { waitMs: number } | 'unanswered'> {
  if (services.provider.isSilent('server')) return 'unanswered';
  const attempt = await services.tokenGuesses.enter(person.id);
  if (attempt === 'unanswered' || 'waitMs' in attempt) return attempt;
  try {
    const servers = await services.provider.forToken(token).servers.list({}, undefined, retries);
    attempt.end('right');
    return servers;
  } catch (error) {
    const isUnseen = error instanceof Failure && !isGuess(error);
    attempt.end(isUnseen ? 'unseen' : 'wrong');
    if (isUnseen && !isBroken(error)) return 'unanswered';
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** Keeps an accepted token. Resolves to the screen, or to the reason (HTML) why it was not taken. */
export async function connectWith(
  connecting: Connecting,
  token: string,
  servers: readonly ServerListItem[] | Failure,
  replaced: string | undefined,
): Promise<Screen | string> {
  const { t } = connecting;
  if (servers instanceof Failure) {
    if (isGuess(servers)) await countGuess(connecting);
    return `${why(connecting, servers)}\n\n${t('connect-not-kept')}`;
  }
  await noteAccepted(connecting.services.store, token);
  if (replaced !== undefined) {
    const problem = await replaceToken(connecting, replaced, token, servers);
    if (problem) return `${t(problem)}\n\n${t('connect-not-kept')}`;
  }
  const screen = await connected(connecting, token, servers.length);
  await deletePendingRequest(connecting);
  return screen;
}

async function keepToken(
  ctx: Ctx,
  { token, account }: { token: string; account: string | undefined },
  warning: string,
): Promise<void> {
  const { t, person, services } = ctx;
  const cancel = buttons.forgetToken.make(t.plain('button-cancel'), {});
  const messageId = await send(ctx, {
    text: t('connect-unanswered', { minutes: KEEP_TOKEN_MS / 60_000 }) + warning,
    keyboard: [[cancel]],
  });
  const connecting = {
    token,
    ...(account === undefined ? {} : { account }),
    name: ctx.from?.first_name ?? '',
    until: services.operations.now() + KEEP_TOKEN_MS,
  };
  const place = { chatId: person.id, messageId, topicId: topicOf(ctx), locale: t.locale };
  await services.reminders.schedule({ what: 'token', ...place, connecting }, TRY_TOKEN_MS);
}

/** The account keeps its names, limits and team. A token of another account is refused. */
async function replaceToken(
  ctx: Connecting,
  account: string,
  token: string,
  servers: readonly ServerListItem[],
): Promise<'connect-replace-other' | undefined> {
  const { store, accesses, reminders } = ctx.services;
  const key = `${ctx.person.id}:${account}`;
  const known = new Set((await store.lists.get(key))?.map(({ id }) => id));
  const team = (await store.teams.ofPerson(ctx.person.id)).find(({ accountId }) => accountId === account);
  for (const { serverId } of team?.protected ?? []) known.add(serverId);
  // A team must not be moved to another account, even if nothing is known of this one.
  const isProof = known.size > 0 || (team !== undefined && servers.length > 0);
  if (isProof && !servers.some(({ id }) => known.has(id))) return 'connect-replace-other';
  const changed = await change(ctx, account, (found, { accounts }, note) => {
    if (accounts.some((other) => other !== found && other.token === token)) return 'other';
    if (found.token === token) return 'same';
    found.token = token;
    if (team) note(team.id, { event: 'tokenReplaced', ...actorAndTime(ctx) }, newsOfToken(ctx, team));
    return 'new';
  });
  if (changed !== 'other') accesses.lists.renew(key);
  if (changed === 'new') await store.watches.renew(ctx.person.id, account, store.now());
  reminders.tellTeamNews();
  return changed === 'other' ? 'connect-replace-other' : undefined;
}

/** Tells the team's admins that the account has a new token. */
function newsOfToken({ person, from }: Connecting, team: Team): TeamNews {
  const ids = approversOf(team, person.id);
  const admins = team.members.filter(({ userId }) => ids.includes(userId));
  const people = admins.map(({ userId, locale }) => ({ userId, locale }));
  return { what: 'tokenReplaced', owner: from?.first_name ?? '', people };
}

/** Only an answer may count as a guess at the provider, also a page to log in. An outage says nothing of the token. */
function isGuess({ kind, throttled, slow }: Failure): boolean {
  return kind !== 'unavailable' || (throttled === true && slow !== true);
}

/** The provider itself is out of order. A gateway answers for one that does not. */
function isBroken({ details: { reason = '' } }: Failure): boolean {
  return /^HTTP (?!50[234])/.test(reason);
}

async function guessPause({ services, person }: Ctx): Promise<number> {
  const { count, lastAt } = (await services.store.wrongTokens.get(String(person.id))) ?? { count: 0, lastAt: 0 };
  if (count < FREE_GUESSES) return 0;
  const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (count - FREE_GUESSES));
  return lastAt + pauseMs - services.operations.now();
}

async function countGuess({ services, person }: Connecting): Promise<void> {
  const key = String(person.id);
  const before = await services.store.wrongTokens.get(key);
  const guesses = { count: (before?.count ?? 0) + 1, lastAt: services.operations.now() };
  await services.store.wrongTokens.set(key, guesses, GUESSES_LIFE_MS);
}

function later({ t }: Ctx, words: 'connect-paused' | 'connect-busy', ms: number, warning: string): Screen {
  const minutes = Math.ceil(ms / 60_000);
  const connect = buttons.connect.make(t.plain('button-connect'), {});
  return { text: t(words, { minutes }) + warning, keyboard: [[connect]] };
}

function why({ t }: Connecting, failure: Failure): string {
  if (failure.kind !== 'notConnected') return failureWords(t, failure);
  return t('connect-wrong') + providerWords(t, failure.words).html;
}

async function connected(ctx: Connecting, token: string, count: number): Promise<Screen> {
  const { t } = ctx;
  await beginDigest(ctx);
  const kept = await ctx.services.store.accounts.change(ctx.person.id, (binding) => {
    const known = binding.accounts.find((account) => account.token === token);
    if (!known && binding.accounts.length >= MAX_ACCOUNTS) return undefined;
    const account: Account = known ?? {
      id: randomBytes(4).toString('base64url'),
      label: freeLabel((number) => t.plain('account-label', { number }), binding.accounts),
      token,
      connectedAt: ctx.services.operations.now(),
      aliases: new Map(),
    };
    if (!known) binding.accounts.push(account);
    binding.current = account.id;
    return { account, known: known !== undefined };
  });
  const accounts = buttons.accounts.make(t.plain('button-accounts'), {});
  const home = buttons.home.make(t.plain('button-home'), {});
  if (!kept) return { text: t('connect-too-many', { most: MAX_ACCOUNTS }), keyboard: [[accounts, home]] };
  const account = kept.account.id;
  const pending = await pendingRequestRow(ctx, account, { all: buttons, goOn: buttons.goOn });
  const main = pending.length === 0 ? 'primary' : undefined;
  // A request that waits comes first.
  const isInvited = !kept.known && count > 0 && pending.length === 0;
  const done = t(kept.known ? 'connect-known' : 'connect-done', { account: name(kept.account.label), count });
  return {
    text: isInvited ? `${done}\n${t('watch-invite')}` : done,
    keyboard: [
      ...pending,
      [buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' }, main)],
      ...(isInvited ? [[watchAllButton(t, account)]] : []),
      [buttons.renameAccount.make(t.plain('button-rename'), { account }), home],
    ],
  };
}

/** Starts the daily digest, not on the day that the person sees their servers anyway. */
async function beginDigest({ services, person }: Connecting): Promise<void> {
  const { locale } = person;
  const timetable = { chatId: person.id, hour: DEFAULT_HOUR, zone: zone(locale) };
  const dueAt = nextDigestAt(timetable, services.operations.now() + MIN_DIGEST_DELAY_MS);
  await services.store.digests.begin(person.id, locale, dueAt);
}

function freeLabel(label: (number: number) => string, accounts: readonly Account[]): string {
  const taken = new Set(accounts.map((account) => account.label));
  let number = accounts.length + 1;
  while (taken.has(label(number))) number++;
  return label(number);
}

/** Anonymous admins, channels and bots can't have an account, but a token must not stay. */
export const anonymous = new Composer<Ctx>(editedSecret, unsolicitedSecret);

anonymous.use(async (ctx, next) => {
  if (!isUpdateDeclined()) return next();
  await typedSecret(ctx, async () => undefined);
  await secretDeleted(ctx);
});
onAnonymousCommand(anonymous, 'connect', async (ctx, next) => (ctx.match.trim() === '' ? next() : tokenInGroup(ctx)));
onAnonymousCommand(anonymous, [...COMMANDS], async (ctx) => void (await send(ctx, { text: ctx.t('anonymous') })));
