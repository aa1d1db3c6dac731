import type { Message } from 'grammy/types';
import type { Cloud, Room } from '../backend/backend.ts';

/**
 * Whether the bot gets to see a person's message: in private chats always; in groups, in privacy mode, only commands
 * not meant for another bot, replies to it, mentions of it and its inline cards; as an administrator everything.
 * Source: core.telegram.org/bots/features#privacy-mode
 */
export function reaches(cloud: Cloud, room: Room, message: Message): boolean {
  if (room.chat.type === 'private' || cloud.isAdministrator) return true;
  if (message.reply_to_message?.from?.id === cloud.bot.id || message.via_bot?.id === cloud.bot.id) return true;
  const text = message.text ?? message.caption ?? '';
  const name = `@${cloud.bot.username}`.toLowerCase();
  return (message.entities ?? message.caption_entities ?? []).some((entity) => {
    const part = text.slice(entity.offset, entity.offset + entity.length).toLowerCase();
    if (entity.type === 'mention') return part === name;
    return entity.type === 'bot_command' && entity.offset === 0 && (!part.includes('@') || part.endsWith(name));
  });
}
