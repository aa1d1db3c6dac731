import { conventionsOf, escapeHtml, type Html, type Locale, type Translate } from '../i18n/index.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
const DAY_MS = 86_400_000;
const LONGEST_DATE = 60;

/** Marks that change the direction of text: an open one would change the rest of the message. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Keeps a name, IP or id in its own direction within a text of the other one (plain text: buttons, toasts). */
export function isolate(text: string): string {
  return FIRST_STRONG_ISOLATE + text.replace(DIRECTIONS, '') + POP_ISOLATE;
}

/** {@link isolate} for HTML. */
export function isolated(text: string): Html {
  return { html: isolate(escapeHtml(text)) };
}

/** Shortens a text to `most` characters; a cut shows as `…`. */
export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

/** The text on one line. */
export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ');
}

/** Marks that can't be seen, without those that join letters or choose the look of an emoji. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const JOINERS_AROUND = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

/** The text without the marks that come along from keyboards and pages and can't be seen. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(JOINERS_AROUND, '');
}

/** A typed name on one line, without marks that can't be seen; empty when nothing of it is visible. */
export function tidyName(typed: string): string {
  const tidy = visible(typed.normalize('NFC'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(tidy) ? tidy : '';
}

/** An id, IP, domain or other value as it came, never localised. The isolation marks stay outside of the copied text. */
export function code(text: string): Html {
  return { html: isolate(`<code>${escapeHtml(text)}</code>`) };
}

const LONGEST_NAME = 64;
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]{2,39})$/i;

/** A name that a person gave, or the value shown in its place. An IP is code: clients make links of others. */
export function name(text: string): Html {
  if (IP.test(text)) return code(text);
  return { html: isolate(`<b>${escapeHtml(shorten(oneLine(text), LONGEST_NAME))}</b>`) };
}

/** Words in a row. Of more than `most` the others are counted. */
export function listed(words: readonly Html[], t: Translate, most = words.length): Html {
  const shown = words.slice(0, most).map(({ html }) => html);
  const more = words.length - shown.length;
  return { html: [...shown, ...(more > 0 ? [t('list-more', { count: more })] : [])].join(t.plain('list-separator')) };
}

const IN_TOPIC = ' › ';

/** The parts of a team that name it. `topicId` is absent or 0 where it is the whole group; `topic` where its name is not known yet. */
export interface NamedTeam {
  title: string;
  topicId?: number | undefined;
  topic?: string | undefined;
}

/**
 * The name of a team: its group's title, and in a forum the topic too, or several teams of one group would look the same. A cut leaves
 * the topic its half.
 */
export function teamName({ title, topicId = 0, topic }: NamedTeam, most = LONGEST_NAME): string {
  const group = oneLine(title);
  if (topicId === 0) return shorten(group, most);
  const own = shorten(oneLine(topic ?? `#${topicId}`), Math.floor(most / 2) - IN_TOPIC.length);
  return `${shorten(group, most - IN_TOPIC.length - [...own].length)}${IN_TOPIC}${own}`;
}

/** A person by name. Telegram notifies who is mentioned. */
export function mention(userId: number, shown: string): Html {
  return { html: `<a href="tg://user?id=${userId}">${name(shown).html}</a>` };
}

/** Text that is hidden until it is tapped. Telegram allows no text to be both hidden and code. */
export function spoiler(text: string): Html {
  return { html: isolate(`<tg-spoiler>${escapeHtml(text)}</tg-spoiler>`) };
}

/** The provider's own words as a foldable quote, cut visibly. */
export function blockquote(words: string, most = 600): Html {
  return { html: `<blockquote expandable>${escapeHtml(shorten(words.trim(), most))}</blockquote>` };
}

export interface ExpiryDate {
  /** Midnight UTC of the day: the contract states no time zone. */
  day: number;
  daysLeft: number;
}

/** Reads a provider's date, a Gregorian day with or without a time, as midnight UTC. Anything else stays as it came. */
export function readDay(text: string): number | undefined {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ])/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const day = Date.UTC(year, month - 1, date);
  const real = new Date(day);
  // A day that does not exist, or a Jalali year, is not guessed at.
  return year < 1970 || real.getUTCMonth() !== month - 1 || real.getUTCDate() !== date ? undefined : day;
}

/** Reads the day of a backup, which the contract gives as `<YYYY>:<MM>:<DD>`, as midnight UTC; `undefined` where it is none. */
export function readBackupDay(text: string): number | undefined {
  return /^\d{4}:\d{1,2}:\d{1,2}$/.test(text.trim()) ? readDay(text.trim().replaceAll(':', '-')) : undefined;
}

/** A day in the calendar of the language: Jalali for Persian. */
export function formatDay(day: number, locale: Locale): string {
  return formatter(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

/** The month and year of a day in the calendar of the language. */
export function formatMonth(day: number, locale: Locale): string {
  // Without a day ICU writes the Persian year before the month.
  const parts = formatter(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(day);
  return parts
    .map(({ type, value }) => (type === 'day' ? '' : value))
    .join('')
    .trim();
}

/** A day without its year, in the calendar of the language. */
export function formatDayOfYear(day: number, locale: Locale): string {
  return formatter(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day);
}

/** The number of a day within its month. */
export function formatDayOfMonth(day: number, locale: Locale): string {
  return formatter(locale, { day: 'numeric', timeZone: 'UTC' }).format(day);
}

/** A date of the provider in the calendar of the language; as it came where it can't be parsed. Only one with a zone is a moment. */
export function formatExpiry(text: string, locale: Locale, timeZone = zone(locale)): Html {
  const date = expiryFor(text, timeZone, 0);
  if (!date) return code(shorten(text, LONGEST_DATE));
  const day = formatDay(date.day, locale);
  const at = momentIn(text);
  return at === undefined ? { html: day } : moment(at, day);
}

/**
 * {@link readDay} for the readers in a zone: of a moment, the day that it is for them, and the days left by their clock. In UTC it is the day
 * that the provider wrote.
 */
export function expiryFor(text: string, timeZone: string, now: number): ExpiryDate | undefined {
  const [written, at] = [readDay(text), momentIn(text)];
  if (written === undefined) return undefined;
  const day = at === undefined || timeZone === 'UTC' ? written : dayIn(timeZone, at);
  return { day, daysLeft: Math.round((day - dayIn(timeZone, now)) / DAY_MS) };
}

/** Midnight UTC of the day that a moment is in a zone. */
export function dayIn(timeZone: string, at: number): number {
  // Swedish writes days as ISO 8601 does.
  return Date.parse(formatter('sv-SE', { dateStyle: 'short', timeZone }).format(at));
}

/** The moment that a text of the provider names with its zone; `undefined` where it names none. */
export function momentIn(text: string): number | undefined {
  const at = ZONED.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** A date and time with their zone, such as `2026-11-23T04:20:00.000000Z`. */
const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** A time of the day, to the second. It names the zone; Telegram shows each reader's own clock instead. */
export function formatTime(at: number, t: Translate): Moment {
  const { locale } = t;
  const time = formatter(locale, { timeStyle: 'medium', timeZone: zone(locale) }).format(at);
  return moment(at, t.plain('time-zoned', { time }), 'T');
}

/** A day and the time on it, to the minute, in the calendar and by the clock of the language, which it names. */
export function formatMoment(at: number, t: Translate): Moment {
  return moment(at, t.plain('time-zoned', { time: clockOf(at, t.locale) }), formatOfMoments(t.locale));
}

/** A moment to the second whose words stay, so that they are the same on a button, which can have no entity. */
export function formatSecond(at: number, t: Translate): Moment {
  const parts = { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone(t.locale) } as const;
  return moment(at, t.plain('time-zoned', { time: formatter(t.locale, parts).format(at) }));
}

/**
 * The end of a time that began before, as {@link formatMoment}: of one on the same day without the date. Both ends stay words, or Telegram
 * writes both: else a range would mix two clocks.
 */
export function formatEnd(from: number, to: number, t: Translate): Moment {
  const own = zone(t.locale);
  if (dayIn(own, from) !== dayIn(own, to)) return formatMoment(to, t);
  const time = formatter(t.locale, { timeStyle: 'short', timeZone: own }).format(to);
  return moment(to, t.plain('time-zoned', { time }), formatOfMoments(t.locale) && 't');
}

/** A time of the day that is written `HH:MM`, as readers of the language write it. */
export function formatClock(time: string, locale: Locale): string {
  return formatter(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(Date.parse(`1970-01-01T${time}Z`));
}

/** A time of the day, or several, with the zone that it is told in. */
export function zonedWords(time: string, timeZone: string, t: Translate): string {
  return timeZone === zone(t.locale)
    ? t.plain('time-zoned', { time })
    : t.plain('time-in-zone', { time, zone: zoneName(t, timeZone) });
}

/** The name of a day of the week. @param weekday 1 for Monday */
export function formatWeekday(weekday: number, locale: Locale): string {
  // The first of January 2024 was a Monday.
  return formatter(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));
}

/** How long something lasts, in words, with the moment of its end. */
export function lasting(words: string, end: number): Moment {
  return moment(end, words);
}

/** {@link formatMoment} for lists: where the words stay they are without the zone, which {@link listedZone} names once. */
export function formatListed(at: number, t: Translate): Moment {
  return formatOfMoments(t.locale) === '' ? moment(at, clockOf(at, t.locale)) : formatMoment(at, t);
}

/** {@link formatListed} with the day of the week. */
export function formatListedDay(at: number, t: Translate): Moment {
  const { locale } = t;
  const weekday = formatter(locale, { weekday: 'long', timeZone: zone(locale) }).format(at);
  const format = formatOfMoments(locale);
  return moment(at, `${weekday} ${clockOf(at, locale)}`, format === '' ? '' : `w${format}`);
}

/** The time for which a day needs no year to be known. */
const SAME_YEAR_MS = 300 * DAY_MS;

/** {@link formatListed} for the rows of a long list on a phone: without the year of recent and coming moments. */
export function formatLogged(at: number, now: number, t: Translate): Moment {
  if (now - at > SAME_YEAR_MS || at > now + DAY_MS) return formatListed(at, t);
  const { locale } = t;
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone(locale) } as const;
  return moment(at, formatter(locale, parts).format(at), formatOfMoments(locale));
}

/** The line that names the zone of {@link formatListed}, once for a list; none where Telegram shows each reader's own clock. */
export function listedZone(t: Translate): string[] {
  return formatOfMoments(t.locale) === '' ? [t('times-zoned')] : [];
}

function clockOf(at: number, locale: Locale): string {
  return formatter(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone(locale) }).format(at);
}

/** A moment as HTML, and in words where tags can't stand. */
export type Moment = Html & { plain: string };

/**
 * Telegram tells each reader a moment by their own clock: in place of the words where there is a format of it, else after a tap on them.
 * @param text the words, which remain where Telegram knows no such entity
 */
function moment(at: number, text: string, format = ''): Moment {
  const as = format === '' ? '' : ` format="${format}"`;
  return { html: `<tg-time unix="${Math.floor(at / 1000)}"${as}>${escapeHtml(text)}</tg-time>`, plain: text };
}

/** Telegram writes dates in the Gregorian calendar: readers of another one keep the words. */
function formatOfMoments(locale: Locale): string {
  return formatter(locale, {}).resolvedOptions().calendar === 'gregory' ? 'dt' : '';
}

/** A zone that is an offset from UTC. */
const OFFSET = /^[+-]\d\d:\d\d$/;

/** The time zone that readers of a language use. */
export function zone(locale: Locale): string {
  return conventionsOf(locale).zone;
}

/** A time zone by the name of its city, as people know it. @param id an IANA zone, or an offset */
export function zoneName(t: Translate, id: string): string {
  if (id === 'UTC') return id;
  if (OFFSET.test(id)) return isolate(`UTC${id}`);
  const city = id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return t.plain('zone-of', { id: city.replaceAll(' ', '_'), city: isolate(city) });
}

/** A number in the digits of the language. */
export function formatNumber(value: number, locale: Locale): string {
  let found = numbers.get(locale);
  if (!found) {
    found = new Intl.NumberFormat(languageTag(locale));
    numbers.set(locale, found);
  }
  return found.format(value);
}

/** {@link formatNumber} with all of its decimals. */
export function formatWhole(value: number, locale: Locale): string {
  const found = wholeNumbers.get(locale) ?? new Intl.NumberFormat(languageTag(locale), { maximumFractionDigits: 20 });
  wholeNumbers.set(locale, found);
  return found.format(value);
}

/** A number in the provider's notation. */
const FIGURE = /^(?:0|[1-9]\d{0,8})(?:\.(\d{1,6}))?$/;

/**
 * A value of the provider in at most `most` characters. A number keeps its decimals, is not grouped, and gets the digits of the
 * language; any other value stays as it came.
 */
export function figure(value: string | number, locale: Locale, most: number): string | Html {
  const text = String(value);
  const match = FIGURE.exec(text);
  if (!match) return code(shorten(text, most));
  const places = match[1]?.length ?? 0;
  return plainFormatter(locale, places).format(Number(text));
}

/** The whole seconds of a duration, at least one. */
export function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000));
}

/** Formatters are kept: making one costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<Locale, Intl.NumberFormat>();
const wholeNumbers = new Map<Locale, Intl.NumberFormat>();
const plainNumbers = new Map<string, Intl.NumberFormat>();

/** Formats numbers without grouping, with so many decimals. */
function plainFormatter(locale: Locale, places: number): Intl.NumberFormat {
  const key = `${locale} ${places}`;
  let found = plainNumbers.get(key);
  if (!found) {
    const options = { useGrouping: false, minimumFractionDigits: places, maximumFractionDigits: places };
    found = new Intl.NumberFormat(languageTag(locale), options);
    plainNumbers.set(key, found);
  }
  return found;
}

function formatter(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(languageTag(locale), options);
    formatters.set(key, found);
  }
  return found;
}

/** The tag of a language with its readers' calendar and digits, for Intl. */
export function languageTag(locale: Locale): string {
  return conventionsOf(locale).tag;
}
