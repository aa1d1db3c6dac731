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
 * Controls the people of the sandbox from tests. The id of a private chat is its person's id.
 * An impossible action throws a PageRefusal.
 */
export class World {
  /** The delay of each call except getUpdates. */
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
  /** A basic group where the options say so, until its upgrade. */
  get group(): Chat.GroupChat | Chat.SupergroupChat {
    for (const { chat, movedTo } of this.#backend.rooms.values())
      if (chat.type !== 'private' && movedTo === undefined) return chat;
    throw new Error('the sandbox has no group');
  }
  /** With any right the bot is an administrator and sees every message. */
  get botRights(): BotRights {
    return this.#backend.rights;
  }
  get calls(): readonly Call[] {
    return this.#calls.all;
  }

  pending(): number {
    return this.#backend.updates.pending();
  }

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

  edit(person: number, chat: number, messageId: number, text: string): Message {
    return edit(this.#backend, person, chat, messageId, text);
  }

  /** Sends PNG and JPEG as photos, Ogg as a voice message, other files as documents. */
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

  send(person: number, chat: number, content: Content, place: { topic?: number; replyTo?: number } = {}): Message {
    return sendFrom(this.#backend, person, chat, content, place);
  }

  forward(person: number, chat: number, messageId: number, to: number, place: { topic?: number } = {}): Message {
    return forward(this.#backend, person, { chat, messageId }, to, place);
  }

  /** The users or chats that fit a `request_users` or `request_chat` button. */
  candidates(person: number, chat: number, messageId: number, requestId: number): Candidates {
    return candidatesFor(this.#backend, { person, chat, messageId, requestId });
  }

  shareRequested(person: number, chat: number, messageId: number, requestId: number, ids: readonly number[]): Message {
    return shareRequested(this.#backend, { person, chat, messageId, requestId }, ids);
  }

  /** An empty list gives the bot all rights of a member back. */
  restrictBot(person: number, denied: readonly SendKind[]): void {
    restrictBot(this.#backend, person, this.group.id, denied);
  }

  /** 0 seconds turn slow mode off. */
  slowDown(person: number, seconds: number): void {
    slowDown(this.#backend, person, this.group.id, seconds);
  }

  leaveGroup(person: number): void {
    leaveGroup(this.#backend, person, this.group.id);
  }

  joinGroup(person: number): void {
    joinGroup(this.#backend, person, this.group.id);
  }

  /** The first topic makes the group a forum. @returns the service message; its id is the topic's */
  openTopic(person: number, name: string, chat: number = this.group.id): Message {
    return openTopic(this.#backend, person, chat, name);
  }

  closeTopic(person: number, topic: number, closed = true): void {
    closeTopic(this.#backend, person, this.group.id, topic, closed);
  }

  deleteTopic(person: number, topic: number, chat: number = this.group.id): void {
    deleteTopic(this.#backend, person, chat, topic);
  }

  press(person: number, chat: number, messageId: number, button: string | { row: number; column: number }): Press {
    return this.pressRaw(person, chat, messageId, buttonData(this.#backend, { person, chat, messageId }, button));
  }

  /** The message need not exist. */
  pressRaw(person: number, chat: number, messageId: number, data: string): Press {
    return press(this.#backend, person, chat, messageId, data);
  }

  resend(pressed: Press): number {
    return resend(this.#backend, pressed);
  }

  inline(person: number, query: string, chat?: number): InlineAsk {
    return askInline(this.#backend, person, query, chat);
  }

  /** @param options `query`: the typed text; `topic`: the forum topic */
  choose(
    person: number,
    chat: number,
    result: InlineQueryResult,
    options: { query?: string; topic?: number } = {},
  ): Message {
    return chooseResult(this.#backend, person, chat, result, options);
  }

  /** Off at first. */
  inlineFeedback(on: boolean): void {
    this.#backend.switch('inline_feedback', on);
  }

  /** Gives private chats with the bot topics. Off at first. */
  threadedMode(on: boolean): void {
    this.#backend.switch('threaded_mode', on);
  }

  /** Takes an update of any content; the bot can write to its people and answer its queries. @returns its identifier */
  push(update: Record<string, unknown>): number {
    registerMentioned(this.#backend, update);
    const id = this.#backend.updates.push(update);
    this.#backend.changed.fire();
    return id;
  }

  /** Restores messages of an earlier run. New identifiers are greater, because the bot may have handled the earlier ones. */
  restore(messages: readonly Message[], nextUpdateId = 0): void {
    this.#backend.restore(messages);
    this.#backend.updates.countFrom(nextUpdateId);
    // Each query had an update, so there were no more queries than updates.
    this.#backend.queries.countFrom(nextUpdateId);
  }

  /** Oldest first. An ephemeral message has an identifier between those of its neighbours; the bot knows its `ephemeral_message_id`. */
  messages(person: number, chat: number): readonly Message[] {
    return this.#backend.seenBy(roomOf(this.#backend, person, chat), person);
  }

  /** A draft ends after 30 seconds. */
  draft(person: number): Message | undefined {
    return draftFor(this.#backend, person)?.message;
  }

  stopGeneration(person: number): void {
    stopDraft(this.#backend, person);
  }

  reactions(person: number, chat: number, messageId: number, from = this.bot.id): readonly ReactionType[] {
    const reaction = roomOf(this.#backend, person, chat).reactions.get(messageId)?.get(from);
    return reaction ? [reaction] : [];
  }

  react(person: number, chat: number, messageId: number, emoji?: string): void {
    react(this.#backend, person, chat, messageId, emoji);
  }

  pinned(person: number, chat: number): readonly number[] {
    return roomOf(this.#backend, person, chat).pinned;
  }

  pin(person: number, chat: number, messageId: number, pinned = true): void {
    pinMessage(this.#backend, person, chat, messageId, pinned);
  }

  commands(person: number, chat: number): BotCommand[] {
    return this.#backend.commandsFor(personById(this.#backend, person), roomOf(this.#backend, person, chat));
  }

  upgradeGroup(person: number): Chat.SupergroupChat {
    const upgraded = upgradeGroup(this.#backend, person, this.group.id);
    if (upgraded?.type !== 'supergroup') throw new Error('the group is a supergroup already');
    return upgraded;
  }

  /** Every call to the chat is a 403 from then on. */
  removeBot(person: number): void {
    removeBot(this.#backend, person, this.group.id);
  }

  addBot(person: number): void {
    addBot(this.#backend, person, this.group.id);
  }

  /** @param rights those of the link, such as `delete_messages` */
  bringBot(person: number, payload: string, rights: readonly string[] = []): void {
    bringBot(this.#backend, person, this.group.id, { payload, rights });
  }

  /** Without rights the bot is a member like others. */
  promoteBot(person: number, rights: Partial<BotRights>): void {
    promoteBot(this.#backend, person, this.group.id, rights);
  }

  /** Without rights the person is a member like others. */
  promotePerson(person: number, whom: number, rights: Partial<AdministratorRights>): void {
    promotePerson(this.#backend, person, this.group.id, whom, rights);
  }

  /**
   * Gives callback queries an `InaccessibleMessage`, as those of old messages have.
   * Source: `process_new_callback_query_queue` of `Client.cpp`, tdlib/telegram-bot-api#401
   */
  inaccessibleTaps(are: boolean): void {
    this.#backend.switch('inaccessible_taps', are);
  }

  /** Telegram does not promise that people get ephemeral messages, their edits and deletions. */
  deliverEphemeral(delivers: boolean): void {
    this.#backend.ephemeral.delivers = delivers;
  }

  block(person: number, blocked: boolean): void {
    block(this.#backend, person, blocked);
  }

  deleteMessage(person: number, chat: number, messageId: number): void {
    deleteMessage(this.#backend, person, chat, messageId);
  }

  passTime(seconds: number): void {
    this.#backend.age(seconds);
  }

  age(person: number, chat: number, messageId: number, seconds: number): void {
    const { messages } = roomOf(this.#backend, person, chat);
    const message = messages.get(messageId);
    if (!message) throw new PageRefusal('unknown_message');
    messages.set(messageId, { ...message, date: message.date - seconds });
  }

  clearUpdates(): void {
    this.#backend.updates.clear();
  }

  fail(fault: Fault): void {
    this.#faults.add(fault);
  }

  clearFaults(): void {
    this.#faults.clear();
  }

  /** Fires on every visible change, every call and every confirmation of updates. @returns stops listening */
  onChange(listener: () => void): () => void {
    return this.#backend.changed.on(listener);
  }

  /** Fires with the person whose view has changed. @returns stops listening */
  onShown(listener: (person: number) => void): () => void {
    return this.#backend.shown.on(({ person }) => listener(person));
  }

  /**
   * Checks the predicate now and on each change, and resolves with its first truthy value.
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
  describe?: () => string;
}

/** @param onChange adds a listener, returns a function that removes it */
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

/** An error of the predicate rejects the wait, and does not reach the cause of the change. */
function attempt(work: () => void, failed: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

/** Lets the bot write to the people and chats of a raw update, and answer its queries. */
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
