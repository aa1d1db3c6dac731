/**
 * Writes every text of `locales` into one page to read and scroll, the languages side by side: `npm run gallery [FILE]`.
 * Each text stands as a message of a phone's width, or as what it is used for: a button, a command of the menu. A message above
 * 200 characters is marked: on-call staff read it at night.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseHtml } from '../../src/sandbox/telegram/text/html.ts';
import { conventionsOf, LOCALES, loadTexts, type Texts, type TextValue } from '../../src/telegram/i18n/index.ts';
import { messagesIn } from '../../src/telegram/i18n/texts.generate.ts';
import { code, formatDay, name } from '../../src/telegram/ui/format.ts';

const DIRECTORY = new URL('../../locales/', import.meta.url);
const FONT = new URL('../../node_modules/vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2', import.meta.url);
const DEFAULT_TARGET = 'data/gallery.html';
const LONG = 200;
const DAY = Date.UTC(2026, 10, 22);
/** The numbers that languages have forms of their own for. */
const NUMBERS = [0, 1, 2, 1234];

/** What arguments of these names hold in the bot; any other is a number. */
const NAMES: Record<string, TextValue> = {
  server: name('web1'),
  servers: name('web1'),
  domain: code('example.com'),
  names: code('example.com'),
  name: name('web1'),
  what: name('web1'),
  item: name('web1'),
  copy: name('before-update'),
  suffix: code('.com'),
  favourites: code('com ir'),
  host: code('ns1.example.com'),
  hosts: code('ns1.example.com ns2.example.com'),
  handle: code('ab123-irnic'),
  file: code('names.csv'),
  reference: code('7f3a'),
  typed: code('@host_bot example.com'),
};
/** Those that are in the language of the text, or in English where it has no words here. */
const WORDS: Record<string, Record<string, TextValue>> = {
  en: {
    account: name('Account 1'),
    person: name('Alex'),
    price: '455,400 toman',
    amount: '50,000 toman',
    limit: '5,000,000 toman',
    limits: '5,000,000 toman',
    spent: '400,000 toman',
    wanted: '455,400 toman',
    before: '455,400 toman',
    now: '500,000 toman',
    currency: 'toman',
    os: 'Debian 12',
    geo: 'Frankfurt',
  },
  fa: {
    account: name('حساب ۱'),
    person: name('سارا'),
    price: '۴۵۵٬۴۰۰ تومان',
    amount: '۵۰٬۰۰۰ تومان',
    limit: '۵٬۰۰۰٬۰۰۰ تومان',
    limits: '۵٬۰۰۰٬۰۰۰ تومان',
    spent: '۴۰۰٬۰۰۰ تومان',
    wanted: '۴۵۵٬۴۰۰ تومان',
    before: '۴۵۵٬۴۰۰ تومان',
    now: '۵۰۰٬۰۰۰ تومان',
    currency: 'تومان',
    os: 'دبیان ۱۲',
    geo: 'فرانکفورت',
  },
};
const DATES = ['date', 'moment', 'latest'];

/** One text of one language as it comes out, once for each form of its numbers. */
function renderings(texts: Texts, locale: string, key: string, names: readonly string[]): string[] {
  const t = texts.in(locale);
  // The page shows texts by their names alone, which the types of a single key do not allow.
  const look = t as unknown as (key: string, values?: Record<string, TextValue>) => string;
  if (names.length === 0) return [look(key)];
  // A renewal moves a date, a new quote a price.
  const isDate = (argument: string) => DATES.includes(argument) || (argument === 'before' && key.endsWith('-moved'));
  const value = (argument: string, number: number): TextValue =>
    isDate(argument) ? formatDay(DAY, locale) : (NAMES[argument] ?? (WORDS[locale] ?? WORDS.en)?.[argument] ?? number);
  const values = (number: number) => Object.fromEntries(names.map((argument) => [argument, value(argument, number)]));
  const all = NUMBERS.map((number) => look(key, values(number)));
  // A form shows once: texts that differ by their figure only are one form.
  const forms = new Map(all.map((text, at) => [text.replaceAll(/[\d۰-۹]+(?:[,٬][\d۰-۹]+)*/g, '#'), at]));
  return [...forms.values()].map((at) => all[at] ?? '');
}

function shown(key: string, text: string): string {
  const length = parseHtml(text).text.length;
  if (key.startsWith('button-')) return `<p class="key">${text}</p>`;
  if (key.startsWith('command-')) return `<p class="command">${text}</p>`;
  const mark = length > LONG ? ` <b class="long">${length}</b>` : '';
  return `<p class="bubble">${text}${mark}</p>`;
}

/** The page, with every text of every language at least once. */
export function gallery(): string {
  const texts = loadTexts('en', (problem) => {
    throw new Error(problem);
  });
  const files = readdirSync(new URL('en/', DIRECTORY)).filter((file) => file.endsWith('.ftl'));
  const sections = files.sort().map((file) => {
    const rows = messagesIn(readFileSync(new URL(`en/${file}`, DIRECTORY), 'utf8')).map(([key, names]) => {
      const cells = LOCALES.map(
        (locale) =>
          `<td lang="${locale}" dir="${conventionsOf(locale).rightToLeft ? 'rtl' : 'ltr'}">${renderings(
            texts,
            locale,
            key,
            names,
          )
            .map((text) => shown(key, text))
            .join('')}</td>`,
      );
      return `<tr id="${key}"><th>${key}</th>${cells.join('')}</tr>`;
    });
    return `<h2>${file}</h2><table>${rows.join('\n')}</table>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>hosting-bot: texts</title><style>${STYLE}</style>${sections.join('\n')}`;
}

const STYLE = `
@font-face { font-family: Vazirmatn; src: url("${FONT.href}") }
body { margin: 16px; font: 15px/1.45 system-ui, Vazirmatn, sans-serif; background: #dfe6df }
h2 { position: sticky; top: 0; background: inherit }
table { border-spacing: 12px 4px } td { width: 342px; vertical-align: top } th { font: 12px monospace; text-align: start; vertical-align: top }
[dir=rtl] { font-family: Vazirmatn, sans-serif }
p { margin: 0 0 6px; padding: 7px 11px; border-radius: 12px; white-space: pre-wrap; overflow-wrap: anywhere }
.bubble { background: #fff } .command { background: #eef }
.key { background: #5b6b7a; color: #fff; text-align: center; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.long { color: #c00 } blockquote { margin: 0; border-inline-start: 3px solid #999; padding-inline-start: 8px }
tg-spoiler { background: #bbb }`;

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? DEFAULT_TARGET);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, gallery());
  process.stdout.write(`${pathToFileURL(target)}\n`);
}
