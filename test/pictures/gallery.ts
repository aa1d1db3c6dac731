/**
 * Writes every text of `locales` into one page to read and scroll, the languages side by side: `npm run gallery [FILE]`.
 * Each text stands as a message of a phone's width, or as what it is used for: a button, a command of the menu. A message above
 * 200 characters is marked: on-call staff read it at night. Before them stand screens that consist of several texts.
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

/** The values of arguments with these names in the bot; any other is a number. */
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
/** The values in the language of the text, or in English where the language has no words here. */
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
    os: 'Debian 12',
    geo: 'فرانکفورت',
  },
};
/** The texts of a screen in their order, and its rows of buttons. */
const SCREENS: Record<string, { texts: readonly string[]; keys: readonly (readonly string[])[] }> = {
  alert: {
    texts: ['alert-down', 'alert-call-onCall', 'alert-silent'],
    keys: [['button-on', 'button-console'], ['button-acknowledge'], ['button-silence', 'button-loud'], ['button-card']],
  },
  '/alerts': {
    texts: ['alerts-title', 'alert-line-down', 'alert-line-unstable', 'alert-line-free'],
    keys: [['button-card-of'], ['button-refresh', 'button-watches'], ['button-home']],
  },
  '/watch': {
    texts: ['watch-title', 'watch-set-all', 'watch-all', 'outside-on', 'watch-how', 'watch-one', 'digest-is-on'],
    keys: [
      ['button-watch-none'],
      ['button-outside-off'],
      ['button-alerts', 'button-digest'],
      ['button-quiet', 'button-servers'],
      ['button-home'],
    ],
  },
  digest: {
    texts: ['digest', 'digest-expiring', 'digest-marked', 'digest-renewed', 'digest-spent'],
    keys: [['button-digest-renew'], ['button-digest-later'], ['button-digest-hour', 'button-digest-off']],
  },
  '/quiet': {
    texts: ['quiet-title', 'quiet-saved', 'quiet-set', 'quiet-how', 'quiet-type'],
    keys: [['quiet-hours'], ['button-quiet-off'], ['button-home']],
  },
};
/** The values of arguments on these screens, beside {@link NAMES} and {@link WORDS}. */
const ON_SCREENS: Record<string, Record<string, TextValue>> = {
  en: {
    time: '17:54',
    status: '⚫️ off',
    people: name('Olga'),
    hours: '23:00 to 07:00 UTC',
    sums: '455,400 toman',
    days: '30 days',
  },
  fa: {
    time: '۲۱:۲۴',
    status: '⚫️ خاموش',
    people: name('نیما'),
    hours: '۲۳:۰۰ تا ۷:۰۰',
    sums: '۴۵۵٬۴۰۰ تومان',
    days: '۳۰ روز',
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

/** A screen of one language as one message with its buttons. */
function screen(texts: Texts, locale: string, { texts: parts, keys }: (typeof SCREENS)[string]): string {
  const look = texts.in(locale) as unknown as (key: string, values: Record<string, TextValue>) => string;
  const values = { ...NAMES, ...WORDS[locale], ...ON_SCREENS[locale] };
  const words = (key: string) => look(key, { ...values, count: 2, days: 30, mark: '⏰', of: values.domain ?? '' });
  const label = (key: string) => look(key, { ...values, hours: 1, from: '23:00', to: '07:00' });
  const rows = keys.map(
    (row) => `<div class="row">${row.map((key) => `<p class="key">${label(key)}</p>`).join('')}</div>`,
  );
  return `<div class="bubble">${parts.map(words).join('\n\n')}</div>${rows.join('')}`;
}

/** The page, with every text of every language at least once. */
export function gallery(): string {
  const texts = loadTexts('en', (problem) => {
    throw new Error(problem);
  });
  const direction = (locale: string) => (conventionsOf(locale).rightToLeft ? 'rtl' : 'ltr');
  const screens = Object.entries(SCREENS).map(([of, parts]) => {
    const cells = LOCALES.map(
      (locale) => `<td lang="${locale}" dir="${direction(locale)}">${screen(texts, locale, parts)}</td>`,
    );
    return `<tr><th>${of}</th>${cells.join('')}</tr>`;
  });
  const files = readdirSync(new URL('en/', DIRECTORY)).filter((file) => file.endsWith('.ftl'));
  const sections = files.sort().map((file) => {
    const rows = messagesIn(readFileSync(new URL(`en/${file}`, DIRECTORY), 'utf8')).map(([key, names]) => {
      const cells = LOCALES.map(
        (locale) =>
          `<td lang="${locale}" dir="${direction(locale)}">${renderings(texts, locale, key, names)
            .map((text) => shown(key, text))
            .join('')}</td>`,
      );
      return `<tr id="${key}"><th>${key}</th>${cells.join('')}</tr>`;
    });
    return `<h2>${file}</h2><table>${rows.join('\n')}</table>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>hosting-bot: texts</title><style>${STYLE}</style><h2>screens</h2><table>${screens.join('\n')}</table>${sections.join('\n')}`;
}

const STYLE = `
@font-face { font-family: Vazirmatn; src: url("${FONT.href}") }
body { margin: 16px; font: 15px/1.45 system-ui, Vazirmatn, sans-serif; background: #dfe6df }
h2 { position: sticky; top: 0; background: inherit }
table { border-spacing: 12px 4px } td { width: 342px; vertical-align: top } th { font: 12px monospace; text-align: start; vertical-align: top }
[dir=rtl] { font-family: Vazirmatn, sans-serif }
p, .bubble { margin: 0 0 6px; padding: 7px 11px; border-radius: 12px; white-space: pre-wrap; overflow-wrap: anywhere }
.bubble { background: #fff } .command { background: #eef }
.row { display: flex; gap: 4px } .row .key { flex: 1; min-width: 0 }
.key { background: #5b6b7a; color: #fff; text-align: center; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.long { color: #c00 } blockquote { margin: 0; border-inline-start: 3px solid #999; padding-inline-start: 8px }
tg-spoiler { background: #bbb }`;

if (import.meta.main) {
  const target = resolve(process.argv[2] ?? DEFAULT_TARGET);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, gallery());
  process.stdout.write(`${pathToFileURL(target)}\n`);
}
