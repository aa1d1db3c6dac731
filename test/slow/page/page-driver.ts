import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP } from '../../support/browser/chromium.ts';
import { aheadMs, shiftDate } from '../../support/clock.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { bare } from '../../support/person.ts';

/** Uses the page as a person does. */
export interface PageDriver {
  page: Page;
  /** The bubble of the newest message. */
  last: Locator;
  field: Locator;
  /** Presses Start in the empty private chat and waits until the page shows the message. */
  start(): Promise<void>;
  /** Sends a text from the field. */
  say(text: string): Promise<void>;
  /** Sends a text and waits for the answer to it. */
  ask(text: string): Promise<void>;
  /** The button in the newest message that has one of this name. */
  key(name: string): Locator;
  /** Waits for a button of the newest message and presses it. */
  press(name: string | RegExp): Promise<void>;
  /** Waits for a text in the newest message; direction marks are ignored. */
  sees(text: string | RegExp): Promise<void>;
  /** Ends the visit: the page is free for another one. */
  leave(): Promise<void>;
}

/** The errors and the external requests of pages; tests expect none. */
export class PageProblems {
  /** Errors on the console, thrown errors and unhandled rejections. */
  readonly errors: string[] = [];
  /** Requested addresses beyond the page's own server. */
  readonly strayRequests: string[] = [];

  /** Returns and removes all problems. */
  takeAll(): string[] {
    return [...this.errors.splice(0), ...this.strayRequests.splice(0)];
  }
}

/** Opens an address of the page in a new browser context, by default English on a desktop, and waits until it is ready. */
export async function openPage(
  browser: Browser,
  address: string,
  problems: PageProblems,
  options: BrowserContextOptions = {},
): Promise<PageDriver> {
  const { origin } = new URL(address);
  const context = await browser.newContext({ locale: 'en-GB', ...DESKTOP, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(shiftDate, aheadMs());
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.errors.push(error.message));
  page.on('console', (said) => {
    if (said.type() === 'error') problems.errors.push(`${said.text()} ${said.location().url}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) problems.strayRequests.push(request.url());
  });
  await page.goto(address);
  await page.locator('.app.ready').waitFor();
  const field = page.locator('textarea');
  const newest = page.locator('article').last();
  const last = newest.locator('.bubble');
  /** The id of the newest matching message, or 0. */
  const newestOf = async (selector: string) => {
    const numbers = page.locator(selector).evaluateAll((all) => all.map((one) => Number(one.dataset.message)));
    return Math.max(0, ...(await numbers));
  };
  const say = async (text: string) => {
    await field.fill(text);
    await field.press('Enter');
  };
  return {
    page,
    field,
    last,
    key: (name) => page.locator('article .key', { hasText: name }).last(),
    async start() {
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      // The card of the empty chat already shows a "/start"; the field comes with the first message.
      await field.waitFor();
    },
    say,
    async ask(text) {
      const before = await newestOf('article');
      await say(text);
      await expect.poll(() => newestOf('article.other')).toBeGreaterThan(before);
    },
    press: (name) => newest.locator('.key', { hasText: name }).first().click(),
    sees: (text) => expect.poll(async () => bare((await last.textContent()) ?? '')).toMatch(text),
    leave: () => context.close(),
  };
}
