import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Provider } from '../hosting/index.ts';
import type { Reminders } from '../jobs/reminders.ts';
import type { Operation, Operations } from '../operations/index.ts';
import type { Store } from '../store/index.ts';
import type { Workers } from '../workers/pool.ts';
import type { Accesses } from './access.ts';
import type { Files } from './api/files.ts';
import type { Html, Locale, Texts, Translate } from './i18n/index.ts';
import type { Secrets } from './secrets/delivery.ts';
import type { TokenGuesses } from './secrets/token-guesses.ts';
import type { Screen } from './ui/screen.ts';

/** What the whole bot shares; made once in main. */
export interface Services {
  store: Store;
  provider: Provider;
  operations: Operations;
  accesses: Accesses;
  texts: Texts;
  reminders: Reminders;
  secrets: Secrets;
  files: Files;
  /** The bound on wrong tokens of all people together. */
  tokenGuesses: TokenGuesses;
  /** Threads for what would hold all handlers up. */
  workers: Workers;
  /**
   * Does something in a person's turn, beside no update of theirs. Resolves to whether it was done: `false` when the
   * program ends, or another process took the person's turn over.
   */
  inTurn(person: number, work: () => Promise<void>): Promise<boolean>;
  /** An operation as its message shows it, whatever its kind. */
  screenOf(operation: Operation, t: Translate): Promise<Screen>;
  /** What an operation does, in a few words; `plain` is short, for the answer to a tap. */
  summaryOf(operation: Operation, t: Translate): Html & { plain: string };
  /** Where a person puts money on their account, where the operator told. */
  topUpUrl: string | undefined;
  /** Where a person buys the reseller service that domains need, where the operator told. */
  resellerUrl: string | undefined;
  /** Hosts that may learn who opens a console inside Telegram, as the operator told. */
  consoleHosts: readonly string[];
  /** Where servers can be ordered, as the operator told: the contract has no list. */
  serverLocations: readonly string[];
  /** Reports an error that no person can do anything about. */
  report(error: unknown, where: string): void;
}

/** What an update's handlers find on their context, beside grammY's own. */
export interface ServicesFlavor {
  services: Services;
  /** The person: never an anonymous group admin, a channel or a bot. */
  person: { id: number; locale: Locale };
  t: Translate;
  /** When this update reached the bot first, epoch ms. */
  arrivedAt?: number | undefined;
  /** Leads back to what the message showed, where an error takes its place. */
  back?: InlineKeyboardButton;
  /** The command that asks for the same as the update, where that is none itself. */
  wish?: string;
  /** Answers the tap, once; later calls do nothing. Resolves to whether the person sees what this call says. */
  answer(text?: string, options?: { alert: boolean }): Promise<boolean>;
}

/** The context of an update outside of conversations, which have bare ones of their own. */
export type Outside = Context & ServicesFlavor;

export type Ctx = ConversationFlavor<Outside>;

export function isPrivate(ctx: Context): boolean {
  return ctx.chat?.type === 'private';
}
