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

/** A file with a token in it is no longer; a longer one is looked at by the feature that reads it. */
const LARGEST_NOTE = 64 * 1024;
/** Two lines that may be the middle of a private key. */
const KEY_LINES = /^(?:[A-Za-z0-9+/]{32,}\r?\n){2}/;
/** A shorter token of the person's own could be a part of any word. */
const SHORTEST_OWN = 12;
const NOTES = /\.(?:txt|csv|md|log|json|ya?ml|toml|xml|ini|conf|cfg|env|sh|bak|old|pem|key)$|^[^.]*$/i;
/** No alias is longer, and neither is an address without a point or a colon. */
const LONGER_THAN_NAMES = /^[!-\-0-9;-?A-~]{25,2048}$/;
/** A key that was leant on makes no token. */
const FEWEST_CHARACTERS = 8;
/** A reason and a filter may quote hashes and ids. */
const TAKES_FREE_TEXT: ReadonlySet<string> = new Set(['breakglass', 'audit']);
/** A domain's label may be as long as a token, and so may a location. */
const TAKES_LONG_WORDS: ReadonlySet<string> = new Set(['check', 'price', 'register', 'domain', 'servers']);

/** The text of a message, new or edited, or the caption of its photo or file. */
function wordsOf({ message, editedMessage }: Ctx): string {
  const { text, caption } = message ?? editedMessage ?? {};
  return (text ?? caption ?? '').trim();
}

interface Command {
  name: string;
  rest: string;
  /** Whether it names this bot. */
  isNamed: boolean;
}

/** The command that a message begins with, in lower case, and what stands behind it; one to another bot is none. */
function commandOf(ctx: Ctx): Command | undefined {
  const [found, name = '', to, rest = ''] = /^\/([a-z]\w{0,31})(?:@(\w+))?(?:\s+(.*))?$/is.exec(wordsOf(ctx)) ?? [];
  const ours = to === undefined || to.toLowerCase() === ctx.me.username.toLowerCase();
  const isNamed = to !== undefined;
  return found !== undefined && ours ? { name: name.toLowerCase(), rest: rest.trim(), isNamed } : undefined;
}

function isConnecting(ctx: Ctx): boolean {
  const { name, rest = '' } = commandOf(ctx) ?? {};
  return name === 'connect' && rest !== '';
}

const isConnectCommand = Context.has.command('connect');

/** Whether /connect takes it. Under a photo, or in a block of code, Telegram sees no command. */
function isTaken(ctx: Ctx): boolean {
  return isConnecting(ctx) && isConnectCommand(ctx);
}

/**
 * A token goes before anything else is done, also while the store is out of reach. Behind other commands a name may stand, and in a group
 * the store knows which words are tokens.
 */
export const typedSecret: MiddlewareFn<Ctx> = (ctx, next) => {
  const bare = isPrivate(ctx) && commandOf(ctx) === undefined && holdsSecret(wordsOf(ctx));
  // `deleteSecretMessage` reports its own failure, and the handler that answers waits for it.
  if (isConnecting(ctx) || bare) void deleteSecretMessage(ctx);
  return next();
};

/**
 * Deletes a secret that was not asked for (behind a command, bare in a group, in a file); the rest of its message is not acted on. Nor is a
 * command in a group with what may be a secret.
 */
export const unsolicitedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  if (!ctx.message || isTaken(ctx)) return next();
  if (isUpdateDeclined()) {
    // The dispatcher answers the flood once for all its messages, after the deletion.
    if (isConnecting(ctx) || (await isSecret(ctx))) void deleteSecretMessage(ctx);
    return next();
  }
  const found = isConnecting(ctx) || ((await isSecret(ctx)) && !(await isAnswer(ctx)));
  // The handler of a question looks at the file that the question asked for.
  if (found) return sayDeleted(ctx);
  if (await isUnsure(ctx)) return sayUnsure(ctx);
  if ((await isAwaitedFile(ctx)) || !(await isSecretFile(ctx))) return next();
  await sayDeleted(ctx);
};

/**
 * An edited message is only searched for a secret, because its request was handled when it was sent. In private the person is told: what they
 * corrected would seem to be under way.
 */
export const editedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  if (!ctx.editedMessage) return next();
  const found = isConnecting(ctx) || (await isSecret(ctx)) || (await isLate(ctx));
  // A message of a flood is not answered, and its file is not read.
  if (isUpdateDeclined()) return void (found && (await deleteSecretMessage(ctx)));
  if (found || (await isSecretFile(ctx))) await sayDeleted(ctx);
  // Telegram also reports changes without a date, such as a link's preview: the person made none.
  else if (isPrivate(ctx) && ctx.editedMessage.edit_date !== undefined && wordsOf(ctx) !== '')
    await send(ctx, { text: ctx.t('message-edited') });
};

/** Deletes a token in the caption of a photo or file: captions answer no question. */
export const captionedSecret: MiddlewareFn<Ctx> = async (ctx, next) => {
  const { caption } = ctx.message ?? {};
  if (!caption || !isPrivate(ctx) || caption.startsWith('/') || !(await deleteUnsolicitedSecret(ctx))) await next();
};

/** A token or password that comes late, twice or unsolicited must not stay in the chat. Resolves to whether it was one. */
export async function deleteUnsolicitedSecret(ctx: Ctx): Promise<boolean> {
  if (!(await isLate(ctx))) return false;
  await sayDeleted(ctx);
  return true;
}

/** The text of a file that a feature read. Resolves to whether it has a secret in it, and so is taken for nothing else. */
export async function takeSecretFile(ctx: Ctx, text: string): Promise<boolean> {
  const { person, services } = ctx;
  const looks =
    text.length <= LARGEST_NOTE ? looksSecret(text) : services.workers.run(String(person.id), lookingForSecret, text);
  if (!(await looks) && !(await holdsOwnToken(ctx, text))) return false;
  if (isPrivate(ctx) || (await isLeak(ctx, text.slice(0, LARGEST_NOTE)))) await sayDeleted(ctx);
  else await sayUnsure(ctx);
  return true;
}

/** Whether one word alone, that nothing else understood, is a secret by its look or by what was asked before. */
async function isLate(ctx: Ctx): Promise<boolean> {
  const words = wordsOf(ctx);
  if (!isPrivate(ctx)) return false;
  return looksSecret(words) || (/^[^/\s]\S{7,}$/.test(words) && (await secretWasAsked(ctx)));
}

async function isSecret(ctx: Ctx): Promise<boolean> {
  const words = wordsOf(ctx);
  if (!/\S{12}/.test(words)) return false;
  if (!isPrivate(ctx)) return isLeak(ctx, words);
  const command = commandOf(ctx);
  if (command && isNoArgument(ctx, command) && !(await isName(ctx, command.rest))) return true;
  if (!command && holdsSecret(words)) return true;
  return holdsOwnToken(ctx, words);
}

/** In a group people write hashes, ids and fingerprints for each other: only what is known to be a token, and a private key, goes. */
async function isLeak(ctx: Ctx, words: string): Promise<boolean> {
  if (holdsPrivateKey(words) || (await holdsOwnToken(ctx, words))) return true;
  try {
    return await holdsKnownToken(ctx.services.store, words);
  } catch (error) {
    ctx.services.report(error, 'secret');
    return false;
  }
}

/** Whether a command in a group came with what may be a secret. Its message stays, but nothing is asked or repeated. */
async function isUnsure(ctx: Ctx): Promise<boolean> {
  const command = isPrivate(ctx) ? undefined : commandOf(ctx);
  if (!command || TAKES_FREE_TEXT.has(command.name)) return false;
  const isOurs = command.isNamed || COMMANDS.includes(command.name);
  return isOurs && isNoArgument(ctx, command) && !(await isName(ctx, command.rest));
}

/** Whether the text behind a command looks like a secret rather than a name. */
function isNoArgument(ctx: Ctx, { name, rest }: Command): boolean {
  // A domain in a link is as long as a token, and is proved to be one.
  if (name === 'start' && readPayload(rest)) return false;
  if (holdsSecret(rest)) return true;
  return !TAKES_LONG_WORDS.has(name) && (looksSecret(rest) || (isPrivate(ctx) && isLongerThanNames(rest)));
}

function isLongerThanNames(word: string): boolean {
  return LONGER_THAN_NAMES.test(word) && new Set(word).size >= FEWEST_CHARACTERS;
}

/**
 * Whether the word names one of the person's servers. Without the store it counts as no name: the bot then deletes a harmless
 * message rather than leave a secret in the chat.
 */
async function isName(ctx: Ctx, word: string): Promise<boolean> {
  const { services, person } = ctx;
  const wanted = normalise(word);
  try {
    const { accounts } = await services.store.accounts.get(person.id);
    // The person may work with the account of a team, which is among its owner's accounts.
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

/** Whether the text holds one of the person's own tokens, also one that does not look like a secret. */
export async function holdsOwnToken({ services, person }: Ctx, text: string): Promise<boolean> {
  try {
    const { accounts } = await services.store.accounts.get(person.id);
    return accounts.some(({ token }) => token.length >= SHORTEST_OWN && text.includes(token));
  } catch (error) {
    services.report(error, 'secret');
    return false;
  }
}

/** Whether a question waits for it, or the feature that knows private keys and parts of them. A command answers nothing. */
async function isAnswer(ctx: Ctx): Promise<boolean> {
  if (!isPrivate(ctx) || commandOf(ctx)) return false;
  const words = wordsOf(ctx);
  if (/PRIVATE KEY/.test(words)) return true;
  const waits = await awaited(ctx);
  return waits === 'secret' || (waits === 'plain' && KEY_LINES.test(words));
}

async function isAwaitedFile(ctx: Ctx): Promise<boolean> {
  return ctx.message?.document !== undefined && (await awaited(ctx)) !== undefined;
}

/** Whether the message's file is a note with a secret in it. In a group a file is looked at where it is meant for the bot. */
async function isSecretFile(ctx: Ctx): Promise<boolean> {
  const { document } = ctx.message ?? ctx.editedMessage ?? {};
  if (!document || !isPrivate(ctx)) return false;
  const { file_name: called, mime_type: type = '', file_size: size = 0 } = document;
  const isNote = type.startsWith('text/') || (called !== undefined && NOTES.test(called));
  if (!isNote || size > LARGEST_NOTE) return false;
  const text = await readDocument(ctx, LARGEST_NOTE);
  return text !== undefined && text !== 'too-large' && (looksSecret(text) || (await holdsOwnToken(ctx, text)));
}

/** Warns the author alone, where the bot may write to them: what looks like a secret may be the name of a pod. */
async function sayUnsure(ctx: Ctx): Promise<void> {
  const screen = { text: ctx.t('secret-group-unsure') };
  if ((await sendPrivately(ctx, screen)) === undefined) await send(ctx, screen);
}

/** Deletes the update's message and says so; where it can't be deleted, tells the person to do it. */
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

/** The author of a message that is deleted: the warning can't be a reply to that. */
export function authorOf({ from, senderChat }: Ctx): Html {
  const { id = 0, first_name = '' } = from ?? {};
  return senderChat ? name(senderChat.title ?? '') : mention(id, first_name);
}
