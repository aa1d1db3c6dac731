import { type Api, GrammyError } from 'grammy';
import type { NewsKind } from '../../store/group-messages.ts';
import { isEphemeral } from '../../store/operations/index.ts';
import type { ChatLimits } from '../api/chat-limits.ts';
import { isNotDone, isOutOfReach } from '../api/errors.ts';
import type { Reach } from '../api/reach.ts';
import { edit, type Place, post, removeMessage, type Screen } from './screen.ts';

/** A chat that takes no message is tried again after this time. */
export const SILENT_MS = 5 * 60_000;

/** An edit that failed for an unknown reason is tried again after this time. */
const EDIT_AGAIN_MS = 60_000;

/**
 * A message that the bot goes on editing, and the row that keeps it. Its states:
 *
 * - unsent: the row has no `messageId`.
 * - claimed: the row notes that a process sends the message now. The claim of a process that died lapses by the row's own rule.
 * - shown: {@link put} edits it. A message that can't be edited any more is sent again.
 * - replaced: a newer message notifies, which an edit never does. The row notes the ones before as `formerMessages`; {@link reduce}
 *   makes a line of each.
 *
 * The row notes each state before the next step: after a crash in between, that step alone is done once more.
 */
export interface LiveMessage extends Pick<KeptMessages, 'messageId'> {
  place: Place;
  /** The person who alone sees it, where it is ephemeral. */
  receiver?: number;
  /** Notes that this process sends the message. `false`: it must not, another one does. */
  claim?(): Promise<boolean>;
  /** Notes that Telegram certainly did not take the message. */
  release?(): Promise<unknown>;
}

/** The messages as a row keeps them. */
interface KeptMessages {
  messageId?: number | undefined;
  formerMessages?: readonly number[] | undefined;
}

interface PutOptions {
  /** Whether a new message is sent, which notifies. */
  isNew?: boolean;
  isQuiet?: boolean;
  /** Whether a message that is gone stays away. */
  isGoneForGood?: boolean;
}

/**
 * Shows a screen in the message, or sends it. Resolves to the id of the message that shows it, which the row has to note; to `undefined`
 * where none does, because another process sends it or the message is gone for good.
 */
export async function put(
  api: Api,
  message: LiveMessage,
  screen: Screen,
  { isNew = false, isQuiet = false, isGoneForGood = false }: PutOptions = {},
): Promise<number | undefined> {
  const { place, messageId, receiver } = message;
  if (!isNew && messageId !== undefined) {
    if (await edit(api, place.chatId, messageId, screen, receiver)) return messageId;
    if (isGoneForGood) return undefined;
  }
  if ((await message.claim?.()) === false) return undefined;
  try {
    const replyTo = messageId !== undefined && isEphemeral(messageId) ? undefined : messageId;
    return await post(api, place, screen, { isQuiet, replyTo });
  } catch (error) {
    if (isNotDone(error)) await message.release?.();
    throw error;
  }
}

/** A row's messages once a new one shows it. */
export function replaced(
  { messageId: old, formerMessages = [] }: KeptMessages,
  messageId: number,
): { messageId: number; formerMessages: number[] } {
  const all = new Set([...formerMessages, ...(old === undefined ? [] : [old])]);
  return { messageId, formerMessages: [...all].filter((each) => each !== messageId) };
}

/** Leaves a line of a former message. One that its person alone saw is deleted. */
export async function reduce(
  api: Api,
  { place: { chatId }, receiver }: LiveMessage,
  former: number,
  brief: string,
): Promise<void> {
  if (isEphemeral(former)) await removeMessage(api, chatId, former, receiver);
  else await edit(api, chatId, former, { text: brief });
}

interface ChatAccess {
  limits: Pick<ChatLimits, 'admit' | 'pauseMs'>;
  reach: Pick<Reach, 'standing'>;
}

/**
 * How long the next message to a chat has to wait, ms; 0 where it may go out now.
 * @param kind the news whose places in a group it takes; `urgent` takes none, and waits for nothing but a pause of Telegram's
 */
export async function waitIn(
  { reach, limits }: ChatAccess,
  chatId: number,
  kind: NewsKind | 'urgent',
  calls?: 1 | 2,
): Promise<number> {
  if ((await reach.standing(chatId)).silence) return SILENT_MS;
  return kind === 'urgent' ? limits.pauseMs(chatId) : limits.admit(chatId, kind, calls);
}

/**
 * {@link reduce} where nothing else waits for it. Resolves to how long it has to wait, ms; 0 where it is done, or Telegram refused it for
 * good: the message stays as it is.
 */
export async function reducePatiently(
  { api, report, ...access }: ChatAccess & { api: Api; report(error: unknown): void },
  message: LiveMessage,
  former: number,
  brief: string,
): Promise<number> {
  const waitMs = await waitIn(access, message.place.chatId, 'other');
  if (waitMs > 0) return waitMs;
  try {
    await reduce(api, message, former, brief);
  } catch (error) {
    if (isOutOfReach(error)) return SILENT_MS;
    report(error);
    const isForGood = error instanceof GrammyError && error.error_code < 500 && error.error_code !== 429;
    return isForGood ? 0 : EDIT_AGAIN_MS;
  }
  return 0;
}

/** {@link edit} of a message that its reader may not take any more: then it stays as it is. */
export async function editWhereTaken(api: Api, chatId: number, messageId: number, screen: Screen): Promise<void> {
  try {
    await edit(api, chatId, messageId, screen);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}
