import { normalise } from '../../hosting/answers/spelling.ts';

/** The operator’s own words, because the contract states no names and no units. */
export interface OperatorWords {
  /** The names of places by their codes. */
  places: ReadonlyMap<string, OperatorWord>;
  /** The provider's name. */
  provider: OperatorWord;
  units: Readonly<Record<Unit, OperatorWord>>;
}

/** A word by language; under the empty tag the one for all other languages. */
export type OperatorWord = ReadonlyMap<string, string>;

/** The amounts of a server's record that the contract gives without a unit. */
export const UNITS = ['memory', 'disk', 'traffic'] as const;
export type Unit = (typeof UNITS)[number];

/** The operator's words in one language. */
export interface Terms {
  /** The name of a place; `undefined` where the operator gave none. */
  place(code: string): string | undefined;
  /** The code of a place that a person named in any language. */
  codeOf(place: string): string | undefined;
  unit(of: Unit): string | undefined;
}

/** Characters. A longer one would be cut on a button. */
const LONGEST_PLACE = 32;
const LONGEST_UNIT = 16;
const MAX_PROVIDER_NAME_LENGTH = 32;
/** Telegram or Fluent would read these characters as markup. */
const MARKUP = /[<>&"{}\\]/;

const NO_WORD: OperatorWord = new Map();
export const NO_WORDS: OperatorWords = {
  places: new Map(),
  provider: NO_WORD,
  units: { memory: NO_WORD, disk: NO_WORD, traffic: NO_WORD },
};

/** A word in a language; `undefined` where the operator gave none. */
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

/** Reads a unit as a setting gives it: `GB`, or `GB,fa:گیگابایت`. `undefined` where it can't be used. */
export function readUnit(text: string, locales: readonly string[]): OperatorWord | undefined {
  return readWord(text, locales, LONGEST_UNIT);
}

/** Reads the provider's name as a setting gives it: `Acme`, or `Acme,fa:آکمه`. `undefined` where it can't be used. */
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

/** Reads the names of places as a setting gives them: `tehran=Tehran,fa:tehran=تهران`. `undefined` where they can't be used. */
export function readPlaces(text: string, locales: readonly string[]): OperatorWords['places'] | undefined {
  const found = new Map<string, Map<string, string>>();
  for (const part of partsOf(text)) {
    const { locale, rest } = splitLocale(part, locales);
    const [code = '', name = '', ...others] = rest.split('=').map((each) => each.trim());
    const words = found.get(code) ?? new Map<string, string>();
    if (code === '' || others.length > 0 || !fits(name, LONGEST_PLACE) || words.has(locale)) return undefined;
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
