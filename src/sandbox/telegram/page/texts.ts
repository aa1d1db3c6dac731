/** The page's own words, in the language of the chosen person. */
import texts from './texts.json' with { type: 'json' };

export type Language = keyof typeof texts;
export type TextKey = keyof typeof texts.en;

let current: Language = 'en';

/** Sets the page's language and its direction; every language except Persian becomes English. */
export function setLanguage(languageCode: string | undefined): void {
  current = languageCode?.startsWith('fa') ? 'fa' : 'en';
  document.documentElement.lang = current;
  document.documentElement.dir = current === 'fa' ? 'rtl' : 'ltr';
}

export function language(): Language {
  return current;
}

/** The text of `key` with its `{names}` replaced by `values`. */
export function t(key: TextKey, values: Record<string, string> = {}): string {
  return texts[current][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Whether a key composed at run time (of a chat action, an error) has a text. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(texts.en, key);
}
