import type { Chat, User } from 'grammy/types';
import names from './names.json' with { type: 'json' };

export const PEOPLE: readonly User[] = names.people.map((person) => ({ ...person, is_bot: false }));

export const TEAM = {
  people: [...PEOPLE, { ...names.colleague, is_bot: false }] satisfies User[],
  topics: names.topics,
};

export const SHIFT = {
  people: {
    owner: { ...names.shift.people.owner, is_bot: false },
    admin: { ...names.shift.people.admin, is_bot: false },
    operator: { ...names.shift.people.operator, is_bot: false },
    viewer: { ...names.shift.people.viewer, is_bot: false },
  } satisfies Record<string, User>,
  topic: names.shift.topic,
};

export const GROUP: Chat.SupergroupChat = { id: -1001700000001, type: 'supergroup', title: names.group };
export const NO_GIFTS = {
  unlimited_gifts: false,
  limited_gifts: false,
  unique_gifts: false,
  premium_subscription: false,
  gifts_from_channels: false,
};
/** The fields of a basic group wherever Telegram names one. Source: `Client.cpp`, `JsonChat` */
const OF_BASIC_GROUPS = { all_members_are_administrators: true, accepted_gift_types: NO_GIFTS };
/** The group before its upgrade: every member may do everything. */
export const BASIC_GROUP: Chat.GroupChat = {
  ...{ id: -4001700001, type: 'group' as const, title: names.group },
  ...OF_BASIC_GROUPS,
};
/** The sender of a supergroup's own service messages. */
export const ANONYMOUS: User = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };

/** The sender of messages that people send as one of their channels. */
export const CHANNEL_BOT: User = { id: 136817688, is_bot: true, first_name: 'Channel', username: 'Channel_Bot' };

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
