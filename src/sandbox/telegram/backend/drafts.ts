/** Drafts: what a bot shows of a message while it makes it. */
import type { Message } from 'grammy/types';

/** How long a draft is shown. Source: the option `pending_text_message_period` of TDLib's `OptionManager.cpp` */
const SHOWN_MS = 30_000;

export interface Draft {
  id: number;
  /** The message so far; without words and blocks the bot thinks. */
  message: Message;
  /** People can stop the bot. */
  canStop: boolean;
  /** The draft then stays for its time. */
  staysStopped: boolean;
  at: number;
}

/** At most one in a chat: another one, or a message of the bot, takes its place. */
export class Drafts {
  readonly #byChat = new Map<number, Draft>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  in(chat: number): Draft | undefined {
    const draft = this.#byChat.get(chat);
    return draft && this.#now() - draft.at < SHOWN_MS ? draft : undefined;
  }

  set(chat: number, draft: Draft): void {
    this.#byChat.set(chat, draft);
  }

  /** @returns whether there was one */
  end(chat: number): boolean {
    return this.#byChat.delete(chat);
  }

  age(ms: number): void {
    for (const draft of this.#byChat.values()) draft.at -= ms;
  }
}
