import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { I18n } from '@grammyjs/i18n';
import { describe, expect, test } from 'vitest';
import PAGE from '../../src/sandbox/telegram/page/texts.json' with { type: 'json' };
import { lengthOf } from '../../src/sandbox/telegram/text/format.ts';
import { parseHtml } from '../../src/sandbox/telegram/text/html.ts';
import { conventionsOf, LOCALES, loadTexts } from '../../src/telegram/i18n/index.ts';
import { readKeys, render } from '../../src/telegram/i18n/texts.generate.ts';
import { COMMANDS } from '../../src/telegram/ui/commands-menu.ts';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const textFiles = (locale: string) => readdirSync(file(`locales/${locale}`)).filter((name) => name.endsWith('.ftl'));
const ENGLISH = readKeys('en');
/** Numbers that languages have words of their own for, and one that is written with a separator. */
const NUMBERS = [0, 1, 2, 5, 11, 1234];
/** A name as it stands in a text: isolated and bold. */
const NAME = '\u2068<b>web1</b>\u2069';

/** The texts as they stand in the files, without the types: also a key that only one language has can be tried. */
function open(problems: string[]) {
  return new I18n({
    defaultLocale: 'en',
    directory: file('locales'),
    fluentBundleOptions: { useIsolating: false },
    fluentOptions: { warningHandler: ({ path, type }) => void problems.push(`${type} ${path}`) },
  });
}

/** Every way a text can come out: each of its arguments as a name, and as each of the numbers. */
function renderings(texts: I18n<never>, locale: string, key: string, names: readonly string[]): string[] {
  const values = names.length === 0 ? [NAME] : [NAME, ...NUMBERS];
  return values.map((value) => texts.t(locale, key, Object.fromEntries(names.map((name) => [name, value]))));
}

test('every folder is a language', () => {
  expect(LOCALES).toEqual(readdirSync(file('locales')).sort());
});

test.each([
  ['fa-IR', 'fa'],
  ['EN', 'en'],
  ['en-US', 'en'],
  ['far', undefined],
  ['xx', undefined],
  [undefined, undefined],
])('a client that speaks %s is spoken to in %s, or in the default', (code, locale) => {
  for (const fallback of LOCALES) expect(loadTexts(fallback, expect.fail).for(code)).toBe(locale ?? fallback);
});

describe.each(LOCALES)('the texts in %s', (locale) => {
  const keys = readKeys(locale);
  const problems: string[] = [];
  const texts = open(problems);
  const all = [...keys].map(([key, names]) => [key, renderings(texts, locale, key, names)] as const);

  test('are the same as in English, with the same arguments', () => {
    expect(Object.fromEntries(keys)).toEqual(Object.fromEntries(ENGLISH));
    expect(textFiles(locale)).toEqual(textFiles('en'));
  });

  test('name a language tag and a time zone that Intl knows', () => {
    expect(conventionsOf(locale)).toMatchObject({
      tag: texts.t(locale, 'language-tag'),
      zone: texts.t(locale, 'time-zone'),
    });
  });

  test('render without a complaint', () => {
    expect(problems).toEqual([]);
    const bad = all.filter(([key, texts]) =>
      texts.some((text) => text.trim() === '' || text === key || /[{}]/.test(text)),
    );
    expect(bad).toEqual([]);
  });

  test('are markup that Telegram takes, and fit into a message', () => {
    for (const [key, texts] of all) {
      for (const text of texts) expect(lengthOf(parseHtml(text).text), `${key}: ${text}`).toBeLessThan(2000);
    }
  });

  test('fit where they are used: the commands menu, alerts, buttons', () => {
    const alerts = usedIn(
      'src',
      /(?:(?:Refusal\(\(t\) => t|(?:answer\(|alert\(ctx, )(?:ctx\.)?t\.plain|onlyAnswer\(.*\.plain|declineTap)\((?:tap, )?|words: )'([\w-]+)'/g,
    );
    expect(alerts).toEqual(
      expect.arrayContaining(['button-old', 'operation-not-yours', 'account-not-yours', 'too-fast']),
    );
    const labels = usedIn('src', /\.make\(\s*(?:ctx\.)?t\.plain\(\s*'([\w-]+)'/g);
    expect(labels).toEqual(expect.arrayContaining(['limit-remove', 'retry']));
    const most = (key: string) => {
      if (key.startsWith('command-')) return 256;
      if ((key.startsWith('button-') || labels.includes(key)) && !alerts.includes(key)) return 40;
      return alerts.includes(key) ? 200 : 4096;
    };
    const long = all.filter(([key, texts]) => texts.some((text) => parseHtml(text).text.length > most(key)));
    expect(long).toEqual([]);
  });

  test('hold no markup where only plain text can stand', () => {
    const plain = all.filter(([key]) => /^(button|command|days|expired|chosen|account-label)/.test(key));
    expect(plain.length).toBeGreaterThan(20);
    for (const [key] of plain) {
      const source = texts.t(locale, key, Object.fromEntries((keys.get(key) ?? []).map((name) => [name, 1])));
      expect(source, key).not.toMatch(/[<>&]/);
    }
  });
});

/** The one word that readers meet for a thing, and the other words for it. */
const GLOSSARY: Record<'fa' | 'en', readonly (readonly [string, RegExp])[]> = {
  fa: [
    ['پیام هاستینگ', /سخن/],
    ['دستور', /فرمان/],
    ['فایل', /پرونده/],
    ['نصب مجدد', /نصب دوباره|دوباره نصب/],
    ['ری‌استارت', /راه‌اندازی (?:مجدد|دوباره)|ریبوت|ری استارت|ریستارت/],
    ['بکاپ', /پشتیبان(?!ی)|نسخهٔ پشتیبانی|بک‌آپ|بک آپ/],
    ['هاستینگ', /(?:سرویس|ارائه)[ ‌]دهنده/],
    ['پنل کاربری', /پنل (?:هاستینگ|شما)/],
    ['لیست', /فهرست/],
    ['لوکیشن', /موقعیت(?! مکانی)/],
    ['دیسک ریسکیو', /نجات|رسکیو/],
    ['دیتابیس', /پایگاه داده/],
    ['لاگ', /گزارش (?:کار|عملیات)/],
    ['ریپلای', /در (?:پاسخ|جواب) به پیام/],
    ['مدیریت سرور', /کارت (?:یک )?سرور/],
    ['پیگیری', /رسیدگی می‌کنم/],
    ['سقف شخصی', /سقف (?:خرید )?خود/],
    ['سقف شما در تیم', /سقف شما(?! در تیم)(?! از)|سقف هزینه/],
    ['در اختیار', /(?:قرض|امانت) /],
    ['جدا کردن', /بیرون (?:آ|بی|می‌آ)/],
    ['گفتگو', /گفت‌و‌?گو|گفت و گو/],
    ['آی‌پی', /(?<![A-Za-z])IP(?![A-Za-z\d])/],
    ['در حال بررسی', /نگاه کردن/],
    ['مورد', /تکه/],
    ['نیم‌سرور', /نام‌سرور/],
    ['هسته', /پردازنده|سی.?پی.?یو|(?<!مصرف )CPU/],
    ['رم', /حافظه/],
    ['Docker', /اوبونتو|دبیان|آلما|راکی|لینوکس|داکر|وردپرس|ویندوز/],
    ['کاراکتر', /نویسه/],
    ['جدید', /تازه/],
    ['آدرس', /نشانی/],
    ['نامشخص', /نامعلوم/],
    ['نرسید', /گم شد/],
    ['استعلام', /پرسیدن (?:دوبارهٔ )?قیمت/],
    ['حالت اضطراری', /شیشه|(?<!حالت )اضطراری|حالت اضطراری را فعال/],
    ['احتساب مالیات', /(?<!احتساب )مالیات/],
    ['دوباره تلاش کنید', /دوباره امتحان کنید/],
  ],
  en: [
    ['[Rr]estart', /\breboots?\b/i],
    ['[Ss]hare', /\b(?:lends?|lent|lending)\b/i],
    ['on-call schedule', /\brotas?\b/i],
    ['mergency access', /break-?(?:the-)?glass|\bglass\b/i],
    ['extension', /\bsuffix/i],
    ['CPU cores', /\bprocessors?\b|(?<!CPU )\bcores?\b|\bCPUs?\b(?! cores?\b| usage)/i],
    ['RAM', /\bmemory\b/i],
    ['personal limit', /\bown limit\b|spending limit\b/i],
    ['limit in the team', /\basker\b/i],
    ['esult unknown', /\boutcomes?\b|⚠️ not known/i],
    ['no longer', /any more\b/i],
    ['I’m on it', /\blooks? after\b/i],
    ['elease', /\bhand(?:s|ed)? back\b/i],
    ['monitor', /\bunwatch/i],
    ['Open server', /\bserver(?:’s)? card\b/i],
  ],
};

/** Characters that keyboards and copied texts bring along, and their correct forms. */
const SPELLINGS = [
  ['ی and ک, also with hamza', /[\u064a\u0643\u0649\u06c0\u0629]/],
  [
    'no zero-width non-joiner behind a letter that joins nothing, beside a space or twice',
    /[اآأدذرزژوؤء\s\u200c]\u200c|\u200c\s/,
  ],
  ['هٔ', /ه(?:‌ی|ء)(?![\p{L}\u200c])/u],
  [
    'a half-space in verbs and plurals',
    /(?<![\p{L}\u200c])ن?می (?=\p{L})|\p{L} (?:ها|های|هایی|هایتان)(?![\p{L}\u200c])/u,
  ],
  ['، ؛ and ؟', /\p{Script=Arabic}[,;?]/u],
  ['no space before a sign', /(?<=\p{L}) [،؛؟:!.](?=\s|$)/u],
  ['« »', /["“”](?=\p{Script=Arabic})|\p{Script=Arabic}["“”]/u],
] as const;

/** The paragraphs of a Markdown text, with a letter for each piece of code and each target of a link. */
function proseOf(markdown: string) {
  const plain = markdown.replace(/```[\s\S]*?```/g, '').replace(/`[^`]*`|(?<=\])\([^)]*\)|<[^>]*>/g, 'x');
  const paragraphs = plain.split(/\n\n|\n(?=[-|])|\n?^\d\. /m).map((each) => each.trim().replace(/\s+/g, ' '));
  return paragraphs.map((paragraph) => [`README: ${paragraph}`, [paragraph]] as const);
}

/** The texts of the bot and of the chat page in a language. The words that people type are read and not shown. */
function shownIn(locale: keyof typeof GLOSSARY) {
  const texts = open([]);
  const bot = [...readKeys(locale)].map(
    ([key, names]) => [key, renderings(texts, locale, key, names).map((text) => parseHtml(text).text)] as const,
  );
  const page = Object.entries(PAGE[locale]).map(
    ([key, text]) => [`page: ${key}`, [text.replace(/\{\w+\}/g, '')]] as const,
  );
  return [...bot, ...page].filter(([key]) => !/^(?:[\w-]+-)?words-|^language-tag$/.test(key));
}

describe.each([
  ['fa', 'locales/fa/README.md'],
  ['en', 'README.md'],
] as const)('the words of the bot, of the chat page and of the README in %s', (locale, readme) => {
  const all = [...shownIn(locale), ...proseOf(readFileSync(file(readme), 'utf8'))];
  const plain = (text: string) => text.replace(/\/[a-z]+/g, '');
  const holding = (words: RegExp) => all.filter(([, texts]) => texts.some((text) => words.test(plain(text))));

  test.each(GLOSSARY[locale])('have one word for each thing: %s', (word, others) => {
    expect(holding(others)).toEqual([]);
    expect(holding(new RegExp(word))).not.toEqual([]);
  });
});

/** Splits the files of a language and of the chat page into the source of each key. */
const sourcesOf = (locale: string) =>
  [...textFiles(locale).map((name) => `locales/${locale}/${name}`), 'src/sandbox/telegram/page/texts.json'].flatMap(
    (path) => readFileSync(file(path), 'utf8').split(/\n(?=[a-z]| {2,}")/),
  );
const INVISIBLE = /[\u00a0\u061c\u200b\u200e\u200f\u202a-\u202f\u2066-\u2069\ufeff]/;
const NUMBER_BEHIND_COMMAND =
  /\/[a-z]+ (?:\{ \$\w+ \} )*(?:\+?[۰-۹]|\{ \$(?:count|days|hours|minutes|most|number|years) \})/;

test.each([
  ['fa', 'form “one”, which takes 0 as well', /\[one\]/],
  ['en', 'form of 1 beside “one”', /\[1\]/],
  ['fa', 'marks that no editor shows', INVISIBLE],
  ['en', 'marks that no editor shows', INVISIBLE],
  ['fa', 'Persian digits behind a command, which clients turn round', NUMBER_BEHIND_COMMAND],
] as const)('the texts in %s hold no %s', (locale, _, wrong) => {
  expect(sourcesOf(locale).filter((each) => wrong.test(each))).toEqual([]);
});

/** Buttons speak as the person, and the words that people type are theirs. */
const VOICE = {
  en: /\b(?:I|I’\w+|[Mm]e|[Ww]e|[Uu]s|[Mm]y|[Oo]urs?)\b/,
  fa: /(?<!\p{L})(?:من|ما|مرا|بدهم|می‌کنم|نمی‌توانم|نمی‌کنم|منتظریم|(?:می‌)?کنیم|باشم|(?:ن|نمی‌)?شدم)(?!\p{L})/u,
};

test.each(['en', 'fa'] as const)('the bot is “the bot” in %s, and never speaks of itself', (locale) => {
  const own = shownIn(locale).filter(([key]) => !/^(?:button-|page: )/.test(key));
  expect(own.filter(([, texts]) => texts.some((text) => VOICE[locale].test(text)))).toEqual([]);
});

/** The emoji that a text begins with, for each way it can come out. */
const signsOf = (texts: readonly string[]) =>
  new Set(texts.map((text) => /^[\u200e\u200f\u2068]*(\p{Extended_Pictographic}\ufe0f?)?/u.exec(text)?.[1]));
const ENGLISH_TEXTS = new Map<string, readonly string[]>(shownIn('en'));

test('a text begins with the same emoji in both languages', () => {
  // English points back with ‹, and undoes with the arrow that points back in Persian.
  const turned = /^button-(?:back|audit-back|all-snapshots|all-backups|undo)$/;
  const other = shownIn('fa').filter(([key, texts]) => {
    const signs = signsOf(ENGLISH_TEXTS.get(key) ?? []);
    return !turned.test(key) && signs.symmetricDifference(signsOf(texts)).size > 0;
  });
  expect(other).toEqual([]);
});

test.each([
  ['⏳', /-(?:quoting|sending|accepted)$/],
  ['⚠️', /-(?:lost|unknown)$/],
  ['✅', /-done$/],
  ['❌', /-refused$/],
  ['⌛', /-expired$/],
  ['▫️', /-cancelled$/],
] as const)('the words of an operation begin with %s where their key ends in %s', (sign, state) => {
  const family = /^(?:power-(?:reboot|on|off|line)|operation|money|order|renewal|upgrade|batch|state)-[a-z]+$/;
  // A popup on the button that it is about.
  const words = [...ENGLISH_TEXTS].filter(
    ([key]) => family.test(key) && state.test(key) && key !== 'operation-expired',
  );
  expect(words.length).toBeGreaterThan(4);
  expect(words.filter(([, texts]) => !signsOf(texts).has(sign))).toEqual([]);
});

test('a button that leads to another question ends in “…”, and a text does so in both languages or in none', () => {
  const open = (texts: readonly string[] = []) => texts.some((text) => text.endsWith('…'));
  const asking =
    /^button-(?:snapshot-first|go-on|reinstall-now|renew-chosen|digest-renew|digest-renew-private)$|^buy-go-on$/;
  const other = shownIn('fa').filter(
    ([key, texts]) => open(texts) !== (asking.test(key) || open(ENGLISH_TEXTS.get(key))),
  );
  expect(other).toEqual([]);
});

describe('the Persian of the bot, of the chat page and of the README', () => {
  const texts = open([]);
  const shown = shownIn('fa');
  const readme = proseOf(readFileSync(file('locales/fa/README.md'), 'utf8'));
  const breaking = (wrong: RegExp) => [...shown, ...readme].filter(([, all]) => all.some((text) => wrong.test(text)));

  test.each(SPELLINGS)('is spelled as Persians spell it: %s', (_, wrong) => {
    expect(breaking(wrong)).toEqual([]);
  });

  test('has Persian digits; Latin ones are of identifiers, addresses, codes and systems', () => {
    const ofPeople = breaking(/(?<![A-Za-z][\w-]*)[0-9]|[٠-٩]/).filter(([key]) => !key.startsWith('system-'));
    expect(ofPeople).toEqual([]);
  });

  test('begins a line that holds nothing but a name from the right: clients do not look into the name', () => {
    // The direction makes no difference to a number.
    const alone = [...readKeys('fa')].filter(([, [name, more]]) => !more && name && !['count', 'step'].includes(name));
    const lines = alone.flatMap(([key, names]) => {
      const text = texts.t('fa', key, Object.fromEntries(names.map((each) => [each, '\u2068سارا\u2069'])));
      return text.split('\n').filter((line) => line.includes('سارا') && !/\p{L}/u.test(line.replace('سارا', '')));
    });
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !line.startsWith('\u200f'))).toEqual([]);
  });

  test('shows commands from left to right, and what belongs behind them in Persian', () => {
    for (const [key, names] of readKeys('fa')) {
      for (const text of renderings(texts, 'fa', key, names)) {
        expect(text.replace(/<code>.*?<\/code>/gs, ''), key).not.toMatch(/(?<![\u200e\u2068A-Za-z<])\/[a-z]/);
      }
    }
    const known = ['API', 'CPU', 'SSH', 'MAC', 'CSV', 'UTF', 'ASCII'];
    const shouted = (text: string) => text.match(/(?<![\w-])[A-Z]{2,}(?![a-z])/g) ?? [];
    expect(shown.filter(([, all]) => all.some((text) => shouted(text).some((word) => !known.includes(word))))).toEqual(
      [],
    );
    const hints = shown.filter(([key]) => key === 'help' || key.startsWith('command-'));
    expect(hints.length).toBeGreaterThan(20);
    const latin = /[A-Za-z]/;
    expect(hints.filter(([, all]) => all.some((text) => latin.test(text.replace(/\/[a-z]+|Language/g, ''))))).toEqual(
      [],
    );
  });
});

test('“کاربر” is no word for a role: it means any user, and an operator may restart servers', () => {
  expect(open([]).t('fa', 'role-words-operator')).not.toContain('کاربر');
});

test.for(LOCALES)('/help names every command of the menus in %s', (locale) => {
  const help = open([]).t(locale, 'help', {});
  const named = [...help.matchAll(/\/([a-z]+)/g)].map(([, command]) => command);
  expect(COMMANDS.filter((each) => !['start', 'help'].includes(each) && !named.includes(each))).toEqual([]);
});

test('texts.ts is made from the texts', () => {
  expect(readFileSync(file('src/telegram/i18n/texts.ts'), 'utf8')).toBe(render(ENGLISH));
});

test('every text is used', () => {
  const sources = sourcesIn('src').join('\n');
  const built = /^(command|failure|power|connect-group)-/;
  const unused = [...ENGLISH.keys()].filter((key) => !built.test(key) && !sources.includes(`'${key}'`));
  const templates = [...sources.matchAll(/`([\w-]*)\$\{[^`]*?\}([\w-]*)`/g)].map(([, head = '', tail = '']) => [
    head,
    tail,
  ]);
  const made = (key: string) =>
    templates.some(([head = '', tail = '']) => head !== '' && key.startsWith(head) && key.endsWith(tail));
  expect(unused.filter((key) => !made(key))).toEqual([]);
});

test('no number is written into a text by code: the language formats it', () => {
  const written =
    /\b(?:t|say)(?:\.plain)?\((?:'[\w-]+'|key), \{[^}]*: (?:String\(|`\d*\$\{)|\.to(?:Fixed|LocaleString)\(/;
  expect([...sourcesIn('src/features'), ...sourcesIn('src/telegram')].filter((source) => written.test(source))).toEqual(
    [],
  );
});

function usedIn(folder: string, pattern: RegExp): string[] {
  return sourcesIn(folder).flatMap((source) => [...source.matchAll(pattern)].map(([, key = '']) => key));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(file(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('sandbox') && !path.endsWith('texts.ts'))
    .map((path) => readFileSync(file(`${folder}/${path}`), 'utf8'));
}
