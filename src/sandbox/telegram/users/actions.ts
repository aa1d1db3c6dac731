/** Each action of a person changes the backend and queues the bot's update. */
import { isDeepStrictEqual } from 'node:util';
import type { Chat, Message, User } from 'grammy/types';
import { type Backend, type Content, type Room, slowModeLeft } from '../backend/backend.ts';
import { hasRight, isAdministrator, isAllowed } from '../backend/members.ts';
import { ANONYMOUS, CHANNEL_BOT, channelOf } from '../backend/people.ts';
import type { Permissions } from '../backend/permissions.ts';
import { asReplied, isForum, isService, placeIn, topicOf } from '../bot-api/methods/compose.ts';
import { isReaction, pin, unpin } from '../bot-api/methods/marks.ts';
import { documentOf, photoOf, pictureSize } from '../bot-api/methods/media.ts';
import { forwardOf } from '../bot-api/methods/messages.ts';
import type { Upload } from '../bot-api/types.ts';
import { CAPTION_LIMIT, TEXT_LIMIT } from '../choices.ts';
import type { PageError, Shared } from '../page-server/page-api.ts';
import { formatText, isEmptyText, lengthOf } from '../text/format.ts';
import shared from './shared.json' with { type: 'json' };

/** An impossible action, with the page's error code. */
export class PageRefusal extends Error {
  readonly code: PageError;

  constructor(code: PageError) {
    super(code);
    this.code = code;
  }
}

export function personById(backend: Backend, id: number): User {
  const person = backend.people.find((one) => one.id === id);
  if (!person) throw new PageRefusal('unknown_person');
  return person;
}

/** @throws PageRefusal where the person is not in the chat */
export function roomOf(backend: Backend, person: number, chat: number): Room {
  const room = backend.rooms.get(chat);
  if (!room?.people.some(({ id }) => id === person)) throw new PageRefusal('unknown_chat');
  return room;
}

/** For changes. @throws PageRefusal also where the bot is blocked, or the group became a supergroup */
function openRoom(backend: Backend, person: number, chat: number): Room {
  const room = roomOf(backend, person, chat);
  if (room.movedTo !== undefined) throw new PageRefusal('unknown_chat');
  if (backend.blocked.has(chat)) throw new PageRefusal('blocked');
  return room;
}

interface Place {
  replyTo?: number | undefined;
  /** By default the topic of the answered message, or else the general one. */
  topic?: number | undefined;
  /** As an anonymous administrator (`group`), or as the person's channel. */
  as?: SenderChat | undefined;
  /** Any identifier that the files of an album share. */
  album?: string | undefined;
}

export type SenderChat = 'group' | 'channel';

export function say(backend: Backend, person: number, chat: number, text: string, place: Place = {}): Message {
  return sendFrom(backend, person, chat, textOf(backend, text), place);
}

function textOf(backend: Backend, source: string): Content {
  const { text, entities } = formatText({ text: source }, backend.people, true);
  if (isEmptyText(text)) throw new PageRefusal('empty');
  if (lengthOf(text) > TEXT_LIMIT) throw new PageRefusal('too_long');
  return { text, ...(entities.length > 0 ? { entities } : {}) };
}

function captionOf(backend: Backend, source: string): Content {
  const { text, entities } = formatText({ text: source }, backend.people, true);
  if (lengthOf(text) > CAPTION_LIMIT) throw new PageRefusal('too_long');
  return { ...(text ? { caption: text } : {}), ...(entities.length > 0 ? { caption_entities: entities } : {}) };
}

/** Sends PNG and JPEG as photos, Ogg as a voice message, other files as documents. */
export function upload(
  backend: Backend,
  person: number,
  chat: number,
  file: Upload,
  caption = '',
  place: Place = {},
): Message {
  if (file.bytes.length === 0) throw new PageRefusal('empty');
  const captioned = captionOf(backend, caption);
  const isPhoto = /^image\/(png|jpeg)$/.test(file.type) && pictureSize(file.bytes) !== undefined;
  const isVoice = file.type === 'audio/ogg';
  const media = isPhoto ? photoOf(backend, file) : isVoice ? voiceOf(backend, file) : documentOf(backend, file);
  const album = place.album === undefined ? {} : { media_group_id: place.album };
  return sendFrom(backend, person, chat, { ...media, ...captioned, ...album }, place);
}

function voiceOf(backend: Backend, file: Upload): Content {
  const { file_id, file_unique_id, bytes } = backend.files.add(file, 'voice');
  const voice = { duration: secondsOf(bytes), mime_type: file.type, file_id, file_unique_id, file_size: bytes.length };
  return { voice };
}

/** The last page of an Opus recording has the number of its 48 kHz samples. */
function secondsOf(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const page = buffer.lastIndexOf('OggS');
  return page < 0 || buffer.length < page + 14 ? 0 : Math.ceil(Number(buffer.readBigUInt64LE(page + 6)) / 48_000);
}

/** Sends the person's own contact, a place, a sticker, or two seconds of silence. */
export function share(backend: Backend, person: number, chat: number, what: Shared, place: Place = {}): Message {
  return sendFrom(backend, person, chat, SHARED[what](backend, personById(backend, person)), place);
}

const SHARED: Record<Shared, (backend: Backend, person: User) => Content> = {
  contact: (_, { id, first_name, last_name }) => ({
    contact: {
      phone_number: `98912${String(id).slice(-7)}`,
      ...{ first_name, ...(last_name ? { last_name } : {}) },
      user_id: id,
    },
  }),
  location: () => ({ location: { latitude: 35.6892, longitude: 51.389 } }),
  sticker: (backend) => {
    const { file_id, file_unique_id, bytes } = backend.files.add(fileOf('sticker'), 'stickers');
    const size = { width: 512, height: 512, is_animated: false, is_video: false };
    return {
      sticker: { type: 'regular', emoji: '👍', ...size, file_id, file_unique_id, file_size: bytes.length },
    };
  },
  voice: (backend) => voiceOf(backend, fileOf('voice')),
};

export function isShared(what: unknown): what is Shared {
  return typeof what === 'string' && Object.hasOwn(SHARED, what);
}

function fileOf(what: keyof typeof shared): Upload {
  const { name, type, base64 } = shared[what];
  return { name, type, bytes: Buffer.from(base64, 'base64') };
}

export function forward(
  backend: Backend,
  person: number,
  { chat, messageId }: { chat: number; messageId: number },
  to: number,
  place: Place = {},
): Message {
  const original = roomOf(backend, person, chat).messages.get(messageId);
  const content = original && forwardOf(backend, original);
  if (!content) throw new PageRefusal('unknown_message');
  return sendFrom(backend, person, to, content, place);
}

/** @param beforeUpdate runs when the message is in the chat, but not yet in the bot's queue */
export function sendFrom(
  backend: Backend,
  person: number,
  chat: number,
  content: Content,
  place: Place,
  beforeUpdate: (room: Room, message: Message) => void = () => undefined,
): Message {
  const self = personById(backend, person);
  const room = openRoom(backend, person, chat);
  checkSending(backend, room, person, content);
  const hidden = ephemeralFrom(backend, room, self, content, place);
  if (hidden) return hidden;
  const standing = standIn(backend, room, place);
  const { from, ...chosen } = senderOf(backend, room, person, place.as);
  if (room.chat.type === 'private') backend.started.add(person);
  const tag = room.chat.type === 'supergroup' && place.as === undefined ? room.tags.get(person) : undefined;
  const tagged = tag ? { sender_tag: tag } : {};
  const message = backend.post(room, from, { ...content, ...standing, ...chosen, ...tagged });
  room.sentAt.set(person, backend.now());
  if (place.as !== undefined) room.authors.set(message.message_id, person);
  beforeUpdate(room, message);
  if (reachesBot(backend, room, message))
    backend.enqueueUpdate({ message: { ...message, chat: room.chat, from } }, from);
  return message;
}

/** Slow mode is for members who are no administrators. The files of an album count as one message. */
function checkSending(backend: Backend, room: Room, person: number, content: Content): void {
  const { media_group_id: album } = content;
  if (!isAllowed(backend, room, person, permissionFor(content))) throw new PageRefusal('no_rights');
  if (content.via_bot && !isAllowed(backend, room, person, 'can_send_other_messages'))
    throw new PageRefusal('no_rights');
  if (isAdministrator(backend, room, person) || slowModeLeft(room, person, backend.now()) <= 0) return;
  const continues = album !== undefined && [...room.messages.values()].at(-1)?.media_group_id === album;
  if (!continues) throw new PageRefusal('slow_mode');
}

function permissionFor({ photo, document, voice, sticker }: Content): keyof Permissions {
  if (sticker) return 'can_send_other_messages';
  if (photo) return 'can_send_photos';
  if (voice) return 'can_send_voice_notes';
  return document ? 'can_send_documents' : 'can_send_messages';
}

/**
 * Takes only commands registered as ephemeral, and answers to ephemeral messages.
 * @returns the message in the person's chat; `undefined` for any other message
 */
function ephemeralFrom(backend: Backend, room: Room, from: User, content: Content, place: Place): Message | undefined {
  if (room.chat.type === 'private' || room.bot !== 'member') return undefined;
  if (place.as !== undefined || content.via_bot) return undefined;
  const original = backend.ephemeral.seenBy(room, from.id, place.replyTo ?? 0)?.message;
  if (!original && !isEphemeralCommand(backend, room, from, content)) return undefined;
  const standing = original
    ? { ...topicOf(original), reply_to_message: asReplied(original) }
    : standIn(backend, room, place);
  const sent = { ...content, ...standing, receiver_user: backend.self };
  const message = backend.postEphemeral(room, from, sent, from.id);
  backend.enqueueUpdate({ message: { ...message, chat: room.chat, from } }, from);
  return backend.seenBy(room, from.id).find((one) => one.ephemeral_message_id === message.ephemeral_message_id);
}

/** Source: `botCommand` of TDLib's `td_api.tl` */
function isEphemeralCommand(backend: Backend, room: Room, from: User, { text = '', entities = [] }: Content): boolean {
  const command = entities.find(({ type, offset }) => type === 'bot_command' && offset === 0);
  const [name, bot = backend.bot.username] = text.slice(1, command?.length).split('@');
  if (!command || bot.toLowerCase() !== backend.bot.username.toLowerCase()) return false;
  return backend.commandsFor(from, room).some((known) => known.command === name && known.is_ephemeral === true);
}

/** The sender that the bot sees. Source: `Client.cpp`, `JsonMessage`, and core.telegram.org/bots/api#message */
function senderOf(
  backend: Backend,
  { chat, standings }: Room,
  person: number,
  as: SenderChat | undefined,
): { from: User; sender_chat?: Chat } {
  const from = personById(backend, person);
  if (as === undefined) return { from };
  const standing = standings.get(person);
  const isHidden = standing?.status === 'administrator' && standing.rights.is_anonymous;
  const may = chat.type === 'supergroup' && (as === 'channel' || isHidden || backend.isCreator(person));
  if (!may) throw new PageRefusal('no_rights');
  return as === 'group' ? { from: ANONYMOUS, sender_chat: chat } : { from: CHANNEL_BOT, sender_chat: channelOf(from) };
}

function standIn(backend: Backend, room: Room, { replyTo, topic }: Place): Content {
  const original = replyTo === undefined ? undefined : room.messages.get(replyTo);
  if (replyTo !== undefined && !original) throw new PageRefusal('unknown_message');
  const answer = original ? { ...topicOf(original), reply_to_message: asReplied(original) } : {};
  const inside = topic ?? (original ? topicOf(original).message_thread_id : undefined);
  if (inside === undefined && isForum(backend, room) && room.general.closed) throw new PageRefusal('topic_closed');
  if (inside === undefined) return answer;
  const found = isForum(backend, room) ? room.topics.get(inside) : undefined;
  if (!found) throw new PageRefusal('unknown_topic');
  if (found.closed) throw new PageRefusal('topic_closed');
  return { ...placeIn(room, inside), ...answer };
}

export function edit(backend: Backend, person: number, chat: number, messageId: number, text: string): Message {
  personById(backend, person);
  const room = roomOf(backend, person, chat);
  const message = room.messages.get(messageId);
  if (!message?.from || authorOf(room, message) !== person) throw new PageRefusal('unknown_message');
  const { from } = message;
  const edited = { ...rewritten(backend, message, text), chat: room.chat, from, edit_date: backend.seconds() };
  backend.replace(room, edited);
  if (reachesBot(backend, room, edited)) backend.enqueueUpdate({ edited_message: edited }, from);
  return edited;
}

/** The message with another text or caption. Source: TDLib `MessagesManager::can_edit_message` */
function rewritten(backend: Backend, message: Message, source: string): Message {
  if (message.via_bot || message.forward_origin) throw new PageRefusal('unknown_message');
  if (message.text !== undefined) {
    const { entities: _, ...kept } = message;
    return { ...kept, ...textOf(backend, source) };
  }
  if (!message.photo && !message.document && !message.voice) throw new PageRefusal('unknown_message');
  const { caption: _, caption_entities: __, ...kept } = message;
  return { ...kept, ...captionOf(backend, source) };
}

/** Deletes for everybody: in a group the person's own message, or any with the right of an administrator. */
export function deleteMessage(backend: Backend, person: number, chat: number, messageId: number): void {
  const room = roomOf(backend, person, chat);
  const hidden = backend.ephemeral.seenBy(room, person, messageId);
  if (hidden) {
    backend.removeEphemeral(room, hidden);
    return;
  }
  const message = room.messages.get(messageId);
  if (!message) throw new PageRefusal('unknown_message');
  const isFree = room.chat.type === 'private' || authorOf(room, message) === person;
  if (!isFree && !hasRight(backend, room, person, 'can_delete_messages')) throw new PageRefusal('no_rights');
  backend.remove(room, [messageId]);
}

/** Also where the message shows a chat as its sender. */
function authorOf({ authors }: Room, { message_id, from }: Message): number | undefined {
  return authors.get(message_id) ?? from?.id;
}

/**
 * Without Telegram Premium people have one reaction per message. The bot hears of it only as an administrator that asked for
 * `message_reaction` updates. Source: core.telegram.org/bots/api#update
 */
export function react(backend: Backend, person: number, chat: number, messageId: number, emoji?: string): void {
  const user = personById(backend, person);
  const room = openRoom(backend, person, chat);
  if (!room.messages.has(messageId)) throw new PageRefusal('unknown_message');
  if (emoji !== undefined && !isReaction(emoji)) throw new PageRefusal('unknown_reaction');
  if (emoji !== undefined && !isAllowed(backend, room, person, 'can_react_to_messages'))
    throw new PageRefusal('no_rights');
  const before = room.reactions.get(messageId)?.get(person);
  const after = emoji && { type: 'emoji' as const, emoji };
  if (isDeepStrictEqual(before, after)) return;
  backend.react(room, messageId, person, after);
  if (room.chat.type === 'private' || room.bot !== 'member' || !backend.isAdministrator) return;
  const [old_reaction, new_reaction] = [before ? [before] : [], after ? [after] : []];
  const message_reaction = {
    chat: room.chat,
    message_id: messageId,
    user,
    date: backend.seconds(),
    old_reaction,
    new_reaction,
  };
  backend.enqueueUpdate({ message_reaction }, user);
}

/** Only a pin reaches the bot. */
export function pinMessage(backend: Backend, person: number, chat: number, messageId: number, pinned: boolean): void {
  const from = personById(backend, person);
  const room = openRoom(backend, person, chat);
  const message = room.messages.get(messageId);
  if (!message || isService(message)) throw new PageRefusal('unknown_message');
  if (!isAllowed(backend, room, person, 'can_pin_messages')) throw new PageRefusal('no_rights');
  if (room.pinned.includes(messageId) === pinned) return;
  if (pinned) pin(backend, room, from, message);
  else unpin(backend, room, message);
}

/** The bot gets a `my_chat_member` update. */
export function block(backend: Backend, person: number, blocked: boolean): void {
  const from = personById(backend, person);
  if (backend.blocked.has(person) === blocked) return;
  const { chat } = roomOf(backend, person, person);
  if (blocked) backend.blocked.add(person);
  else backend.blocked.delete(person);
  const member = { status: 'member' as const, user: backend.self };
  const kicked = { status: 'kicked' as const, user: backend.self, until_date: 0 };
  const [old_chat_member, new_chat_member] = blocked ? [member, kicked] : [kicked, member];
  backend.enqueueUpdate(
    { my_chat_member: { chat, from, date: backend.seconds(), old_chat_member, new_chat_member } },
    from,
  );
}

/**
 * In groups, in privacy mode, the bot gets only commands not meant for another bot, replies, mentions and its own inline results.
 * Source: core.telegram.org/bots/features#privacy-mode
 */
export function reachesBot(backend: Backend, room: Room, message: Message): boolean {
  if (room.bot !== 'member') return false;
  if (room.chat.type === 'private' || backend.isAdministrator) return true;
  if (message.reply_to_message?.from?.id === backend.bot.id || message.via_bot?.id === backend.bot.id) return true;
  const text = message.text ?? message.caption ?? '';
  const name = `@${backend.bot.username}`.toLowerCase();
  return (message.entities ?? message.caption_entities ?? []).some((entity) => {
    const part = text.slice(entity.offset, entity.offset + entity.length).toLowerCase();
    if (entity.type === 'mention') return part === name;
    return entity.type === 'bot_command' && entity.offset === 0 && (!part.includes('@') || part.endsWith(name));
  });
}
