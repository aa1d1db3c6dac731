import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { InlineKeyboardButton, Message } from 'grammy/types';
import type { Provider } from '../hosting/index.ts';
import type { Reminders } from '../jobs/reminders.ts';
import type { Operation, Operations } from '../operations/index.ts';
import type { OpenQuestion, Store } from '../store/index.ts';
import type { Right } from '../teams/rights.ts';
import type { Workers } from '../workers/pool.ts';
import type { Access, Accesses, Denied } from './access/access.ts';
import type { Membership } from './access/membership.ts';
import type { ChatLimits } from './api/chat-limits.ts';
import type { EphemeralChats } from './api/ephemeral-chats.ts';
import type { Files } from './api/files.ts';
import type { Reach } from './api/reach.ts';
import type { Html, Locale, Texts, Translate } from './i18n/index.ts';
import type { Secrets } from './secrets/delivery.ts';
import type { TokenGuesses } from './secrets/token-guesses.ts';
import type { LateEdits } from './ui/late-edits.ts';
import type { Screen } from './ui/screen.ts';

/** The services that all handlers share; created once, in app.ts. */
export interface Services {
  store: Store;
  provider: Provider;
  operations: Operations;
  accesses: Accesses;
  /** The membership of a team's group. */
  membership: Membership;
  texts: Texts;
  reminders: Reminders;
  secrets: Secrets;
  reach: Reach;
  /** How much the bot may send to a chat without being asked. */
  limits: ChatLimits;
  files: Files;
  /** Limits the wrong tokens of all people together. */
  tokenGuesses: TokenGuesses;
  /** Threads for work that would block all handlers. */
  workers: Workers;
  /**
   * Runs work in a person's turn, while none of their updates is handled. Resolves to whether it ran: `false` when the program
   * ends, or another process has taken the person's turn.
   */
  inTurn(person: number, work: () => Promise<void>): Promise<boolean>;
  /** Completes screens that were shown before all of them was read. */
  lateEdits: LateEdits;
  /** The chats that take no ephemeral messages. */
  ephemeralChats: EphemeralChats;
  /** The screen of an operation of any kind. */
  screenOf(operation: Operation, t: Translate): Promise<Screen>;
  /** A few words about what an operation does; `plain` is short, for the answer to a tap. */
  summaryOf(operation: Operation, t: Translate): Html & { plain: string };
  /** The page on which a person tops up their account, where the operator set one. */
  topUpUrl: string | undefined;
  /** The page that sells the reseller service, which domains need, where the operator set one. */
  resellerUrl: string | undefined;
  /** Hosts of consoles that may be opened inside Telegram, which tells them who the person is; set by the operator. */
  consoleHosts: readonly string[];
  /** The locations in which servers can be ordered, set by the operator: the contract has no list. */
  serverLocations: readonly string[];
  /** Reports an error to the operator. */
  report(error: unknown, where: string): void;
}

/** The bot's own properties of a context, beside grammY's. */
export interface ServicesFlavor {
  services: Services;
  /** The person: never an anonymous group admin, a channel or a bot. */
  person: { id: number; locale: Locale };
  t: Translate;
  /** When this update first reached the bot, epoch ms. */
  arrivedAt?: number | undefined;
  /** The button back to the earlier screen, where an error replaces it. */
  back?: InlineKeyboardButton;
  /** The command that asks for the same as the update, where the update is no command. */
  pendingCommand?: string;
  /** The id of the operation that the tapped message follows: a screen that takes its place leaves that operation without a message. */
  follows?: string | undefined;
  /** The tapped message goes on by itself, as an alert does: the screen of the tap comes in another one. */
  keepsTapped?: true;
  /** The account that the update's right was asked for: its handler asks for the same next. */
  rightAsked?: { accountId: string | undefined; access: Access | Denied; right: Right } | undefined;
  /** The account of the team in whose chat the update came, once the right to it was asked for. */
  teamAccount?: string;
  /** The question that the person has open in this chat. */
  openQuestion?: OpenQuestion;
  /** The question that the update led to: where its message answered the same one, that answer did not fit. */
  askedQuestion?: string;
  /** The deletion of the message, which holds a secret: tried once. */
  secretDeletion?: Promise<boolean>;
  /** The bytes of the message's document: several features may read it, and it is downloaded once. */
  documentBytes?: Uint8Array;
  /** The plain question that the message answers. */
  answered?: { name: string; about: string[] };
  /** Answers the tap; only the first call does. Resolves to whether the person sees the text of this call. */
  answer(text?: string, options?: { alert: boolean }): Promise<boolean>;
  /** Whether the tap came too late for an answer. */
  isTapLate(): boolean;
  /** Whether these words, sent as a message, are not the answer to an earlier tap on this message already. */
  isNews(words: string): boolean;
}

/** The context of an update outside of conversations, which have plain contexts of their own. */
export type Outside = Context & ServicesFlavor;

export type Ctx = ConversationFlavor<Outside>;

/** The topics of answers to updates that do not tell theirs. */
const answeredIn = new WeakMap<Context, number>();

/** Notes the topic in which the update was answered: of an old message that was tapped Telegram does not tell it. */
export function noteAnsweredTopic(ctx: Context, { is_topic_message: isIn, message_thread_id: topic }: Message): void {
  if (isIn && topic !== undefined) answeredIn.set(ctx, topic);
}

/** The forum topic that the update is about: new messages about the same belong there. */
export function topicOf(ctx: Context): number | undefined {
  const { msg } = ctx;
  return msg?.is_topic_message ? msg.message_thread_id : answeredIn.get(ctx);
}

/** {@link topicOf} as it is stored: 0 outside of topics; `undefined` where Telegram does not tell it. */
export function knownTopicOf(ctx: Context): number | undefined {
  return topicOf(ctx) ?? (ctx.callbackQuery?.message?.date === 0 ? undefined : 0);
}

/** The part of a row by which its news come into the topic of a private chat that asked for them. */
export function toldHere(ctx: Context): { toldInTopic?: number } {
  const toldInTopic = knownTopicOf(ctx);
  return toldInTopic === undefined ? {} : { toldInTopic };
}

/** The topic for news of a row: of a forum's its own one, of a private chat's the one that {@link toldHere} noted. */
export function topicToTell(row: {
  topicId?: number | undefined;
  toldInTopic?: number | undefined;
}): number | undefined {
  return row.topicId || row.toldInTopic || undefined;
}

/** Whether the update may belong to the topic in which something was stored: where one of them is not known, it does. */
export function isInTopic(ctx: Context, { topicId }: { topicId?: number | undefined }): boolean {
  const here = knownTopicOf(ctx);
  return here === undefined || topicId === undefined || topicId === here;
}

export function isPrivate(ctx: Context): boolean {
  return ctx.chat?.type === 'private';
}
