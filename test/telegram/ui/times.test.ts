import { expect, test } from 'vitest';
import {
  expiryFor,
  formatEnd,
  formatExpiry,
  formatListed,
  formatMoment,
  formatTime,
  lasting,
} from '../../../src/telegram/ui/format.ts';
import { visibleLength, withinLimit } from '../../../src/telegram/ui/screen.ts';
import { bare } from '../../support/person.ts';
import { testTexts } from '../../support/texts.ts';

const texts = testTexts();
const [en, fa] = [texts.in('en'), texts.in('fa')];
const AT = Date.UTC(2026, 10, 23, 21, 4, 5);
const UNIX = AT / 1_000;

test('a moment is an entity with its words; in plain text the words stand alone', () => {
  expect(formatTime(AT, en).html).toBe(`<tg-time unix="${UNIX}" format="T">21:04:05 UTC</tg-time>`);
  expect(formatTime(AT, fa).html).toMatch(/^<tg-time unix="\d+" format="T">۰?۰:۳۴:۰۵ به وقت تهران<\/tg-time>$/);
  expect(formatMoment(AT, en).html).toBe(`<tg-time unix="${UNIX}" format="dt">23 Nov 2026, 21:04 UTC</tg-time>`);
  expect(en('orders-when', { date: formatMoment(AT, en) })).toContain('<tg-time ');
  expect(en.plain('held-by-you', { what: 'x', time: formatTime(AT, en) })).toBe(
    '⏳ x is still running. You asked for it at 21:04:05 UTC.',
  );
  expect(bare(fa.plain('held-by-you', { what: 'x', time: formatTime(AT, fa) }))).not.toContain('<');
});

test('Telegram writes Gregorian dates: a Jalali one stays in words, on Tehran’s day', () => {
  const { html, plain } = formatMoment(AT, fa);
  expect(html).toBe(`<tg-time unix="${UNIX}">${plain}</tg-time>`);
  expect(plain).toMatch(/^۳ آذر ۱۴۰۵، ۰?۰:۳۴ به وقت تهران$/);
  expect(formatListed(AT, fa).plain).toMatch(/^۳ آذر ۱۴۰۵، ۰?۰:۳۴$/);
  expect(formatListed(AT, en).html).toContain(' format="dt">23 Nov 2026, 21:04 UTC<');
});

test.each([
  ['en', 60_000, 'dt', 't', /^21:05 UTC$/],
  ['en', 86_400_000, 'dt', 'dt', /^24 Nov 2026, 21:04 UTC$/],
  ['fa', 60_000, undefined, undefined, /^۰?۰:۳۵ به وقت تهران$/],
  ['fa', 86_400_000, undefined, undefined, /^۴ آذر ۱۴۰۵، ۰?۰:۳۴ به وقت تهران$/],
] as const)('%s: both ends of a range of %s ms are by one clock', (locale, ms, begins, ends, words) => {
  const t = texts.in(locale);
  const [from, to] = [formatListed(AT, t), formatEnd(AT, AT + ms, t)];
  const formatOf = ({ html }: { html: string }) => /format="(\w+)"/.exec(html)?.[1];
  expect([formatOf(from), formatOf(to)]).toEqual([begins, ends]);
  expect(to.plain).toMatch(words);
});

test.each([
  ['2027-01-02T03:04:05.123456Z', 1798859045],
  ['2027-01-02T03:04:05+03:30', 1798846445],
  ['2027-01-02T03:04Z', 1798859040],
])('%s tells its zone: the day is a moment', (date, unix) => {
  expect(formatExpiry(date, 'en')).toEqual({
    html: `<tg-time unix="${unix}">2 January 2027</tg-time>`,
    plain: '2 January 2027',
  });
  expect(formatExpiry(date, 'fa').html).toBe(`<tg-time unix="${unix}">۱۲ دی ۱۴۰۵</tg-time>`);
});

test.each(['2027-01-02', '2027-01-02 03:04:05', '2027-01-02T03:04:05', '2027/1/2', 'soon', '2027-01-02T99:99:99Z'])(
  '%s tells no moment: none is claimed',
  (date) => {
    expect(formatExpiry(date, 'en').html).not.toContain('tg-time');
  },
);

test.each([
  ['2026-11-23T20:29:59Z', '۲ آذر', '23 November'],
  ['2026-11-23T22:00:00Z', '۳ آذر', '23 November'],
  ['2026-11-23T23:59:59+03:30', '۲ آذر', '23 November'],
  ['2026-11-24T00:30:00+03:30', '۳ آذر', '24 November'],
])('%s: near midnight the words are the day that its readers have', (date, persian, english) => {
  expect(bare(formatExpiry(date, 'fa').html)).toContain(`>${persian} ۱۴۰۵<`);
  expect(formatExpiry(date, 'en').html).toContain(`>${english} 2026<`);
});

test('the days left are counted between the same days', () => {
  const left = (text: string, now: number) =>
    ['UTC', 'Asia/Tehran', '-10:00'].map((zone) => expiryFor(text, zone, now)?.daysLeft);
  const morning = Date.UTC(2026, 10, 23, 10);
  expect(left('2026-11-23T22:00:00Z', morning)).toEqual([0, 1, 0]);
  expect(left('2026-11-23', morning)).toEqual([0, 0, 0]);
  // In Tehran the day has begun, in UTC it has not.
  expect(left('2026-11-24', Date.UTC(2026, 10, 23, 21))).toEqual([1, 0, 1]);
  expect(left('2026-11-24', Date.UTC(2026, 10, 24, 9))).toEqual([0, 0, 1]);
  expect(left('2026-11-23T22:00:00Z', Date.UTC(2026, 10, 23, 21))).toEqual([0, 0, 0]);
});

test('its tags count for nothing in a message’s length, and are never cut apart', () => {
  const line = formatMoment(AT, en).html;
  expect(visibleLength(line)).toBe('23 Nov 2026, 21:04 UTC'.length);
  const long = withinLimit(Array.from({ length: 400 }, () => line).join('\n'));
  expect(visibleLength(long)).toBeLessThanOrEqual(4_096);
  expect(long.match(/<tg-time/g)?.length).toBe(long.match(/<\/tg-time>/g)?.length);
  expect(withinLimit(line.repeat(400))).not.toMatch(/<[^>]*$/);
});

test('a duration has the moment of its end', () => {
  expect(lasting('60 seconds', AT).html).toBe(`<tg-time unix="${UNIX}">60 seconds</tg-time>`);
});
