import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Fluent } from '@grammyjs/i18n';
import type { TextArguments, TextKey } from './texts.ts';

const DIRECTORY = fileURLToPath(new URL('../../../locales', import.meta.url));

/** Every language there is: one folder under `locales`, named by its tag. */
export const LOCALES: readonly string[] = readdirSync(DIRECTORY)
  .filter((name) => isTag(name) && statSync(`${DIRECTORY}/${name}`).isDirectory())
  .sort();
export type Locale = string;

/** How a language is written. Its texts tell, for they name the clock beside each time. */
export interface Conventions {
  /** What Intl knows its numbers, dates and calendar by. */
  tag: string;
  /** The time zone of the clock that its readers go by. */
  zone: string;
  rightToLeft: boolean;
}

const CONVENTIONS = new Map(LOCALES.map((locale) => [locale, readConventions(locale)]));

/** The conventions of a language; of one without texts, those that Intl knows. */
export function conventionsOf(locale: Locale): Conventions {
  return CONVENTIONS.get(locale) ?? { tag: locale, zone: 'UTC', rightToLeft: isRightToLeft(locale) };
}

function readConventions(locale: Locale): Conventions {
  const source = readTexts(locale);
  const own = (key: TextKey) => new RegExp(`^${key} = (.+)$`, 'm').exec(source)?.[1]?.trim() ?? '';
  const [tag, zone] = [own('language-tag'), own('time-zone')];
  // What was copied from another language with its texts is not of this one.
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
    // Intl refuses what names no language or time zone.
    return false;
  }
}

function isRightToLeft(locale: Locale): boolean {
  return new Intl.Locale(locale).getTextInfo().direction === 'rtl';
}

/** The language of a tag, without its region or script. */
export function languageOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}

/** Markup made by our own code, put into a text as it is. Everything else is escaped. */
export interface Html {
  html: string;
}
export type TextValue = string | number | Html;

type Rest<Key extends TextKey> = [TextArguments[Key]] extends [never] ? [] : [Record<TextArguments[Key], TextValue>];

/** Looks a text up. Never throws: what is missing or broken is reported and shown by its key. */
export interface Translate {
  /** HTML for a message: arguments are escaped. */
  <Key extends TextKey>(key: Key, ...rest: Rest<Key>): string;
  /** Plain text, for buttons, toasts and the commands menu. */
  plain<Key extends TextKey>(key: Key, ...rest: Rest<Key>): string;
  /** Text put together by our own code, in the direction of the language also where it begins with a Latin name. */
  directed(text: string): string;
  locale: Locale;
}

export interface Texts {
  in(locale: Locale): Translate;
  /** The language for somebody who has chosen none. */
  for(languageCode: string | undefined): Locale;
}

/** The language that has texts and is named by a tag, or else by the language of the tag. */
export function localeNamed(tag: string): Locale | undefined {
  const same = LOCALES.find((locale) => locale.toLowerCase() === tag.toLowerCase());
  return same ?? LOCALES.find((locale) => languageOf(locale) === languageOf(tag));
}

/** Loads the Fluent texts of all languages. `report` hears of texts that fail. */
export function loadTexts(defaultLocale: Locale, report: (problem: string) => void): Texts {
  const read = (locale: Locale): Fluent => {
    const fluent = new Fluent({ warningHandler: (warning) => report(`text ${warning.path}: ${warning.type}`) });
    const source = readTexts(locale);
    // Directional isolation is set by hand where it is needed: inside <code> it would be copied along.
    fluent.addTranslationSync({ locales: locale, source, isDefault: true, bundleOptions: { useIsolating: false } });
    return fluent;
  };
  const books = new Map(LOCALES.map((locale) => [locale, read(locale)]));
  const look = (locale: Locale, key: string, values: Record<string, string | number>): string => {
    try {
      // A book for each language, asked for none: finding the best of several anew for each text takes longer than the text.
      const text = books.get(locale)?.translate([], key, values) ?? missing(key);
      return text === missing(key) && locale !== defaultLocale ? look(defaultLocale, key, values) : text;
    } catch (error) {
      report(`text ${key} in ${locale}: ${error instanceof Error ? error.message : 'failed'}`);
      return key;
    }
  };
  const make = (locale: Locale): Translate => {
    const directed = conventionsOf(locale).rightToLeft ? rightToLeft : (text: string) => text;
    // A text without arguments always reads the same.
    const fixed = new Map<string, string>();
    const write = (key: string, values: Record<string, TextValue> | undefined, turn: typeof escaped) => {
      if (values) return directed(look(locale, key, map(values, turn)));
      const text = fixed.get(key) ?? directed(look(locale, key, {}));
      fixed.set(key, text);
      return text;
    };
    const html = (key: string, values?: Record<string, TextValue>) => write(key, values, escaped);
    const plain = (key: string, values?: Record<string, TextValue>) => write(key, values, bare);
    return Object.assign(html, { plain, directed, locale });
  };
  const translators = new Map(LOCALES.map((locale) => [locale, make(locale)]));
  const fallback = make(defaultLocale);
  return {
    in: (locale) => translators.get(locale) ?? fallback,
    for: (languageCode = '') => localeNamed(languageCode) ?? defaultLocale,
  };
}

/** What Fluent puts where a text is missing. */
const missing = (key: string) => `{${key}}`;

/** A line whose first letter, tags aside, is Arabic or Hebrew: every client shows it from the right by itself. */
const BEGINS_RIGHT = /^(?:<[^>]*>|[^\p{L}<])*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Marks the lines that a client would take for left-to-right by their first letter: a name, an IP, a command. */
function rightToLeft(text: string): string {
  return text.replace(/^.+$/gm, (line) =>
    BEGINS_RIGHT.test(line) || line.startsWith('\u200f') ? line : `\u200f${line}`,
  );
}

/** Escapes text for Telegram's HTML. */
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
  return typeof value === 'object' ? value.html : value;
}
