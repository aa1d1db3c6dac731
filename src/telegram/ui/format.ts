import { conventionsOf, escapeHtml, type Html, type Locale, type Translate } from '../i18n/index.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
const DAY_MS = 86_400_000;
const MAX_DATE_LENGTH = 60;

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Keeps a name, IP or id in its own direction within text of the other one. For plain text. */
export function isolate(text: string): string {
  return FIRST_STRONG_ISOLATE + text.replace(DIRECTION_MARKS, '') + POP_ISOLATE;
}

export function isolated(text: string): Html {
  return { html: isolate(escapeHtml(text)) };
}

export function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
}

const LINE_BREAKS = /[\n\v\f\r\u0085\u2028\u2029]+/g;

export function oneLine(text: string): string {
  return text.replace(LINE_BREAKS, ' ');
}

/** Without the marks that join letters or choose the look of an emoji. */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const JOINERS_AROUND = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

export function visible(text: string): string {
  return text.replace(INVISIBLE, '').replace(JOINERS_AROUND, '');
}

export function tidyName(typed: string): string {
  const tidy = visible(typed.normalize('NFC'))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return /[^\s\p{Default_Ignorable_Code_Point}]/u.test(tidy) ? tidy : '';
}

/** The isolation marks stay outside of the copied text. */
export function code(text: string): Html {
  return { html: isolate(`<code>${escapeHtml(text)}</code>`) };
}

const MAX_NAME_LENGTH = 64;
const IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:.]{2,39})$/i;

/** An IP is shown as code, since clients turn a bare one into a link. */
export function name(text: string): Html {
  if (IP.test(text)) return code(text);
  return { html: isolate(`<b>${escapeHtml(shorten(oneLine(text), MAX_NAME_LENGTH))}</b>`) };
}

export function listed(words: readonly Html[], t: Translate, most = words.length): Html {
  const shown = words.slice(0, most).map(({ html }) => html);
  const more = words.length - shown.length;
  return { html: [...shown, ...(more > 0 ? [t('list-more', { count: more })] : [])].join(t.plain('list-separator')) };
}

const IN_TOPIC = ' › ';

/** `topicId` is absent or 0 for a whole group, `topic` where its name is not known yet. */
export interface NamedTeam {
  title: string;
  topicId?: number | undefined;
  topic?: string | undefined;
}

/** Several teams may share a group, so the topic's name keeps half of the length. */
export function teamName({ title, topicId = 0, topic }: NamedTeam, most = MAX_NAME_LENGTH): string {
  const group = oneLine(title);
  if (topicId === 0) return shorten(group, most);
  const own = shorten(oneLine(topic ?? `#${topicId}`), Math.floor(most / 2) - IN_TOPIC.length);
  return `${shorten(group, most - IN_TOPIC.length - [...own].length)}${IN_TOPIC}${own}`;
}

export function mention(userId: number, shown: string): Html {
  return { html: `<a href="tg://user?id=${userId}">${name(shown).html}</a>` };
}

/** Telegram allows no text to be both hidden and code. */
export function spoiler(text: string): Html {
  return { html: isolate(`<tg-spoiler>${escapeHtml(text)}</tg-spoiler>`) };
}

export function blockquote(words: string, most = 600): Html {
  return { html: `<blockquote expandable>${escapeHtml(shorten(words.trim(), most))}</blockquote>` };
}

export interface ExpiryDate {
  day: number;
  daysLeft: number;
}

/** Midnight UTC of a provider's date, a Gregorian day with or without a time. */
export function readDay(text: string): number | undefined {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:$|[T ])/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const day = Date.UTC(year, month - 1, date);
  const real = new Date(day);
  // A day that does not exist, or a Jalali year, is not guessed at.
  return year < 1970 || real.getUTCMonth() !== month - 1 || real.getUTCDate() !== date ? undefined : day;
}

/** The contract gives the day of a backup as `<YYYY>:<MM>:<DD>`. */
export function readBackupDay(text: string): number | undefined {
  return /^\d{4}:\d{1,2}:\d{1,2}$/.test(text.trim()) ? readDay(text.trim().replaceAll(':', '-')) : undefined;
}

export function formatDay(day: number, locale: Locale): string {
  return formatter(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

export function formatMonth(day: number, locale: Locale): string {
  // Without a day ICU writes the Persian year before the month.
  const parts = formatter(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(day);
  return parts
    .map(({ type, value }) => (type === 'day' ? '' : value))
    .join('')
    .trim();
}

export function formatDayOfYear(day: number, locale: Locale): string {
  return formatter(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(day);
}

export function formatDayOfMonth(day: number, locale: Locale): string {
  return formatter(locale, { day: 'numeric', timeZone: 'UTC' }).format(day);
}

export function formatExpiry(text: string, locale: Locale, timeZone = zone(locale)): Html {
  const date = expiryFor(text, timeZone, 0);
  if (!date) return code(shorten(text, MAX_DATE_LENGTH));
  const day = formatDay(date.day, locale);
  const at = momentIn(text);
  return at === undefined ? { html: day } : moment(at, day);
}

/** A text with a zone falls on the readers' day; in UTC the day is the one that the provider wrote. */
export function expiryFor(text: string, timeZone: string, now: number): ExpiryDate | undefined {
  const [written, at] = [readDay(text), momentIn(text)];
  if (written === undefined) return undefined;
  const day = at === undefined || timeZone === 'UTC' ? written : dayIn(timeZone, at);
  return { day, daysLeft: Math.round((day - dayIn(timeZone, now)) / DAY_MS) };
}

export function dayIn(timeZone: string, at: number): number {
  // Swedish writes days as ISO 8601 does.
  return Date.parse(formatter('sv-SE', { dateStyle: 'short', timeZone }).format(at));
}

export function momentIn(text: string): number | undefined {
  const at = ZONED.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

const ZONED = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

export function formatTime(at: number, t: Translate): Moment {
  const { locale } = t;
  const time = formatter(locale, { timeStyle: 'medium', timeZone: zone(locale) }).format(at);
  return moment(at, t.plain('time-zoned', { time }), 'T');
}

export function formatMoment(at: number, t: Translate): Moment {
  return moment(at, t.plain('time-zoned', { time: clockOf(at, t.locale) }), formatOfMoments(t.locale));
}

/** Telegram never replaces these words: a button with the same words can have no entity. */
export function formatSecond(at: number, t: Translate): Moment {
  const parts = { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone(t.locale) } as const;
  return moment(at, t.plain('time-zoned', { time: formatter(t.locale, parts).format(at) }));
}

/** Telegram replaces both ends of a range or none: else the range would mix two clocks. */
export function formatEnd(from: number, to: number, t: Translate): Moment {
  const own = zone(t.locale);
  if (dayIn(own, from) !== dayIn(own, to)) return formatMoment(to, t);
  const time = formatter(t.locale, { timeStyle: 'short', timeZone: own }).format(to);
  return moment(to, t.plain('time-zoned', { time }), formatOfMoments(t.locale) && 't');
}

export function formatClock(time: string, locale: Locale): string {
  return formatter(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(Date.parse(`1970-01-01T${time}Z`));
}

export function zonedWords(time: string, timeZone: string, t: Translate): string {
  return timeZone === zone(t.locale)
    ? t.plain('time-zoned', { time })
    : t.plain('time-in-zone', { time, zone: zoneName(t, timeZone) });
}

/** @param weekday 1 for Monday */
export function formatWeekday(weekday: number, locale: Locale): string {
  // The first of January 2024 was a Monday.
  return formatter(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));
}

export function lasting(words: string, end: number): Moment {
  return moment(end, words);
}

/** Words that Telegram does not replace lack the zone, which {@link listedZone} names once. */
export function formatListed(at: number, t: Translate): Moment {
  return formatOfMoments(t.locale) === '' ? moment(at, clockOf(at, t.locale)) : formatMoment(at, t);
}

export function formatListedDay(at: number, t: Translate): Moment {
  const { locale } = t;
  const weekday = formatter(locale, { weekday: 'long', timeZone: zone(locale) }).format(at);
  const format = formatOfMoments(locale);
  return moment(at, `${weekday} ${clockOf(at, locale)}`, format === '' ? '' : `w${format}`);
}

const YEAR_OMITTED_WITHIN_MS = 300 * DAY_MS;

export function formatLogged(at: number, now: number, t: Translate): Moment {
  if (now - at > YEAR_OMITTED_WITHIN_MS || at > now + DAY_MS) return formatListed(at, t);
  const { locale } = t;
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone(locale) } as const;
  return moment(at, formatter(locale, parts).format(at), formatOfMoments(locale));
}

export function listedZone(t: Translate): string[] {
  return formatOfMoments(t.locale) === '' ? [t('times-zoned')] : [];
}

function clockOf(at: number, locale: Locale): string {
  return formatter(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone(locale) }).format(at);
}

export type Moment = Html & { plain: string };

/** Telegram shows each reader's own clock in place of `text` where there is a `format`, else after a tap. */
function moment(at: number, text: string, format = ''): Moment {
  const as = format === '' ? '' : ` format="${format}"`;
  return { html: `<tg-time unix="${Math.floor(at / 1000)}"${as}>${escapeHtml(text)}</tg-time>`, plain: text };
}

/** Telegram writes dates in the Gregorian calendar: readers of another one keep the words. */
function formatOfMoments(locale: Locale): string {
  return formatter(locale, {}).resolvedOptions().calendar === 'gregory' ? 'dt' : '';
}

const UTC_OFFSET = /^[+-]\d\d:\d\d$/;

export function zone(locale: Locale): string {
  return conventionsOf(locale).zone;
}

/** @param id an IANA zone, which is shown as its city, or an offset */
export function zoneName(t: Translate, id: string): string {
  if (id === 'UTC') return id;
  if (UTC_OFFSET.test(id)) return isolate(`UTC${id}`);
  const city = id.slice(id.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return t.plain('zone-of', { id: city.replaceAll(' ', '_'), city: isolate(city) });
}

export function formatNumber(value: number, locale: Locale): string {
  let found = numbers.get(locale);
  if (!found) {
    found = new Intl.NumberFormat(languageTag(locale));
    numbers.set(locale, found);
  }
  return found.format(value);
}

export function formatWhole(value: number, locale: Locale): string {
  const found = wholeNumbers.get(locale) ?? new Intl.NumberFormat(languageTag(locale), { maximumFractionDigits: 20 });
  wholeNumbers.set(locale, found);
  return found.format(value);
}

const PROVIDER_NUMBER = /^(?:0|[1-9]\d{0,8})(?:\.(\d{1,6}))?$/;

/** A number gets the digits of the language and is not grouped; any other value is cut to `most` characters. */
export function figure(value: string | number, locale: Locale, most: number): string | Html {
  const text = String(value);
  const match = PROVIDER_NUMBER.exec(text);
  if (!match) return code(shorten(text, most));
  const places = match[1]?.length ?? 0;
  return plainFormatter(locale, places).format(Number(text));
}

export function seconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1000));
}

/** Making a formatter costs far more than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<Locale, Intl.NumberFormat>();
const wholeNumbers = new Map<Locale, Intl.NumberFormat>();
const plainNumbers = new Map<string, Intl.NumberFormat>();

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

export function languageTag(locale: Locale): string {
  return conventionsOf(locale).tag;
}
