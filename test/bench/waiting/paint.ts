import { type Browser, chromium } from 'playwright-core';
import { type Demo, startDemo } from '../../../src/sandbox/demo.ts';
import { DESKTOP } from '../../support/browser/chromium.ts';
import { chromiumPath, startChromium } from '../../support/browser/chromium-program.ts';
import { type Bench, fill, median } from '../support/result.ts';

const OPENINGS = 7;
const SECOND_MS = 1_000;
const LIMIT_S = 1;
const GIVE_UP_MS = 30_000;
const NAMES = {
  first: 'the first paint of the demo’s page, the first opening after a start',
  next: 'the same: the openings after it, each in a new browser profile',
};
/** Read in the page, whose policy forbids functions that wait there for a condition. */
const PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  const paint = list.getEntriesByName('first-contentful-paint')[0];
  if (paint) resolve(paint.startTime);
}).observe({ type: 'paint', buffered: true }))`;

/** The first contentful paint of the chat page, in a browser that runs already. */
export const run: Bench = async () => {
  if (chromiumPath === undefined)
    return Object.values(NAMES).map((name) => ({ name, value: 'not measured', detail: 'without Chromium' }));
  const server = await startChromium();
  const browser = await chromium.connect(server.wsEndpoint());
  const times: Record<keyof typeof NAMES, number[]> = { first: [], next: [] };
  for (let start = 0; start < OPENINGS; start++) {
    const demo = await startDemo({ port: 0, log: () => undefined });
    times.first.push(await paintMs(browser, demo));
    times.next.push(await paintMs(browser, demo));
    await demo.stop();
  }
  await browser.close();
  await server.close();
  return (['first', 'next'] as const).map((which) => ({
    name: NAMES[which],
    value: median(times[which]) / SECOND_MS,
    unit: 's',
    limit: LIMIT_S,
    detail: fill('median of {OPENINGS}, {least} to {most} ms', {
      OPENINGS,
      least: Math.round(Math.min(...times[which])),
      most: Math.round(Math.max(...times[which])),
    }),
  }));
};

async function paintMs(browser: Browser, { url }: Demo): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB', ...DESKTOP });
  context.setDefaultTimeout(GIVE_UP_MS);
  const page = await context.newPage();
  await page.goto(url);
  const ms = await page.evaluate<number>(PAINT);
  await context.close();
  return ms;
}
