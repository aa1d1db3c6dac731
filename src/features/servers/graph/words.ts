import type { GraphicComponentOption } from 'echarts/components';
import { conventionsOf, type Locale } from '../../../telegram/i18n/index.ts';
import { isolate, shorten } from '../../../telegram/ui/format.ts';
import type { Chart } from './chart.ts';
import {
  FAMILY,
  HEADER,
  lineColour,
  MARGIN,
  MUTED_TEXT,
  NAME_SIZE,
  PANEL,
  PLAIN_SIZE,
  TEXT,
  TITLE_SIZE,
  WIDTH,
} from './style.ts';

const RIGHT_TO_LEFT_ISOLATE = '\u2067';
const POP_ISOLATE = '\u2069';

/** Begins on the side on which the language begins. */
export function chartWords({ title, subtitle, panels, locale }: Chart): GraphicComponentOption[] {
  const [near, far] = conventionsOf(locale).rightToLeft ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const put = (text: string, align: 'left' | 'right', y: number, look: TextStyle) =>
    words(inDirection(text, locale), align, y, look);
  return [
    put(title, near, 14, { size: TITLE_SIZE, colour: TEXT, bold: true }),
    put(subtitle, near, 41, { size: PLAIN_SIZE, colour: MUTED_TEXT }),
    ...panels.flatMap(({ name, readings }, index) => {
      const y = HEADER + index * PANEL + 4;
      return [
        put(isolate(shorten(name, roomBeside(readings))), near, y, {
          size: NAME_SIZE,
          colour: lineColour(index),
          bold: true,
        }),
        put(readings, far, y, { size: PLAIN_SIZE, colour: MUTED_TEXT }),
      ];
    }),
  ];
}

/** The average width of a character. */
const NAME_ADVANCE = 8;
const PLAIN_ADVANCE = 5.6;

/** The number of characters of a quantity's name that fit beside its readings. */
function roomBeside(readings: string): number {
  const room = WIDTH - 3 * MARGIN - readings.replace(/\p{Cf}/gu, '').length * PLAIN_ADVANCE;
  return Math.max(4, Math.floor(room / NAME_ADVANCE));
}

interface TextStyle {
  size: number;
  colour: string;
  bold?: boolean;
}

function words(
  text: string,
  align: 'left' | 'right',
  y: number,
  { size, colour, bold }: TextStyle,
): GraphicComponentOption {
  const fontWeight = bold ? ('bold' as const) : ('normal' as const);
  return {
    type: 'text',
    silent: true,
    x: align === 'left' ? MARGIN : WIDTH - MARGIN,
    y,
    style: {
      text: drawable(text),
      align,
      verticalAlign: 'top',
      fontFamily: FAMILY,
      fontSize: size,
      fontWeight,
      fill: colour,
    },
  };
}

/** The renderer draws unmarked text from left to right. */
export function inDirection(text: string, locale: Locale): string {
  return conventionsOf(locale).rightToLeft ? RIGHT_TO_LEFT_ISOLATE + text + POP_ISOLATE : text;
}

/** An SVG can't hold some characters, and the font lacks others. */
function drawable(text: string): string {
  return text.replace(/[\p{Cc}\p{Extended_Pictographic}\ufffe\uffff]|\ufe0f/gu, ' ').trim();
}
