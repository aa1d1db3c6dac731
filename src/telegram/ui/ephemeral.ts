import { AsyncLocalStorage } from 'node:async_hooks';
import { GrammyError } from 'grammy';
import type { EphemeralMessageParameters, Message, ReplyParameters } from 'grammy/types';
import { whatTelegramSays } from '../api/errors.ts';
import { speaking } from '../api/topics.ts';
import { type Ctx, isPrivate, noteAnsweredTopic } from '../context.ts';
import { isAnonymous, tapBehind } from '../updates/update.ts';

export interface WaitingMessage {
  keep(change: (messageId: number) => Promise<boolean>): Promise<number | undefined>;
}

export const waitingMessage = new AsyncLocalStorage<WaitingMessage>();

export interface Addressed {
  reply_parameters?: ReplyParameters;
  ephemeral_message_parameters?: EphemeralMessageParameters;
}

/** The reply also puts the answer into the topic, which Telegram does not tell of an old tapped message. */
export function inAnswer(ctx: Ctx): Addressed {
  const { message, callbackQuery: tap } = ctx;
  const { message_id: asked = 0 } = message ?? (tap?.message?.date === 0 ? tap.message : {});
  const reply = { reply_parameters: { message_id: asked, allow_sending_without_reply: true } };
  return { ...speaking(ctx.t.locale), ...(asked > 0 && !isPrivate(ctx) ? reply : {}) };
}

export function mayBeEphemeral(ctx: Ctx): boolean {
  const { chat, from } = ctx;
  if (!chat || !from || chat.type === 'private' || isAnonymous(ctx.update, from)) return false;
  return ctx.services.ephemeralChats.takes(chat.id, askedBy(ctx) ? 'asked' : 'unasked');
}

/** An answer to a tap or command may be ephemeral although the bot is no administrator. */
function askedBy(ctx: Ctx): { tap: string } | { command: number } | undefined {
  const tap = ctx.callbackQuery?.id ?? tapBehind(ctx.update);
  if (tap !== undefined) return { tap };
  const command = ctx.message?.ephemeral_message_id;
  return command === undefined ? undefined : { command };
}

export class AnswerNotShown extends Error {
  override readonly name = 'AnswerNotShown';
  readonly why: 'late' | 'refused';

  constructor(why: 'late' | 'refused', options?: ErrorOptions) {
    super(`Not shown: ${why}`, options);
    this.why = why;
  }
}

/** `toAll`: the chat or person takes none. `late`: Telegram's 15 seconds are over. @throws AnswerNotShown else */
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

/** After any other refusal the answer stays hidden, because the cause is unknown. */
const REFUSALS_TO_SHOW_ALL: ReadonlyMap<string, 'unasked' | 'once'> = new Map([
  ['MESSAGE_NOT_COMMAND', 'unasked'],
  // The person writes in the group without being its member, or cannot be reached by such a message.
  ['USER_ID_INVALID', 'once'],
  ['PEER_ID_INVALID', 'once'],
]);

function refusalOf(error: unknown, isAsked: boolean): 'unasked' | 'once' | 'late' | 'unknown' | undefined {
  if (!(error instanceof GrammyError) || error.error_code !== 400) return undefined;
  const opens = REFUSALS_TO_SHOW_ALL.get(error.description.replace(/^Bad Request: /, ''));
  if (opens === 'unasked' && isAsked) return 'unknown';
  if (opens) return opens;
  const says = whatTelegramSays(error);
  if (says === 'late' || says === 'gone') return 'late';
  return says === 'other' ? 'unknown' : undefined;
}
