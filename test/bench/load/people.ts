import { setTimeout as wait } from 'node:timers/promises';
import type { Message, User } from 'grammy/types';
import { buttons } from '../../../src/features/buttons.ts';
import type { Telegram } from './telegram.ts';

const LONGEST_MS = 180_000;
/** A refused person pauses this long: the bot soon stops answering a person who taps at once. */
const REFUSED_MS = 3_000;

/**
 * The steps of a person in a round: a message, or a tap on a button of this name. The last is the confirm of a restart. The list is the
 * one of renewals: `/servers` also reads states, as many as are not known at the moment, and a round must be the same work each time.
 */
export const STEPS = ['/renew', '/server 10.0.0.0', buttons.power.name, buttons.confirm.name];

interface Waiting {
  /** Any answer ends it. */
  anything: boolean;
  done(message: Message): boolean;
  resolve(): void;
}

/** One person in a private chat, who acts when the last answer is visible. */
export class Person {
  readonly user: User;
  readonly #telegram: Telegram;
  #newest: Message | undefined;
  readonly #waiting = new Set<Waiting>();

  constructor(telegram: Telegram, user: User) {
    this.#telegram = telegram;
    this.user = user;
  }

  /** Called with every message that the bot shows to this person. */
  sees(message: Message): void {
    this.#newest = message;
    for (const each of [...this.#waiting]) {
      if (!each.done(message)) continue;
      this.#waiting.delete(each);
      each.resolve();
    }
  }

  /** Called where a tap is answered by words of its own: nothing else will be shown. */
  isRefused(): void {
    for (const each of [...this.#waiting]) {
      if (!each.anything) continue;
      this.#waiting.delete(each);
      each.resolve();
    }
  }

  /** Whether the newest message has a button of that name; a text can always be sent. */
  can(step: string): boolean {
    return step.startsWith('/') || dataOf(this.#newest).some((data) => data.startsWith(`${step}|`));
  }

  /**
   * A round: all steps, each when the last answer is visible. A busy bot may refuse one for now; then the round begins anew.
   * @returns how long each answer took, and how many steps were refused
   */
  async round(): Promise<{ waits: number[]; refused: number }> {
    const waits: number[] = [];
    let refused = 0;
    for (let at = 0; at < STEPS.length; at++) {
      const step = STEPS[at] ?? '';
      if (this.can(step)) {
        waits.push(await this.take(step));
        const next = STEPS[at + 1];
        if (next === undefined ? !this.can(step) : this.can(next)) continue;
      }
      refused++;
      at = -1;
      await wait(REFUSED_MS);
    }
    return { waits, refused };
  }

  /** Sends a text, or taps the button of that name. @returns milliseconds until something new is visible */
  async take(step: string): Promise<number> {
    if (step.startsWith('/')) return this.clocked(() => this.#telegram.say(this.user, step));
    const message = this.#newest;
    const data = dataOf(message).find((each) => each.startsWith(`${step}|`));
    if (!message || data === undefined) throw new Error(`no button ${step} in ${JSON.stringify(message)}`);
    return this.clocked(() => this.#telegram.press(this.user, message, data));
  }

  /** @returns milliseconds until something new is visible */
  async clocked(act: () => void): Promise<number> {
    const begun = performance.now();
    const seen = this.#until(() => true, true);
    act();
    await seen;
    return performance.now() - begun;
  }

  /** Resolves when the newest message shows how a restart ended: it leads to the card, and no longer offers to look again. */
  async outcome(): Promise<void> {
    await this.until((names) => names.includes(buttons.server.name) && !names.includes(buttons.lookAgain.name));
  }

  /** Resolves when the newest message has such buttons, by their names. */
  async until(matches: (names: readonly string[]) => boolean): Promise<void> {
    const done = (message: Message) => matches(dataOf(message).map((data) => data.split('|')[0] ?? ''));
    if (!this.#newest || !done(this.#newest)) await this.#until(done);
  }

  #until(done: Waiting['done'], anything = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new Error(`nothing new within ${LONGEST_MS} ms below ${JSON.stringify(this.#newest)}`));
      const timer = setTimeout(late, LONGEST_MS);
      this.#waiting.add({
        done,
        anything,
        resolve() {
          clearTimeout(timer);
          resolve();
        },
      });
    });
  }
}

function dataOf(message: Message | undefined): string[] {
  const row = message?.reply_markup?.inline_keyboard.flat() ?? [];
  return row.flatMap((each) => ('callback_data' in each ? [each.callback_data] : []));
}

/** People in turn: the person who has waited longest acts next. */
export class Pool {
  readonly #free: Person[];
  readonly #wanted: ((person: Person) => void)[] = [];

  constructor(people: readonly Person[]) {
    this.#free = [...people];
  }

  async take(): Promise<Person> {
    return this.#free.shift() ?? new Promise((resolve) => this.#wanted.push(resolve));
  }

  put(person: Person): void {
    const wanted = this.#wanted.shift();
    if (wanted) wanted(person);
    else this.#free.push(person);
  }
}
