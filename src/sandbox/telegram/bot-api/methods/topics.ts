import { type Backend, ICON_COLOR, type Room, type Topic } from '../../backend/backend.ts';
import { changeTopic, cleanName, GENERAL, openTopic, removeTopic, topicWith } from '../../backend/topics.ts';
import { badRequest, refusal, sandboxRefusal } from '../refusal.ts';
import { isForum } from './compose.ts';
import type { Handlers } from './handlers.ts';

/** The order of checks and their words are those of TDLib's `ForumTopicManager`. */
export const topics: Handlers = {
  createForumTopic: (args, backend) => {
    const room = forumWith(backend, args.chat_id);
    checkRight(room, backend.rights.can_manage_topics, 'create a topic');
    const name = nameOf(args.name);
    const icon = { icon_color: colorOf(args.icon_color), ...emojiOf(args.icon_custom_emoji_id) };
    const { message_id } = openTopic(backend, room, backend.self, name, icon);
    return { message_thread_id: message_id, name, ...icon };
  },

  editForumTopic: (args, backend) => {
    const { name, icon_custom_emoji_id: icon } = args;
    return edit(backend, args.chat_id, args.message_thread_id, { name, icon });
  },
  editGeneralForumTopic: (args, backend) => edit(backend, args.chat_id, GENERAL, { name: args.name }),

  closeForumTopic: (args, backend) => toggle(backend, args.chat_id, args.message_thread_id, true),
  reopenForumTopic: (args, backend) => toggle(backend, args.chat_id, args.message_thread_id, false),
  closeGeneralForumTopic: (args, backend) => toggle(backend, args.chat_id, GENERAL, true),
  reopenGeneralForumTopic: (args, backend) => toggle(backend, args.chat_id, GENERAL, false),

  hideGeneralForumTopic: (args, backend) => hide(backend, args.chat_id, true),
  unhideGeneralForumTopic: (args, backend) => hide(backend, args.chat_id, false),

  deleteForumTopic: (args, backend) => {
    const room = forumWith(backend, args.chat_id);
    const { can_delete_messages } = backend.rights;
    const may = changeable(backend, room, args.message_thread_id, can_delete_messages, 'delete the topic');
    if (may === room.general) throw refusal('topicInvalid');
    removeTopic(backend, room, args.message_thread_id);
    return true;
  },
};

function forumWith(backend: Backend, chat: number | string): Room {
  const room = backend.writable(chat);
  if (!isForum(backend, room)) throw badRequest('The chat is not a forum');
  return room;
}

/** A topic of a private chat is neither closed nor hidden. */
function groupForumWith(backend: Backend, chat: number | string): Room {
  const room = forumWith(backend, chat);
  if (room.chat.type === 'private') throw badRequest('The chat is not a supergroup forum');
  return room;
}

/** A private chat asks for no right. */
function checkRight({ chat }: Room, right: boolean, what: string): void {
  if (!right && chat.type !== 'private') throw badRequest(`Not enough rights to ${what}`);
}

/** The bot needs the right, or has opened the topic itself. The closed servers refuse an unknown topic. */
function changeable(backend: Backend, room: Room, id: number, right: boolean, what: string): Topic {
  if (id <= 0) throw badRequest('Invalid forum topic identifier specified');
  const topic = topicWith(room, id);
  if (!topic) throw refusal('topicInvalid');
  checkRight(room, right || topic.creator === backend.bot.id, what);
  return topic;
}

function edit(
  backend: Backend,
  chat: number | string,
  id: number,
  { name = '', icon }: { name?: string | undefined; icon?: string | undefined },
): true {
  const room = forumWith(backend, chat);
  changeable(backend, room, id, backend.rights.can_manage_topics, 'edit the topic');
  const change = {
    ...(name === '' ? {} : { name: nameOf(name) }),
    ...(icon === undefined ? {} : { icon_custom_emoji_id: '', ...emojiOf(icon) }),
  };
  if (Object.keys(change).length > 0) checkChanged(changeTopic(backend, room, backend.self, id, change));
  return true;
}

function toggle(backend: Backend, chat: number | string, id: number, closed: boolean): true {
  const room = groupForumWith(backend, chat);
  changeable(backend, room, id, backend.rights.can_manage_topics, 'close or open the topic');
  return checkChanged(changeTopic(backend, room, backend.self, id, { closed }));
}

function hide(backend: Backend, chat: number | string, hidden: boolean): true {
  const room = groupForumWith(backend, chat);
  checkRight(room, backend.rights.can_manage_topics, 'close or open the topic');
  return checkChanged(changeTopic(backend, room, backend.self, GENERAL, { hidden }));
}

/** An unchanged topic is a refusal for bots only. Source: TDLib `EditForumTopicQuery` */
function checkChanged(isChanged: boolean): true {
  if (!isChanged) throw refusal('topicNotModified');
  return true;
}

function nameOf(given: string): string {
  const name = cleanName(given);
  if (name === '') throw badRequest('Name must be non-empty');
  return name;
}

const COLORS = [ICON_COLOR, 0xff_d6_7e, 0xcb_86_db, 0x8e_ee_98, 0xff_93_b2, 0xfb_6f_5f];

function colorOf(color = 0): number {
  if (color < 0 || color > 0xff_ff_ff) throw badRequest('Invalid icon color specified');
  if (color === 0) return ICON_COLOR;
  if (!COLORS.includes(color)) throw sandboxRefusal(`an icon has one of the colours ${COLORS.join(', ')}`);
  return color;
}

/** A number of 64 bits; 0 or none means no emoji. */
function emojiOf(given = ''): { icon_custom_emoji_id?: string } {
  const [id = '0'] = /^-?\d+/.exec(given) ?? [];
  return Number(id) === 0 ? {} : { icon_custom_emoji_id: id };
}
