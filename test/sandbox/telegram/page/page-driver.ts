import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP } from '../../../support/chromium.ts';
import { bare } from '../../../support/person.ts';

/** Shorter than a test's time, so that it is the wait that fails and says for what. */
const WAIT_MS = 10_000;

/** A page that somebody sits at. */
export interface Seat {
  page: Page;
  /** The bubble of the newest message. */
  last: Locator;
  field: Locator;
  /** Sends a text from the field. */
  say(text: string): Promise<void>;
  /** Sends a text and waits for the answer to it. */
  ask(text: string): Promise<void>;
  /** The button of the newest message that has it. */
  key(name: string): Locator;
  /** Taps a button of the newest message, waiting for it. */
  press(name: string): Promise<void>;
  /** Waits for a text in the newest message, whatever marks of direction stand in it. */
  sees(text: string | RegExp): Promise<void>;
}

/** What pages did wrong; a test expects both to stay empty. */
export class Watch {
  /** What a page said as an error on its console, threw, or left rejected. */
  readonly complaints: string[] = [];
  /** Addresses asked for outside the page's own server. */
  readonly strayRequests: string[] = [];

  /** Empties both. */
  taken(): string[] {
    return [...this.complaints.splice(0), ...this.strayRequests.splice(0)];
  }
}

/** Opens an address of the page in a browser of its own, English on a desktop unless told, and waits until it stands. */
export async function sit(
  browser: Browser,
  address: string,
  watch: Watch,
  options: BrowserContextOptions = {},
): Promise<Seat> {
  const { origin } = new URL(address);
  const context = await browser.newContext({ locale: 'en-GB', ...DESKTOP, ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => watch.complaints.push(error.message));
  page.on('console', (said) => said.type() === 'error' && watch.complaints.push(said.text()));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== origin) watch.strayRequests.push(request.url());
  });
  await page.goto(address);
  await page.locator('.app.ready').waitFor();
  const field = page.locator('textarea');
  const newest = page.locator('article').last();
  const last = newest.locator('.bubble');
  /** The number of the newest message that fits, 0 where none does. */
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
    say,
    async ask(text) {
      const before = await newestOf('article');
      await say(text);
      await expect.poll(() => newestOf('article.other'), { timeout: WAIT_MS }).toBeGreaterThan(before);
    },
    press: (name) => newest.locator('.key', { hasText: name }).first().click(),
    sees: (text) => expect.poll(async () => bare((await last.textContent()) ?? ''), { timeout: WAIT_MS }).toMatch(text),
  };
}
