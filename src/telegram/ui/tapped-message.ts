import type { MaybeInaccessibleMessage } from 'grammy/types';
import { isEphemeral } from '../../store/operations/index.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { mayBeEphemeral } from './ephemeral.ts';

/** The id by which the bot knows a message: that of an ephemeral one is negative. */
export function messageIdOf(message: MaybeInaccessibleMessage): number {
  const own = 'ephemeral_message_id' in message ? message.ephemeral_message_id : undefined;
  return own === undefined ? message.message_id : -own;
}

/**
 * The owner of the tapped message. In a group a message belongs to the person whose message it answers, an ephemeral one to its
 * receiver. `unknown` where Telegram does not tell which message it answers: news that came by itself, an old message, or a deleted
 * question.
 */
export function ownerOfTapped(ctx: Ctx): 'presser' | 'another' | 'unknown' {
  const message = ctx.callbackQuery?.message;
  if (message === undefined || isPrivate(ctx)) return 'presser';
  if (isEphemeral(messageIdOf(message))) return 'presser';
  const answered = 'reply_to_message' in message ? message.reply_to_message : undefined;
  const { from, sender_chat: chat } = answered ?? {};
  if (from === undefined || from.is_bot || chat !== undefined) return 'unknown';
  // In a topic a message without a reply answers the topic's first message, which is of the person who opened it.
  if (answered?.forum_topic_created !== undefined) return 'unknown';
  return from.id === ctx.from?.id ? 'presser' : 'another';
}

/**
 * The tapped message, where the tap may change what it shows. Of an old message in a group Telegram tells neither the owner nor the
 * buttons, so made-up button data could not be told from real data: it is never changed.
 */
export function changeableMessage(ctx: Ctx) {
  if (ctx.keepsTapped) return undefined;
  const message = ctx.callbackQuery?.message;
  const owner = ownerOfTapped(ctx);
  return owner === 'presser' || (owner === 'unknown' && message?.date !== 0) ? message : undefined;
}

/** Whether an answer to the tap goes beside the tapped message: all see that one, and the answer is for the presser. */
export function isAnsweredBeside(ctx: Ctx): boolean {
  const message = ctx.callbackQuery?.message;
  return message !== undefined && !isEphemeral(messageIdOf(message)) && mayBeEphemeral(ctx);
}

/**
 * Whether the tapped message tells what became of an operation of this person. A screen that takes its place would hide the outcome.
 * @param claimedSince only of operations that were claimed since then, epoch milliseconds
 */
export async function tellsOutcome({ callbackQuery: tap, person, services }: Ctx, claimedSince = 0): Promise<boolean> {
  const message = tap?.message;
  if (!message) return false;
  return services.operations.tellsIn(person.id, message.chat.id, messageIdOf(message), claimedSince);
}
