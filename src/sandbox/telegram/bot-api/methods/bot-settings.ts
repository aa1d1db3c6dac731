import type { BotCommand, BotCommandScope } from 'grammy/types';
import type { Backend } from '../../backend/backend.ts';
import { COMMANDS, PROFILE_LIMITS } from '../../choices.ts';
import { cleanString, lengthOf } from '../../text/format.ts';
import { badRequest, refusal, sandboxRefusal } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

export const botSettings: Handlers = {
  getMe: (_args, backend) => {
    const { threaded_mode } = backend.switches;
    return { ...backend.bot, has_topics_enabled: threaded_mode, allows_users_to_create_topics: threaded_mode };
  },
  close: () => true,
  getMyName: (args, backend) => ({ name: backend.profile.get('name', language(args)) }),
  setMyName: (args, backend) => setProfile(backend, 'name', args.name, language(args)),
  getMyDescription: (args, backend) => ({ description: backend.profile.get('description', language(args)) }),
  setMyDescription: (args, backend) => setProfile(backend, 'description', args.description, language(args)),
  getMyShortDescription: (args, backend) => ({ short_description: backend.profile.get('about', language(args)) }),
  setMyShortDescription: (args, backend) => setProfile(backend, 'about', args.short_description, language(args)),

  getMyCommands: (args, backend) => {
    checkScope(backend, args.scope);
    return backend.commands.get(args.scope, language(args));
  },

  setMyCommands: (args, backend) => {
    checkScope(backend, args.scope);
    const code = language(args);
    const list = args.commands.map(checked);
    checkList(list);
    backend.commands.set(args.scope, code, list);
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

function setProfile(backend: Backend, what: keyof typeof PROFILE_LIMITS, text = '', code?: string): true {
  const most = PROFILE_LIMITS[what];
  if (lengthOf(text) > most) throw sandboxRefusal(`the ${what} is longer than ${most}`);
  backend.profile.set(what, text, code);
  for (const { id, language_code } of backend.people)
    backend.shown.fire({ person: id, event: { type: 'profile', profile: backend.profile.shownTo(language_code) } });
  backend.changed.fire();
  return true;
}

function language({ language_code = '' }: { language_code?: string }): string | undefined {
  if (!/^([a-z]{2})?$/.test(language_code)) throw badRequest('Invalid language code specified');
  return language_code || undefined;
}

const COMMAND_CHARACTERS = 32;
const DESCRIPTION_CHARACTERS = 256;

/** Drops blanks and the slash. Source: TDLib `set_commands`. */
function checked(sent: BotCommand): BotCommand {
  const command = trimmed(sent.command).replace(/^\//, '');
  if (command === '') throw badRequest('Command must be non-empty');
  if (lengthOf(command) > COMMAND_CHARACTERS) throw badRequest(`Command length must not exceed ${COMMAND_CHARACTERS}`);
  const description = trimmed(sent.description);
  if (description === '') throw badRequest('Command description must be non-empty');
  if (lengthOf(description) > DESCRIPTION_CHARACTERS)
    throw badRequest(`Command description length must not exceed ${DESCRIPTION_CHARACTERS}`);
  return { ...sent, command, description };
}

function trimmed(text: string): string {
  return cleanString(text).replace(/^[ \n]+|[ \n]+$/g, '');
}

/** Telegram's closed servers check these. */
function checkList(list: readonly BotCommand[]): void {
  if (list.length > COMMANDS) throw refusal('commandsTooMany');
  if (!list.every(({ command }) => /^[a-z0-9_]+$/.test(command))) throw refusal('commandInvalid');
  if (new Set(list.map(({ command }) => command)).size !== list.length)
    throw sandboxRefusal('two commands of one name');
}

function checkScope(backend: Backend, scope: BotCommandScope | undefined): void {
  if (!scope || !('chat_id' in scope)) return;
  const wrong = (what: string) => badRequest(`Can't parse BotCommandScope: ${what}`);
  if (scope.chat_id === '') throw wrong('Empty chat_id specified');
  if ('user_id' in scope && scope.user_id <= 0) throw wrong('Invalid user_id specified');
  const { chat } = backend.membersOf(scope.chat_id);
  if (chat.type === 'private' && scope.type !== 'chat') throw badRequest("Can't use specified scope in private chats");
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
