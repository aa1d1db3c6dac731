import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createFluent } from './fluent.ts';
import { NO_WORDS, type OperatorWord, type OperatorWords, type Terms, termsIn, wordIn } from './operator-words.ts';
import type { TextArguments, TextKey } from './texts.ts';

const DIRECTORY = fileURLToPath(new URL('../../../locales', import.meta.url));

export const LOCALES: readonly string[] = readdirSync(DIRECTORY)
  .filter((name) => isTag(name) && statSync(`${DIRECTORY}/${name}`).isDirectory())
  .sort();
export type Locale = string;

/** The texts of a language name its conventions. */
export interface Conventions {
  tag: string;
  zone: string;
  rightToLeft: boolean;
}

const CONVENTIONS = new Map<Locale, Conventions>();

/** Read when needed: Intl loads its time zones slowly. */
export function conventionsOf(locale: Locale): Conventions {
  if (!LOCALES.includes(locale)) return { tag: locale, zone: 'UTC', rightToLeft: isRightToLeft(locale) };
  const known = CONVENTIONS.get(locale) ?? readConventions(locale);
  CONVENTIONS.set(locale, known);
  return known;
}

function readConventions(locale: Locale): Conventions {
  const source = readTexts(locale);
  const own = (key: TextKey) => new RegExp(`^${key} = (.+)$`, 'm').exec(source)?.[1]?.trim() ?? '';
  const [tag, zone] = [own('language-tag'), own('time-zone')];
  // Texts copied from another language keep that language's tag and time zone, which do not count.
  const isOwn = `${tag}-`.toLowerCase().startsWith(`${locale}-`.toLowerCase());
  return {
    tag: isOwn && isTag(tag) ? tag : locale,
    zone: isKnown(() => new Intl.DateTimeFormat('und', { timeZone: zone })) ? zone : 'UTC',
    rightToLeft: isRightToLeft(locale),
  };
}

function readTexts(locale: Locale): string {
  const files = readdirSync(`${DIRECTORY}/${locale}`).filter((file) => file.endsWith('.ftl'));
  return files.map((file) => readFileSync(`${DIRECTORY}/${locale}/${file}`, 'utf8')).join('\n');
}

function isTag(text: string): boolean {
  return isKnown(() => Intl.getCanonicalLocales(text));
}

function isKnown(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    // Intl throws at a name that is no language or time zone.
    return false;
  }
}

function isRightToLeft(locale: Locale): boolean {
  return new Intl.Locale(locale).getTextInfo().direction === 'rtl';
}

export function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** Markup of the bot's own code. All other values are escaped. */
export interface Html {
  html: string;
  plain?: string;
}
export type TextValue = string | number | Html;

type Rest<Key extends TextKey> = [TextArguments[Key]] extends [never] ? [] : [Record<TextArguments[Key], TextValue>];

/** Never throws: a missing or broken text is reported, and its key is shown. */
export interface Translate {
  <Key extends TextKey>(key: Key, ...rest: Rest<Key>): string;
  plain<Key extends TextKey>(key: Key, ...rest: Rest<Key>): string;
  /** Gives a text put together in code the direction of the language, also where it begins with a foreign name. */
  directed(text: string): string;
  terms: Terms;
  locale: Locale;
}

export interface Texts {
  in(locale: Locale): Translate;
  for(languageCode: string | undefined): Locale;
  with(words: OperatorWords): Texts;
}

export function localeNamed(tag: string): Locale | undefined {
  const same = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return same ?? LOCALES.find((locale) => languageOf(locale) === languageOf(tag));
}

type Books = ReadonlyMap<Locale, ReturnType<typeof createFluent>>;

export function loadTexts(defaultLocale: Locale, report: (problem: string) => void): Texts {
  const read = (locale: Locale, provider?: string) => {
    const fluent = createFluent({ warningHandler: (warning) => report(`text ${warning.path}: ${warning.type}`) });
    const texts = readTexts(locale);
    const source = provider === undefined ? texts : texts.replace(PROVIDER_TERMS, (_, term) => `${term} = ${provider}`);
    // The texts isolate directions by hand: automatic isolation inside <code> would be copied along.
    fluent.addTranslationSync({ locales: locale, source, isDefault: true, bundleOptions: { useIsolating: false } });
    return fluent;
  };
  const unnamed = new Map(LOCALES.map((locale) => [locale, read(locale)]));
  const look = (books: Books, locale: Locale, key: string, values: Record<string, string | number>): string => {
    try {
      // Each language has a bundle of its own: choosing the best of several for each text takes longer than the text.
      const text = books.get(locale)?.translate([], key, values) ?? missing(key);
      return text === missing(key) && locale !== defaultLocale ? look(books, defaultLocale, key, values) : text;
    } catch (error) {
      report(`text ${key} in ${locale}: ${error instanceof Error ? error.message : 'failed'}`);
      return key;
    }
  };
  const make = (books: Books, locale: Locale, words: OperatorWords): Translate => {
    const directed = isRightToLeft(locale) ? rightToLeft : leftToRight;
    // A text without arguments always reads the same.
    const fixed = new Map<string, string>();
    const write = (key: string, values: Record<string, TextValue> | undefined, turn: typeof escaped) => {
      if (values) return directed(look(books, locale, key, map(values, turn)));
      const text = fixed.get(key) ?? directed(look(books, locale, key, {}));
      fixed.set(key, text);
      return text;
    };
    const html = (key: string, values?: Record<string, TextValue>) => write(key, values, escaped);
    const plain = (key: string, values?: Record<string, TextValue>) => write(key, values, bare);
    const terms = termsIn(words, locale);
    return Object.assign(html, { plain, directed, terms, locale });
  };
  const booksWith = (provider: OperatorWord): Books =>
    new Map(
      [...unnamed].map(([locale, book]) => {
        const name = wordIn(provider, locale);
        return [locale, name === undefined ? book : read(locale, name)];
      }),
    );
  const withWords = (words: OperatorWords): Texts => {
    const books = booksWith(words.provider);
    const translators = new Map(LOCALES.map((locale) => [locale, make(books, locale, words)]));
    const fallback = make(books, defaultLocale, words);
    return {
      in: (locale) => translators.get(locale) ?? fallback,
      for: (languageCode = '') => localeNamed(languageCode) ?? defaultLocale,
      with: withWords,
    };
  };
  return withWords(NO_WORDS);
}

const PROVIDER_TERMS = /^(-provider(?:-start)?) = .*$/gm;

const missing = (key: string) => `{${key}}`;

/** A line whose first letter, tags aside, is Arabic or Hebrew. */
const BEGINS_RIGHT = /^(?:<[^>]*>|[^\p{L}<])*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Ignores isolated names: only some clients look into them for a line's direction. */
const STANDS_RIGHT = /^(?:<[^>]*>|\u2068[^\u2069]*\u2069|[^\p{L}<\u2068])*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Clients show a line left to right that begins with a name, an IP or a command. */
function rightToLeft(text: string): string {
  return text.replace(/^.+$/gm, (line) =>
    (BEGINS_RIGHT.test(line) && STANDS_RIGHT.test(line)) || line.startsWith('\u200f') ? line : `\u200f${line}`,
  );
}

/** Marks the lines that a client would show right to left because they begin with a Persian name. A quote keeps its own direction. */
function leftToRight(text: string): string {
  return text.replace(/^(?!<blockquote).+$/gm, (line) => (BEGINS_RIGHT.test(line) ? `\u200e${line}` : line));
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function map(values: Record<string, TextValue>, turn: (value: TextValue) => string | number) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, turn(value)]));
}

function escaped(value: TextValue): string | number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? escapeHtml(value) : value.html;
}

function bare(value: TextValue): string | number {
  return typeof value === 'object' ? (value.plain ?? value.html) : value;
}
