import { isDeepStrictEqual } from 'node:util';
import type { BotCommand, Chat, MenuButton, Message, ReactionType, Update, User, UserFromGetMe } from 'grammy/types';
import type { Markup } from '../bot-api/markup.ts';
import type { AnswerBody } from '../bot-api/read-parameters.ts';
import { badRequest, groupUpgraded, refusal, tooManyRequests } from '../bot-api/refusal.ts';
import type { PageEvent, PageReaction, Switch } from '../page-server/page-api.ts';
import { Commands, Profile } from './bot-settings.ts';
import { type Draft, Drafts } from './drafts.ts';
import { type Ephemeral, EphemeralMessages } from './ephemeral.ts';
import { Files } from './files.ts';
import { ANONYMOUS, BASIC_GROUP, BOT_NAME, GROUP, privateChat } from './people.ts';
import { ALL_PERMISSIONS, type Permissions, type Standing } from './permissions.ts';
import { Queries } from './queries.ts';
import { Signal } from './signal.ts';
import { UpdateQueue } from './update-queue.ts';
import { Delivery, type WebhookSettings } from './webhook-delivery.ts';

export interface Room {
  readonly chat: Chat.PrivateChat | Chat.GroupChat | Chat.SupergroupChat;
  /** By the identifier of the message that opened the topic. A forum has at least one topic. */
  readonly topics: Map<number, Topic>;
  /** The topic of messages without another one. */
  general: Topic;
  /** The supergroup that replaced this group, whose messages can only be read and edited since. */
  movedTo?: number;
  people: readonly User[];
  /** `kicked`: a person removed the bot; `left`: the bot left by itself. */
  bot: 'member' | 'left' | 'kicked';
  permissions: Permissions;
  /** Only people who are more or less than members, and the bot where it is restricted or removed. */
  readonly standings: Map<number, Standing>;
  /** The seconds of slow mode between two messages of a member; 0 turns it off. */
  slowModeSeconds: number;
  readonly sentAt: Map<number, number>;
  readonly messages: Map<number, Message>;
  pinned: readonly number[];
  readonly authors: Map<number, number>;
  readonly tags: Map<number, string>;
  /** By message and person. */
  readonly reactions: Map<number, ReadonlyMap<number, ReactionType>>;
  /** By message: people see reply keyboards, but the Bot API's Message has none. */
  readonly keyboards: Map<number, Markup>;
}

export interface Topic {
  name: string;
  closed: boolean;
  /** Only the general topic can be hidden. */
  hidden: boolean;
  icon_color: number;
  icon_custom_emoji_id?: string;
  creator: number;
}

export interface BotRights {
  can_delete_messages: boolean;
  can_restrict_members: boolean;
  can_pin_messages: boolean;
  can_manage_tags: boolean;
  can_manage_topics: boolean;
  can_promote_members: boolean;
}

export const NO_RIGHTS: BotRights = {
  can_delete_messages: false,
  can_restrict_members: false,
  can_pin_messages: false,
  can_manage_tags: false,
  can_manage_topics: false,
  can_promote_members: false,
};

export type Content = Omit<Partial<Message>, 'message_id' | 'date' | 'chat' | 'from'> & {
  /** A field of earlier versions of the Bot API. */
  user_shared?: { user_id: number; request_id: number };
  forward_from?: User;
  forward_from_chat?: Chat;
  forward_date?: number;
};

export class Backend {
  readonly bot: UserFromGetMe;
  /** The bot as messages and lists of members show it. */
  readonly self: User;
  readonly people: readonly User[];
  readonly #rooms: Map<number, Room>;
  readonly rights: BotRights = { ...NO_RIGHTS };
  readonly changed = new Signal();
  /** Fires with each event for the page of one person. */
  readonly shown = new Signal<{ person: number; event: PageEvent }>();
  /** Fires with the body of each successful answer of the webhook. */
  readonly webhookAnswered = new Signal<AnswerBody>();
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly updates: UpdateQueue;
  readonly files: Files;
  readonly ephemeral: EphemeralMessages;
  readonly drafts: Drafts;
  readonly commands = new Commands();
  readonly profile: Profile;
  readonly queries: Queries;
  readonly blocked = new Set<number>();
  readonly started = new Set<number>();
  readonly known = new Set<number>();
  #delivery: Delivery | undefined;
  readonly #webhookSecondMs: number;
  #bindableAt = 0;
  /** By chat; 0 is the default. */
  readonly menuButtons = new Map<number, MenuButton>();
  /** Private chats and basic groups share one sequence of message identifiers; a supergroup has its own. */
  readonly #lastId = { shared: 100, supergroup: 100 };
  /** Messages that people sent through the bot's inline mode, by inline message identifier. */
  readonly inlineMessages = new Map<string, { room: Room; messageId: number }>();
  readonly #switches: Record<Switch, boolean> = {
    inaccessible_taps: false,
    inline_feedback: false,
    threaded_mode: false,
  };

  constructor(options: {
    token: string;
    username: string;
    people: readonly User[];
    group: 'group' | 'supergroup';
    callbackLifeMs: number;
    inlineLifeMs: number;
    ephemeralAnswerMs: number;
    webhookSecondMs: number;
    now: () => number;
  }) {
    this.now = options.now;
    this.updates = new UpdateQueue(() => this.changed.fire(), this.now);
    this.files = new Files(this.now);
    this.ephemeral = new EphemeralMessages(options);
    this.drafts = new Drafts(this.now);
    this.#webhookSecondMs = options.webhookSecondMs;
    this.bot = botOf(options.token, options.username);
    const { id, is_bot, first_name, username } = this.bot;
    this.self = { id, is_bot, first_name, username };
    this.people = options.people;
    this.profile = new Profile(BOT_NAME);
    this.queries = new Queries(options);
    const chats = [
      ...this.people.map((person) => ({ chat: privateChat(person), people: [person] })),
      { chat: options.group === 'group' ? BASIC_GROUP : GROUP, people: this.people },
    ];
    this.#rooms = new Map(chats.map(({ chat, people }) => [chat.id, emptyRoom(chat, people)]));
  }

  /** The clock of messages, epoch seconds. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  get rooms(): ReadonlyMap<number, Room> {
    return this.#rooms;
  }

  get switches(): Readonly<Record<Switch, boolean>> {
    return this.#switches;
  }

  switch(name: Switch, on: boolean): void {
    this.#switches[name] = on;
    for (const { id } of this.people) this.#showTo(id, { type: 'switches', switches: { ...this.#switches } });
  }

  get delivery(): Delivery | undefined {
    return this.#delivery;
  }

  hasWebhook(settings: WebhookSettings): boolean {
    return isDeepStrictEqual(settings, this.#delivery?.settings);
  }

  /** Telegram takes one URL a second. */
  mayBindWebhook(): boolean {
    const now = performance.now();
    if (now < this.#bindableAt) return false;
    this.#bindableAt = now + this.#webhookSecondMs;
    return true;
  }

  deliverTo(settings: WebhookSettings | undefined): void {
    void this.#delivery?.stop();
    this.#delivery =
      settings &&
      new Delivery(this.updates, settings, {
        secondMs: this.#webhookSecondMs,
        now: this.now,
        answered: (body) => this.webhookAnswered.fire(body),
      });
  }

  /** The first person is the creator of the group. */
  isCreator(person: number): boolean {
    return this.people[0]?.id === person;
  }

  commandsFor(person: User, room: Room): BotCommand[] {
    const place = {
      chat: room.chat.id,
      private: room.chat.type === 'private',
      administrator: this.isCreator(person.id) || room.standings.get(person.id)?.status === 'administrator',
      person: person.id,
    };
    return this.commands.shownTo(place, person.language_code);
  }

  get isAdministrator(): boolean {
    return Object.values(this.rights).includes(true);
  }

  /** @throws Refusal chat not found */
  room(chat: number | string): Room {
    if (chat === '') throw refusal('chatIdEmpty');
    if (chat === this.bot.id) throw refusal('botToSelf');
    const room = this.#rooms.get(typeof chat === 'number' ? chat : Number.NaN);
    if (!room || (room.chat.type === 'private' && !this.known.has(room.chat.id))) throw refusal('chatNotFound');
    if (room.chat.type === 'supergroup') checkMembership(room);
    return room;
  }

  /** For calls that change the chat. @throws Refusal also where the group became a supergroup */
  active(chat: number | string): Room {
    const room = this.room(chat);
    if (room.movedTo !== undefined) throw groupUpgraded(room.movedTo);
    checkMembership(room);
    return room;
  }

  /** For edits. @throws Refusal also where the bot is not in the group */
  editable(chat: number | string): Room {
    const room = this.room(chat);
    if (room.movedTo === undefined) checkMembership(room);
    return room;
  }

  /** For calls that send: {@link editable} and {@link active}. */
  writable(chat: number | string): Room {
    const room = this.editable(chat);
    this.active(chat);
    return room;
  }

  /** A group that became a supergroup has no reachable members. @throws Refusal */
  membersOf(chat: number | string): Room {
    const room = this.room(chat);
    return room.chat.type === 'group' ? this.writable(chat) : room;
  }

  /** @throws Refusal where the person has blocked the bot or never started it */
  checkReachable({ chat }: Room): void {
    if (this.blocked.has(chat.id)) throw refusal('blocked');
    if (chat.type === 'private' && !this.started.has(chat.id)) throw refusal('cannotInitiate');
  }

  maySend(chat: number | string, content: Content): boolean {
    return this.isAdministrator || deniedIn(this.room(chat), content, this.bot.id) === undefined;
  }

  /** @throws Refusal where the bot may not send the message */
  post(room: Room, from: User, given: Content | ((id: number) => Content), markup?: Markup): Message {
    if (from.id === this.bot.id && typeof given === 'object' && !this.isAdministrator)
      checkSending(room, given, from.id, this.now());
    const message_id = ++this.#lastId[room.chat.type === 'supergroup' ? 'supergroup' : 'shared'];
    const content = typeof given === 'function' ? given(message_id) : given;
    const message: Message = { message_id, from, chat: room.chat, date: this.seconds(), ...content };
    room.messages.set(message_id, message);
    if (from.id === this.bot.id) this.endDraft(room);
    if (markup && !('inline_keyboard' in markup)) room.keyboards.set(message_id, markup);
    this.show(room, { type: 'message', chat_id: room.chat.id, message: withReplyKeyboard(room, message) });
    return message;
  }

  showDraft(room: Room, draft: Draft): void {
    this.drafts.set(room.chat.id, draft);
    const { message, canStop: can_stop } = draft;
    this.show(room, { type: 'draft', chat_id: room.chat.id, draft: { message, can_stop } });
  }

  endDraft(room: Room): void {
    if (this.drafts.end(room.chat.id)) this.show(room, { type: 'draft', chat_id: room.chat.id });
  }

  tell(room: Room, from: User, given: Content | ((id: number) => Content)): Message {
    const message = this.post(room, from, given);
    if (room.bot === 'member') this.enqueueUpdate({ message: { ...message, chat: room.chat, from } }, from);
    return message;
  }

  /** Only one person and the bot see the message. @param replaces the message in whose place it is shown */
  postEphemeral(room: Room, from: User, content: Content, person: number, replaces?: number): Message {
    const added = this.ephemeral.add(
      room,
      { from, chat: room.chat, date: this.seconds(), ...content },
      person,
      replaces,
    );
    if (added.replaces !== undefined)
      this.#showTo(person, { type: 'delete', chat_id: room.chat.id, message_ids: [added.replaces] });
    if (added.seen) this.#showTo(person, { type: 'message', chat_id: room.chat.id, message: added.seen });
    return added.message;
  }

  replaceEphemeral(room: Room, found: Ephemeral, message: Message): void {
    found.message = message;
    if (!found.seen || !this.ephemeral.delivers) return;
    found.seen = { ...message, message_id: found.seen.message_id };
    this.#showTo(found.person, { type: 'edit', chat_id: room.chat.id, message: found.seen });
  }

  /** Shows the replaced message again. */
  removeEphemeral(room: Room, found: Ephemeral): void {
    const { seen, person, replaces } = found;
    found.deleted = true;
    if (seen && !this.ephemeral.delivers) return;
    this.ephemeral.in(room).delete(found.message.ephemeral_message_id ?? 0);
    if (!seen) return;
    this.#showTo(person, { type: 'delete', chat_id: room.chat.id, message_ids: [seen.message_id] });
    const original = room.messages.get(replaces ?? 0);
    if (original) this.#showTo(person, { type: 'message', chat_id: room.chat.id, message: original });
  }

  seenBy(room: Room, person: number): Message[] {
    const shared = [...room.messages.values()].map((message) => withReplyKeyboard(room, message));
    return this.ephemeral.visible(room, person, shared);
  }

  /** New messages get greater identifiers. */
  restore(messages: readonly Message[]): void {
    for (const message of messages) {
      const room = this.#rooms.get(message.chat.id);
      if (!room) throw new RangeError(`the sandbox has no chat ${message.chat.id}`);
      const sequence = room.chat.type === 'supergroup' ? 'supergroup' : 'shared';
      this.#lastId[sequence] = Math.max(this.#lastId[sequence], message.message_id);
      room.messages.set(message.message_id, message);
      if (message.from) this.known.add(message.from.id);
      if (message.forum_topic_created) this.addTopic(room, message);
      if (room.chat.type === 'private') this.started.add(room.chat.id);
      this.show(room, { type: 'message', chat_id: room.chat.id, message: withReplyKeyboard(room, message) });
    }
  }

  /** @returns the supergroup, and the service messages of the upgrade in both chats */
  upgrade(room: Room, from: User): { upgraded: Room; left: Message; entered: Message } {
    this.#lastId.supergroup = 0;
    const chat = { ...GROUP };
    const { permissions, standings } = room;
    const members = { bot: room.bot, permissions, standings: new Map(standings) };
    const upgraded: Room = { ...emptyRoom(GROUP, room.people), chat, ...members };
    this.#rooms.set(GROUP.id, upgraded);
    room.movedTo = GROUP.id;
    const left = this.post(room, from, { migrate_to_chat_id: GROUP.id });
    const entered = this.post(upgraded, ANONYMOUS, { migrate_from_chat_id: room.chat.id, sender_chat: chat });
    this.show(room, { type: 'moved', chat_id: room.chat.id, to: GROUP.id });
    return { upgraded, left, entered };
  }

  /** The first topic makes the group a forum. */
  addTopic(room: Room, { message_id, from, forum_topic_created }: Message): void {
    if (!forum_topic_created) return;
    if (room.chat.type === 'supergroup') Object.assign(room.chat, { is_forum: true });
    const { name, icon_color, icon_custom_emoji_id } = forum_topic_created;
    const icon = { icon_color, ...(icon_custom_emoji_id ? { icon_custom_emoji_id } : {}) };
    room.topics.set(message_id, { name, closed: false, hidden: false, ...icon, creator: from?.id ?? 0 });
  }

  replace(room: Room, message: Message): Message {
    room.messages.set(message.message_id, message);
    this.show(room, { type: 'edit', chat_id: room.chat.id, message: withReplyKeyboard(room, message) });
    return message;
  }

  remove(room: Room, ids: readonly number[]): void {
    const message_ids = ids.filter((id) => room.messages.delete(id));
    for (const id of message_ids) room.reactions.delete(id);
    if (message_ids.length > 0) this.show(room, { type: 'delete', chat_id: room.chat.id, message_ids });
    const pinned = room.pinned.filter((id) => room.messages.has(id));
    if (pinned.length < room.pinned.length) this.pin(room, pinned);
  }

  pin(room: Room, ids: readonly number[]): void {
    room.pinned = ids.toSorted((one, other) => one - other);
    this.show(room, { type: 'pins', chat_id: room.chat.id, pinned: room.pinned });
  }

  react(room: Room, message_id: number, from: number, reaction: ReactionType | undefined): void {
    const reactions = new Map(room.reactions.get(message_id));
    reactions.delete(from);
    if (reaction) reactions.set(from, reaction);
    room.reactions.set(message_id, reactions);
    const event = { type: 'reactions' as const, chat_id: room.chat.id, message_id };
    this.show(room, { ...event, reactions: reactionsTo(room, message_id) });
  }

  #showTo(person: number, event: PageEvent): void {
    this.shown.fire({ person, event });
    this.changed.fire();
  }

  show(room: Room, event: PageEvent): void {
    for (const person of room.people) this.shown.fire({ person: person.id, event });
    this.changed.fire();
  }

  age(seconds: number): void {
    for (const { messages } of this.#rooms.values())
      for (const [id, message] of messages) messages.set(id, { ...message, date: message.date - seconds });
    this.updates.age(seconds * 1_000);
    this.queries.age(seconds * 1_000);
    this.files.passTime(seconds);
    for (const room of this.#rooms.values()) {
      for (const [sender, at] of room.sentAt) room.sentAt.set(sender, at - seconds * 1000);
      for (const [person, standing] of room.standings)
        if ('until' in standing && standing.until > 0)
          room.standings.set(person, { ...standing, until: standing.until - seconds });
    }
    this.ephemeral.age(seconds * 1_000, this.#rooms.values());
    this.drafts.age(seconds * 1_000);
  }

  /** @returns the update's identifier; 0 where `allowed_updates` excludes it */
  enqueueUpdate(body: Omit<Update, 'update_id'>, from: User): number {
    this.known.add(from.id);
    const id = this.updates.add(body) ?? 0;
    this.changed.fire();
    return id;
  }
}

/** Oldest first, with the people who chose each. */
export function reactionsTo(room: Room, message: number): PageReaction[] {
  const found = new Map<string, number[]>();
  for (const [from, reaction] of room.reactions.get(message) ?? []) {
    if (reaction.type !== 'emoji') continue;
    found.set(reaction.emoji, [...(found.get(reaction.emoji) ?? []), from]);
  }
  return [...found].map(([emoji, from]) => ({ emoji, from }));
}

export function withReplyKeyboard(room: Room, message: Message): Message {
  const reply_markup = room.keyboards.get(message.message_id);
  return reply_markup ? Object.assign({}, message, { reply_markup }) : message;
}

export const ICON_COLOR = 0x6f_b9_f0;

function emptyRoom(chat: Room['chat'], people: readonly User[]): Room {
  return {
    chat: { ...chat },
    people,
    bot: 'member',
    permissions: ALL_PERMISSIONS,
    standings: new Map(),
    slowModeSeconds: 0,
    sentAt: new Map(),
    topics: new Map(),
    general: { name: 'General', closed: false, hidden: false, icon_color: ICON_COLOR, creator: people[0]?.id ?? 0 },
    messages: new Map(),
    pinned: [],
    authors: new Map(),
    tags: new Map(),
    reactions: new Map(),
    keyboards: new Map(),
  };
}

/**
 * Without the bot a supergroup can't even be read; a basic group can. Source: `Client.cpp`, `check_chat_access`
 * @throws Refusal where the bot is not in the group
 */
function checkMembership({ bot, chat }: Room): void {
  if (bot === 'member') return;
  if (chat.type === 'supergroup') throw refusal(bot === 'kicked' ? 'kickedFromSupergroup' : 'notInSupergroup');
  throw refusal(bot === 'kicked' ? 'kickedFromGroup' : 'notInGroup');
}

/** TDLib's names for the kinds of messages. Source: `MessageContent.cpp`, `can_send_message_content` */
const SENDABLE = [
  ['photo', 'can_send_photos', 'photos'],
  ['document', 'can_send_documents', 'documents'],
  ['text', 'can_send_messages', 'text messages'],
  ['rich_message', 'can_send_messages', 'the rich message'],
  ['voice', 'can_send_voice_notes', 'voice notes'],
  ['sticker', 'can_send_other_messages', 'stickers'],
  ['contact', 'can_send_messages', 'contacts'],
  ['venue', 'can_send_messages', 'venues'],
  ['location', 'can_send_messages', 'locations'],
] as const satisfies readonly (readonly [keyof Content, keyof Permissions, string])[];

/** The refusal of slow mode reaches a bot as that of a flood. Source: `NetQueryDelayer.cpp` */
function checkSending(room: Room, content: Content, bot: number, now: number): void {
  if (room.chat.type === 'private' || !SENDABLE.some(([part]) => content[part] !== undefined)) return;
  const denied = deniedIn(room, content, bot);
  if (denied) throw badRequest(`Not enough rights to send ${denied} to the chat`);
  const left = slowModeLeft(room, bot, now);
  if (left > 0) throw tooManyRequests(Math.ceil(left / 1000));
  room.sentAt.set(bot, now);
}

/** Milliseconds until a member may send; 0 or less where they may. */
export function slowModeLeft({ sentAt, slowModeSeconds }: Room, sender: number, now: number): number {
  return (sentAt.get(sender) ?? 0) + slowModeSeconds * 1000 - now;
}

function deniedIn(room: Room, content: Content, bot: number): string | undefined {
  const [, kind, words] = SENDABLE.find(([part]) => content[part] !== undefined) ?? [];
  const standing = room.standings.get(bot);
  if (kind === undefined) return undefined;
  const may = room.permissions[kind] && (standing?.status !== 'restricted' || standing.permissions[kind]);
  return may ? undefined : words;
}

function botOf(token: string, username: string): UserFromGetMe {
  return {
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: BOT_NAME,
    username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: true,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
    can_manage_bots: false,
    supports_join_request_queries: false,
  };
}
