import { normalise } from '../../hosting/answers/spelling.ts';

/** The contract states no names and no units. */
export interface OperatorWords {
  places: ReadonlyMap<string, OperatorWord>;
  provider: OperatorWord;
  units: Readonly<Record<Unit, OperatorWord>>;
}

/** By language; the empty tag is for all other languages. */
export type OperatorWord = ReadonlyMap<string, string>;

/** The contract gives these amounts of a server without a unit. */
export const UNITS = ['memory', 'disk', 'traffic'] as const;
export type Unit = (typeof UNITS)[number];

export interface Terms {
  place(code: string): string | undefined;
  /** Takes a name in any language. */
  codeOf(place: string): string | undefined;
  unit(of: Unit): string | undefined;
}

const MAX_PLACE_NAME_LENGTH = 32;
const MAX_UNIT_LENGTH = 16;
const MAX_PROVIDER_NAME_LENGTH = 32;
/** Telegram or Fluent would read these characters as markup. */
const MARKUP = /[<>&"{}\\]/;

const NO_WORD: OperatorWord = new Map();
export const NO_WORDS: OperatorWords = {
  places: new Map(),
  provider: NO_WORD,
  units: { memory: NO_WORD, disk: NO_WORD, traffic: NO_WORD },
};

export function wordIn(words: OperatorWord | undefined, locale: string): string | undefined {
  return words?.get(locale) ?? words?.get('');
}

export function termsIn({ places, units }: OperatorWords, locale: string): Terms {
  const word = (all: OperatorWord | undefined) => wordIn(all, locale);
  const names = new Map([...places].map(([code, all]) => [normalise(code), word(all)]));
  const codes = new Map(
    [...places].flatMap(([code, all]) => [...all.values()].map((name) => [normalise(name), code] as const)),
  );
  return {
    place: (code) => names.get(normalise(code)),
    codeOf: (place) => codes.get(normalise(place)),
    unit: (of) => word(units[of]),
  };
}

/** `GB`, or `GB,fa:گیگابایت`. */
export function readUnit(text: string, locales: readonly string[]): OperatorWord | undefined {
  return readWord(text, locales, MAX_UNIT_LENGTH);
}

/** `Acme`, or `Acme,fa:آکمه`. */
export function readProvider(text: string, locales: readonly string[]): OperatorWord | undefined {
  return MARKUP.test(text) ? undefined : readWord(text, locales, MAX_PROVIDER_NAME_LENGTH);
}

function readWord(text: string, locales: readonly string[], most: number): OperatorWord | undefined {
  const found = new Map<string, string>();
  for (const part of partsOf(text)) {
    const { locale, rest } = splitLocale(part, locales);
    if (!fits(rest, most) || found.has(locale)) return undefined;
    found.set(locale, rest);
  }
  return found;
}

/** `tehran=Tehran,fa:tehran=تهران`. */
export function readPlaces(text: string, locales: readonly string[]): OperatorWords['places'] | undefined {
  const found = new Map<string, Map<string, string>>();
  for (const part of partsOf(text)) {
    const { locale, rest } = splitLocale(part, locales);
    const [code = '', name = '', ...others] = rest.split('=').map((each) => each.trim());
    const words = found.get(code) ?? new Map<string, string>();
    if (code === '' || others.length > 0 || !fits(name, MAX_PLACE_NAME_LENGTH) || words.has(locale)) return undefined;
    found.set(code, words.set(locale, name));
  }
  return found;
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A part without the tag of a language before it is for all languages. */
function splitLocale(part: string, locales: readonly string[]): { locale: string; rest: string } {
  const locale = locales.find((each) => part.toLowerCase().startsWith(`${each.toLowerCase()}:`));
  return locale === undefined ? { locale: '', rest: part } : { locale, rest: part.slice(locale.length + 1).trim() };
}

function fits(word: string, most: number): boolean {
  return word !== '' && [...word].length <= most && !/\p{C}/u.test(word.replaceAll('\u200c', ''));
}
