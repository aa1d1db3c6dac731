/**
 * Makes the pictures of the READMEs from the running demo, as a phone shows it: `npm run pictures`, or only those that are named:
 * `npm run pictures -- digest`. Needs Chromium and a font with emoji (Debian: chromium, fonts-noto-color-emoji).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type DecodedPng, decode, encode } from 'fast-png';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startDemo } from '../../src/sandbox/demo.ts';
import { GROUP, TEAM } from '../../src/sandbox/telegram/backend/people.ts';
import type { DemoRequest } from '../../src/sandbox/telegram/page-server/page-api.ts';
import { loadTexts, type Translate } from '../../src/telegram/i18n/index.ts';
import { startChromium } from '../support/browser/chromium-program.ts';
import { toPalette } from './palette.ts';

const FOLDER = new URL('../../src/sandbox/pictures/', import.meta.url);
/** Its Latin letters are those of Roboto, the font of Android. */
const FONT = new URL('../../node_modules/vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2', import.meta.url);
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NAMES = { '10.0.0.0': 'web1', '10.0.0.2': 'db1' };
/** The answers of the order's form. */
const ORDER = ['frankfurt', 'system-debian12', 2, 4, 40, 1, 0, 30] as const;
/** The sign of an order whose server is there, and of a restart. */
const DONE = '✅';
/** The sign of an alert, and of a digest. */
const OFF = '🔴';
const DIGEST = '📋';

/** A person at the page. */
class Visitor {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get #newest() {
    return this.page.locator('article.other').last();
  }

  /** Does something, and waits until the bot's newest message is another one, or says something else. */
  async #until(act: () => Promise<unknown>): Promise<void> {
    const shown = () => this.page.evaluate(`[...document.querySelectorAll('article.other')].at(-1)?.innerText`);
    const before = await shown();
    await act();
    while ((await shown()) === before) await this.page.waitForTimeout(20);
  }

  say(text: string): Promise<void> {
    const field = this.page.locator('textarea');
    return this.#until(async () => {
      await field.fill(text);
      await field.press('Enter');
    });
  }

  /** Taps a button of the newest message, the first one unless told. */
  press(label?: string): Promise<void> {
    const keys = this.#newest.locator('.key');
    const key =
      label === undefined
        ? keys
        : keys.filter({ hasText: new RegExp(`^[\\p{Cf}]*${RegExp.escape(label)}[\\p{Cf}]*$`, 'u') });
    return this.#until(() => key.first().tap());
  }

  /** Goes through what the page proposes to a newcomer until a server has gone off, and closes its bar: next it proposes the team. */
  async begin(): Promise<void> {
    const bar = this.page.locator('.guide-bar');
    await this.#until(() => this.page.locator('.instead').tap());
    for (const chip of ['.step-chip', '.step-chip.token']) await this.#until(() => bar.locator(chip).first().tap());
    await bar.getByText('/watch', { exact: true }).waitFor();
    await this.#until(() => bar.locator('.step-chip').first().tap());
    await bar.getByText('/watch', { exact: true }).waitFor({ state: 'detached' });
    await this.#until(() => bar.locator('.step-chip').first().tap());
    await bar.locator('.icon-button').tap();
    await bar.waitFor({ state: 'hidden' });
  }

  async sees(text: string): Promise<void> {
    await this.#newest.getByText(text).first().waitFor();
  }

  /** The page with the last question and its answer, or so many of its messages. */
  async screenshot(messages = 2): Promise<DecodedPng> {
    await this.page.evaluate(
      `for (const old of [...document.querySelectorAll('article')].slice(0, -${messages})) old.hidden = true`,
    );
    await this.page.waitForTimeout(1_000);
    return decode(await this.page.screenshot());
  }
}

/** Screens beside one another. */
function toPicture(screens: readonly DecodedPng[]): Uint8Array {
  const [first] = screens;
  if (!first) throw new TypeError('no screen');
  const { width, height, channels } = first;
  const row = width * channels;
  const data = new Uint8Array(row * height * screens.length);
  for (let y = 0; y < height; y++)
    for (const [at, screen] of screens.entries())
      data.set(screen.data.subarray(y * row, (y + 1) * row), (y * screens.length + at) * row);
  const indexed = toPalette(data, channels);
  return encode({ width: width * screens.length, height, channels: 1, ...indexed }, { zlib: { level: 9 } });
}

/** Every picture in one language, by its name. */
async function pictures(browser: Browser, locale: string, t: Translate): Promise<Map<string, Uint8Array>> {
  const demo = await startDemo({ port: 0, timings: { orderMs: 500 }, watchRoundMs: 1_000 });
  const context = await browser.newContext({ locale, ...PHONE });
  const font = (await readFile(FONT)).toString('base64');
  const enter = async (hash = '') => {
    const page = await context.newPage();
    await page.goto(`${demo.url}${hash}`);
    await page.locator('.app.ready').waitFor();
    await page.evaluate(`new FontFace('Vazirmatn', Uint8Array.fromBase64('${font}'), { weight: '100 900' })
      .load().then((font) => document.fonts.add(font))`);
    return new Visitor(page);
  };
  const visitor = await enter();
  const { page } = visitor;
  const made = new Map<string, Uint8Array>();
  const take = async (name: string, messages?: number) =>
    void made.set(name, toPicture([await visitor.screenshot(messages)]));

  await visitor.begin();
  await visitor.sees(OFF);
  await take('alert', 1);
  for (const [ip, name] of Object.entries(NAMES)) {
    await visitor.say(`/server ${ip}`);
    await visitor.press(t.plain('button-more'));
    await visitor.press(t.plain('button-name'));
    await visitor.say(name);
  }
  await visitor.say('/servers');
  await visitor.sees(NAMES['10.0.0.2']);
  await take('list');
  await visitor.say(`/server ${NAMES['10.0.0.0']}`);
  await take('card');
  await visitor.say(`/graph ${NAMES['10.0.0.0']}`);
  await page.locator('article img').last().waitFor();
  await take('graph');
  await visitor.say('/buy');
  const digits = new Intl.NumberFormat(locale, { useGrouping: false });
  for (const answer of ORDER) {
    if (typeof answer === 'number') await visitor.press(digits.format(answer));
    else if (answer === 'frankfurt') await visitor.say(answer);
    else await visitor.press(t.plain(answer));
  }
  await visitor.press();
  await visitor.press();
  await visitor.sees(DONE);
  await take('receipt');

  const change = (data: DemoRequest) => page.request.post(new URL('/app/demo', demo.url).href, { data });
  // The button of the panel has a mark while a server is off.
  await change({ trouble: 'off', on: false });
  // The person of the language asks in a topic; the third one sees only what is for all.
  const asker = TEAM.people.find(({ language_code }) => language_code === locale);
  const [inGroup, colleague] = [
    await enter(`#${asker?.id}/${GROUP.id}`),
    await enter(`#${TEAM.people.at(-1)?.id}/${GROUP.id}`),
  ];
  for (const { page } of [inGroup, colleague]) await page.locator('.topic', { hasText: TEAM.topics[0] ?? '' }).tap();
  await inGroup.say(`/reboot ${NAMES['10.0.0.0']}`);
  await inGroup.press();
  for (const visitor of [inGroup, colleague]) await visitor.sees(DONE);
  await inGroup.say(`/reboot ${NAMES['10.0.0.2']}`);
  await inGroup.sees(NAMES['10.0.0.2']);
  made.set('group', toPicture([await inGroup.screenshot(9), await colleague.screenshot(9)]));

  // Last, because the bot's clock goes on.
  await change({ night: asker?.id ?? 0 });
  await visitor.sees(DIGEST);
  await take('digest', 1);

  await context.close();
  await demo.stop();
  return made;
}

const wanted = process.argv.slice(2);
const server = await startChromium();
const browser = await chromium.connect(server.wsEndpoint());
const texts = loadTexts('en', (problem) => process.stderr.write(`${problem}\n`));
for (const locale of ['en', 'fa'])
  for (const [name, bytes] of await pictures(browser, locale, texts.in(locale)))
    if (wanted.length === 0 || wanted.includes(name)) await writeFile(new URL(`${name}.${locale}.png`, FOLDER), bytes);
await server.close();
