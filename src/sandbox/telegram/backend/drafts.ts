/** A draft shows a message while the bot makes it. */
import type { Message } from 'grammy/types';

/** Source: the option `pending_text_message_period` of TDLib's `OptionManager.cpp` */
const SHOWN_MS = 30_000;

export interface Draft {
  id: number;
  /** Without words and blocks people see that the bot thinks. */
  message: Message;
  canStop: boolean;
  /** A stopped draft stays for its time. */
  staysStopped: boolean;
  at: number;
}

/** One per chat: another draft, or a message of the bot, takes its place. */
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

  end(chat: number): boolean {
    return this.#byChat.delete(chat);
  }

  age(ms: number): void {
    for (const draft of this.#byChat.values()) draft.at -= ms;
  }
}
