/** The page's own words, in the language of the chosen person. */
import texts from './texts.json' with { type: 'json' };

export type Language = keyof typeof texts;
export type TextKey = keyof typeof texts.en;

let current: Language = 'en';

/** Chooses the page's language (anything but Persian reads English) and turns the page to that language's direction. */
export function speak(languageCode: string | undefined): void {
  current = languageCode?.startsWith('fa') ? 'fa' : 'en';
  document.documentElement.lang = current;
  document.documentElement.dir = current === 'fa' ? 'rtl' : 'ltr';
}

export function language(): Language {
  return current;
}

/** The text of `key`, its `{names}` replaced by `values`. */
export function t(key: TextKey, values: Record<string, string> = {}): string {
  return texts[current][key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Whether a word made up at run time (a chat action, an error) has a text. */
export function isTextKey(key: string): key is TextKey {
  return Object.hasOwn(texts.en, key);
}
