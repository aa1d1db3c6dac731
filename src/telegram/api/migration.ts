import type { MiddlewareFn, Transformer } from 'grammy';
import type { Message } from 'grammy/types';
import type { Store } from '../../store/index.ts';
import type { Ctx, Services } from '../context.ts';
import { withoutReply } from './topics.ts';

const BASIC_GROUPS_ABOVE = -1_000_000_000_000;

/** Repeats no call about a message: the old group's numbers may belong to other messages in the new chat. */
export function followMigration({ moveChat }: Pick<Store, 'moveChat'>): Transformer {
  return async (previous, method, payload, signal) => {
    const answer = await previous(method, payload, signal);
    const to = answer.ok ? undefined : answer.parameters?.migrate_to_chat_id;
    if (to === undefined || !('chat_id' in payload) || typeof payload.chat_id !== 'number') return answer;
    // A row that is written for the new chat must find the old rows there.
    await moveChat(payload.chat_id, to);
    if ('message_id' in payload || 'ephemeral_message_id' in payload) return answer;
    return previous(method, { ...payload, chat_id: to, ...withoutReply(payload) }, signal);
  };
}

export function onMigration({ store, operations }: Pick<Services, 'store' | 'operations'>): MiddlewareFn<Ctx> {
  return async (ctx, next) => {
    const { from, to } = migrationIn(ctx.message);
    if (from === undefined || to === undefined) return next();
    await store.moveChat(from, to);
    // The new chat gets the open requests for approval.
    operations.wake();
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
