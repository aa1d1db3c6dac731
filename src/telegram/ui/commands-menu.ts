import type { Api } from 'grammy';
import type { LanguageCode } from 'grammy/types';
import { LOCALES, languageOf, type Texts } from '../i18n/index.ts';
import type { TextKey } from '../i18n/texts.ts';

type CommandName<Key> = Key extends `command-${infer Name}` ? Name : never;
type Command = CommandName<TextKey>;

/** The commands menu of each kind of chat, in the order in which people need them. */
const MENUS = {
  all_private_chats: [
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
    'check',
    'price',
    'register',
    'domain',
    'accounts',
    'connect',
    'group',
    'language',
    'help',
    'cancel',
  ],
  all_group_chats: [
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
    'check',
    'price',
    'domain',
    'help',
  ],
} as const satisfies Record<string, readonly Command[]>;

/** Every command there is. */
export const COMMANDS: readonly string[] = ['start', ...new Set(Object.values(MENUS).flat())];

/** Sets the commands menu of each kind of chat in each language with texts, and in the default language for all others. */
export async function setCommands(api: Api, texts: Texts, defaultLocale: string): Promise<void> {
  const languages = new Set(LOCALES.map(languageOf).filter(isLanguageCode));
  for (const [type, names] of [
    ['all_private_chats', MENUS.all_private_chats],
    ['all_group_chats', MENUS.all_group_chats],
  ] as const) {
    for (const language of [undefined, ...languages]) {
      const t = texts.in(language === undefined ? defaultLocale : texts.for(language));
      const menu = names.map((command) => ({ command, description: t.plain(`command-${command}`) }));
      await api.setMyCommands(menu, { scope: { type }, ...(language ? { language_code: language } : {}) });
    }
  }
}

/** Telegram's menus know only languages of two letters. */
function isLanguageCode(language: string): language is LanguageCode {
  return /^[a-z]{2}$/.test(language);
}
