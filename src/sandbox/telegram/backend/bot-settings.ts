import type { BotCommand, BotCommandScope } from 'grammy/types';
import type { PageProfile } from '../page-server/page-api.ts';

export class Commands {
  readonly #lists = new Map<string, BotCommand[]>();

  get(scope: BotCommandScope | undefined, language: string | undefined): BotCommand[] {
    return this.#lists.get(key(scope, language)) ?? [];
  }

  set(scope: BotCommandScope | undefined, language: string | undefined, commands: BotCommand[]): void {
    if (commands.length === 0) this.delete(scope, language);
    else this.#lists.set(key(scope, language), commands);
  }

  delete(scope: BotCommandScope | undefined, language: string | undefined): void {
    this.#lists.delete(key(scope, language));
  }

  /**
   * The first list from the narrowest scope to the widest, in each the person's language before the default.
   * Source: core.telegram.org/bots/api#determining-list-of-commands
   */
  shownTo(
    place: { chat: number; private: boolean; administrator: boolean; person: number },
    language?: string,
  ): BotCommand[] {
    const { chat, person } = place;
    const chat_id = chat;
    const scopes: BotCommandScope[] = place.private
      ? [{ type: 'chat', chat_id }, { type: 'all_private_chats' }, { type: 'default' }]
      : [
          { type: 'chat_member', chat_id, user_id: person },
          ...(place.administrator ? [{ type: 'chat_administrators', chat_id } satisfies BotCommandScope] : []),
          { type: 'chat', chat_id },
          ...(place.administrator ? [{ type: 'all_chat_administrators' } satisfies BotCommandScope] : []),
          { type: 'all_group_chats' },
          { type: 'default' },
        ];
    const lists = scopes.flatMap((scope) => [this.get(scope, language), this.get(scope, undefined)]);
    return lists.find((list) => list.length > 0) ?? [];
  }
}

function key(scope: BotCommandScope | undefined, language: string | undefined): string {
  const dependencies = [
    scope?.type ?? 'default',
    scope && 'chat_id' in scope ? scope.chat_id : '',
    scope && 'user_id' in scope ? scope.user_id : '',
    language ?? '',
  ];
  return dependencies.join(' ');
}

/** The bot's name and descriptions by language; the empty language is the default. */
export class Profile {
  readonly #texts = {
    name: new Map<string, string>(),
    description: new Map<string, string>(),
    about: new Map<string, string>(),
  };

  constructor(name: string) {
    this.#texts.name.set('', name);
  }

  get(what: 'name' | 'description' | 'about', language = ''): string {
    return this.#texts[what].get(language) ?? this.#texts[what].get('') ?? '';
  }

  shownTo(language?: string): PageProfile {
    return { description: this.get('description', language), about: this.get('about', language) };
  }

  /** An empty text removes the language's text. */
  set(what: 'name' | 'description' | 'about', text: string, language = ''): void {
    if (text === '') this.#texts[what].delete(language);
    else this.#texts[what].set(language, text);
  }
}
