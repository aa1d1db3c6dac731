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
  /** Tokens for the demo's guide; `fleet_token` is that of a large account. */
  hints?: { token: string; wrong_token: string; fleet_token?: string };
  switches: Record<Switch, boolean>;
  demo?: DemoState;
}

/** In the person's language; empty where the bot has none. */
export interface PageProfile {
  /** Shown in the empty chat. */
  description: string;
  /** Shown in the bot's profile. */
  about: string;
}

/**
 * Switches behaviour that Telegram shows only at times: taps with an `InaccessibleMessage`, as of old messages;
 * chosen inline results, as BotFather's inline feedback sends them.
 */
export type Switch = 'inaccessible_taps' | 'inline_feedback' | 'threaded_mode';

export interface SwitchRequest {
  name: Switch;
  on: boolean;
}

export interface DemoState {
  connected: readonly Connection[];
  troubles: Record<Trouble, boolean>;
  bot: 'starting' | 'running' | 'killed';
  /** The bot's clock is being put forward. */
  night: boolean;
  /** The hosts of pages that open inside the chat page, through `/app/web`. */
  pages: readonly string[];
  /** Absent until the team is set up. */
  team?: DemoTeam;
}

export interface DemoTeam {
  chat: number;
  topic: number;
  server: string;
  /** User ids. */
  people: Readonly<Record<'owner' | 'admin' | 'operator' | 'viewer', number>>;
}

export interface Connection {
  person: number;
  token: string;
}

/** A trouble of the demo's provider. */
export type Trouble = 'off' | 'place' | 'lost' | 'down' | 'slow' | 'wait' | 'price' | 'fall' | 'balance' | 'free';

/** `night` is the person whose daily digest the bot's clock goes on to. */
export type DemoRequest =
  | { trouble: Trouble; on: boolean }
  | { bot: 'kill' | 'start' }
  | { night: number }
  | { topUp: true };

export interface Membership {
  bot: 'member' | 'restricted' | 'administrator' | 'gone';
  members: number;
  slow: boolean;
  left: boolean;
}

export interface PageChat extends Membership {
  chat: Chat;
  /** Oldest first, without deleted messages. Ephemeral messages of other people are missing. */
  messages: Message[];
  commands: BotCommand[];
  /** Only in private chats. */
  blocked: boolean;
  pinned: readonly number[];
  /** By message. */
  reactions: Record<number, PageReaction[]>;
  draft?: PageDraft;
  /** Without the general topic; empty where the chat is no forum. */
  topics: PageTopic[];
}

/** A message without words and blocks shows that the bot thinks. */
export interface PageDraft {
  message: Message;
  can_stop: boolean;
}

export interface PageReaction {
  emoji: string;
  /** User ids, also the bot's. */
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
  /** Without a draft the earlier one has ended. */
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
  topic?: number;
  /** An anonymous administrator writes as the group, other people as their channel. */
  as?: 'group' | 'channel';
}

export interface EditRequest {
  person: number;
  chat: number;
  message_id: number;
  text: string;
}

export interface ForwardRequest {
  person: number;
  chat: number;
  message_id: number;
  to: number;
  topic?: number;
}

export type Shared = 'contact' | 'location' | 'sticker' | 'voice';

/** Sends {@link Shared} content, or the choice of a reply keyboard's button. */
export type ShareRequest = {
  person: number;
  chat: number;
} & ({ what: Shared; topic?: number } | { what: 'requested'; message_id: number; request_id: number; ids: number[] });

/** The choices for a `request_users` or `request_chat` button. */
export interface CandidatesRequest {
  person: number;
  chat: number;
  message_id: number;
  request_id: number;
}

export interface Candidates {
  users: User[];
  chats: Chat[];
  /** The maximum of a choice. */
  most: number;
}

/** Presses the button at a position, or with this `data`. */
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

export interface InlineAnswer {
  results: readonly InlineQueryResult[];
  /** Shown above the results. */
  button?: InlineQueryResultsButton;
}

export interface ChooseRequest {
  person: number;
  chat: number;
  result: InlineQueryResult;
  query?: string;
  topic?: number;
}

export interface DeleteRequest {
  person: number;
  chat: number;
  message_id: number;
}

/** Without an emoji the person's reaction is removed. */
export interface ReactRequest {
  person: number;
  chat: number;
  message_id: number;
  emoji?: string;
}

export interface PinRequest {
  person: number;
  chat: number;
  message_id: number;
  pinned: boolean;
}

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
  /** People leave, join and add the bot; only the group's creator does the rest. */
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
  /** The values of a link for `add_bot` (`?startgroup=PAYLOAD&admin=RIGHTS`). */
  link?: { payload: string; rights: string[] };
}

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
