/** Ephemeral messages: only one person of a group and the bot see them. */
import type { Message, User } from 'grammy/types';

const FIRST_ID = 7_000_000;
/** Leaves room for a million ephemeral messages between two others. */
const STEP = 1_000_000;

interface Room {
  readonly chat: { readonly id: number };
  readonly messages: ReadonlyMap<number, Message>;
}

export interface Ephemeral {
  /** The bot's version has the identifier 0. */
  message: Message;
  readonly person: number;
  /** The person's version: between its neighbours, or in place of another one. `undefined` where it was not delivered. */
  seen: Message | undefined;
  readonly replaces: number | undefined;
  /** The bot has deleted the message, and the person does not know. */
  deleted: boolean;
  at: number;
}

interface Tap {
  person: number;
  chat: number;
  message: number;
  at: number;
}

export class EphemeralMessages {
  readonly #rooms = new WeakMap<Room, Map<number, Ephemeral>>();
  readonly #taps = new Map<string, Tap>();
  #count = 0;
  /** Telegram does not promise that the person gets a message, its edit or its deletion. */
  delivers = true;
  readonly #now: () => number;
  readonly #answerMs: number;

  constructor({ now, ephemeralAnswerMs }: { now: () => number; ephemeralAnswerMs: number }) {
    this.#now = now;
    this.#answerMs = ephemeralAnswerMs;
  }

  in(room: Room): Map<number, Ephemeral> {
    const found = this.#rooms.get(room) ?? new Map<number, Ephemeral>();
    this.#rooms.set(room, found);
    return found;
  }

  add(room: Room, given: Omit<Message, 'message_id'>, person: number, replaces?: number): Ephemeral {
    const count = ++this.#count;
    const message: Message = { ...given, message_id: 0, ephemeral_message_id: FIRST_ID + count };
    const before = replaces ?? Math.max(this.#newest(room), [...room.messages.keys()].at(-1) ?? 0);
    const isMine = given.from?.id === person;
    const seen = this.delivers || isMine ? { ...message, message_id: before + count / STEP } : undefined;
    const added: Ephemeral = { message, person, seen, replaces: seen && replaces, deleted: false, at: this.#now() };
    this.in(room).set(FIRST_ID + count, added);
    return added;
  }

  /** The message that precedes the newest ephemeral one; it may have been deleted since. */
  #newest(room: Room): number {
    const last = [...this.in(room).values()].findLast(({ replaces }) => replaces === undefined);
    return Math.trunc(last?.seen?.message_id ?? 0);
  }

  seenBy(room: Room, person: number, messageId: number): Ephemeral | undefined {
    return [...this.in(room).values()].find((one) => one.person === person && one.seen?.message_id === messageId);
  }

  visible(room: Room, person: number, shared: readonly Message[]): Message[] {
    const own = [...this.in(room).values()].filter((one) => one.person === person);
    const replaced = new Set(own.map(({ replaces }) => replaces));
    const seen = own.flatMap((one) => one.seen ?? []);
    return [...shared.filter(({ message_id }) => !replaced.has(message_id)), ...seen].sort(
      (one, other) => one.message_id - other.message_id,
    );
  }

  tapped(id: string, tap: Omit<Tap, 'at'>): void {
    this.#taps.set(id, { ...tap, at: this.#now() });
  }

  /** `undefined` where the query is too old, another person's, or of another chat. */
  freshTap(id: string, room: Room, receiver: User): { message: number } | undefined {
    const tap = this.#taps.get(id);
    return tap && tap.person === receiver.id && tap.chat === room.chat.id && this.#isFresh(tap) ? tap : undefined;
  }

  /** A command or reply that the bot may still answer. */
  freshMessage(id: number, room: Room, receiver: User): Message | undefined {
    const found = this.in(room).get(id);
    const isTheirs = found?.message.from?.id === receiver.id;
    return found && isTheirs && this.#isFresh(found) ? found.message : undefined;
  }

  #isFresh({ at }: { at: number }): boolean {
    return this.#now() - at <= this.#answerMs;
  }

  age(ms: number, rooms: Iterable<Room>): void {
    for (const tap of this.#taps.values()) tap.at -= ms;
    for (const room of rooms) for (const one of this.in(room).values()) one.at -= ms;
  }
}
