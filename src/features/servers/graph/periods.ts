import { GRAPH_PERIODS, type GraphPeriod } from '../../../hosting/index.ts';
import { LOCALES, type Texts } from '../../../telegram/i18n/index.ts';
import { normalise } from '../../common/find-server.ts';

export const USUAL_PERIOD: GraphPeriod = 'day';

/**
 * What follows a command: a server, and a period where the last word is one, in any of the languages; else a day.
 * @param names what servers are called: a name that ends like a period is a name
 */
export function readNameAndPeriod(
  typed: string,
  texts: Texts,
  names: readonly string[],
): { name: string; period: GraphPeriod } {
  const whole = { name: typed, period: USUAL_PERIOD };
  if (names.some((name) => normalise(name) === normalise(typed))) return whole;
  const words = typed.trim().split(/\s+/);
  const last = normalise(words.at(-1) ?? '');
  const period = GRAPH_PERIODS.find((candidate) => wordsFor(candidate, texts).includes(last));
  return period ? { name: words.slice(0, -1).join(' '), period } : whole;
}

function wordsFor(period: GraphPeriod, texts: Texts): string[] {
  const local = LOCALES.map((locale) => {
    const t = texts.in(locale);
    return `${t.plain(`button-${period}`)} ${t.plain(`graph-words-${period}`)}`;
  });
  return [period, ...local.flatMap((words) => normalise(words).split(/\s+/))];
}
