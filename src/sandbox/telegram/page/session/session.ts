/** What the server says to one person, kept live: people, chats, messages. */
import type { Message, User } from 'grammy/types';
import type { PageEvent, PageState } from '../../page-server/page-api.ts';
import { speak } from '../texts.ts';
import * as api from './api.ts';
import { applyTo, type ChatView, isPrivate, unread, viewOf } from './chats.ts';
import { listen } from './event-stream.ts';
import { type Outcome, Presses } from './presses.ts';
import { ReadMarks } from './read-marks.ts';
import { hashOf } from './route.ts';

/** As Telegram's apps do: a chat action is shown for five seconds or until the bot's next message. */
const ACTION_MS = 5000;
const FIRST_STATE_RETRY_MS = 1000;

export abstract class Session {
  people: User[] = [];
  me: User | undefined;
  bot: User | undefined;
  hints: PageState['hints'];
  connected = false;
  /** By the chat's id, in the server's order. */
  readonly chats = new Map<number, ChatView>();
  readonly presses = new Presses();
  readonly #marks = new ReadMarks();
  readonly #listeners: (() => void)[] = [];
  readonly #actionTimers = new Map<number, number>();
  #person: number | undefined;
  #stop: (() => void) | undefined;
  #changing = false;

  /** The bot has answered a tap of this page, or never did. */
  protected abstract told(outcome: Outcome): void;
  /** Another person takes the seat: nothing of the last one may stay. */
  protected abstract left(): void;

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Draws once for all changes of the current turn. */
  changed(): void {
    if (this.#changing) return;
    this.#changing = true;
    queueMicrotask(() => {
      this.#changing = false;
      for (const listener of this.#listeners) listener();
    });
  }

  get privateChat(): ChatView | undefined {
    return [...this.chats.values()].find((view) => isPrivate(view.chat));
  }

  unreadIn(view: ChatView): number {
    return this.me ? unread(view, this.me.id) : 0;
  }

  /** Marks everything in the chat as seen. */
  read(view: ChatView): void {
    view.readUpTo = Math.max(view.readUpTo, view.messages.at(-1)?.message_id ?? 0);
  }

  /** Listens as this person; without one, lets the address name the one who speaks the browser's language. */
  enter(person: number | undefined): void {
    if (person === undefined) {
      api.state(undefined).then(
        (state) => this.#begin(state),
        () => window.setTimeout(() => this.#person ?? this.enter(undefined), FIRST_STATE_RETRY_MS),
      );
    } else if (person !== this.#person) {
      this.#stop?.();
      this.#leave();
      this.#person = person;
      this.#stop = this.#listen(person);
    }
  }

  #begin({ people, me }: PageState): void {
    const speaker = people.find(({ language_code }) => navigator.language.startsWith(language_code ?? 'en')) ?? me;
    // A private chat has its person's number.
    location.replace(hashOf(speaker.id, speaker.id));
  }

  #listen(person: number): () => void {
    // Events that come while the state is being read are applied after it; they may repeat it, never contradict it.
    let early: PageEvent[] | undefined = [];
    return listen(person, {
      opened: async () => {
        early = early ?? [];
        const state = await api.state(person);
        if (this.#person !== person) return;
        this.#take(state);
        const missed = early ?? [];
        early = undefined;
        for (const event of missed) this.#apply(event);
      },
      event: (event) => (early ? early.push(event) : this.#apply(event)),
      broken: () => {
        early = early ?? [];
        this.connected = false;
        this.presses.forget();
        this.changed();
        if (!this.me) this.#makeSureOf(person);
      },
    });
  }

  /**
   * An address can name a person of another run of the demo: begin anew then. A stream does not tell why it
   * is refused, so the state is asked for; where that can't be reached either, the stream is being tried again anyway.
   */
  #makeSureOf(person: number): void {
    api.state(person).catch((error) => {
      if (!(error instanceof api.Refused) || this.#person !== person) return;
      this.#stop?.();
      this.#person = undefined;
      location.replace('#');
    });
  }

  #leave(): void {
    if (this.me) this.#marks.keep(this.me, this.chats);
    this.chats.clear();
    this.presses.forget();
    this.connected = false;
    this.me = undefined;
    this.left();
  }

  #take(state: PageState): void {
    const before = new Map(this.chats);
    this.people = state.people;
    this.me = state.me;
    this.bot = state.bot;
    this.hints = state.hints;
    this.connected = true;
    speak(state.me.language_code);
    this.chats.clear();
    for (const page of state.chats) {
      const mark = (messages: Message[]) => this.#marks.of(state.me, page.chat.id, messages);
      this.chats.set(page.chat.id, viewOf(page, before.get(page.chat.id), mark));
    }
    this.changed();
  }

  #apply(event: PageEvent): void {
    if (event.type === 'answer' || event.type === 'expired') {
      if (this.presses.settle(event)) this.told(event);
    } else {
      const view = this.chats.get(event.chat_id);
      if (view) applyTo(view, event);
      if (view && event.type === 'action') this.#forgetAction(view);
    }
    this.changed();
  }

  #forgetAction(view: ChatView): void {
    const id = view.chat.id;
    window.clearTimeout(this.#actionTimers.get(id));
    const end = () => {
      view.action = undefined;
      this.changed();
    };
    this.#actionTimers.set(id, window.setTimeout(end, ACTION_MS));
  }
}
