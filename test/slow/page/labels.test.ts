import { readFileSync } from 'node:fs';
import type { InlineKeyboardButton, InlineKeyboardMarkup, Message } from 'grammy/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccount, fleetAccount } from '../../../src/sandbox/provider/index.ts';
import { openTestApp, type TestApp, TOKEN } from '../../support/app.ts';
import { describeWithChromium, PHONE } from '../../support/browser/chromium.ts';
import { bare, createPerson, type Person } from '../../support/person.ts';
import { Chat } from './chat.ts';

const COMMANDS = [
  '/start',
  '/help',
  '/accounts',
  '/servers',
  '/status',
  '/server web1',
  '/server 10.0.0.3',
  '/reboot web1',
  '/off web1',
  '/on 10.0.0.3',
  '/console web1',
  '/rescue web1',
  '/snapshot web1',
  '/graph web1',
  '/renew web1',
  '/upgrade web1',
  '/buy',
  '/orders',
  '/check shop.com web.dev taken.net forbidden.org',
  '/price com',
  '/register shop.com',
  '/domain shop.com',
  '/language',
  '/cancel',
  '/restart',
];
/** Its Latin letters are those of Roboto, the font of Android; a machine's own fonts may be wider or narrower. */
const FONT = readFileSync('node_modules/vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2').toString('base64');
/** The token of an account whose servers have longer IPs, and expired ones among them. */
const FLEET = 'fleet';
/** Buttons that end the account or change the language under way. */
const LEFT_ALONE = /^(?:ax|lg)\|/;
/** Each person says some of the commands: the bot declines a person who presses more than 120 times in 30 s. */
const PEOPLE = 5;
const MOST_PRESSES = 100;
const ROWS_A_MESSAGE = 12;

/** Goes through the bot's screens: says each command, then presses what no screen has offered before. */
class Visitor {
  readonly #app: TestApp;
  readonly #person: Person;
  /** The kinds of buttons that have been pressed. */
  readonly #pressed: Set<string>;
  #presses = 0;

  constructor(app: TestApp, person: Person, pressed: Set<string>) {
    this.#app = app;
    this.#person = person;
    this.#pressed = pressed;
  }

  async visit(commands: readonly string[]): Promise<void> {
    await this.#person.say(`/connect ${TOKEN}`);
    await this.#person.say('/server 10.0.0.0');
    await this.#pressKind('mo');
    await this.#pressKind('sn');
    await this.#person.say('web1');
    for (const command of commands) {
      await this.#person.say(command);
      while (this.#presses < MOST_PRESSES && (await this.#pressUnknown()));
    }
    await this.#visitFleet();
  }

  /** The widest rows of servers: in the list, and chosen to renew. */
  async #visitFleet(): Promise<void> {
    await this.#person.say(`/connect ${FLEET}`);
    await this.#person.say('/servers');
    await this.#person.say('/renew');
    await this.#pressKind('xc');
  }

  /** @returns whether the newest messages had a button of a kind and label that was not pressed yet */
  async #pressUnknown(): Promise<boolean> {
    for (const { message_id, reply_markup } of this.#person.messages().slice(-3).reverse()) {
      for (const button of buttonsOf(reply_markup)) {
        if (!('callback_data' in button) || LEFT_ALONE.test(button.callback_data)) continue;
        const kind = `${button.callback_data.split('|', 1)} ${bare(button.text).replace(/[\d۰-۹.:-]+/g, '#')}`;
        if (this.#pressed.has(kind)) continue;
        this.#pressed.add(kind);
        await this.#press(message_id, button.callback_data);
        return true;
      }
    }
    return false;
  }

  async #pressKind(kind: string): Promise<void> {
    const { message_id = 0, reply_markup } = this.#person.messages().at(-1) ?? {};
    const found = buttonsOf(reply_markup).find(
      (one) => 'callback_data' in one && one.callback_data.startsWith(`${kind}|`),
    );
    if (!found || !('callback_data' in found)) throw new Error(`no button ${kind} in:\n${this.#person.screen()}`);
    await this.#press(message_id, found.callback_data);
  }

  async #press(messageId: number, data: string): Promise<void> {
    const { user, chat } = this.#person;
    this.#presses++;
    this.#app.world.press(user.id, chat, messageId, data);
    await this.#app.settled();
  }
}

function buttonsOf(markup: Message['reply_markup']): InlineKeyboardButton[] {
  return markup?.inline_keyboard.flat() ?? [];
}

/** Every row of buttons that the bot has sent, once. */
function rowsSent({ world }: TestApp): string[][] {
  const rows = new Map<string, string[]>();
  for (const { params } of world.calls) {
    for (const row of keyboardOf(params.reply_markup)) {
      const texts = row.map(({ text }) => text);
      rows.set(JSON.stringify(texts), texts);
    }
  }
  return [...rows.values()];
}

function keyboardOf(markup: unknown): InlineKeyboardButton[][] {
  const isKeyboard = (value: unknown): value is InlineKeyboardMarkup =>
    typeof value === 'object' && value !== null && 'inline_keyboard' in value;
  return isKeyboard(markup) ? markup.inline_keyboard : [];
}

/** Every row of buttons that people of a language get to see. */
async function rowsIn(language: 'en' | 'fa'): Promise<string[][]> {
  const someone = (id: number, language_code: string) => ({ id, is_bot: false, first_name: `${id}`, language_code });
  const people = Array.from({ length: PEOPLE }, (_, index) => someone(701 + index, language));
  // A test's app has a person of each language.
  const others = [someone(799, language === 'en' ? 'fa' : 'en')];
  const app = await openTestApp({
    accounts: [demoAccount(TOKEN), fleetAccount(FLEET)],
    people: [...people, ...others],
  });
  const pressed = new Set<string>();
  for (const [index, user] of people.entries()) {
    const person = createPerson(app.world, user, app.settled);
    await new Visitor(app, person, pressed).visit(COMMANDS.filter((__, at) => at % PEOPLE === index));
  }
  const rows = rowsSent(app);
  await app.close();
  return rows;
}

describeWithChromium('the bot’s buttons on a phone', () => {
  let chat: Chat;

  beforeAll(async () => {
    chat = await Chat.start();
  });
  afterAll(() => chat.close());

  test.each([
    ['en', 'english'],
    ['fa', 'persian'],
  ] as const)('no label is cut: %s', async (language, speaker) => {
    const rows = await rowsIn(language);
    expect(rows.length).toBeGreaterThan(120);

    const { id } = chat.world[speaker];
    chat.world.say(id, id, '/start');
    for (let from = 0; from < rows.length; from += ROWS_A_MESSAGE) {
      const inline_keyboard = rows
        .slice(from, from + ROWS_A_MESSAGE)
        .map((row) => row.map((text) => ({ text, callback_data: 'x' })));
      await chat.bot.api.sendMessage(id, 'x', { reply_markup: { inline_keyboard } });
    }
    const { page, leave } = await chat.open(id, { browser: PHONE });
    await expect.poll(() => page.locator('.keyboard-row').count()).toBe(rows.length);
    await page.evaluate(`new FontFace('Vazirmatn', Uint8Array.fromBase64('${FONT}'), { weight: '100 900' })
      .load().then((font) => document.fonts.add(font))`);
    const cut = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.key-text')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`,
    );
    expect(cut.map(bare)).toEqual([]);
    await leave();
  });
});
