import type { MiddlewareFn, Transformer } from 'grammy';
import type { Message } from 'grammy/types';
import type { Store } from '../../store/index.ts';
import type { Ctx } from '../context.ts';

/** The identifiers of supergroups lie below this one, those of basic groups between it and 0. */
const BASIC_GROUPS_ABOVE = -1_000_000_000_000;

/**
 * Follows a group that became a supergroup, which is another chat: what the store has of it goes there, and the call that
 * Telegram refused for it is made there, once. A message of the old group is not in the new one, and its number may be
 * another's there: a call about one is not repeated, and what is sent answers none.
 */
export function followMigration({ moveChat }: Pick<Store, 'moveChat'>): Transformer {
  return async (previous, method, payload, signal) => {
    const answer = await previous(method, payload, signal);
    const to = answer.ok ? undefined : answer.parameters?.migrate_to_chat_id;
    if (to === undefined || !('chat_id' in payload) || typeof payload.chat_id !== 'number') return answer;
    // Before anything is shown there: what is noted of it is noted of the new chat.
    await moveChat(payload.chat_id, to);
    if ('message_id' in payload) return answer;
    return previous(method, { ...payload, chat_id: to, reply_parameters: undefined }, signal);
  };
}

/** The same, where Telegram tells of it in either chat before anything is refused. */
export function onMigration({ moveChat }: Pick<Store, 'moveChat'>): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    const { from, to } = migrationIn(ctx.message);
    if (from === undefined || to === undefined) return next();
    await moveChat(from, to);
  };
}

function migrationIn(message: Message | undefined): { from?: number | undefined; to?: number | undefined } {
  const { chat, migrate_to_chat_id: to, migrate_from_chat_id: from } = message ?? {};
  if (chat?.type === 'group' && isSupergroup(to)) return { from: chat.id, to };
  if (chat?.type === 'supergroup' && from !== undefined && from < 0 && !isSupergroup(from))
    return { from, to: chat.id };
  return {};
}

function isSupergroup(chatId: number | undefined): boolean {
  return chatId !== undefined && chatId < BASIC_GROUPS_ABOVE;
}
