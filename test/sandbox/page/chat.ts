import { type Bot as AnyBot, Bot, type Context } from 'grammy';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type SandboxTelegram, startTelegram, type World } from '../../../src/sandbox/telegram/index.ts';
import { DESKTOP, launchChromium } from '../../support/chromium.ts';

const TOKEN = '7000000:page-test-secret';
export const HINTS = { token: 'demo-token-of-the-test', wrong_token: 'wrong-token-of-the-test' };

export interface Seat {
  page: Page;
  /** The bubble of the newest message. */
  last: Locator;
  field: Locator;
  say(text: string): Promise<void>;
  key(name: string): Locator;
}

/** The page in Chromium, a small bot behind it, and the real sandbox between them. */
export class Chat {
  telegram: SandboxTelegram;
  readonly bot: AnyBot;
  readonly browser: Browser;
  /** Everything a page said on its console or threw: stays empty. */
  readonly complaints: string[] = [];
  /** Addresses that pages asked for outside the sandbox: stays empty. */
  readonly strayRequests: string[] = [];
  /** What the bot does with each update; a test sets it. */
  handle: (ctx: Context) => unknown = () => undefined;
  readonly #running: Promise<void>;

  private constructor(telegram: SandboxTelegram, browser: Browser) {
    this.telegram = telegram;
    this.browser = browser;
    this.bot = new Bot(TOKEN, { client: { apiRoot: telegram.url } });
    this.bot.use(async (ctx) => {
      await this.handle(ctx);
    });
    this.#running = this.bot.start();
  }

  static async start(options: { callbackLifeMs?: number } = {}): Promise<Chat> {
    const telegram = await startTelegram({ token: TOKEN, hints: HINTS, ...options });
    return new Chat(telegram, await launchChromium());
  }

  get world(): World {
    return this.telegram.world;
  }

  /** Opens the page as a person, in a chat (their private one unless given). */
  async open(
    person: number,
    options: { chat?: number; hash?: string; browser?: BrowserContextOptions } = {},
  ): Promise<Seat> {
    const context = await this.browser.newContext({ locale: 'en-GB', ...DESKTOP, ...options.browser });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (said) => said.type() === 'error' && this.complaints.push(said.text()));
    page.on('request', (request) => {
      const inside = [this.telegram.url, 'blob:', 'data:'].some((start) => request.url().startsWith(start));
      if (!inside) this.strayRequests.push(request.url());
    });
    await page.goto(`${this.telegram.url}/${options.hash ?? `#${person}/${options.chat ?? person}`}`);
    await page.locator('.app.ready').waitFor();
    return seat(page);
  }

  /** Ends the sandbox, lets the test look, and starts a new one (which remembers nothing) at the same address. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    const port = Number(new URL(this.telegram.url).port);
    await this.telegram.close();
    await meanwhile();
    this.telegram = await startTelegram({ token: TOKEN, hints: HINTS, port });
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.bot.stop();
    await this.#running;
    await this.telegram.close();
  }
}

function seat(page: Page): Seat {
  const field = page.locator('textarea');
  return {
    page,
    field,
    last: page.locator('article').last().locator('.bubble'),
    key: (name) => page.locator('article .key', { hasText: name }).last(),
    say: async (text) => {
      await field.fill(text);
      await field.press('Enter');
    },
  };
}

/** What the browser makes of the style of the newest element that fits, as CSS writes it. */
export function styleOf(page: Page, selector: string, property: string): Promise<string> {
  const elements = `document.querySelectorAll(${JSON.stringify(selector)})`;
  return page.evaluate<string>(
    `getComputedStyle([...${elements}].at(-1)).getPropertyValue(${JSON.stringify(property)})`,
  );
}

/** A text as it stands on the screen, without the time beside it. */
export async function shown(bubble: Locator): Promise<string> {
  const meta = (await bubble.locator('.meta').textContent()) ?? '';
  return ((await bubble.locator('.text').textContent()) ?? '').replace(meta, '').trim();
}
