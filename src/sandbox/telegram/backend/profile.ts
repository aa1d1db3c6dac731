/** The bot's name and descriptions per language; the empty language is everybody's. */
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

  /** An empty text removes the language's own. */
  set(what: 'name' | 'description' | 'about', text: string, language = ''): true {
    if (text === '') this.#texts[what].delete(language);
    else this.#texts[what].set(language, text);
    return true;
  }
}
