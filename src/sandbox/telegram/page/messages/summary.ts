/** A message in one line: for the list of chats, replies and questions. */
import type { Message } from 'grammy/types';
import { fullName, senderName } from '../session/chats.ts';
import { t } from '../texts.ts';
import { drawnOr, el } from '../ui/dom.ts';
import { plainOf } from './rich-words.ts';

/** In the order of preference. */
export const FILE_KINDS = ['document', 'animation', 'video', 'audio', 'voice', 'video_note'] as const;

function withoutSpoilers(message: Message): string {
  let text = message.text ?? message.caption ?? '';
  for (const { type, offset, length } of message.entities ?? message.caption_entities ?? []) {
    if (type === 'spoiler') text = text.slice(0, offset) + '▒'.repeat(length) + text.slice(offset + length);
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** A person's words run in their own direction, those of an event in the page's direction. */
export function summaryLine(message: Message): HTMLElement {
  const isEvent = drawnOr(
    () => serviceText(message) !== undefined,
    () => true,
  );
  return el('span', { dir: !isEvent && 'auto' }, summary(message));
}

export function summary(message: Message): string {
  return drawnOr(
    () => summaryOf(message),
    () => t('not_shown'),
  );
}

function summaryOf(message: Message): string {
  const words = message.rich_message ? plainOf(message.rich_message.blocks) : withoutSpoilers(message);
  if (words !== '') return words;
  if (message.rich_message) return t('file');
  if (message.photo) return t('photo');
  if (message.contact) return fullName(message.contact);
  if (message.location) return t('location');
  if (message.voice) return t('voice');
  if (message.sticker) return `${message.sticker.emoji ?? ''} ${t('sticker')}`.trim();
  if (message.document?.file_name !== undefined) return message.document.file_name;
  if (FILE_KINDS.some((kind) => message[kind] !== undefined)) return t('file');
  return serviceText(message) ?? t('unsupported');
}

function topicText(message: Message, who: string): string | undefined {
  if (message.forum_topic_created) return t('topic_created', { who, name: message.forum_topic_created.name });
  if (message.forum_topic_closed) return t('topic_closed', { who });
  if (message.forum_topic_reopened) return t('topic_reopened', { who });
  if (message.general_forum_topic_hidden) return t('topic_hidden', { who });
  if (message.general_forum_topic_unhidden) return t('topic_unhidden', { who });
  const { name } = message.forum_topic_edited ?? {};
  if (name !== undefined) return t('topic_renamed', { who, name });
  return message.forum_topic_edited && t('topic_edited', { who });
}

/** `undefined` for a message of a person or bot. */
export function serviceText(message: Message): string | undefined {
  const who = senderName(message);
  const shared = sharedOf(message);
  if (shared !== undefined) return t('shared', { who, whom: shared });
  if (message.pinned_message) return t('pinned', { who });
  if (message.new_chat_members?.some(({ id }) => id !== message.from?.id))
    return t('added', { who, whom: message.new_chat_members.map(fullName).join('، ') });
  if (message.left_chat_member && message.left_chat_member.id !== message.from?.id)
    return t('removed', { who, whom: fullName(message.left_chat_member) });
  if (message.migrate_from_chat_id !== undefined || message.migrate_to_chat_id !== undefined) return t('upgraded');
  if (message.new_chat_members) return t('joined', { who: message.new_chat_members.map(fullName).join('، ') });
  if (message.left_chat_member) return t('left', { who: fullName(message.left_chat_member) });
  if (message.new_chat_title !== undefined) return t('renamed', { who, title: message.new_chat_title });
  if (message.group_chat_created || message.supergroup_chat_created) return t('created', { who });
  return topicText(message, who);
}

function sharedOf({ users_shared, chat_shared }: Message): string | undefined {
  if (chat_shared) return chat_shared.title ?? chat_shared.username ?? String(chat_shared.chat_id);
  return users_shared?.users
    .map(({ first_name, last_name, username, user_id }) => {
      const name = [first_name, last_name].filter(Boolean).join(' ');
      return name || (username ?? String(user_id));
    })
    .join(t('comma'));
}
