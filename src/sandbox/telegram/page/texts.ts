import texts from './texts.json' with { type: 'json' };

export type Language = keyof typeof texts;
export type TextKey = keyof typeof texts.en;

let current: Language = 'en';

/** Every language except Persian becomes English. */
export function setLanguage(languageCode: string | undefined): void {
  current = languageCode?.startsWith('fa') ? 'fa' : 'en';
  document.documentElement.lang = current;
  document.documentElement.dir = current === 'fa' ? 'rtl' : 'ltr';
}

export function language(): Language {
  return current;
}

export function t(key: TextKey, values: Record<string, string> = {}): string {
  return texts[current][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** For keys composed at run time (of a chat action, an error). */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(texts.en, key);
}
