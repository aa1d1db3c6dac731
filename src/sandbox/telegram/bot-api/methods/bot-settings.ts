import type { BotCommand, BotCommandScope } from 'grammy/types';
import type { Cloud } from '../../backend/backend.ts';
import { mistake, refuse } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

export const botSettings: Handlers = {
  getMe: (_args, cloud) => cloud.bot,
  logOut: () => true,
  close: () => true,
  getMyName: (args, cloud) => ({ name: cloud.profile.get('name', args.language_code) }),
  setMyName: (args, cloud) => cloud.profile.set('name', args.name ?? '', args.language_code),
  getMyDescription: (args, cloud) => ({ description: cloud.profile.get('description', args.language_code) }),
  setMyDescription: (args, cloud) => cloud.profile.set('description', args.description ?? '', args.language_code),
  getMyShortDescription: (args, cloud) => ({ short_description: cloud.profile.get('about', args.language_code) }),
  setMyShortDescription: (args, cloud) => cloud.profile.set('about', args.short_description ?? '', args.language_code),

  getMyCommands: (args, cloud) => cloud.commands.get(args.scope, language(args)),

  setMyCommands: (args, cloud) => {
    checkScope(cloud, args.scope);
    if (args.commands.length > 100) throw refuse('commandsTooMany');
    const list = args.commands.map(checked);
    if (new Set(list.map(({ command }) => command)).size !== list.length) throw mistake('two commands of one name');
    cloud.commands.set(args.scope, language(args), list);
    showMenus(cloud);
    return true;
  },

  deleteMyCommands: (args, cloud) => {
    checkScope(cloud, args.scope);
    cloud.commands.delete(args.scope, language(args));
    showMenus(cloud);
    return true;
  },
};

function language(args: { language_code?: string }): string | undefined {
  if (args.language_code && !/^[a-z]{2}$/.test(args.language_code)) throw mistake('language_code must be ISO 639-1');
  return args.language_code || undefined;
}

/** A slash before the name is taken off, as Telegram does. */
function checked(given: BotCommand): BotCommand {
  const command = given.command.replace(/^\//, '');
  if (!/^[a-z0-9_]{1,32}$/.test(command)) throw refuse('commandInvalid');
  if (given.description.trim() === '') throw refuse('commandDescriptionInvalid');
  return { ...given, command };
}

function checkScope(cloud: Cloud, scope: BotCommandScope | undefined): void {
  if (scope && 'chat_id' in scope) cloud.room(scope.chat_id);
}

function showMenus(cloud: Cloud): void {
  for (const room of cloud.rooms.values()) {
    for (const person of room.people) {
      const event = { type: 'commands' as const, chat_id: room.chat.id, commands: cloud.commandsFor(person, room) };
      cloud.shown.fire({ person: person.id, event });
    }
  }
  cloud.changed.fire();
}
