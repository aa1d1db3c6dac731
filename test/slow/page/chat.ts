import { type Bot as AnyBot, Bot, type Context, type PollingOptions } from 'grammy';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type SandboxTelegram, startTelegram, type World } from '../../../src/sandbox/telegram/index.ts';
import { connectChromium } from '../../support/browser/chromium.ts';
import { FakeDemo } from './fake-demo.ts';
import { openPage, type PageDriver, PageProblems } from './page-driver.ts';

const TOKEN = '7000000:page-test-secret';
export const HINTS = {
  token: 'demo-token-of-the-test',
  fleet_token: 'fleet-token-of-the-test',
  wrong_token: 'wrong-token-of-the-test',
};

/** The page in Chromium, the sandbox, and a small bot. */
export class Chat {
  telegram: SandboxTelegram;
  readonly bot: AnyBot;
  readonly browser: Browser;
  readonly problems = new PageProblems();
  readonly demo: FakeDemo;
  /** The bot's handler of updates, which a test sets. */
  handle: (ctx: Context) => unknown = () => undefined;
  readonly #running: Promise<void>;
  /** The pages that visits have left, by their browser options: showing another person costs a tenth of a page's start. */
  readonly #left = new Map<string, PageDriver[]>();

  private constructor(
    telegram: SandboxTelegram,
    browser: Browser,
    demo: FakeDemo,
    updates: PollingOptions['allowed_updates'],
  ) {
    this.telegram = telegram;
    this.demo = demo;
    this.browser = browser;
    this.bot = new Bot(TOKEN, { client: { apiRoot: telegram.url } });
    this.bot.use(async (ctx) => {
      await this.handle(ctx);
    });
    this.#running = this.bot.start(updates ? { allowed_updates: updates } : {});
  }

  /** @param updates the updates that the bot asks for */
  static async start(
    options: { callbackLifeMs?: number } = {},
    updates?: PollingOptions['allowed_updates'],
  ): Promise<Chat> {
    const demo = new FakeDemo();
    const telegram = await startTelegram({ token: TOKEN, strict: true, hints: HINTS, demo, ...options });
    return new Chat(telegram, await connectChromium(), demo, updates);
  }

  get world(): World {
    return this.telegram.world;
  }

  /** Opens the page as a person, by default in the private chat. */
  async open(
    person: number,
    { chat = person, topic, browser = {} }: { chat?: number; topic?: number; browser?: BrowserContextOptions } = {},
  ): Promise<PageDriver> {
    const hash = `#${[person, chat, topic].filter((part) => part !== undefined).join('/')}`;
    const look = JSON.stringify(browser);
    const left = this.#left.get(look) ?? [];
    this.#left.set(look, left);
    const free = left.pop();
    if (free) await this.#show(free, person, chat, hash);
    const driver = free ?? (await openPage(this.browser, `${this.telegram.url}/${hash}`, this.problems, browser));
    return { ...driver, leave: async () => void left.push(driver) };
  }

  /** Shows a chat on an open page as a new one does: all that the page knows goes when another person enters. */
  async #show({ page }: PageDriver, person: number, chat: number, hash: string): Promise<void> {
    const enter = async (id: number, place: string) => {
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await page.locator(`.chat-row[href^="#${id}/"]`).first().waitFor({ state: 'attached' });
    };
    const other = this.world.people.find(({ id }) => id !== person)?.id ?? 0;
    await page.evaluate('localStorage.clear()');
    await enter(other, `#${other}/${other}`);
    await enter(person, hash);
    await page.locator(`.chat-row[href="#${person}/${chat}"][aria-current]`).waitFor({ state: 'attached' });
  }

  /** Stops the sandbox, runs `meanwhile`, and starts a new sandbox at the same address, also where `meanwhile` fails. */
  async restart(meanwhile: () => Promise<void>): Promise<void> {
    const port = Number(new URL(this.telegram.url).port);
    await this.telegram.close();
    try {
      await meanwhile();
    } finally {
      this.telegram = await startTelegram({ token: TOKEN, strict: true, hints: HINTS, demo: this.demo, port });
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.bot.stop();
    await this.#running;
    await this.telegram.close();
  }
}

/** The computed style of the newest matching element. */
export function styleOf(page: Page, selector: string, property: string): Promise<string> {
  const elements = `document.querySelectorAll(${JSON.stringify(selector)})`;
  return page.evaluate<string>(
    `getComputedStyle([...${elements}].at(-1)).getPropertyValue(${JSON.stringify(property)})`,
  );
}

/** The visible text without the time. */
export async function shown(bubble: Locator): Promise<string> {
  const meta = (await bubble.locator('.meta').textContent()) ?? '';
  return ((await bubble.locator('.text').textContent()) ?? '').replace(meta, '').trim();
}
