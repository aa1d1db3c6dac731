import { isIP } from 'node:net';
import type { MiddlewareFn } from 'grammy';
import type { Access } from '../../telegram/access/access.ts';
import { accessAllowed } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../telegram/context.ts';
import { awaited, plainQuestion, secretWasAsked, takePick } from '../../telegram/dialog/ask.ts';
import { hasOpenFlow } from '../../telegram/dialog/flow.ts';
import { commandButton, commandIn, typedRow } from '../../telegram/dialog/pending-request.ts';
import type { Texts } from '../../telegram/i18n/index.ts';
import { isCommand } from '../../telegram/ui/command.ts';
import { code, isolate, shorten } from '../../telegram/ui/format.ts';
import { send } from '../../telegram/ui/show.ts';
import { tapBehind } from '../../telegram/updates/update.ts';
import { buttons } from '../buttons.ts';
import { normalise } from '../common/input/typed-input.ts';
import { deleteUnsolicitedSecret } from '../common/input/unsolicited-secret.ts';
import { home } from '../common/next-steps.ts';
import { type Fit, fitsIn } from '../common/servers/find-server.ts';
import {
  commandsIn,
  mayAsk,
  mayCommand,
  mentionedIn,
  nearestTo,
  type PlainRequest,
  requestsIn,
  type Vocabulary,
  vocabularyOf,
} from './match.ts';

const MAX_COMMAND_LENGTH = 32;
const MAX_ARGUMENTS_LENGTH = 100;

/** Read with the first text that needs it. */
const vocabularies = new WeakMap<Texts, Vocabulary>();

function vocabulary({ services: { texts } }: Ctx): Vocabulary {
  const known = vocabularies.get(texts) ?? vocabularyOf(texts);
  vocabularies.set(texts, known);
  return known;
}

/** Turns plain words ("restart web1", «کنسول web1», an IP) into a command, which still asks for its confirm. */
export function plainWords(holdsDomain: (text: string) => boolean): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    const text = addressed(ctx);
    const requests = text === undefined ? [] : await understand(ctx, text, holdsDomain(text));
    const [request, ...others] = requests;
    if (others.length > 0) return askWhich(ctx, requests);
    if (request && ctx.message) Object.assign(ctx.message, commandIn(written(await picked(ctx, request))));
    await next();
  };
}

/** A server's name alone answers the question which server a command is for. */
async function picked(ctx: Ctx, request: PlainRequest): Promise<PlainRequest> {
  const pick = await takePick(ctx);
  const isName = request.command === 'server' && ctx.message?.text?.trim().startsWith(request.name);
  return pick && isName ? { command: pick.command, name: `${request.name} ${pick.rest}`.trim() } : request;
}

/** Suggests the nearest commands. In a group only to a command that names the bot. */
export const unknownCommands = new Composer<Ctx>();

unknownCommands.on('message:text', async (ctx, next) => {
  const [, typed, to, rest = ''] = /^\/([^\s@]+)(?:@(\w+))?\s*(.*)$/s.exec(ctx.message.text) ?? [];
  const ours = to?.toLowerCase() === ctx.me.username.toLowerCase();
  if (typed === undefined || typed.length > MAX_COMMAND_LENGTH || !(ours || isPrivate(ctx))) return next();
  const near = nearestTo(typed, rest.length > MAX_ARGUMENTS_LENGTH ? '' : rest, vocabulary(ctx));
  if (near.length === 0) return next();
  const [only, ...others] = near;
  const values = { typed: code(`/${typed}`) };
  const text =
    only && others.length === 0
      ? ctx.t('near-command', { ...values, command: { html: `/${only.command}` } })
      : ctx.t('near-commands', values);
  await send(ctx, { text, keyboard: [...(await choices(ctx, near)), home(ctx)].filter((row) => row.length > 0) });
});

const MAX_CARDS = 3;

/** A text that names servers without a request gets buttons to their cards. */
export const mentions = new Composer<Ctx>();

mentions.chatType('private').on('message:text', async (ctx, next) => {
  const { text } = ctx.message;
  const access = text.startsWith('/') ? undefined : await accessAllowed(ctx, 'read');
  const names = access ? mentionedIn(text, await namesIn(ctx, access)).slice(0, MAX_CARDS) : [];
  if (names.length === 0) return next();
  if (await deleteUnsolicitedSecret(ctx)) return;
  const cards = names.map(async (name) => {
    const label = ctx.t.plain('button-card-of', { server: isolate(shorten(name, MAX_COMMAND_LENGTH)) });
    return [await commandButton(ctx, buttons.goOnInstead, written({ command: 'server', name }), label)];
  });
  await send(ctx, { text: ctx.t('message-mentions'), keyboard: [...(await Promise.all(cards)), home(ctx)] });
});

/** A cancelling word alone cancels, also while a form or a question waits. */
export const cancelByWords: MiddlewareFn<Ctx> = (ctx, next) => {
  const text = isPrivate(ctx) ? addressed(ctx) : undefined;
  const [request, ...others] = text === undefined ? [] : requestsIn(text, vocabulary(ctx), () => undefined, false);
  if (request?.command === 'cancel' && others.length === 0 && ctx.message)
    Object.assign(ctx.message, commandIn(written(request)));
  return next();
};

/** Asks about a command in words while a question or a form waits: "renew web1" would be a location. */
export const askAboutCommands: MiddlewareFn<Ctx> = async (ctx, next) => {
  const text = isPrivate(ctx) && tapBehind(ctx.update) === undefined ? addressed(ctx) : undefined;
  if (text === undefined || !mayCommand(text, vocabulary(ctx))) return next();
  const question = await plainQuestion(ctx);
  if (!question && !((await awaited(ctx)) === undefined && (await hasOpenFlow(ctx)))) return next();
  const access = await accessAllowed(ctx, 'read');
  const { items } = access ? await ctx.services.accesses.lists.known(access.key) : { items: [] };
  const requests = commandsIn(text, vocabulary(ctx), access ? fitsIn(items, access.account) : () => undefined);
  if (requests.length === 0) return next();
  const answer = ctx.t.plain('button-typed-answer', { text: isolate(shorten(text, MAX_COMMAND_LENGTH)) });
  await send(ctx, {
    text: ctx.t('answer-or-command'),
    keyboard: [...(await choices(ctx, requests)), ...(await typedRow(ctx, question, buttons.answerAgain, answer))],
  });
};

function written({ command, name }: PlainRequest): string {
  return name === '' ? `/${command}` : `/${command} ${name}`;
}

function choices(ctx: Ctx, requests: readonly PlainRequest[]) {
  return Promise.all(
    requests.map(async (request) => [await commandButton(ctx, buttons.goOnInstead, written(request))]),
  );
}

async function askWhich(ctx: Ctx, requests: readonly PlainRequest[]): Promise<void> {
  await send(ctx, { text: ctx.t('near-which'), keyboard: await choices(ctx, requests) });
}

/** The text of a message to the bot: in a group an answer or a mention, without the mention. */
function addressed(ctx: Ctx): string | undefined {
  const { message, me } = ctx;
  const text = message?.text;
  if (text === undefined || text.startsWith('/') || isCommand(text)) return undefined;
  if (isPrivate(ctx)) return text;
  const mention = message?.entities?.find(
    ({ type, offset, length }) =>
      type === 'mention' && text.slice(offset, offset + length).toLowerCase() === `@${me.username}`.toLowerCase(),
  );
  if (mention) return `${text.slice(0, mention.offset)} ${text.slice(mention.offset + mention.length)}`;
  const answered = message?.reply_to_message;
  // In a topic every message answers the topic's first one.
  return answered?.from?.id === me.id && answered.forum_topic_created === undefined ? text : undefined;
}

async function understand(ctx: Ctx, text: string, hasDomain: boolean): Promise<PlainRequest[]> {
  const words = vocabulary(ctx);
  // An answer to a question is nothing else.
  if (!mayAsk(text, words, hasDomain) || (await awaited(ctx)) !== undefined) return [];
  const access = await accessAllowed(ctx, 'read');
  // If the names can't be read, the button to try again asks for this.
  const [likely] = requestsIn(text, words, guessesOf(access), hasDomain);
  if (likely) ctx.pendingCommand = written(likely);
  const fits = access
    ? await namesIn(ctx, access)
    : (name: string) => (isIP(normalise(name)) === 0 ? undefined : 'whole');
  delete ctx.pendingCommand;
  const found = requestsIn(text, words, fits, hasDomain);
  // A late word may be the secret that was asked for; one that names nothing is deleted.
  const late =
    found.length > 0 && /^\S{8,}$/.test(text.trim()) && fits(text) !== 'whole' && (await secretWasAsked(ctx));
  return late ? [] : found;
}

/** Without a list: the person's own names, and texts that begin like an IP. */
function guessesOf(access: Access | undefined) {
  const fits = access && fitsIn([], access.account);
  return (name: string): Fit => fits?.(name) ?? (/^\d[\d.]+$/.test(normalise(name)) ? 'whole' : undefined);
}

/** Uses the stored list: talk costs no request to the provider. */
async function namesIn({ services }: Ctx, { account, key, hosting }: Access): Promise<(name: string) => Fit> {
  const { items } = await services.accesses.lists.recent(key, hosting);
  return fitsIn(items, account);
}
