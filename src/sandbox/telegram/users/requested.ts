/** A person chooses the people or chat that a reply keyboard asks for, and the bot gets the fields that it asked for. */
import type {
  Chat,
  ChatShared,
  KeyboardButton,
  KeyboardButtonRequestChat,
  KeyboardButtonRequestUsers,
  Message,
  SharedUser,
  User,
} from 'grammy/types';
import type { Backend, Content } from '../backend/backend.ts';
import { channelOf } from '../backend/people.ts';
import type { Candidates } from '../page-server/page-api.ts';
import { PageRefusal, personById, roomOf, sendFrom } from './actions.ts';
import { addBot, promoteBot } from './membership.ts';

export interface RequestButton {
  person: number;
  chat: number;
  messageId: number;
  requestId: number;
}

export function candidatesFor(backend: Backend, button: RequestButton): Candidates {
  const { users, chat } = requestOf(backend, button);
  if (users)
    return {
      users: usersFor(backend, button, users),
      chats: [],
      most: Math.max(1, users.max_quantity ?? 1),
    };
  return { users: [], chats: chat ? chatsFor(backend, button.person, chat) : [], most: 1 };
}

/** The bot first joins the chat or becomes its administrator, where the button says so. */
export function shareRequested(backend: Backend, button: RequestButton, ids: readonly number[]): Message {
  const { person } = button;
  const { users, chat } = requestOf(backend, button);
  if (users) return sendFrom(backend, person, button.chat, sharedUsers(backend, button, users, ids), {});
  const [found, ...more] = chatsFor(backend, person, chat).filter(({ id }) => ids.includes(id));
  if (!found || more.length > 0 || ids.length !== 1) throw new PageRefusal('unfit');
  admitBot(backend, person, found, chat);
  const { request_id, request_title, request_username } = chat;
  const chat_shared: ChatShared = {
    chat_id: found.id,
    ...(request_title && found.title !== undefined ? { title: found.title } : {}),
    ...(request_username && found.username !== undefined ? { username: found.username } : {}),
    request_id,
  };
  return sendFrom(backend, person, button.chat, { chat_shared }, {});
}

type Asked =
  | { users: KeyboardButtonRequestUsers; chat?: undefined }
  | { users?: undefined; chat: KeyboardButtonRequestChat };

function requestOf(backend: Backend, { person, chat, messageId, requestId }: RequestButton): Asked {
  personById(backend, person);
  const markup = roomOf(backend, person, chat).keyboards.get(messageId);
  const buttons = markup && 'keyboard' in markup ? markup.keyboard.flat() : [];
  for (const button of buttons) {
    const asked = askedBy(button);
    if (asked && (asked.users ?? asked.chat).request_id === requestId) return asked;
  }
  throw new PageRefusal('unknown_button');
}

function askedBy(button: KeyboardButton): Asked | undefined {
  if (typeof button === 'string') return undefined;
  if ('request_users' in button) return { users: button.request_users };
  return 'request_chat' in button ? { chat: button.request_chat } : undefined;
}

/** Includes the bot and not the person, as in Telegram's apps. Source: `check_shared_dialog` of TDLib's `RequestedDialogType.cpp` */
function usersFor(backend: Backend, { person }: RequestButton, asked: KeyboardButtonRequestUsers): User[] {
  const { user_is_bot, user_is_premium } = asked;
  return [...backend.people, backend.self].filter(
    ({ id, is_bot, is_premium = false }) =>
      id !== person && (user_is_bot ?? is_bot) === is_bot && (user_is_premium ?? is_premium) === is_premium,
  );
}

function sharedUsers(
  backend: Backend,
  button: RequestButton,
  asked: KeyboardButtonRequestUsers,
  ids: readonly number[],
): Content {
  const chosen = usersFor(backend, button, asked).filter(({ id }) => ids.includes(id));
  const most = Math.max(1, asked.max_quantity ?? 1);
  if (chosen.length !== ids.length || chosen.length === 0 || chosen.length > most) throw new PageRefusal('unfit');
  const { request_id, request_name, request_username } = asked;
  const users = chosen.map(({ id, first_name, last_name, username }): SharedUser => {
    const name = { first_name, ...(last_name ? { last_name } : {}) };
    return { user_id: id, ...(request_name ? name : {}), ...(request_username && username ? { username } : {}) };
  });
  const user_ids = users.map(({ user_id }) => user_id);
  const [only, ...more] = user_ids;
  const users_shared = { user_ids, users, request_id };
  return {
    ...(only !== undefined && more.length === 0 ? { user_shared: { user_id: only, request_id } } : {}),
    users_shared,
  };
}

type Shareable = Chat.GroupChat | Chat.SupergroupChat | Chat.ChannelChat;

/** The person's groups and channel. Choice: the bot joins no channel. */
function chatsFor(backend: Backend, person: number, asked: KeyboardButtonRequestChat): Shareable[] {
  const groups = [...backend.rooms.values()].flatMap(({ chat, people, movedTo }) =>
    chat.type !== 'private' && movedTo === undefined && people.some(({ id }) => id === person) ? [chat] : [],
  );
  return [...groups, channelOf(personById(backend, person))].filter((chat) => fits(backend, person, chat, asked));
}

function fits(backend: Backend, person: number, chat: Shareable, asked: KeyboardButtonRequestChat): boolean {
  const isChannel = chat.type === 'channel';
  const isCreator = isChannel || backend.isCreator(person);
  const { chat_is_forum, chat_has_username, user_administrator_rights: rights = {} } = asked;
  const needsCreator = asked.chat_is_created === true || Object.values(rights).includes(true);
  const needsBot = asked.bot_is_member === true || asked.bot_administrator_rights !== undefined;
  const isForum = 'is_forum' in chat && chat.is_forum === true;
  const hasName = 'username' in chat && chat.username !== undefined;
  return (
    isChannel === (asked.chat_is_channel ?? false) &&
    (isChannel || (chat_is_forum ?? isForum) === isForum) &&
    (chat_has_username ?? hasName) === hasName &&
    (isCreator || !needsCreator) &&
    !(isChannel && needsBot) &&
    (isCreator || asked.bot_administrator_rights === undefined)
  );
}

function admitBot(backend: Backend, person: number, { id }: Chat, asked: KeyboardButtonRequestChat): void {
  const { bot_is_member, bot_administrator_rights } = asked;
  if (bot_is_member || bot_administrator_rights) addBot(backend, person, id);
  if (!bot_administrator_rights) return;
  const wanted = new Map<string, boolean>(Object.entries(bot_administrator_rights));
  const missing = Object.entries(backend.rights).filter(([name, has]) => !has && wanted.get(name) === true);
  const added = Object.fromEntries(missing.map(([name]) => [name, true]));
  if (missing.length > 0) promoteBot(backend, person, id, { ...backend.rights, ...added });
}
