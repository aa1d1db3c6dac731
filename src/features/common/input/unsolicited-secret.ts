import { Context, type MiddlewareFn } from 'grammy';
import { askerOf } from '../../../telegram/access/require-right.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { awaited, secretWasAsked } from '../../../telegram/dialog/ask.ts';
import { isUpdateDeclined } from '../../../telegram/failures/outage.ts';
import type { Html } from '../../../telegram/i18n/index.ts';
import { deleteSecretMessage } from '../../../telegram/secrets/deletion.ts';
import { holdsPrivateKey, holdsSecret, lookingForSecret, looksSecret } from '../../../telegram/secrets/detection.ts';
import { holdsKnownToken } from '../../../telegram/secrets/known-tokens.ts';
import { COMMANDS } from '../../../telegram/ui/commands-menu.ts';
import { readDocument } from '../../../telegram/ui/document.ts';
import { mention, name } from '../../../telegram/ui/format.ts';
import { readPayload } from '../../../telegram/ui/link.ts';
import { send, sendPrivately, witnesses } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { home, toConnect } from '../next-steps.ts';
import { normalise } from './typed-input.ts';

/** A longer file is searched by the feature that reads it. */
const MAX_NOTE_LENGTH = 64 * 1024;
/** Such lines may be the middle of a private key. */
const KEY_LINES = /^(?:[A-Za-z0-9+/]{32,}\r?\n){2}/;
/** A shorter token could be a part of any word. */
const MIN_OWN_TOKEN_LENGTH = 12;
const NOTES = /\.(?:txt|csv|md|log|json|ya?ml|toml|xml|ini|conf|cfg|env|sh|bak|old|pem|key)$|^[^.]*$/i;
const LONGER_THAN_NAMES = /^[!-\-0-9;-?A-~]{25,2048}$/;
/** A key held down on the keyboard makes no token. */
const MIN_DISTINCT_CHARACTERS = 8;
/** A reason and a filter may quote hashes and ids. */
const TAKES_FREE_TEXT: ReadonlySet<string> = new Set(['breakglass', 'audit']);
/** A domain's label or a location may be as long as a token. */
const TAKES_LONG_WORDS: ReadonlySet<string> = new Set(['check', 'price', 'register', 'domain', 'servers']);

function textIn({ message, editedMessage }: Ctx): string {
  const { text, caption } = message ?? editedMessage ?? {};
  return (text ?? caption ?? '').trim();
}

interface Command {
  name: string;
  rest: string;
  isNamed: boolean;
}

function commandOf(ctx: Ctx): Command | undefined {
  const [found, name = '', to, rest = ''] = /^\/([a-z]\w{0,31})(?:@(\w+))?(?:\s+(.*))?$/is.exec(textIn(ctx)) ?? [];
  const ours = to === undefined || to.toLowerCase() === ctx.me.username.toLowerCase();
  const isNamed = to !== undefined;
  return found !== undefined && ours ? { name: name.toLowerCase(), rest: rest.trim(), isNamed } : undefined;
}

function isConnecting(ctx: Ctx): boolean {
  const { name, rest = '' } = commandOf(ctx) ?? {};
  return name === 'connect' && rest !== '';
}

const isConnectCommand = Context.has.command('connect');

/** Whether /connect handles the message. Telegram sees no command under a photo or in a code block. */
function isTaken(ctx: Ctx): boolean {
  return isConnecting(ctx) && isConnectCommand(ctx);
}

/** Runs before the store is asked. {@link unsolicitedSecret} decides about other commands and groups. */
export const typedSecret: MiddlewareFn<Ctx> = (ctx, next) => {
  const bare = isPrivate(ctx) && commandOf(ctx) === undefined && holdsSecret(textIn(ctx));
  // `deleteSecretMessage` reports its own failure, and the handler that answers waits for it.
  if (isConnecting(ctx) || bare) void deleteSecretMessage(ctx);
  return next();
};

/** Deletes an unasked secret (after a command, bare in a group, in a file), and ignores the rest of the message. */
export const unsolicitedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  if (!ctx.message || isTaken(ctx)) return next();
  if (isUpdateDeclined()) {
    // The dispatcher answers the flood once for all its messages, after the deletion.
    if (isConnecting(ctx) || (await isSecret(ctx))) void deleteSecretMessage(ctx);
    return next();
  }
  const found = isConnecting(ctx) || ((await isSecret(ctx)) && !(await isAnswer(ctx)));
  if (found) return sayDeleted(ctx);
  if (await isUnsure(ctx)) return sayUnsure(ctx);
  if ((await isAwaitedFile(ctx)) || !(await isSecretFile(ctx))) return next();
  await sayDeleted(ctx);
};

/** Only searches an edited message for a secret: its request was handled when it was sent. */
export const editedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  if (!ctx.editedMessage) return next();
  const found = isConnecting(ctx) || (await isSecret(ctx)) || (await isLate(ctx));
  if (isUpdateDeclined()) return void (found && (await deleteSecretMessage(ctx)));
  if (found || (await isSecretFile(ctx))) await sayDeleted(ctx);
  // Telegram also reports changes without a date that no person made, such as a link's preview.
  else if (isPrivate(ctx) && ctx.editedMessage.edit_date !== undefined && textIn(ctx) !== '')
    await send(ctx, { text: ctx.t('message-edited') });
};

/** Captions answer no question. */
export const captionedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  const { caption } = ctx.message ?? {};
  if (!caption || !isPrivate(ctx) || caption.startsWith('/') || !(await deleteUnsolicitedSecret(ctx))) await next();
};

/** Deletes a secret that comes late, twice or unasked. Resolves to whether it was one. */
export async function deleteUnsolicitedSecret(ctx: Ctx): Promise<boolean> {
  if (!(await isLate(ctx))) return false;
  await sayDeleted(ctx);
  return true;
}

/** For the text of a file that a feature has read. Resolves to whether it holds a secret. */
export async function takeSecretFile(ctx: Ctx, text: string): Promise<boolean> {
  const { person, services } = ctx;
  const looks =
    text.length <= MAX_NOTE_LENGTH
      ? looksSecret(text)
      : services.workers.run(String(person.id), lookingForSecret, text);
  if (!(await looks) && !(await holdsOwnToken(ctx, text))) return false;
  if (isPrivate(ctx) || (await isLeak(ctx, text.slice(0, MAX_NOTE_LENGTH)))) await sayDeleted(ctx);
  else await sayUnsure(ctx);
  return true;
}

/** Whether a single word is a secret by its look, or because a secret was asked for before. */
async function isLate(ctx: Ctx): Promise<boolean> {
  const words = textIn(ctx);
  if (!isPrivate(ctx)) return false;
  return looksSecret(words) || (/^[^/\s]\S{7,}$/.test(words) && (await secretWasAsked(ctx)));
}

async function isSecret(ctx: Ctx): Promise<boolean> {
  const words = textIn(ctx);
  if (!/\S{12}/.test(words)) return false;
  if (!isPrivate(ctx)) return isLeak(ctx, words);
  const command = commandOf(ctx);
  if (command && isNoArgument(ctx, command) && !(await isName(ctx, command.rest))) return true;
  if (!command && holdsSecret(words)) return true;
  return holdsOwnToken(ctx, words);
}

/** In groups people share hashes, ids and fingerprints: only known tokens and private keys are deleted there. */
async function isLeak(ctx: Ctx, words: string): Promise<boolean> {
  if (holdsPrivateKey(words) || (await holdsOwnToken(ctx, words))) return true;
  try {
    return await holdsKnownToken(ctx.services.store, words);
  } catch (error) {
    ctx.services.report(error, 'secret');
    return false;
  }
}

/** Whether a group command came with a possible secret: the message stays, but the command is not carried out. */
async function isUnsure(ctx: Ctx): Promise<boolean> {
  const command = isPrivate(ctx) ? undefined : commandOf(ctx);
  if (!command || TAKES_FREE_TEXT.has(command.name)) return false;
  const isOurs = command.isNamed || COMMANDS.includes(command.name);
  return isOurs && isNoArgument(ctx, command) && !(await isName(ctx, command.rest));
}

function isNoArgument(ctx: Ctx, { name, rest }: Command): boolean {
  // A domain in a start link is as long as a token; its payload proves itself.
  if (name === 'start' && readPayload(rest)) return false;
  if (holdsSecret(rest)) return true;
  return !TAKES_LONG_WORDS.has(name) && (looksSecret(rest) || (isPrivate(ctx) && isLongerThanNames(rest)));
}

function isLongerThanNames(word: string): boolean {
  return LONGER_THAN_NAMES.test(word) && new Set(word).size >= MIN_DISTINCT_CHARACTERS;
}

/** Whether the word names a server of the person. Without the store it does not: a secret must not stay in the chat. */
async function isName(ctx: Ctx, word: string): Promise<boolean> {
  const { services, person } = ctx;
  const wanted = normalise(word);
  try {
    const { accounts } = await services.store.accounts.get(person.id);
    // A team's account is not among the person's own accounts.
    const here = await services.accesses.of(askerOf(ctx), 'read');
    const known = [...accounts, ...(here ? [here.account] : [])];
    if (known.some(({ aliases }) => aliases.values().some((alias) => normalise(alias) === wanted))) return true;
    const keys = [...accounts.map(({ id }) => `${person.id}:${id}`), ...(here ? [here.key] : [])];
    const lists = await Promise.all([...new Set(keys)].map((key) => services.store.lists.get(key)));
    return lists.some((list) => list?.some(({ id }) => normalise(id) === wanted));
  } catch (error) {
    services.report(error, 'secret');
    return false;
  }
}

export async function holdsOwnToken({ services, person }: Ctx, text: string): Promise<boolean> {
  try {
    const { accounts } = await services.store.accounts.get(person.id);
    return accounts.some(({ token }) => token.length >= MIN_OWN_TOKEN_LENGTH && text.includes(token));
  } catch (error) {
    services.report(error, 'secret');
    return false;
  }
}

/** Whether a question, or the feature for private keys, takes the message. A command answers nothing. */
async function isAnswer(ctx: Ctx): Promise<boolean> {
  if (!isPrivate(ctx) || commandOf(ctx)) return false;
  const words = textIn(ctx);
  if (/PRIVATE KEY/.test(words)) return true;
  const waits = await awaited(ctx);
  return waits === 'secret' || (waits === 'plain' && KEY_LINES.test(words));
}

async function isAwaitedFile(ctx: Ctx): Promise<boolean> {
  return ctx.message?.document !== undefined && (await awaited(ctx)) !== undefined;
}

async function isSecretFile(ctx: Ctx): Promise<boolean> {
  const { document } = ctx.message ?? ctx.editedMessage ?? {};
  if (!document || !isPrivate(ctx)) return false;
  const { file_name: called, mime_type: type = '', file_size: size = 0 } = document;
  const isNote = type.startsWith('text/') || (called !== undefined && NOTES.test(called));
  if (!isNote || size > MAX_NOTE_LENGTH) return false;
  const text = await readDocument(ctx, MAX_NOTE_LENGTH);
  return text !== undefined && text !== 'too-large' && (looksSecret(text) || (await holdsOwnToken(ctx, text)));
}

/** Warns the author alone, where the bot may write to them: what looks like a secret may be the name of a pod. */
async function sayUnsure(ctx: Ctx): Promise<void> {
  const screen = { text: ctx.t('secret-group-unsure') };
  if ((await sendPrivately(ctx, screen)) === undefined) await send(ctx, screen);
}

async function sayDeleted(ctx: Ctx): Promise<void> {
  const deleted = await deleteSecretMessage(ctx);
  if (isPrivate(ctx)) {
    const keyboard = [[buttons.connect.make(ctx.t.plain('button-connect'), {})], home(ctx)];
    await send(ctx, { text: ctx.t(deleted ? 'secret-late-deleted' : 'secret-late'), keyboard });
  } else {
    const keyboard = [toConnect(ctx)];
    const text = deleted ? ctx.t('secret-group-deleted', { person: authorOf(ctx) }) : ctx.t('secret-group');
    await send(ctx, { text, keyboard }, witnesses(ctx));
  }
}

/** Names the author: the warning can't reply to a deleted message. */
export function authorOf({ from, senderChat }: Ctx): Html {
  const { id = 0, first_name = '' } = from ?? {};
  return senderChat ? name(senderChat.title ?? '') : mention(id, first_name);
}
