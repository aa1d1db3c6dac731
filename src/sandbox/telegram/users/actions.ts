/** What people do: each thing changes the cloud and tells the bot as Telegram would. */
import type { Message, User } from 'grammy/types';
import { type Cloud, type Content, now, type Room } from '../backend/backend.ts';
import { asReplied, CAPTION_LIMIT, TEXT_LIMIT } from '../bot-api/methods/compose.ts';
import { documentOf, photoOf, pictureSize } from '../bot-api/methods/media.ts';
import type { Upload } from '../bot-api/types.ts';
import type { PageError } from '../page-server/page-api.ts';
import { formatText, lengthOf } from '../text/format.ts';

/** Something a person can't do, in the page's machine words. */
export class PageRefusal extends Error {
  readonly word: PageError;

  constructor(word: PageError) {
    super(word);
    this.word = word;
  }
}

export function personNamed(cloud: Cloud, id: number): User {
  const person = cloud.people.find((one) => one.id === id);
  if (!person) throw new PageRefusal('unknown_person');
  return person;
}

/** The room as one of its people enters it; another's private chat is no room of theirs. */
export function roomOf(cloud: Cloud, person: number, chat: number): Room {
  const room = cloud.rooms.get(chat);
  if (!room?.people.some(({ id }) => id === person)) throw new PageRefusal('unknown_chat');
  return room;
}

export function say(cloud: Cloud, person: number, chat: number, text: string, replyTo?: number): Message {
  return sendFrom(cloud, person, chat, textOf(cloud, text), replyTo);
}

function textOf(cloud: Cloud, given: string): Content {
  const { text, entities } = formatText({ text: given }, cloud.people);
  if (text === '') throw new PageRefusal('empty');
  if (lengthOf(text) > TEXT_LIMIT) throw new PageRefusal('too_long');
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

/** PNG and JPEG go as photos, everything else as documents. */
export function upload(cloud: Cloud, person: number, chat: number, file: Upload, caption = ''): Message {
  const { text, entities } = formatText({ text: caption }, cloud.people);
  if (file.bytes.length === 0) throw new PageRefusal('empty');
  if (lengthOf(text) > CAPTION_LIMIT) throw new PageRefusal('too_long');
  const isPhoto = /^image\/(png|jpeg)$/.test(file.type) && pictureSize(file.bytes) !== undefined;
  const media = isPhoto ? photoOf(cloud, file) : documentOf(cloud, file);
  const found = entities.length > 0 ? { caption_entities: entities } : {};
  return sendFrom(cloud, person, chat, { ...media, ...(text ? { caption: text } : {}), ...found });
}

function sendFrom(cloud: Cloud, person: number, chat: number, content: Content, replyTo?: number): Message {
  const from = personNamed(cloud, person);
  const room = roomOf(cloud, person, chat);
  if (cloud.blocked.has(chat) || room.movedTo !== undefined) throw new PageRefusal('blocked');
  const original = replyTo === undefined ? undefined : room.messages.get(replyTo);
  if (replyTo !== undefined && !original) throw new PageRefusal('unknown_message');
  if (room.chat.type === 'private') cloud.started.add(person);
  const message = cloud.post(room, from, {
    ...content,
    ...(original ? { reply_to_message: asReplied(original) } : {}),
  });
  if (reaches(cloud, room, message)) cloud.tell({ message: { ...message, chat: room.chat, from } }, from);
  return message;
}

export function edit(cloud: Cloud, person: number, chat: number, messageId: number, text: string): Message {
  const from = personNamed(cloud, person);
  const room = roomOf(cloud, person, chat);
  const message = room.messages.get(messageId);
  if (message?.from?.id !== person) throw new PageRefusal('unknown_message');
  const edited = { ...message, chat: room.chat, from, edit_date: now(), ...textOf(cloud, text) };
  cloud.replace(room, edited);
  if (reaches(cloud, room, edited)) cloud.tell({ edited_message: edited }, from);
  return edited;
}

export function deleteMessage(cloud: Cloud, person: number, chat: number, messageId: number): void {
  const room = roomOf(cloud, person, chat);
  if (!room.messages.has(messageId)) throw new PageRefusal('unknown_message');
  cloud.remove(room, [messageId]);
}

/** Blocks or unblocks the bot in the private chat; the bot hears of it as of a change of its membership. */
export function block(cloud: Cloud, person: number, blocked: boolean): void {
  const from = personNamed(cloud, person);
  if (cloud.blocked.has(person) === blocked) return;
  const { chat } = roomOf(cloud, person, person);
  if (blocked) cloud.blocked.add(person);
  else cloud.blocked.delete(person);
  const member = { status: 'member' as const, user: cloud.bot };
  const kicked = { status: 'kicked' as const, user: cloud.bot, until_date: 0 };
  const [old_chat_member, new_chat_member] = blocked ? [member, kicked] : [kicked, member];
  cloud.tell({ my_chat_member: { chat, from, date: now(), old_chat_member, new_chat_member } }, from);
}

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
