import type { GraphPeriod, Point, Series } from '../../../hosting/index.ts';
import type { Locale, Translate } from '../../../telegram/i18n/index.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { isolate, shorten } from '../../../telegram/ui/format.ts';
import { shortNumber, timeRange } from './axis.ts';

export interface Chart {
  title: string;
  subtitle: string;
  panels: Panel[];
  /** Decides the calendar, the digits, the clock and the side on which words begin. */
  locale: Locale;
}

export interface Panel {
  /** Cut if it has no room beside the readings. */
  name: string;
  /** Its values in words. */
  readings: string;
  /** Oldest first; at least one. */
  points: readonly Point[];
}

/** A phone shows no more. */
export const MAX_PANELS = 6;
const MAX_TITLE_LENGTH = 24;

export function chartOf(t: Translate, server: string, period: GraphPeriod, series: readonly Series[]): Chart {
  const { locale } = t;
  const drawn = series.slice(0, MAX_PANELS);
  const ends = drawn.flatMap(({ points }) => [points[0], points.at(-1)]).flatMap((point) => (point ? [point.at] : []));
  const times = isolate(timeRange(Math.min(...ends), Math.max(...ends), locale));
  return {
    title: t.plain('graph-title', {
      server: isolate(shorten(server, MAX_TITLE_LENGTH)),
      period: t.plain(`graph-period-${period}`),
    }),
    subtitle: t.plain('graph-times', { times }),
    panels: drawn.map((each) => panelOf(t, each)),
    locale,
  };
}

function panelOf(t: Translate, { name, points }: Series): Panel {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { value } of points) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const shown = (value: number) => isolate(shortNumber(value, t.locale));
  const latest = points.at(-1)?.value ?? most;
  return {
    name: quantityName(t, name),
    readings: t.plain('graph-readings', { latest: shown(latest), least: shown(least), most: shown(most) }),
    points,
  };
}

/** Providers' common names of these quantities; the contract names none. */
const KNOWN: ReadonlyMap<string, TextKey & `graph-of-${string}`> = new Map(
  Object.entries({
    cpu: 'graph-of-cpu',
    ram: 'graph-of-memory',
    mem: 'graph-of-memory',
    memory: 'graph-of-memory',
    disk: 'graph-of-disk',
    net_in: 'graph-of-net-in',
    netin: 'graph-of-net-in',
    network_in: 'graph-of-net-in',
    net_out: 'graph-of-net-out',
    netout: 'graph-of-net-out',
    network_out: 'graph-of-net-out',
    value: 'graph-of-value',
  } as const),
);

export function quantityName(t: Translate, name: string): string {
  const key = KNOWN.get(name.toLowerCase());
  return key ? withUnit(t, key) : name;
}

/** The operator's units of memory and disk hold for their graphs too. */
function withUnit(t: Translate, key: TextKey & `graph-of-${string}`): string {
  const unit =
    (key === 'graph-of-memory' && t.terms.unit('memory')) || (key === 'graph-of-disk' && t.terms.unit('disk'));
  return unit ? `${t.plain(key)} (${isolate(unit)})` : t.plain(key);
}
