import type { Point } from '../../../hosting/index.ts';
import type { Locale } from '../../../telegram/i18n/index.ts';
import { task } from '../../../workers/pool.ts';

/** Quantities over time, as a picture shows them. Its words come in the language they are drawn in. */
export interface Chart {
  title: string;
  subtitle: string;
  panels: Panel[];
  /** Decides the calendar, the digits, the clock and the side on which words begin. */
  locale: Locale;
}

/** One quantity. */
export interface Panel {
  /** Cut short where it has no room beside the readings. */
  name: string;
  /** Its values in words. */
  readings: string;
  /** Oldest first; at least one. */
  points: readonly Point[];
}

/** Loads what draws, with the first picture: a bot that starts needs none of it. */
export async function prepareToDraw(): Promise<void> {
  await import('./picture.ts');
}

/** Draws a chart as a PNG, 840 pixels wide. */
export async function drawChart(chart: Chart): Promise<Uint8Array> {
  const { toPng, toSvg } = await import('./picture.ts');
  return toPng(toSvg(chart));
}

const HERE = new URL(import.meta.url);
/** {@link prepareToDraw} and {@link drawChart} beside the handlers: a picture takes longer than anything else they do. */
export const preparing = task<typeof prepareToDraw>(HERE, 'prepareToDraw');
export const drawing = task<typeof drawChart>(HERE, 'drawChart');
