import type { BotCommand, User } from 'grammy/types';
import type { Cloud, Room } from './backend.ts';

/** The first of the people made the group. */
export function isCreator(cloud: Cloud, person: number): boolean {
  return cloud.people[0]?.id === person;
}

export function commandsFor(cloud: Cloud, person: User, room: Room): BotCommand[] {
  const place = {
    chat: room.chat.id,
    private: room.chat.type === 'private',
    administrator: isCreator(cloud, person.id),
    person: person.id,
  };
  return cloud.commands.shownTo(place, person.language_code);
}
