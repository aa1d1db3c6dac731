import { AsyncLocalStorage } from 'node:async_hooks';
import { GrammyError } from 'grammy';
import type { EphemeralMessageParameters, Message, ReplyParameters } from 'grammy/types';
import { whatTelegramSays } from '../api/errors.ts';
import { speaking } from '../api/topics.ts';
import { type Ctx, isPrivate, noteAnsweredTopic } from '../context.ts';
import { isAnonymous, tapBehind } from '../updates/update.ts';

/** The message by which the asker of an update was told to wait. */
export interface WaitingMessage {
  /** Keeps it where it is ephemeral and `change` makes it the answer. Resolves to its id, else to `undefined`. */
  keep(change: (messageId: number) => Promise<boolean>): Promise<number | undefined>;
}

/** The waiting message of the current update. */
export const waitingMessage = new AsyncLocalStorage<WaitingMessage>();

/** How a new message is addressed. */
export interface Addressed {
  reply_parameters?: ReplyParameters;
  ephemeral_message_parameters?: EphemeralMessageParameters;
}

/**
 * In a group, the message that a new one answers, which also puts it into the topic of that message: of an old message that was tapped
 * Telegram does not tell the topic. An ephemeral command has no number: only an ephemeral message can answer it.
 */
export function inAnswer(ctx: Ctx): Addressed {
  const { message, callbackQuery: tap } = ctx;
  const { message_id: asked = 0 } = message ?? (tap?.message?.date === 0 ? tap.message : {});
  const reply = { reply_parameters: { message_id: asked, allow_sending_without_reply: true } };
  return { ...speaking(ctx.t.locale), ...(asked > 0 && !isPrivate(ctx) ? reply : {}) };
}

/** Whether an answer to this update may be shown to its person alone: in a group, unless the chat is known to refuse. */
export function mayBeEphemeral(ctx: Ctx): boolean {
  const { chat, from } = ctx;
  if (!chat || !from || chat.type === 'private' || isAnonymous(ctx.update, from)) return false;
  return ctx.services.ephemeralChats.takes(chat.id, askedBy(ctx) ? 'asked' : 'unasked');
}

/** The message to which the answer refers, so that it may be ephemeral although the bot is no administrator. */
function askedBy(ctx: Ctx): { tap: string } | { command: number } | undefined {
  const tap = ctx.callbackQuery?.id ?? tapBehind(ctx.update);
  if (tap !== undefined) return { tap };
  const command = ctx.message?.ephemeral_message_id;
  return command === undefined ? undefined : { command };
}

/** An answer for one person of a group could not be shown to that person alone. */
export class AnswerNotShown extends Error {
  override readonly name = 'AnswerNotShown';
  readonly why: 'late' | 'refused';

  constructor(why: 'late' | 'refused', options?: ErrorOptions) {
    super(`Not shown: ${why}`, options);
    this.why = why;
  }
}

/**
 * Sends an answer that only the update's person sees. Resolves to `toAll` where the chat or the person takes none, and to `late` where
 * Telegram's 15 seconds for it are over. A chat's refusal is remembered. An older Bot API server ignores the wish and answers with an
 * ordinary message, without an ephemeral number: it was sent to all.
 * @throws AnswerNotShown where the refusal does not say that
 */
export async function sendEphemeral<Sent extends Message>(
  ctx: Ctx,
  send: (addressed: Addressed) => Promise<Sent>,
): Promise<Sent | 'toAll' | 'late'> {
  if (!ctx.chat || !mayBeEphemeral(ctx)) return 'toAll';
  const { ephemeralChats } = ctx.services;
  const asked = askedBy(ctx);
  try {
    const sent = await send({
      ephemeral_message_parameters: {
        receiver_user_id: ctx.person.id,
        ...(asked && 'tap' in asked ? { callback_query_id: asked.tap } : {}),
      },
      ...inAnswer(ctx),
      ...(asked && 'command' in asked ? { reply_parameters: { ephemeral_message_id: asked.command } } : {}),
    });
    noteAnsweredTopic(ctx, sent);
    if (sent.ephemeral_message_id === undefined) ephemeralChats.note(ctx.chat.id, 'all');
    return sent;
  } catch (error) {
    const refused = refusalOf(error, asked !== undefined);
    if (refused === 'unasked') ephemeralChats.note(ctx.chat.id, refused);
    return insteadOf(refused, error);
  }
}

function insteadOf(refused: ReturnType<typeof refusalOf>, cause: unknown): 'toAll' | 'late' {
  if (refused === undefined) throw cause;
  if (refused === 'unknown') throw new AnswerNotShown('refused', { cause });
  return refused === 'late' ? 'late' : 'toAll';
}

/** The exact refusals after which all see the answer: any other one keeps it closed, because its cause is not known. */
const OPENS: ReadonlyMap<string, 'unasked' | 'once'> = new Map([
  ['MESSAGE_NOT_COMMAND', 'unasked'],
  // The person writes in the group without being its member, or cannot be reached by such a message.
  ['USER_ID_INVALID', 'once'],
  ['PEER_ID_INVALID', 'once'],
]);

/** How far a refusal of an ephemeral message holds; `undefined` where an ordinary message would fail as well. */
function refusalOf(error: unknown, isAsked: boolean): 'unasked' | 'once' | 'late' | 'unknown' | undefined {
  if (!(error instanceof GrammyError) || error.error_code !== 400) return undefined;
  const opens = OPENS.get(error.description.replace(/^Bad Request: /, ''));
  if (opens === 'unasked' && isAsked) return 'unknown';
  if (opens) return opens;
  const says = whatTelegramSays(error);
  // More than 15 seconds have passed since the tap or the command.
  if (says === 'late' || says === 'gone') return 'late';
  return says === 'other' ? 'unknown' : undefined;
}
