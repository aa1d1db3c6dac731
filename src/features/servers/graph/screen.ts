import { InputFile } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { GRAPH_PERIODS, type Graph, type GraphPeriod, type Series } from '../../../hosting/index.ts';
import { providerWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { isolate, name, shorten } from '../../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../../telegram/ui/screen.ts';
import type { MediaScreen } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { type Chart, chartOf, MAX_PANELS, quantityName } from './chart.ts';

interface OfServer {
  account: string;
  /** The server's reference. */
  server: string;
  called: string;
}

export interface GraphOf extends OfServer {
  period: GraphPeriod;
}

const MAX_QUANTITY_LENGTH = 40;
/** Captions end at 1,024 characters. */
const MAX_QUANTITIES_NAMED = 12;

/** The data as a picture, as a file if it can't be drawn, in words if there is none. */
export async function graphScreen(
  t: Translate,
  about: GraphOf,
  graph: Graph,
  draw: (chart: Chart) => Promise<Uint8Array>,
): Promise<Screen | MediaScreen> {
  const words = wordsFor(t, about);
  const keyboard = keyboardFor(t, about, graph.series.length > MAX_PANELS);
  if (graph.series.length > 0) {
    const picture = await draw(chartOf(t, about.called, about.period, graph.series));
    const caption = t('graph-caption', words) + leftOut(t, graph.series.slice(MAX_PANELS));
    return { type: 'photo', file: new InputFile(picture, `graph-${about.period}.png`), caption, keyboard };
  }
  const said = providerWords(t, graph.words).html;
  const { data } = graph;
  if (!data) return { text: t('graph-none', words) + said, keyboard };
  return { ...dataFile(about, data), caption: t('graph-unreadable', words) + said, keyboard };
}

export function dataScreen(t: Translate, about: GraphOf, graph: Graph): MediaScreen {
  const data = graph.data ?? Buffer.from('null');
  return { ...dataFile(about, data), caption: t('graph-data', wordsFor(t, about)) };
}

export function unknownPeriodScreen(t: Translate, about: OfServer, typed: string): Screen {
  const text = `${t('graph-server', { server: name(about.called) })}\n\n${unknownPeriodWords(t, typed)}`;
  return { text, keyboard: [...periodRows(t, about), cardRow(t, about)] };
}

export function unknownPeriodWords(t: Translate, typed: string): string {
  const periods = GRAPH_PERIODS.map((each) => t.plain(`button-${each}`).toLowerCase()).join(' · ');
  return t('graph-period-unknown', { period: name(typed), periods });
}

function dataFile({ period }: GraphOf, data: Uint8Array) {
  return { type: 'document' as const, file: new InputFile(data, `graph-${period}.json`) };
}

function wordsFor(t: Translate, { called, period }: GraphOf) {
  return { server: name(called), period: t(`graph-period-${period}`) };
}

function leftOut(t: Translate, series: readonly Series[]): string {
  if (series.length === 0) return '';
  const named = series
    .slice(0, MAX_QUANTITIES_NAMED)
    .map((each) => isolate(shorten(quantityName(t, each.name), MAX_QUANTITY_LENGTH)));
  const others = series.length - named.length;
  const more = others > 0 ? [t.plain('graph-left-out-more', { count: others })] : [];
  return `\n\n${t('graph-left-out', { count: series.length, names: [...named, ...more].join(' · ') })}`;
}

function keyboardFor(t: Translate, about: GraphOf, more: boolean): InlineKeyboardButton[][] {
  const { account, server, period } = about;
  return [
    ...periodRows(t, about, period),
    ...(more ? [[buttons.graphData.make(t.plain('button-graph-data'), { account, server, period })]] : []),
    cardRow(t, about),
  ];
}

function periodRows(t: Translate, { account, server }: OfServer, chosen?: GraphPeriod): InlineKeyboardButton[][] {
  const periods = GRAPH_PERIODS.map((period) => {
    const label = t.plain(`button-${period}`);
    const shown = period === chosen ? t.plain('chosen', { name: label }) : label;
    return buttons.graph.make(shown, { account, server, period });
  });
  return inRows(periods, 3);
}

function cardRow(t: Translate, { account, server }: OfServer): InlineKeyboardButton[] {
  return [buttons.server.make(t.plain('button-card'), { account, server })];
}
