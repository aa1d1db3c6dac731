import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';
import { LineChart, type LineSeriesOption, ScatterChart, type ScatterSeriesOption } from 'echarts/charts';
import {
  GraphicComponent,
  type GraphicComponentOption,
  GridComponent,
  type GridComponentOption,
} from 'echarts/components';
import { type ComposeOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Point } from '../../../hosting/index.ts';
import { isolate } from '../../../telegram/ui/format.ts';
import { shortNumber, timeTicks } from './axis.ts';
import type { Chart, Panel } from './chart.ts';
import {
  AXIS_SIZE,
  AXIS_WIDTH,
  CARD,
  FAMILY,
  FOOTER,
  GRID,
  HEADER,
  lineColour,
  MARGIN,
  MUTED_TEXT,
  PANEL,
  PANEL_FOOTER,
  PANEL_HEADER,
  SCALE,
  WIDTH,
} from './style.ts';
import { chartWords, inDirection } from './words.ts';

/** Loads only the charts that are drawn here: the whole of ECharts takes several times as long to load. */
use([LineChart, ScatterChart, GridComponent, GraphicComponent, SVGRenderer]);

const { resolve } = createRequire(import.meta.url);
const FONTS = ['Regular', 'Bold'].map((weight) => resolve(`vazirmatn/fonts/ttf/Vazirmatn-${weight}.ttf`));

export function toSvg(chart: Chart): string {
  const drawing = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: heightOf(chart) });
  try {
    drawing.setOption(optionOf(chart));
    // Nothing lies outside the axes; ECharts clips lines all the same, and that costs a third of the rendering.
    return drawing.renderToSVGString().replaceAll(/ clip-path="[^"]*"/g, '');
  } finally {
    drawing.dispose();
  }
}

/** @param fonts files; characters that they lack are left out, and without any file there is no text */
export async function toPng(svg: string, fonts: readonly string[] = FONTS): Promise<Uint8Array> {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { loadSystemFonts: false, fontFiles: [...fonts], defaultFontFamily: 'Vazirmatn' },
  });
  return image.asPng();
}

type ChartOption = ComposeOption<LineSeriesOption | ScatterSeriesOption | GridComponentOption | GraphicComponentOption>;

function heightOf({ panels }: Chart): number {
  return HEADER + panels.length * PANEL + FOOTER;
}

const LINE = { lineStyle: { color: GRID } };
const LABEL = { color: MUTED_TEXT, fontSize: AXIS_SIZE };

/** A panel for each quantity, one under another, on one axis of times. */
function optionOf(chart: Chart): ChartOption {
  const { panels, locale } = chart;
  const extent = extentOf(panels);
  const ticks = new Map(
    timeTicks(extent.min, extent.max, locale).map(({ at, label }) => [at, inDirection(label, locale)]),
  );
  const customValues = [...ticks.keys()];
  return {
    animation: false,
    backgroundColor: CARD,
    textStyle: { fontFamily: FAMILY },
    graphic: chartWords(chart),
    grid: panels.map((_, index) => ({
      left: MARGIN + AXIS_WIDTH,
      right: MARGIN,
      top: HEADER + index * PANEL + PANEL_HEADER,
      height: PANEL - PANEL_HEADER - PANEL_FOOTER,
      outerBoundsMode: 'none',
    })),
    xAxis: panels.map((_, index) => ({
      gridIndex: index,
      type: 'value',
      ...extent,
      axisLine: { show: false },
      axisTick: { show: false, customValues },
      splitLine: LINE,
      axisLabel: {
        ...LABEL,
        show: index === panels.length - 1,
        customValues,
        formatter: (at: number) => ticks.get(at) ?? '',
        hideOverlap: false,
      },
    })),
    yAxis: panels.map((_, index) => ({
      gridIndex: index,
      type: 'value',
      splitNumber: 2,
      axisTick: { show: false },
      splitLine: LINE,
      axisLabel: { ...LABEL, formatter: (value: number) => isolate(shortNumber(value, locale)) },
    })),
    series: panels.flatMap(seriesOf),
  };
}

const HOUR_MS = 3_600_000;

/** A single instant is in the middle of two hours. */
function extentOf(panels: readonly Panel[]): { min: number; max: number } {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { points } of panels) {
    min = Math.min(min, points[0]?.at ?? min);
    max = Math.max(max, points.at(-1)?.at ?? max);
  }
  return min < max ? { min, max } : { min: min - HOUR_MS, max: max + HOUR_MS };
}

function seriesOf({ points }: Panel, index: number): (LineSeriesOption | ScatterSeriesOption)[] {
  const { runs, lone } = linesOf(points);
  const color = lineColour(index);
  const place = { xAxisIndex: index, yAxisIndex: index, silent: true, itemStyle: { color } };
  const line: LineSeriesOption = {
    ...place,
    type: 'line',
    // A value that is no number breaks the line at the end of a run.
    data: runs.flatMap((run) => [...run.map(({ at, value }) => [at, value]), [run.at(-1)?.at ?? 0, '-']]),
    sampling: 'lttb',
    showSymbol: false,
    lineStyle: { color, width: 1.6 },
    areaStyle: { color, opacity: 0.16 },
  };
  const dots: ScatterSeriesOption = {
    ...place,
    type: 'scatter',
    symbolSize: 6,
    itemStyle: { color, opacity: 1 },
    data: lone.map(({ at, value }) => [at, value]),
  };
  return [...(runs.length > 0 ? [line] : []), ...(lone.length > 0 ? [dots] : [])];
}

/** A gap is a pause this many times as long as the usual one between two points. */
const GAP = 4;

export interface Lines {
  runs: Point[][];
  lone: Point[];
}

export function linesOf(points: readonly Point[]): Lines {
  const pauses = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor((pauses.length - 1) / 2)] ?? 0;
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.at - before.at <= usual * GAP) run.push(point);
    else runs.push([point]);
  }
  return { runs: runs.filter(({ length }) => length > 1), lone: runs.filter(({ length }) => length === 1).flat() };
}
