import type { BotCommand, BotCommandScope } from 'grammy/types';
import type { Translate } from '../i18n/index.ts';
import type { Command } from './command.ts';

const IN_GROUPS: readonly Command[] = [
  'servers',
  'status',
  'server',
  'reboot',
  'on',
  'off',
  'console',
  'rescue',
  'snapshot',
  'graph',
  'watch',
  'alerts',
  'quiet',
  'oncall',
  'breakglass',
  'check',
  'price',
  'domain',
  'team',
  'members',
  'role',
  'protect',
  'audit',
  'help',
];

const IN_PRIVATE: readonly Command[] = [
  'servers',
  'status',
  'reboot',
  'on',
  'off',
  'console',
  'rescue',
  'snapshot',
  'server',
  'buy',
  'renew',
  'upgrade',
  'orders',
  'graph',
  'watch',
  'alerts',
  'quiet',
  'check',
  'price',
  'register',
  'domain',
  'accounts',
  'team',
  'members',
  'oncall',
  'breakglass',
  'protect',
  'audit',
  'connect',
  'group',
  'language',
  'help',
  'cancel',
];

const MENUS: readonly { scope: BotCommandScope; names: readonly Command[] }[] = [
  { scope: { type: 'all_private_chats' }, names: IN_PRIVATE },
  { scope: { type: 'all_group_chats' }, names: IN_GROUPS },
  { scope: { type: 'all_chat_administrators' }, names: [...IN_GROUPS, 'group'] },
];

/** Other commands in a group may be ephemeral, and so are their answers. */
const ANSWERED_TO_ALL: readonly string[] = ['check', 'price', 'role'] satisfies readonly Command[];

export const COMMANDS: readonly string[] = ['start', ...new Set(MENUS.flatMap(({ names }) => names))];

export function menusIn(t: Translate): { scope: BotCommandScope; commands: BotCommand[] }[] {
  return MENUS.map(({ scope, names }) => ({
    scope,
    commands: names.map((command) => ({
      command,
      description: t.plain(`command-${command}`),
      ...(scope.type === 'all_private_chats' || ANSWERED_TO_ALL.includes(command) ? {} : { is_ephemeral: true }),
    })),
  }));
}
