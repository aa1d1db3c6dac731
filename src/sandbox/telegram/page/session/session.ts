/** The server's state for one person; events keep the state up to date. */
import type { Message, User } from 'grammy/types';
import type { DemoState, PageDraft, PageEvent, PageState } from '../../page-server/page-api.ts';
import { setLanguage } from '../texts.ts';
import * as api from './api.ts';
import { applyTo, type ChatView, isPrivate, ReadMarks, unread, viewOf } from './chats.ts';
import { listen } from './event-stream.ts';
import { type Outcome, Presses } from './presses.ts';
import { hashOf, readRoute } from './route.ts';

/** Telegram's apps also end a chat action after five seconds or with the bot's next message. */
const ACTION_MS = 5000;
/** As in Telegram's apps. */
const DRAFT_MS = 30_000;
const FIRST_STATE_RETRY_MS = 1000;

export abstract class Session {
  people: User[] = [];
  me: User | undefined;
  bot: User | undefined;
  profile: PageState['profile'] = { description: '', about: '' };
  hints: PageState['hints'];
  demo: DemoState | undefined;
  switches: PageState['switches'] = {
    inaccessible_taps: false,
    inline_feedback: false,
    threaded_mode: false,
  };
  connected = false;
  /** In the server's order. */
  readonly chats = new Map<number, ChatView>();
  readonly presses = new Presses();
  readonly #marks = new ReadMarks();
  readonly #listeners: (() => void)[] = [];
  readonly #actionTimers = new Map<number, number>();
  #person: number | undefined;
  #stop: (() => void) | undefined;
  #renderQueued = false;

  /** Without an answer of the bot the outcome says so. */
  protected abstract showOutcome(outcome: Outcome): void;
  protected abstract clearIntent(): void;

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Renders once for all changes of the current microtask. */
  changed(): void {
    if (this.#renderQueued) return;
    this.#renderQueued = true;
    queueMicrotask(() => {
      this.#renderQueued = false;
      for (const listener of this.#listeners) listener();
    });
  }

  get privateChat(): ChatView | undefined {
    return [...this.chats.values()].find((view) => isPrivate(view.chat));
  }

  /** BotFather's threaded mode gives private chats topics. */
  hasTopics({ chat }: ChatView): boolean {
    return isPrivate(chat) ? this.switches.threaded_mode : 'is_forum' in chat;
  }

  unreadIn(view: ChatView): number {
    return this.me ? unread(view, this.me.id) : 0;
  }

  read(view: ChatView): void {
    view.readUpTo = Math.max(view.readUpTo, view.messages.at(-1)?.message_id ?? 0);
  }

  /** `undefined` means the person who speaks the browser's language. */
  enter(person: number | undefined): void {
    if (person === undefined) {
      api.state(undefined).then(
        (state) => this.#redirectToSpeaker(state),
        () => window.setTimeout(() => this.#person ?? this.enter(undefined), FIRST_STATE_RETRY_MS),
      );
    } else if (person !== this.#person) {
      this.#stop?.();
      this.#reset();
      this.#person = person;
      this.#stop = this.#listen(person);
    }
  }

  #redirectToSpeaker({ people, me }: PageState): void {
    const speaker = people.find(({ language_code }) => navigator.language.startsWith(language_code ?? 'en')) ?? me;
    // The id of a private chat is its person's id.
    location.replace(hashOf(speaker.id, speaker.id));
  }

  #listen(person: number): () => void {
    // Events that arrive before the state are applied after it; they can repeat the state but never contradict it.
    let early: PageEvent[] | undefined = [];
    return listen(person, {
      opened: async () => {
        early = early ?? [];
        const state = await api.state(person);
        if (this.#person !== person) return;
        this.#applyState(state);
        const missed = early ?? [];
        early = undefined;
        for (const event of missed) this.#apply(event);
      },
      event: (event) => (early ? early.push(event) : this.#apply(event)),
      broken: () => {
        early = early ?? [];
        this.connected = false;
        this.presses.clear();
        this.changed();
        if (!this.me) this.#verifyPerson(person);
      },
    });
  }

  /**
   * Starts again where the address names a person of an earlier run. The event stream gives no reason for a refusal,
   * so this asks for the state. An unreachable server is the event stream's to retry.
   */
  #verifyPerson(person: number): void {
    api.state(person).catch((error) => {
      if (!(error instanceof api.RequestRefused) || this.#person !== person) return;
      this.#stop?.();
      this.#person = undefined;
      location.replace('#');
    });
  }

  #reset(): void {
    if (this.me) this.#marks.save(this.me, this.chats);
    this.chats.clear();
    this.presses.clear();
    this.connected = false;
    this.me = undefined;
    this.clearIntent();
  }

  #applyState(state: PageState): void {
    const before = new Map(this.chats);
    this.people = state.people;
    this.me = state.me;
    this.bot = state.bot;
    this.profile = state.profile;
    this.hints = state.hints;
    this.demo = state.demo;
    this.connected = true;
    setLanguage(state.me.language_code);
    this.chats.clear();
    const route = readRoute(location.hash);
    for (const page of state.chats) {
      const mark = (messages: Message[]) => this.#marks.readUpTo(state.me, page.chat.id, messages);
      const view = viewOf(page, before.get(page.chat.id), mark);
      if (!before.has(page.chat.id) && page.chat.id === route.chat) view.topic = route.topic;
      this.chats.set(page.chat.id, view);
    }
    this.#flip(state.switches);
    this.changed();
  }

  #apply(event: PageEvent): void {
    if (event.type === 'answer' || event.type === 'expired') {
      if (this.presses.finish(event)) this.showOutcome(event);
    } else if (event.type === 'demo') {
      this.demo = event.demo;
    } else if (event.type === 'profile') {
      this.profile = event.profile;
    } else if (event.type === 'switches') {
      this.#flip(event.switches);
    } else if (event.type === 'moved') {
      void this.#follow(event.chat_id, event.to);
    } else {
      const view = this.chats.get(event.chat_id);
      if (view) applyTo(view, event);
      if (view) this.#endLater(view, event.type);
    }
    this.changed();
  }

  /** Without threaded mode the private chat has no visible topic. */
  #flip(switches: PageState['switches']): void {
    this.switches = switches;
    if (!switches.threaded_mode && this.privateChat) this.privateChat.topic = undefined;
  }

  /** Opens the chat that took the place of another, where the other was open. */
  async #follow(from: number, to: number): Promise<void> {
    const person = this.#person;
    const state = await api.state(person);
    if (person === undefined || this.#person !== person) return;
    const { chat } = readRoute(location.hash);
    this.#applyState(state);
    if (chat === from) location.replace(hashOf(person, to));
  }

  /** Chat actions and drafts end after a time. */
  #endLater(view: ChatView, shown: PageEvent['type']): void {
    if (shown === 'action') this.#endActionLater(view);
    if (shown === 'draft' && view.draft) this.#endDraftLater(view, view.draft);
  }

  #endDraftLater(view: ChatView, draft: PageDraft): void {
    window.setTimeout(() => {
      if (view.draft !== draft) return;
      view.draft = undefined;
      this.changed();
    }, DRAFT_MS);
  }

  #endActionLater(view: ChatView): void {
    const id = view.chat.id;
    window.clearTimeout(this.#actionTimers.get(id));
    const end = () => {
      view.action = undefined;
      this.changed();
    };
    this.#actionTimers.set(id, window.setTimeout(end, ACTION_MS));
  }
}
