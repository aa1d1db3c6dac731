import type { BotCommand, Chat, InlineQueryResult, Message, ReactionType, User } from 'grammy/types';
import type { Backend, BotRights, Content } from '../backend/backend.ts';
import type { AdministratorRights } from '../backend/permissions.ts';
import type { Call, Calls } from '../bot-api/calls.ts';
import type { Fault, Faults } from '../bot-api/faults.ts';
import type { Upload } from '../bot-api/types.ts';
import { isRecord } from '../bot-api/values.ts';
import type { Candidates, Shared } from '../page-server/page-api.ts';
import {
  block,
  deleteMessage,
  edit,
  forward,
  PageRefusal,
  personById,
  pinMessage,
  react,
  roomOf,
  type SenderChat,
  say,
  sendFrom,
  share,
  upload,
} from './actions.ts';
import { buttonData, type Press, press, resend } from './callback-queries.ts';
import { draftFor, stopDraft } from './drafts.ts';
import { askInline, chooseResult, type InlineAsk } from './inline.ts';
import {
  addBot,
  bringBot,
  joinGroup,
  leaveGroup,
  promoteBot,
  promotePerson,
  removeBot,
  restrictBot,
  type SendKind,
  slowDown,
  upgradeGroup,
} from './membership.ts';
import { candidatesFor, shareRequested } from './requested.ts';
import { closeTopic, deleteTopic, openTopic } from './topics.ts';

/**
 * Controls the people of the sandbox from tests: their actions, their view of the chats, planned faults.
 * The id of a private chat is its person's id. An impossible action throws a PageRefusal.
 */
export class World {
  /** Milliseconds between a call's arrival and its effect; getUpdates is not delayed. */
  latencyMs: number;
  readonly #backend: Backend;
  readonly #calls: Calls;
  readonly #faults: Faults;

  constructor(backend: Backend, calls: Calls, faults: Faults, latencyMs: number) {
    this.#backend = backend;
    this.#calls = calls;
    this.#faults = faults;
    this.latencyMs = latencyMs;
  }

  get bot(): User {
    return this.#backend.bot;
  }
  get people(): readonly User[] {
    return this.#backend.people;
  }
  get persian(): User {
    return this.#speaker('fa');
  }
  get english(): User {
    return this.#speaker('en');
  }
  /** The group: a basic group where the options say so, until its upgrade. */
  get group(): Chat.GroupChat | Chat.SupergroupChat {
    for (const { chat, movedTo } of this.#backend.rooms.values())
      if (chat.type !== 'private' && movedTo === undefined) return chat;
    throw new Error('the sandbox has no group');
  }
  /** The bot's rights in the group; with any of them it is an administrator and sees every message. */
  get botRights(): BotRights {
    return this.#backend.rights;
  }
  /** All answered calls of the bot except getUpdates. */
  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  /** The number of updates the bot has not confirmed. */
  pending(): number {
    return this.#backend.updates.pending();
  }

  /** The number of unconfirmed updates of this person. */
  pendingOf(person: number): number {
    const from = (body: unknown) => isRecord(body) && isRecord(body.from) && body.from.id === person;
    return this.#backend.updates.all().filter(({ update }) => Object.values(update).some(from)).length;
  }

  /** @param options `as`: as an anonymous administrator (`group`), or as the person's channel */
  say(
    person: number,
    chat: number,
    text: string,
    options: { replyTo?: number; topic?: number; as?: SenderChat } = {},
  ): Message {
    return say(this.#backend, person, chat, text, options);
  }

  /** Changes the text of a person's own message, or the caption of their file. */
  edit(person: number, chat: number, messageId: number, text: string): Message {
    return edit(this.#backend, person, chat, messageId, text);
  }

  /** Sends PNG and JPEG as photos, Ogg as a voice message, other files as documents; those of one `album` belong together. */
  upload(
    person: number,
    chat: number,
    file: Upload,
    caption?: string,
    place: { topic?: number; album?: string } = {},
  ): Message {
    return upload(this.#backend, person, chat, file, caption, place);
  }

  share(person: number, chat: number, what: Shared, place: { topic?: number; replyTo?: number } = {}): Message {
    return share(this.#backend, person, chat, what, place);
  }

  /** Sends content of a kind that no button of the page sends. */
  send(person: number, chat: number, content: Content, place: { topic?: number; replyTo?: number } = {}): Message {
    return sendFrom(this.#backend, person, chat, content, place);
  }

  /** Forwards a message of a chat to another one. */
  forward(person: number, chat: number, messageId: number, to: number, place: { topic?: number } = {}): Message {
    return forward(this.#backend, person, { chat, messageId }, to, place);
  }

  /** The users or chats that fit a `request_users` or `request_chat` button of a reply keyboard. */
  candidates(person: number, chat: number, messageId: number, requestId: number): Candidates {
    return candidatesFor(this.#backend, { person, chat, messageId, requestId });
  }

  /** Shares users, or a chat, by such a button. */
  shareRequested(person: number, chat: number, messageId: number, requestId: number, ids: readonly number[]): Message {
    return shareRequested(this.#backend, { person, chat, messageId, requestId }, ids);
  }

  /** The creator forbids the bot to send these; an empty list gives it all rights of a member back. */
  restrictBot(person: number, denied: readonly SendKind[]): void {
    restrictBot(this.#backend, person, this.group.id, denied);
  }

  /** The creator turns slow mode on, or off with 0 seconds. */
  slowDown(person: number, seconds: number): void {
    slowDown(this.#backend, person, this.group.id, seconds);
  }

  leaveGroup(person: number): void {
    leaveGroup(this.#backend, person, this.group.id);
  }

  joinGroup(person: number): void {
    joinGroup(this.#backend, person, this.group.id);
  }

  /**
   * Opens a topic in the group, which becomes a forum by its first one, or in a private chat in threaded mode.
   * @returns the message that tells of it; its id is the topic's
   */
  openTopic(person: number, name: string, chat: number = this.group.id): Message {
    return openTopic(this.#backend, person, chat, name);
  }

  /** @param closed `false` opens it again */
  closeTopic(person: number, topic: number, closed = true): void {
    closeTopic(this.#backend, person, this.group.id, topic, closed);
  }

  /** Deletes a topic with its messages. */
  deleteTopic(person: number, topic: number, chat: number = this.group.id): void {
    deleteTopic(this.#backend, person, chat, topic);
  }

  /** Presses the button with this data, or the one at this position. */
  press(person: number, chat: number, messageId: number, button: string | { row: number; column: number }): Press {
    return this.pressRaw(person, chat, messageId, buttonData(this.#backend, { person, chat, messageId }, button));
  }

  /** Presses a button with any data on any message, which need not exist. */
  pressRaw(person: number, chat: number, messageId: number, data: string): Press {
    return press(this.#backend, person, chat, messageId, data);
  }

  /** Sends an unanswered query again, as Telegram's clients do. @returns the new update's identifier */
  resend(pressed: Press): number {
    return resend(this.#backend, pressed);
  }

  inline(person: number, query: string, chat?: number): InlineAsk {
    return askInline(this.#backend, person, query, chat);
  }

  /** Sends a result of an answered inline query. @param options `query`: what the person typed; `topic`: the forum topic */
  choose(
    person: number,
    chat: number,
    result: InlineQueryResult,
    options: { query?: string; topic?: number } = {},
  ): Message {
    return chooseResult(this.#backend, person, chat, result, options);
  }

  /** Turns BotFather's inline feedback on or off; it is off at first. */
  inlineFeedback(on: boolean): void {
    this.#backend.switch('inline_feedback', on);
  }

  /** Turns BotFather's threaded mode on or off: private chats with the bot have topics. It is off at first. */
  threadedMode(on: boolean): void {
    this.#backend.switch('threaded_mode', on);
  }

  /**
   * Queues an update of any content. The bot can write to its people and answer its queries.
   * @returns its identifier
   */
  push(update: Record<string, unknown>): number {
    registerMentioned(this.#backend, update);
    const id = this.#backend.updates.push(update);
    this.#backend.changed.fire();
    return id;
  }

  /**
   * Restores messages of an earlier run with their identifiers and buttons; the bot knows their senders. New messages,
   * updates and queries get greater identifiers, because the bot may have handled the earlier ones.
   */
  restore(messages: readonly Message[], nextUpdateId = 0): void {
    this.#backend.restore(messages);
    this.#backend.updates.countFrom(nextUpdateId);
    // Each query had an update, so there were no more queries than updates.
    this.#backend.queries.countFrom(nextUpdateId);
  }

  /**
   * The person's view of the chat, oldest message first. An ephemeral message has an identifier between those of its neighbours,
   * as in Telegram's apps; the bot knows its `ephemeral_message_id`.
   */
  messages(person: number, chat: number): readonly Message[] {
    return this.#backend.seenBy(roomOf(this.#backend, person, chat), person);
  }

  /** The draft that the bot shows while it makes a message, in the private chat; it ends after 30 seconds. */
  draft(person: number): Message | undefined {
    return draftFor(this.#backend, person)?.message;
  }

  /** The person stops the bot, which gets an update. */
  stopGeneration(person: number): void {
    stopDraft(this.#backend, person);
  }

  /** The bot's reactions to a message, or those of a person. */
  reactions(person: number, chat: number, messageId: number, from = this.bot.id): readonly ReactionType[] {
    const reaction = roomOf(this.#backend, person, chat).reactions.get(messageId)?.get(from);
    return reaction ? [reaction] : [];
  }

  /** A person reacts to a message; without an emoji the reaction is taken back. */
  react(person: number, chat: number, messageId: number, emoji?: string): void {
    react(this.#backend, person, chat, messageId, emoji);
  }

  /** The chat's pinned messages, the newest last. */
  pinned(person: number, chat: number): readonly number[] {
    return roomOf(this.#backend, person, chat).pinned;
  }

  /** A person pins a message for everybody, or unpins it. */
  pin(person: number, chat: number, messageId: number, pinned = true): void {
    pinMessage(this.#backend, person, chat, messageId, pinned);
  }

  commands(person: number, chat: number): BotCommand[] {
    return this.#backend.commandsFor(personById(this.#backend, person), roomOf(this.#backend, person, chat));
  }

  /** The creator upgrades the basic group. @returns the supergroup that replaces it */
  upgradeGroup(person: number): Chat.SupergroupChat {
    const upgraded = upgradeGroup(this.#backend, person, this.group.id);
    if (upgraded?.type !== 'supergroup') throw new Error('the group is a supergroup already');
    return upgraded;
  }

  /** The creator removes the bot from the group, where every call to the chat is a 403 from then on. */
  removeBot(person: number): void {
    removeBot(this.#backend, person, this.group.id);
  }

  /** A person adds the bot to the group again. */
  addBot(person: number): void {
    addBot(this.#backend, person, this.group.id);
  }

  /** A person brings the bot into the group by a link. @param rights those that the link asks for, as `delete_messages` */
  bringBot(person: number, payload: string, rights: readonly string[] = []): void {
    bringBot(this.#backend, person, this.group.id, { payload, rights });
  }

  /** The creator changes the bot's rights in the group; without any it is a member like others. */
  promoteBot(person: number, rights: Partial<BotRights>): void {
    promoteBot(this.#backend, person, this.group.id, rights);
  }

  /** The creator makes another person an administrator; without rights they are a member like others. */
  promotePerson(person: number, whom: number, rights: Partial<AdministratorRights>): void {
    promotePerson(this.#backend, person, this.group.id, whom, rights);
  }

  /**
   * Whether callback queries have an `InaccessibleMessage` in place of the message, as those of old messages do.
   * Source: `process_new_callback_query_queue` of `Client.cpp`, tdlib/telegram-bot-api#401
   */
  inaccessibleTaps(are: boolean): void {
    this.#backend.switch('inaccessible_taps', are);
  }

  /** Whether people get the ephemeral messages of the bot, their edits and deletions, which Telegram does not promise. */
  deliverEphemeral(delivers: boolean): void {
    this.#backend.ephemeral.delivers = delivers;
  }

  block(person: number, blocked: boolean): void {
    block(this.#backend, person, blocked);
  }

  deleteMessage(person: number, chat: number, messageId: number): void {
    deleteMessage(this.#backend, person, chat, messageId);
  }

  /** Makes all messages, updates and queries older, as if this time had passed. */
  passTime(seconds: number): void {
    this.#backend.age(seconds);
  }

  /** Makes a message older. */
  age(person: number, chat: number, messageId: number, seconds: number): void {
    const { messages } = roomOf(this.#backend, person, chat);
    const message = messages.get(messageId);
    if (!message) throw new PageRefusal('unknown_message');
    messages.set(messageId, { ...message, date: message.date - seconds });
  }

  /** Drops all unconfirmed updates, as `drop_pending_updates` does. */
  clearUpdates(): void {
    this.#backend.updates.clear();
  }

  fail(fault: Fault): void {
    this.#faults.add(fault);
  }

  /** Removes all planned faults. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /**
   * Fires on every visible change, every call and every confirmation of updates.
   * @returns stops listening
   */
  onChange(listener: () => void): () => void {
    return this.#backend.changed.on(listener);
  }

  /**
   * Fires with the person whose view has changed.
   * @returns stops listening
   */
  onShown(listener: (person: number) => void): () => void {
    return this.#backend.shown.on(({ person }) => listener(person));
  }

  /**
   * Resolves with the first truthy value of the predicate, which runs now and on each change.
   * @throws Error after `timeoutMs` (default 45,000), with `describe()` in its message
   */
  until<T>(predicate: () => T | undefined | false | null, options?: UntilOptions): Promise<T> {
    return until((listener) => this.onChange(listener), predicate, options);
  }

  #speaker(language: string): User {
    const person = this.people.find(({ language_code }) => language_code === language);
    if (!person) throw new Error(`no person of the sandbox speaks ${language}`);
    return person;
  }
}

interface UntilOptions {
  timeoutMs?: number;
  /** Added to the message of the timeout. */
  describe?: () => string;
}

/**
 * Resolves with the first truthy value of the predicate, which runs now and on each change.
 * @param onChange adds a listener, returns a function that removes it
 * @throws Error after `timeoutMs` (default 45,000), with `describe()` in its message
 */
async function until<T>(
  onChange: (listener: () => void) => () => void,
  predicate: () => T | undefined | false | null,
  { timeoutMs = 45_000, describe = () => '' }: UntilOptions = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const check = () => {
    const value = predicate();
    if (value) resolve(value);
  };
  const timer = setTimeout(() => reject(new Error(`not within ${timeoutMs} ms. ${describe()}`)), timeoutMs);
  const stop = onChange(() => {
    attempt(check, reject);
  });
  try {
    attempt(check, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

/** An error of the predicate rejects the wait and does not reach the cause of the change. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

/**
 * Registers the people, chats and queries of a raw update, so that the bot can write to the people and chats and answer
 * the queries.
 */
function registerMentioned(backend: Backend, update: Record<string, unknown>): void {
  for (const body of Object.values(update)) {
    if (!isRecord(body)) continue;
    const message = isRecord(body.message) ? body.message : body;
    if (isRecord(body.from)) backend.known.add(Number(body.from.id));
    if (isRecord(message.chat)) registerChat(backend, Number(message.chat.id));
  }
  const query = update.callback_query;
  if (isRecord(query) && typeof query.id === 'string') backend.queries.openCallback(query.id, changed, changed);
  const inline = update.inline_query;
  if (isRecord(inline) && typeof inline.id === 'string') backend.queries.openInline(inline.id, changed, changed);

  function changed(): void {
    backend.changed.fire();
  }
}

function registerChat(backend: Backend, chat: number): void {
  backend.known.add(chat);
  backend.started.add(chat);
}
