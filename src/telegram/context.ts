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

export interface Services {
  store: Store;
  provider: Provider;
  operations: Operations;
  accesses: Accesses;
  membership: Membership;
  texts: Texts;
  reminders: Reminders;
  secrets: Secrets;
  reach: Reach;
  limits: ChatLimits;
  files: Files;
  tokenGuesses: TokenGuesses;
  workers: Workers;
  /** Runs while no update of the person is handled. `false`: the program ends, or another process has the turn. */
  inTurn(person: number, work: () => Promise<void>): Promise<boolean>;
  lateEdits: LateEdits;
  ephemeralChats: EphemeralChats;
  screenOf(operation: Operation, t: Translate): Promise<Screen>;
  summaryOf(operation: Operation, t: Translate): Html & { plain: string };
  topUpUrl: string | undefined;
  /** The page that sells the reseller service, which domains need. */
  resellerUrl: string | undefined;
  /** Consoles of these hosts open inside Telegram, which tells them who the person is. */
  consoleHosts: readonly string[];
  /** Set by the operator: the contract has no list of locations. */
  serverLocations: readonly string[];
  report(error: unknown, where: string): void;
}

export interface ServicesFlavor {
  services: Services;
  /** Never an anonymous group admin, a channel or a bot. */
  person: { id: number; locale: Locale };
  t: Translate;
  /** When this update first reached the bot, epoch ms. */
  arrivedAt?: number | undefined;
  back?: InlineKeyboardButton;
  pendingCommand?: string;
  /** The operation that the tapped message follows: a screen in its place leaves the operation without a message. */
  follows?: string | undefined;
  /** The screen of the tap goes into another message. */
  keepsTapped?: true;
  rightAsked?: { accountId: string | undefined; access: Access | Denied; right: Right } | undefined;
  teamAccount?: string;
  openQuestion?: OpenQuestion;
  /** Where the update's message answered the same question, that answer did not fit. */
  askedQuestion?: string;
  secretDeletion?: Promise<boolean>;
  documentBytes?: Uint8Array;
  answered?: { name: string; about: string[] };
  /** Only the first call answers the tap. Resolves to whether the person sees its text. */
  answer(text?: string, options?: { alert: boolean }): Promise<boolean>;
  isTapLate(): boolean;
  /** `false`: an earlier tap on this message was already answered with these words. */
  isNews(words: string): boolean;
}

/** Conversations have plain contexts of their own. */
export type Outside = Context & ServicesFlavor;

export type Ctx = ConversationFlavor<Outside>;

const answeredIn = new WeakMap<Context, number>();

/** Telegram does not tell the topic of an old message that was tapped. */
export function noteAnsweredTopic(ctx: Context, { is_topic_message: isIn, message_thread_id: topic }: Message): void {
  if (isIn && topic !== undefined) answeredIn.set(ctx, topic);
}

export function topicOf(ctx: Context): number | undefined {
  const { msg } = ctx;
  return msg?.is_topic_message ? msg.message_thread_id : answeredIn.get(ctx);
}

/** 0 outside of topics; `undefined` where Telegram does not tell the topic. */
export function knownTopicOf(ctx: Context): number | undefined {
  return topicOf(ctx) ?? (ctx.callbackQuery?.message?.date === 0 ? undefined : 0);
}

/** Brings the news of a stored row into the topic of a private chat that asked for them. */
export function toldHere(ctx: Context): { toldInTopic?: number } {
  const toldInTopic = knownTopicOf(ctx);
  return toldInTopic === undefined ? {} : { toldInTopic };
}

export function topicToTell(row: {
  topicId?: number | undefined;
  toldInTopic?: number | undefined;
}): number | undefined {
  return row.topicId || row.toldInTopic || undefined;
}

/** Where one of the two topics is unknown, they count as the same. */
export function isInTopic(ctx: Context, { topicId }: { topicId?: number | undefined }): boolean {
  const here = knownTopicOf(ctx);
  return here === undefined || topicId === undefined || topicId === here;
}

export function isPrivate(ctx: Context): boolean {
  return ctx.chat?.type === 'private';
}
