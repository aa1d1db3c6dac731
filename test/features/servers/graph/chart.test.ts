import { expect, test } from 'vitest';
import { shortNumber, timeRange, timeTicks } from '../../../../src/features/servers/graph/axis.ts';
import { type Chart, quantityName } from '../../../../src/features/servers/graph/chart.ts';
import { drawChart } from '../../../../src/features/servers/graph/draw.ts';
import { linesOf, toPng, toSvg } from '../../../../src/features/servers/graph/picture.ts';
import {
  AXIS_WIDTH,
  CARD,
  FOOTER,
  HEADER,
  lineColour,
  MARGIN,
  MUTED_TEXT,
  PANEL,
  PANEL_FOOTER,
  PANEL_HEADER,
  SCALE,
  TEXT,
  WIDTH,
} from '../../../../src/features/servers/graph/style.ts';
import type { Point } from '../../../../src/hosting/index.ts';
import { NO_WORDS } from '../../../../src/telegram/i18n/operator-words.ts';
import { testTexts } from '../../../support/texts.ts';
import { type Picture, readPicture } from './picture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 30 Aban 1405, 08:58 in Tehran. */
const NOW = Date.UTC(2026, 10, 21, 5, 28);
/** Where the title is, in pixels. */
const TITLE = { top: 10 * SCALE, bottom: 38 * SCALE };
/** Where the first panel's curve is. */
const CURVE = { top: (HEADER + PANEL_HEADER - 2) * SCALE, bottom: (HEADER + PANEL - PANEL_FOOTER + 2) * SCALE };
const sizeOf = (panels: number) => [WIDTH * SCALE, (HEADER + PANEL * panels + FOOTER) * SCALE];

const wave = (count: number, value = (index: number) => 50 + 40 * Math.sin(index / 8)): Point[] =>
  Array.from({ length: count }, (_, index) => ({ at: NOW - (count - 1 - index) * (DAY / count), value: value(index) }));

function chart(locale: 'en' | 'fa', ...panels: Point[][]): Chart {
  const words = locale === 'fa' ? { title: 'وب · روز گذشته', name: 'پردازنده' } : { title: 'web1', name: 'cpu' };
  return {
    locale,
    title: words.title,
    subtitle: timeRange(NOW - DAY, NOW, locale),
    panels: panels.map((points) => ({ name: words.name, readings: '-', points })),
  };
}

const drawn = async (it: Chart): Promise<Picture> => readPicture(await drawChart(it));

test('a picture has a panel for each quantity, each curve in a colour of its own', async () => {
  for (const count of [1, 3, 6]) {
    const picture = await drawn(chart('en', ...Array.from({ length: count }, () => wave(60))));
    expect([picture.width, picture.height]).toEqual(sizeOf(count));
    for (let panel = 0; panel < 6; panel++)
      expect(picture.places(lineColour(panel)).length > 200, `panel ${panel} of ${count}`).toBe(panel < count);
    expect(picture.at(0, 0)).toBe(CARD);
  }
});

test('Persian glyphs are drawn, joined, from the right; without the font nothing is', async () => {
  const svg = toSvg(chart('fa', wave(60)));
  const picture = readPicture(await toPng(svg));
  const blank = readPicture(await toPng(svg, []));
  expect(blank.places(TEXT)).toEqual([]);
  expect(blank.places(MUTED_TEXT)).toEqual([]);
  expect(blank.places(lineColour(0)).length).toBeGreaterThan(200);
  expect(picture.places(MUTED_TEXT).length).toBeGreaterThan(500);
  const title = picture.places(TEXT, TITLE);
  expect(title.length).toBeGreaterThan(300);
  expect(Math.min(...title.map(({ x }) => x))).toBeGreaterThan(picture.width / 2);
  // Apart and out of order the letters need more room.
  const apart = { ...chart('fa', wave(60)), title: [...'وب · روز گذشته'].join('\u200c') };
  const spread = (await drawn(apart)).places(TEXT, TITLE);
  expect(Math.min(...spread.map(({ x }) => x))).toBeLessThan(Math.min(...title.map(({ x }) => x)));
});

test('a Persian text that begins with a number has it on the right', async () => {
  const title = async (text: string) => (await drawn({ ...chart('fa', wave(60)), title: text })).places(TEXT, TITLE);
  const number = await title('۱۴۰۵');
  const begin = Math.min(...number.map(({ x }) => x));
  expect(number.length).toBeGreaterThan(100);
  expect((await title('۱۴۰۵ و پس از آن')).filter(({ x }) => x >= begin)).toEqual(number);
});

test('English words begin on the left', async () => {
  const title = (await drawn(chart('en', wave(60)))).places(TEXT, TITLE);
  expect(title.length).toBeGreaterThan(100);
  expect(Math.max(...title.map(({ x }) => x))).toBeLessThan((WIDTH * SCALE) / 2);
});

test('the card stands out from both of Telegram’s themes, and its words from the card', () => {
  for (const theme of ['#ffffff', '#efeff4', '#0e1621', '#000000']) expect(contrast(CARD, theme)).toBeGreaterThan(1.1);
  for (const words of [TEXT, MUTED_TEXT, ...[0, 1, 2, 3, 4, 5].map(lineColour)])
    expect(contrast(words, CARD)).toBeGreaterThan(4.5);
});

const SERIES: [string, Point[]][] = [
  ['one point', wave(1)],
  ['two points', wave(2)],
  ['always zero', wave(60, () => 0)],
  ['always the same', wave(60, () => 3.7)],
  ['negative', wave(60, (index) => -100 + index)],
  ['around zero', wave(60, (index) => Math.cos(index))],
  ['very small', wave(60, (index) => index * 1e-12)],
  ['very large', wave(60, (index) => index * 1e300)],
  ['thousands of points', wave(20_000)],
  ['centuries', [0, 1, 2].map((index) => ({ at: Date.UTC(2000 + 49 * index), value: index }))],
  ['milliseconds', [0, 1, 2].map((index) => ({ at: NOW + index, value: index }))],
];

const LOCALES = ['en', 'fa'] as const;
const DRAWN = SERIES.map(([what, points], at) => [what, LOCALES[at % 2] ?? 'en', points] as const);

test.each(DRAWN)('odd series: %s (%s)', async (_, locale, points) => {
  const picture = await drawn(chart(locale, points));
  expect([picture.width, picture.height]).toEqual(sizeOf(1));
  expect(picture.places(lineColour(0), CURVE).length).toBeGreaterThan(points.length === 1 ? 20 : 200);
});

test('values too far apart for an axis leave the rest of the picture alone', async () => {
  const apart = wave(60, (index) => (index % 2 ? 1.7e308 : -1.7e308));
  const picture = await drawn(chart('en', apart, wave(60)));
  expect(picture.places(lineColour(1)).length).toBeGreaterThan(200);
});

test('nothing is drawn where nothing was measured', async () => {
  const gap = wave(60, () => 50).filter((_, index) => index < 20 || index >= 40);
  const columns = new Set((await drawn(chart('en', gap))).places(lineColour(0), CURVE).map(({ x }) => x));
  const [left, right] = [(MARGIN + AXIS_WIDTH) * SCALE, (WIDTH - MARGIN) * SCALE];
  const share = (from: number, to: number) =>
    Array.from(
      { length: Math.round((right - left) * (to - from)) },
      (_, index) => Math.round(left + from * (right - left)) + index,
    ).filter((x) => columns.has(x)).length;
  expect(share(0.01, 0.3)).toBeGreaterThan(150);
  expect(share(0.34, 0.66)).toBe(0);
  expect(share(0.7, 0.99)).toBeGreaterThan(150);
});

test('thousands of points keep their peak', async () => {
  const flat = wave(20_000, (index) => (index === 10_000 ? 100 : 1));
  const highest = Math.min(...(await drawn(chart('en', flat))).places(lineColour(0), CURVE).map(({ y }) => y));
  expect(highest).toBeLessThan(CURVE.top + 10);
});

test('names hold any characters of a provider or a person', async () => {
  const odd = '<b>&"\'</b>{a|b}\u0000\u0007\ud800\ufffe🚀\n𠮷\u202e';
  const it = chart('en', wave(60));
  const picture = await drawn({ ...it, title: odd, panels: it.panels.map((panel) => ({ ...panel, name: odd })) });
  expect([picture.width, picture.height]).toEqual(sizeOf(1));
  expect(picture.places(TEXT, TITLE).length).toBeGreaterThan(100);
});

test('a name is cut where it would run into the readings', async () => {
  const it = chart('en', wave(60));
  const long = {
    name: 'network.interfaces.eth0.'.repeat(5),
    readings: 'now 1,230 · min 1,230 · max 1,230',
    points: wave(60),
  };
  const { places } = await drawn({ ...it, panels: [long] });
  const head = { top: HEADER * SCALE, bottom: (HEADER + PANEL_HEADER - 8) * SCALE };
  const name = places(lineColour(0), head).map(({ x }) => x);
  const readings = places(MUTED_TEXT, head).map(({ x }) => x);
  expect(name.length).toBeGreaterThan(100);
  expect(Math.max(...name)).toBeLessThan(Math.min(...readings));
});

test('runs of points and those that stand alone', () => {
  const at = (...minutes: number[]) => minutes.map((minute) => ({ at: minute * 60_000, value: minute }));
  expect(linesOf([])).toEqual({ runs: [], lone: [] });
  expect(linesOf(at(5))).toEqual({ runs: [], lone: at(5) });
  expect(linesOf(at(0, 5))).toEqual({ runs: [at(0, 5)], lone: [] });
  expect(linesOf(at(0, 5, 10, 30, 35))).toEqual({ runs: [at(0, 5, 10, 30, 35)], lone: [] });
  expect(linesOf(at(0, 5, 10, 31, 60, 65))).toEqual({ runs: [at(0, 5, 10), at(60, 65)], lone: at(31) });
});

const labels = (length: number, locale: string) => timeTicks(NOW - length, NOW, locale).map(({ label }) => label);

test('the axis of times: round times by the clock and calendar of the language', () => {
  expect(labels(HOUR, 'en')).toEqual(['04:30', '04:40', '04:50', '05:00', '05:10', '05:20']);
  expect(labels(HOUR, 'fa')).toEqual(['۰۸:۰۰', '۰۸:۱۰', '۰۸:۲۰', '۰۸:۳۰', '۰۸:۴۰', '۰۸:۵۰']);
  expect(labels(DAY, 'en')).toEqual(['08:00', '12:00', '16:00', '20:00', '21 Nov', '04:00']);
  expect(labels(DAY, 'fa')).toEqual(['۱۲:۰۰', '۱۶:۰۰', '۲۰:۰۰', '۳۰ آبان', '۰۴:۰۰', '۰۸:۰۰']);
  expect(labels(7 * DAY, 'en')).toEqual(['15 Nov', '17 Nov', '19 Nov', '21 Nov']);
  expect(labels(7 * DAY, 'fa')).toEqual(['۲۴ آبان', '۲۶ آبان', '۲۸ آبان', '۳۰ آبان']);
  expect(labels(30 * DAY, 'en')).toEqual(['23 Oct', '28 Oct', '2 Nov', '7 Nov', '12 Nov', '17 Nov']);
  expect(labels(30 * DAY, 'fa')).toEqual(['۱ آبان', '۶ آبان', '۱۱ آبان', '۱۶ آبان', '۲۱ آبان', '۲۶ آبان']);
  expect(labels(365 * DAY, 'en')).toEqual(['Feb', 'May', 'Aug', 'Nov']);
  expect(labels(365 * DAY, 'fa')).toEqual(['بهمن', 'اردیبهشت', 'مرداد', 'آبان']);
  expect(labels(6 * 365 * DAY, 'fa')).toEqual(['۱۴۰۰', '۱۴۰۱', '۱۴۰۲', '۱۴۰۳', '۱۴۰۴', '۱۴۰۵']);
  expect(labels(20_000, 'en')).toEqual(['05:28']);
  expect(timeTicks(NOW - 90_000, NOW - 70_000, 'en')).toEqual([]);
});

test('a range of times in words', () => {
  expect(plain(timeRange(NOW - DAY, NOW, 'en'))).toBe('20 Nov 2026, 05:28 – 21 Nov 2026, 05:28');
  expect(plain(timeRange(NOW - DAY, NOW, 'fa'))).toBe('۲۹ آبان ۱۴۰۵، ۸:۵۸ تا ۳۰ آبان ۱۴۰۵، ۸:۵۸');
});

test.each([
  [0, '0', '۰'],
  [0.05, '0.05', '۰٫۰۵'],
  [1234.5, '1,230', '۱٬۲۳۰'],
  [-30, '-30', '\u200e−۳۰'],
  [123_456, '123K', '۱۲۳ هزار'],
  [1.2e6, '1.2M', '۱٫۲ میلیون'],
  [5e12, '5T', '۵ تریلیون'],
  [2e-5, '2E-5', '۲×۱۰^\u200e−۵'],
  [1e300, '1E300', '۱×۱۰^۳۰۰'],
])('%s is short on an axis', (value, english, persian) => {
  expect(plain(shortNumber(value, 'en'))).toBe(english);
  expect(plain(shortNumber(value, 'fa'))).toBe(persian);
});

const plain = (text: string) => text.replace(/[\u00a0\u2009]/g, ' ');

/** WCAG 2.2, contrast ratio. */
function contrast(one: string, other: string): number {
  const [light = 1, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('memory and disk have the operator’s units where there are any', () => {
  const texts = testTexts();
  const names = (given: typeof texts) =>
    ['ram', 'disk', 'cpu', 'other'].map((name) => quantityName(given.in('en'), name));
  expect(names(texts)).toEqual(['RAM', 'Disk', 'CPU usage', 'other']);
  const units = { ...NO_WORDS.units, memory: new Map([['', 'GB']]) };
  expect(names(texts.with({ ...NO_WORDS, units }))).toEqual(['RAM (\u2068GB\u2069)', 'Disk', 'CPU usage', 'other']);
});
