import { language, t } from '../texts.ts';

const DAY = 86_400_000;
const LOCALES = { en: 'en-GB', fa: 'fa-IR' } as const;

const locale = () => LOCALES[language()];
const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** @param seconds Unix time */
export function clock(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(locale(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** The heading is today, yesterday or the date; the key is unique to the day in the reader's time zone. */
export function day(seconds: number): { key: string; heading: string } {
  const date = new Date(seconds * 1000);
  const ago = Math.round((startOfDay(new Date()) - startOfDay(date)) / DAY);
  const key = String(startOfDay(date));
  if (ago === 0) return { key, heading: t('today') };
  if (ago === 1) return { key, heading: t('yesterday') };
  const year = new Date().getFullYear() === date.getFullYear() ? {} : { year: 'numeric' as const };
  return { key, heading: date.toLocaleDateString(locale(), { day: 'numeric', month: 'long', ...year }) };
}

/** The time of today, or else the short date. */
export function moment(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (startOfDay(date) === startOfDay(new Date())) return clock(seconds);
  return date.toLocaleDateString(locale(), { day: 'numeric', month: 'short' });
}

export function number(value: number): string {
  return value.toLocaleString(locale());
}

/** In the largest unit in which the number is at least one. */
export function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  const value = bytes / 1024 ** step;
  return value.toLocaleString(locale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // Persian has no short names for these units.
    unitDisplay: language() === 'fa' ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  });
}

const RELATIVE = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Formats: `r` is relative; w weekday, d/D short/long date, t/T short/long time. `text` stays where the format or date is invalid. */
export function dateTime(seconds: number, format: string, text: string): string {
  if (Number.isNaN(new Date(seconds * 1000).getTime())) return text;
  if (format === 'r') {
    const away = seconds - Date.now() / 1000;
    const [unit, length] = RELATIVE.find(([, length]) => Math.abs(away) >= length) ?? ['second', 1];
    return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(Math.round(away / length), unit);
  }
  const options: Intl.DateTimeFormatOptions = {};
  if (format.includes('w')) options.weekday = 'long';
  if (format.includes('d')) Object.assign(options, { year: 'numeric', month: '2-digit', day: '2-digit' });
  if (format.includes('D')) Object.assign(options, { year: 'numeric', month: 'long', day: 'numeric' });
  if (/t/i.test(format)) Object.assign(options, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (format.includes('T')) options.second = '2-digit';
  if (Object.keys(options).length === 0) return text;
  return new Intl.DateTimeFormat(locale(), options).format(seconds * 1000);
}
