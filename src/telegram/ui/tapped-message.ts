import type { MaybeInaccessibleMessage } from 'grammy/types';
import { isEphemeral } from '../../store/operations/index.ts';
import { type Ctx, isPrivate } from '../context.ts';
import { mayBeEphemeral } from './ephemeral.ts';

/** The id by which the bot knows a message: negative for an ephemeral one. */
export function messageIdOf(message: MaybeInaccessibleMessage): number {
  const own = 'ephemeral_message_id' in message ? message.ephemeral_message_id : undefined;
  return own === undefined ? message.message_id : -own;
}

/** The person whose message the tapped one answers in a group. `unknown` where Telegram does not tell the message. */
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

/** Telegram tells neither owner nor buttons of a group's old message: its data may be made up, and changes nothing. */
export function changeableMessage(ctx: Ctx) {
  if (ctx.keepsTapped) return undefined;
  const message = ctx.callbackQuery?.message;
  const owner = ownerOfTapped(ctx);
  return owner === 'presser' || (owner === 'unknown' && message?.date !== 0) ? message : undefined;
}

export function isAnsweredBeside(ctx: Ctx): boolean {
  const message = ctx.callbackQuery?.message;
  return message !== undefined && !isEphemeral(messageIdOf(message)) && mayBeEphemeral(ctx);
}

/** A new screen would hide the outcome. @param claimedSince epoch ms */
export async function tellsOutcome({ callbackQuery: tap, person, services }: Ctx, claimedSince = 0): Promise<boolean> {
  const message = tap?.message;
  if (!message) return false;
  return services.operations.tellsIn(person.id, message.chat.id, messageIdOf(message), claimedSince);
}
