import type { BotCommand, BotCommandScope } from 'grammy/types';
import type { Backend } from '../../backend/backend.ts';
import { refusal, sandboxRefusal } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

export const botSettings: Handlers = {
  getMe: (_args, backend) => backend.bot,
  logOut: () => true,
  close: () => true,
  getMyName: (args, backend) => ({ name: backend.profile.get('name', args.language_code) }),
  setMyName: (args, backend) => backend.profile.set('name', args.name ?? '', args.language_code),
  getMyDescription: (args, backend) => ({ description: backend.profile.get('description', args.language_code) }),
  setMyDescription: (args, backend) => backend.profile.set('description', args.description ?? '', args.language_code),
  getMyShortDescription: (args, backend) => ({ short_description: backend.profile.get('about', args.language_code) }),
  setMyShortDescription: (args, backend) =>
    backend.profile.set('about', args.short_description ?? '', args.language_code),

  getMyCommands: (args, backend) => backend.commands.get(args.scope, language(args)),

  setMyCommands: (args, backend) => {
    checkScope(backend, args.scope);
    if (args.commands.length > 100) throw refusal('commandsTooMany');
    const list = args.commands.map(checked);
    if (new Set(list.map(({ command }) => command)).size !== list.length)
      throw sandboxRefusal('two commands of one name');
    backend.commands.set(args.scope, language(args), list);
    showMenus(backend);
    return true;
  },

  deleteMyCommands: (args, backend) => {
    checkScope(backend, args.scope);
    backend.commands.delete(args.scope, language(args));
    showMenus(backend);
    return true;
  },
};

function language(args: { language_code?: string }): string | undefined {
  if (args.language_code && !/^[a-z]{2}$/.test(args.language_code))
    throw sandboxRefusal('language_code must be ISO 639-1');
  return args.language_code || undefined;
}

/** Removes a slash before the name, as Telegram does. */
function checked(sent: BotCommand): BotCommand {
  const command = sent.command.replace(/^\//, '');
  if (!/^[a-z0-9_]{1,32}$/.test(command)) throw refusal('commandInvalid');
  if (sent.description.trim() === '') throw refusal('commandDescriptionInvalid');
  return { ...sent, command };
}

function checkScope(backend: Backend, scope: BotCommandScope | undefined): void {
  if (scope && 'chat_id' in scope) backend.room(scope.chat_id);
}

function showMenus(backend: Backend): void {
  for (const room of backend.rooms.values()) {
    for (const person of room.people) {
      const event = { type: 'commands' as const, chat_id: room.chat.id, commands: backend.commandsFor(person, room) };
      backend.shown.fire({ person: person.id, event });
    }
  }
  backend.changed.fire();
}
