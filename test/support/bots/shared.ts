import { loadTexts, type Texts } from '../../../src/telegram/i18n/index.ts';
import { createWorkers, type Workers } from '../../../src/workers/pool.ts';

/** The resources that the bots of one test process share: their threads and parsed texts cost more than most tests do with a bot. */
export interface Shared {
  workers: Workers;
  textsOf: typeof loadTexts;
}

type Report = (problem: string) => void;

const reports = new Set<Report>();
const reportToAll = (problem: string) => {
  for (const report of reports) report(problem);
};
const texts = new Map<string, Texts>();
let workers: Workers | undefined;

/** @param report hears of problems of the threads and texts in any bot, until `finished` is called */
export function share(report: Report): Shared & { finished(): void } {
  workers ??= createWorkers((error) => reportToAll(String(error)));
  reports.add(report);
  return {
    workers,
    textsOf(defaultLocale) {
      const known = texts.get(defaultLocale) ?? loadTexts(defaultLocale, reportToAll);
      texts.set(defaultLocale, known);
      return known;
    },
    finished: () => void reports.delete(report),
  };
}
