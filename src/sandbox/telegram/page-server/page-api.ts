/**
 * The HTTP API of the chat page, with which programs can act for people too. `../../README.md` says who may use it.
 *
 * `GET  /`                      the page
 * `GET  /app/state?person=ID`   {@link PageState}; without `person` that of the first one
 * `GET  /app/events?person=ID`  server-sent events, each `data:` a {@link PageEvent}
 * `POST /app/send`              {@link SendRequest} -> {message_id}
 * `POST /app/edit`              {@link EditRequest} -> {}
 * `POST /app/forward`           {@link ForwardRequest} -> {message_id}
 * `POST /app/upload`            multipart: person, chat, file, caption?, topic?, album? -> {message_id}
 * `POST /app/share`             {@link ShareRequest} -> {message_id}
 * `POST /app/candidates`        {@link CandidatesRequest} -> {@link Candidates}
 * `POST /app/press`             {@link PressRequest} -> {callback_query_id}; its answer arrives as an `answer` event
 * `POST /app/inline`            {@link InlineRequest} -> {@link InlineAnswer}, once the bot has answered
 * `POST /app/choose`            {@link ChooseRequest} -> {message_id}; the result as the bot sent it
 * `POST /app/delete`            {@link DeleteRequest} -> {}
 * `POST /app/react`             {@link ReactRequest} -> {}; what stands below the message then arrives as a `reactions` event
 * `POST /app/pin`               {@link PinRequest} -> {}; what is pinned then arrives as a `pins` event
 * `POST /app/block`             {@link BlockRequest} -> {}
 * `POST /app/stop`              {@link StopRequest} -> {}; what changes arrives as a `draft` event
 * `POST /app/topic`             {@link TopicRequest} -> {topic}; what changes arrives as a `topics` event
 * `POST /app/group`             {@link GroupRequest} -> {}; what changes arrives as a `membership` or `moved` event
 * `POST /app/switch`            {@link SwitchRequest} -> {}; what changes arrives as a `switches` event
 * `POST /app/demo`              {@link DemoRequest} -> {}; what changes arrives as a `demo` event
 * `GET  /app/web?url=ADDRESS`   a page of the sandbox that opens inside the chat page, such as a server's console; 404 for others
 * `GET  /app/file?id=FILE_ID`   the bytes of a photo or document, with its content type
 *
 * An error has status 400 and {error}, one of {@link PageError}. Messages, users, chats,
 * keyboards and entities are the Bot API's own objects, as that person sees them.
 */
import type {
  BotCommand,
  CallbackQuery,
  Chat,
  InlineQueryResult,
  InlineQueryResultsButton,
  Message,
  User,
} from 'grammy/types';

export interface PageState {
  people: User[];
  me: User;
  bot: User;
  profile: PageProfile;
  chats: PageChat[];
  /** The tokens that the guide of the demo offers; `fleet_token` is that of a large account. */
  hints?: { token: string; wrong_token: string; fleet_token?: string };
  switches: Record<Switch, boolean>;
  demo?: DemoState;
}

/** The bot's own descriptions in the person's language; empty where it has none. */
export interface PageProfile {
  /** Shown in the empty chat. */
  description: string;
  /** Shown in the bot's profile. */
  about: string;
}

/**
 * Telegram does this at times only, and the sandbox where it is switched on: taps come with an `InaccessibleMessage`, as those of old
 * messages do; the bot hears which inline results people choose, as BotFather's inline feedback says.
 */
export type Switch = 'inaccessible_taps' | 'inline_feedback' | 'threaded_mode';

export interface SwitchRequest {
  name: Switch;
  on: boolean;
}

/** The state of the demo around the page's chat. */
export interface DemoState {
  /** The people who connected an account, by its token. */
  connected: readonly Connection[];
  troubles: Record<Trouble, boolean>;
  bot: 'starting' | 'running' | 'killed';
  /** Whether the bot's clock is being put forward. */
  night: boolean;
  /** The hosts whose pages open inside the chat page, through `/app/web`. */
  pages: readonly string[];
  /** The team of the group, once it is set up. */
  team?: DemoTeam;
}

/** A team that works in a topic of the group, and the server that it protects. */
export interface DemoTeam {
  chat: number;
  topic: number;
  /** The server's IP. */
  server: string;
  /** The user id of each role's person. */
  people: Readonly<Record<'owner' | 'admin' | 'operator' | 'viewer', number>>;
}

export interface Connection {
  person: number;
  token: string;
}

/** The troubles of the demo's provider: a server goes off, an answer is lost, no connection, and so on. */
export type Trouble = 'off' | 'place' | 'lost' | 'down' | 'slow' | 'wait' | 'price' | 'fall' | 'balance' | 'free';

/** Of `night` it is the person whose daily digest the bot's clock goes on to. */
export type DemoRequest =
  | { trouble: Trouble; on: boolean }
  | { bot: 'kill' | 'start' }
  | { night: number }
  | { topUp: true };

/** The people in a chat. */
export interface Membership {
  bot: 'member' | 'restricted' | 'administrator' | 'gone';
  /** The people and the bot. */
  members: number;
  /** Whether slow mode is on. */
  slow: boolean;
  /** Whether this person has left. */
  left: boolean;
}

export interface PageChat extends Membership {
  chat: Chat;
  /** Oldest first; deleted messages are gone. Of ephemeral messages only the person's own, with an identifier between its neighbours'. */
  messages: Message[];
  /** The person's commands menu in this chat. */
  commands: BotCommand[];
  /** True when the person has blocked the bot (private chats). */
  blocked: boolean;
  /** The pinned messages, the newest last. */
  pinned: readonly number[];
  /** By message. */
  reactions: Record<number, PageReaction[]>;
  /** The draft that the bot shows while it makes a message. */
  draft?: PageDraft;
  /** The topics of a forum beside the general one; none where the chat is no forum. */
  topics: PageTopic[];
}

/** A message without words and blocks says that the bot thinks. */
export interface PageDraft {
  message: Message;
  can_stop: boolean;
}

/** A reaction to a message. */
export interface PageReaction {
  emoji: string;
  /** The people who chose it, and the bot. */
  from: number[];
}

export interface PageTopic {
  id: number;
  name: string;
  closed: boolean;
}

export type PageEvent =
  | { type: 'message' | 'edit'; chat_id: number; message: Message }
  | { type: 'delete'; chat_id: number; message_ids: number[] }
  | { type: 'pins'; chat_id: number; pinned: readonly number[] }
  /** Without a draft, the one that was there has ended. */
  | { type: 'draft'; chat_id: number; draft?: PageDraft }
  | { type: 'reactions'; chat_id: number; message_id: number; reactions: PageReaction[] }
  | { type: 'action'; chat_id: number; action: string }
  | { type: 'answer'; callback_query_id: CallbackQuery['id']; text?: string; show_alert?: boolean; url?: string }
  | { type: 'expired'; callback_query_id: CallbackQuery['id'] }
  | { type: 'profile'; profile: PageProfile }
  | { type: 'commands'; chat_id: number; commands: BotCommand[] }
  | ({ type: 'membership'; chat_id: number } & Membership)
  | { type: 'topics'; chat_id: number; topics: PageTopic[] }
  /** Another chat has taken the place of this group, or the person has joined it again. */
  | { type: 'moved'; chat_id: number; to: number }
  | { type: 'switches'; switches: Record<Switch, boolean> }
  | { type: 'demo'; demo: DemoState };

export interface SendRequest {
  person: number;
  chat: number;
  text: string;
  reply_to?: number;
  /** The forum topic. */
  topic?: number;
  /** An anonymous administrator writes as the group, anybody as their channel. */
  as?: 'group' | 'channel';
}

/** Changes the text of the person's own message, or the caption of their file. */
export interface EditRequest {
  person: number;
  chat: number;
  message_id: number;
  text: string;
}

/** Forwards a message to a chat of the person's. */
export interface ForwardRequest {
  person: number;
  chat: number;
  message_id: number;
  to: number;
  topic?: number;
}

/** Content that the sandbox makes for a person. */
export type Shared = 'contact' | 'location' | 'sticker' | 'voice';

/** Sends something that is {@link Shared}, or what a button of a reply keyboard asked for. */
export type ShareRequest = {
  person: number;
  chat: number;
} & ({ what: Shared; topic?: number } | { what: 'requested'; message_id: number; request_id: number; ids: number[] });

/** Asks what a person can choose for a `request_users` or `request_chat` button. */
export interface CandidatesRequest {
  person: number;
  chat: number;
  /** The message with the keyboard. */
  message_id: number;
  request_id: number;
}

/** Users or chats that fit a button. */
export interface Candidates {
  users: User[];
  chats: Chat[];
  /** The number of those that can be chosen together. */
  most: number;
}

/** Presses the button at this position, or the one with this `data`. */
export type PressRequest = {
  person: number;
  chat: number;
  message_id: number;
} & ({ row: number; column: number } | { data: string });

export interface InlineRequest {
  person: number;
  chat: number;
  query: string;
}

/** The visible part of the answer to an inline query. */
export interface InlineAnswer {
  results: readonly InlineQueryResult[];
  /** Shown above the results. */
  button?: InlineQueryResultsButton;
}

export interface ChooseRequest {
  person: number;
  chat: number;
  result: InlineQueryResult;
  /** The text that the person typed. */
  query?: string;
  /** The forum topic. */
  topic?: number;
}

export interface DeleteRequest {
  person: number;
  chat: number;
  message_id: number;
}

/** Reacts to a message; without an emoji the person's reaction is removed. */
export interface ReactRequest {
  person: number;
  chat: number;
  message_id: number;
  emoji?: string;
}

/** Pins a message for everybody, or unpins it. */
export interface PinRequest {
  person: number;
  chat: number;
  message_id: number;
  pinned: boolean;
}

/** Stops the bot that makes a message. */
export interface StopRequest {
  person: number;
}

export interface BlockRequest {
  person: number;
  blocked: boolean;
}

export interface GroupRequest {
  person: number;
  chat: number;
  /** Leaving, joining and adding the bot are for everybody, the others for the group's creator. */
  action:
    | 'leave'
    | 'join'
    | 'remove_bot'
    | 'add_bot'
    | 'promote_bot'
    | 'demote_bot'
    | 'mute_bot'
    | 'unmute_bot'
    | 'slow'
    | 'fast'
    | 'upgrade';
  /** Of `add_bot` by a link to choose a group (`?startgroup=PAYLOAD&admin=RIGHTS`): what it says. */
  link?: { payload: string; rights: string[] };
}

/** Opens a topic of this name, or changes one. */
export type TopicRequest = { person: number; chat: number } & (
  | { name: string }
  | { topic: number; action: 'close' | 'reopen' | 'delete' }
);

export type PageError =
  | 'unknown_person'
  | 'unknown_chat'
  | 'unknown_message'
  | 'unknown_topic'
  | 'unknown_reaction'
  | 'topic_closed'
  | 'unknown_button'
  | 'unfit'
  | 'not_answered'
  | 'empty'
  | 'too_long'
  | 'blocked'
  | 'no_bot'
  | 'no_rights'
  | 'slow_mode'
  | 'unknown_switch';
