import type { BotCommand, Chat, InlineQueryResult, Message, ReactionType, User } from 'grammy/types';
import { asSeen, type BotRights, type Cloud } from '../backend/backend.ts';
import type { Call, Calls } from '../bot-api/calls.ts';
import type { Fault, Faults } from '../bot-api/faults.ts';
import type { Upload } from '../bot-api/types.ts';
import { isRecord } from '../bot-api/values.ts';
import { block, deleteMessage, edit, personNamed, roomOf, say, upload } from './actions.ts';
import { buttonData, type Press, press, resend } from './callback-queries.ts';
import { askInline, chooseResult, type InlineAsk } from './inline.ts';

/**
 * The people's side of the sandbox, in the same process: what they do, what they see, and what should go wrong.
 * A private chat's identifier is its person's. What a person can't do throws a PageRefusal.
 */
export class World {
  /** Milliseconds between a call's arrival and its effect; long polls are not held up. */
  latencyMs: number;
  readonly #cloud: Cloud;
  readonly #calls: Calls;
  readonly #faults: Faults;

  constructor(cloud: Cloud, calls: Calls, faults: Faults, latencyMs: number) {
    this.#cloud = cloud;
    this.#calls = calls;
    this.#faults = faults;
    this.latencyMs = latencyMs;
  }

  get bot(): User {
    return this.#cloud.bot;
  }
  get people(): readonly User[] {
    return this.#cloud.people;
  }
  get persian(): User {
    return this.#speaker('fa');
  }
  get english(): User {
    return this.#speaker('en');
  }
  /** A basic group where the world was started with one, until it is upgraded. */
  get group(): Chat.GroupChat | Chat.SupergroupChat {
    for (const { chat, movedTo } of this.#cloud.rooms.values())
      if (chat.type !== 'private' && movedTo === undefined) return chat;
    throw new Error('the sandbox has no group');
  }
  /** The bot's rights in the group; with any of them it is an administrator and sees every message. */
  get botRights(): BotRights {
    return this.#cloud.rights;
  }
  /** Every call of the bot but getUpdates, as it was answered. */
  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  /** The number of updates the bot has not confirmed. */
  pending(): number {
    return this.#cloud.updates.pending();
  }

  /** Of those, the ones that this person caused. */
  pendingOf(person: number): number {
    const from = (body: unknown) => isRecord(body) && isRecord(body.from) && body.from.id === person;
    return this.#cloud.updates.all().filter(({ update }) => Object.values(update).some(from)).length;
  }

  say(person: number, chat: number, text: string, options: { replyTo?: number } = {}): Message {
    return say(this.#cloud, person, chat, text, options.replyTo);
  }

  /** Changes the text of a person's own message. */
  edit(person: number, chat: number, messageId: number, text: string): Message {
    return edit(this.#cloud, person, chat, messageId, text);
  }

  upload(person: number, chat: number, file: Upload, caption?: string): Message {
    return upload(this.#cloud, person, chat, file, caption);
  }

  /** Taps the button that carries this data, or the one at this place. */
  press(person: number, chat: number, messageId: number, button: string | { row: number; column: number }): Press {
    return this.pressRaw(person, chat, messageId, buttonData(roomOf(this.#cloud, person, chat), messageId, button));
  }

  /** A tap with data that need not be on any button, on a message that need not be there. */
  pressRaw(person: number, chat: number, messageId: number, data: string): Press {
    return press(this.#cloud, person, chat, messageId, data);
  }

  /** The same query once more, as Telegram's client does when nobody answers. @returns the new update's identifier */
  resend(pressed: Press): number {
    return resend(this.#cloud, pressed);
  }

  inline(person: number, query: string, chat?: number): InlineAsk {
    return askInline(this.#cloud, person, query, chat);
  }

  /** Sends a card that the bot answered an inline query with. */
  choose(person: number, chat: number, card: InlineQueryResult): Message {
    return chooseResult(this.#cloud, person, chat, card);
  }

  /**
   * Queues any update at all; what it says of people and taps holds: they are known to the bot, the tap can be answered.
   * @returns its identifier
   */
  push(update: Record<string, unknown>): number {
    believe(this.#cloud, update);
    const id = this.#cloud.updates.push(update);
    this.#cloud.changed.fire();
    return id;
  }

  /**
   * Puts messages back with the identifiers and buttons they had; whoever wrote one is known to the bot. Messages, updates and
   * queries are counted on from there: the bot may have handled what came before.
   */
  restore(messages: readonly Message[], nextUpdateId = 0): void {
    this.#cloud.restore(messages);
    this.#cloud.updates.countFrom(nextUpdateId);
    // No more queries were asked than updates told of.
    this.#cloud.queries.countFrom(nextUpdateId);
  }

  /** What the person sees in the chat, oldest first. */
  messages(person: number, chat: number): readonly Message[] {
    const room = roomOf(this.#cloud, person, chat);
    return [...room.messages.values()].map((message) => asSeen(room, message));
  }

  /** The bot's reactions to a message. */
  reactions(person: number, chat: number, messageId: number): readonly ReactionType[] {
    return roomOf(this.#cloud, person, chat).reactions.get(messageId) ?? [];
  }

  /** The chat's pinned messages, the newest last. */
  pinned(person: number, chat: number): readonly number[] {
    return roomOf(this.#cloud, person, chat).pinned;
  }

  commands(person: number, chat: number): BotCommand[] {
    return this.#cloud.commandsFor(personNamed(this.#cloud, person), roomOf(this.#cloud, person, chat));
  }

  /** Upgrades the basic group, as when its owner shows its history to newcomers. @returns the supergroup it is from now on */
  upgradeGroup(person: number): Chat.SupergroupChat {
    const room = roomOf(this.#cloud, person, this.group.id);
    if (room.chat.type !== 'group') throw new Error('the group is a supergroup already');
    return this.#cloud.upgrade(room, personNamed(this.#cloud, person));
  }

  /**
   * Whether taps arrive as on messages that are too old for the bot to see (`InaccessibleMessage`), though they are there.
   * Source: `process_new_callback_query_queue` of `Client.cpp`, tdlib/telegram-bot-api#401
   */
  inaccessibleTaps(are: boolean): void {
    this.#cloud.inaccessibleTaps = are;
  }

  block(person: number, blocked: boolean): void {
    block(this.#cloud, person, blocked);
  }

  deleteMessage(person: number, chat: number, messageId: number): void {
    deleteMessage(this.#cloud, person, chat, messageId);
  }

  /** Makes a message look older. */
  age(person: number, chat: number, messageId: number, seconds: number): void {
    const { messages } = roomOf(this.#cloud, person, chat);
    const message = messages.get(messageId);
    if (message) messages.set(messageId, { ...message, date: message.date - seconds });
  }

  /** Telegram forgets what the bot has not confirmed, as `drop_pending_updates` has it. */
  clearUpdates(): void {
    this.#cloud.updates.clear();
  }

  fail(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** Nothing that was planned to go wrong does any more. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /**
   * Fires on anything a person could notice, on every call and on every confirmation of updates.
   * @returns stops listening
   */
  onChange(listener: () => void): () => void {
    return this.#cloud.changed.on(listener);
  }

  /**
   * Fires with whoever's chats show something else now.
   * @returns stops listening
   */
  onShown(listener: (person: number) => void): () => void {
    return this.#cloud.shown.on(({ person }) => listener(person));
  }

  /**
   * Resolves with the first truthy value of the predicate, asked now and on each change.
   * @throws Error after `timeoutMs` (default 15,000), with `describe()` in its message
   */
  until<T>(predicate: () => T | undefined | false | null, options?: UntilOptions): Promise<T> {
    return until((listener) => this.onChange(listener), predicate, options);
  }

  #speaker(language: string): User {
    const person = this.people.find(({ language_code }) => language_code === language);
    if (!person) throw new Error(`nobody here speaks ${language}`);
    return person;
  }
}

export interface UntilOptions {
  timeoutMs?: number;
  /** What to say where it does not come true. */
  describe?: () => string;
}

/**
 * Resolves with the first truthy value of the predicate, asked now and on each change.
 * @param onChange takes a listener, returns what ends it
 * @throws Error after `timeoutMs` (default 15,000), with `describe()` in its message
 */
export async function until<T>(
  onChange: (listener: () => void) => () => void,
  predicate: () => T | undefined | false | null,
  { timeoutMs = 15_000, describe = () => '' }: UntilOptions = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const look = () => {
    const value = predicate();
    if (value) resolve(value);
  };
  const timer = setTimeout(() => reject(new Error(`not within ${timeoutMs} ms. ${describe()}`)), timeoutMs);
  const stop = onChange(() => {
    attempt(look, reject);
  });
  try {
    attempt(look, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** A predicate that throws ends the waiting, not whoever caused the change. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

/**
 * Takes a raw update at its word, as far as it can be read: people it comes from are known to the bot, private chats it
 * comes from are open, and its callback or inline query can be answered.
 */
export function believe(cloud: Cloud, update: Record<string, unknown>): void {
  for (const body of Object.values(update)) {
    if (!isRecord(body)) continue;
    const message = isRecord(body.message) ? body.message : body;
    if (isRecord(body.from)) cloud.known.add(Number(body.from.id));
    if (isRecord(message.chat)) open(cloud, Number(message.chat.id));
  }
  const query = update.callback_query;
  if (isRecord(query) && typeof query.id === 'string') cloud.queries.openCallback(query.id, changed, changed);
  const inline = update.inline_query;
  if (isRecord(inline) && typeof inline.id === 'string') cloud.queries.openInline(inline.id, changed, changed);

  function changed(): void {
    cloud.changed.fire();
  }
}

function open(cloud: Cloud, chat: number): void {
  cloud.known.add(chat);
  cloud.started.add(chat);
}
