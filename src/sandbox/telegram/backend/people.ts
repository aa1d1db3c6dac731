import type { Chat, User } from 'grammy/types';
import names from './names.json' with { type: 'json' };

/** One Persian and one English person. */
export const PEOPLE: readonly User[] = names.people.map((person) => ({ ...person, is_bot: false }));

export const GROUP: Chat.SupergroupChat = { id: -1001700000001, type: 'supergroup', title: names.group };
/** The same group before its upgrade. */
export const BASIC_GROUP: Chat.GroupChat = { id: -4001700001, type: 'group', title: names.group };
/** The sender of a supergroup's own service messages. */
export const ANONYMOUS: User = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

/** The sender of messages that people send as one of their channels. */
export const CHANNEL_BOT: User = { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' };

/** The channel as which a person can write. */
export function channelOf({ id, first_name }: User): Chat.ChannelChat {
  return { id: -1_002_000_000_000 - id, type: 'channel', title: `${first_name} · ${names.channel}` };
}

export function privateChat(person: User): Chat.PrivateChat {
  return {
    id: person.id,
    type: 'private',
    first_name: person.first_name,
    ...(person.last_name ? { last_name: person.last_name } : {}),
    ...(person.username ? { username: person.username } : {}),
  };
}

export const BOT_NAME = names.bot;
