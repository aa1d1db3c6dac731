import type { LineSeriesOption, ScatterSeriesOption } from 'echarts/charts';
import type { GraphicComponentOption, GridComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';
import { isolate } from '../../../telegram/ui/format.ts';
import type { Chart, Panel } from './chart.ts';
import { linesOf } from './lines.ts';
import { shortNumber } from './numbers.ts';
import {
  AXIS_SIZE,
  AXIS_WIDTH,
  CARD,
  FAMILY,
  FOOT,
  GRID,
  HEAD,
  lineColour,
  MARGIN,
  PANEL,
  PANEL_FOOT,
  PANEL_HEAD,
  SOFT,
} from './style.ts';
import { timeTicks } from './times.ts';
import { inDirection, wordsOf } from './words.ts';

type ChartOption = ComposeOption<LineSeriesOption | ScatterSeriesOption | GridComponentOption | GraphicComponentOption>;

export function heightOf({ panels }: Chart): number {
  return HEAD + panels.length * PANEL + FOOT;
}

const LINE = { lineStyle: { color: GRID } };
const LABEL = { color: SOFT, fontSize: AXIS_SIZE };

/** The chart in ECharts' terms: a panel for each quantity, one under another, on one axis of times. */
export function optionOf(chart: Chart): ChartOption {
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
    graphic: wordsOf(chart),
    grid: panels.map((_, index) => ({
      left: MARGIN + AXIS_WIDTH,
      right: MARGIN,
      top: HEAD + index * PANEL + PANEL_HEAD,
      height: PANEL - PANEL_HEAD - PANEL_FOOT,
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

/** The times all panels share; a single instant stands in the middle of two hours. */
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
    // A value that is none breaks the line where a run ends.
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
