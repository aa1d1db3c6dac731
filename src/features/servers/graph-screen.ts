import { InputFile } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { GRAPH_PERIODS, type Graph, type GraphPeriod, type Series } from '../../hosting/index.ts';
import { isolate, name, shorten } from '../../telegram/format.ts';
import type { Translate } from '../../telegram/i18n.ts';
import type { MediaScreen } from '../../telegram/media.ts';
import { providerWords } from '../../telegram/report-failure.ts';
import type { Screen } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { drawChart } from './chart.ts';
import { chartOf, MOST_PANELS, quantityName } from './graph-chart.ts';

/** What a graph's message is about. */
export interface GraphOf {
  account: string;
  /** The server's reference. */
  server: string;
  /** What the server is called. */
  called: string;
  period: GraphPeriod;
}

const LONGEST_QUANTITY = 40;
/** Captions end at 1,024 characters. */
const MOST_NAMED = 12;

/** The data as a picture, as a file where it can't be drawn, or in words where there is none. */
export async function graphScreen(t: Translate, about: GraphOf, graph: Graph): Promise<Screen | MediaScreen> {
  const words = wordsFor(t, about);
  const keyboard = keyboardFor(t, about, graph.series.length > MOST_PANELS);
  if (graph.series.length > 0) {
    const picture = await drawChart(chartOf(t, about.called, about.period, graph.series));
    const caption = t('graph-caption', words) + leftOut(t, graph.series.slice(MOST_PANELS));
    return { type: 'photo', file: new InputFile(picture, `graph-${about.period}.png`), caption, keyboard };
  }
  const said = providerWords(t, graph.words).html;
  if (isEmpty(graph.data)) return { text: t('graph-none', words) + said, keyboard };
  return { ...dataFile(about, graph), caption: t('graph-unreadable', words) + said, keyboard };
}

/** All of the data, as it came. */
export function dataScreen(t: Translate, about: GraphOf, graph: Graph): MediaScreen {
  return { ...dataFile(about, graph), caption: t('graph-data', wordsFor(t, about)) };
}

function dataFile({ period }: GraphOf, { data }: Graph) {
  const text = JSON.stringify(data, undefined, 2);
  return { type: 'document' as const, file: new InputFile(Buffer.from(text), `graph-${period}.json`) };
}

function wordsFor(t: Translate, { called, period }: GraphOf) {
  return { server: name(called), period: t(`graph-period-${period}`) };
}

/** Whether nothing was measured: no value in it at all. */
function isEmpty(data: unknown): boolean {
  if (data === undefined || data === null || data === '') return true;
  return typeof data === 'object' && Object.values(data).every(isEmpty);
}

function leftOut(t: Translate, series: readonly Series[]): string {
  if (series.length === 0) return '';
  const named = series
    .slice(0, MOST_NAMED)
    .map((each) => isolate(shorten(quantityName(t, each.name), LONGEST_QUANTITY)));
  const others = series.length - named.length;
  const more = others > 0 ? [t.plain('graph-left-out-more', { count: others })] : [];
  return `\n\n${t('graph-left-out', { count: series.length, names: [...named, ...more].join(' · ') })}`;
}

function keyboardFor(t: Translate, { account, server, period }: GraphOf, more: boolean): InlineKeyboardButton[][] {
  const periods = GRAPH_PERIODS.map((each) => {
    const label = t.plain(`button-${each}`);
    const shown = each === period ? t.plain('chosen', { name: label }) : label;
    return buttons.graph.make(shown, { account, server, period: each });
  });
  return [
    periods.slice(0, 3),
    periods.slice(3),
    ...(more ? [[buttons.graphData.make(t.plain('button-graph-data'), { account, server, period })]] : []),
    [buttons.server.make(t.plain('button-card'), { account, server })],
  ];
}
