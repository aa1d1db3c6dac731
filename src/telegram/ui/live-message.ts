import { type Api, GrammyError } from 'grammy';
import type { NewsKind } from '../../store/group-messages.ts';
import { isEphemeral } from '../../store/operations/index.ts';
import type { ChatLimits } from '../api/chat-limits.ts';
import { isNotDone, isOutOfReach } from '../api/errors.ts';
import type { Reach } from '../api/reach.ts';
import { edit, type Place, post, removeMessage, type Screen } from './screen.ts';

/** The bot tries a chat again after this time. */
export const SILENT_MS = 5 * 60_000;

const EDIT_AGAIN_MS = 60_000;

// A message that the bot keeps editing. Its row stores each state before the next step, for a crash in between:
// unsent (no `messageId`), claimed (a process sends it now), shown, replaced by a newer one, since no edit notifies.
export interface LiveMessage extends Pick<KeptMessages, 'messageId'> {
  place: Place;
  receiver?: number;
  /** `false`: another process sends the message. */
  claim?(): Promise<boolean>;
  release?(): Promise<unknown>;
}

interface KeptMessages {
  messageId?: number | undefined;
  formerMessages?: readonly number[] | undefined;
}

interface PutOptions {
  isNew?: boolean;
  isQuiet?: boolean;
  isGoneForGood?: boolean;
}

/** Resolves to the id to store; to `undefined` where another process sends it, or it is gone for good. */
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

export function replaced(
  { messageId: old, formerMessages = [] }: KeptMessages,
  messageId: number,
): { messageId: number; formerMessages: number[] } {
  const all = new Set([...formerMessages, ...(old === undefined ? [] : [old])]);
  return { messageId, formerMessages: [...all].filter((each) => each !== messageId) };
}

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

/** Resolves to milliseconds. @param kind `urgent` waits only for Telegram's pauses, and uses no budget */
export async function waitIn(
  { reach, limits }: ChatAccess,
  chatId: number,
  kind: NewsKind | 'urgent',
  calls?: 1 | 2,
): Promise<number> {
  if ((await reach.standing(chatId)).silence) return SILENT_MS;
  return kind === 'urgent' ? limits.pauseMs(chatId) : limits.admit(chatId, kind, calls);
}

/** Resolves to the wait in ms; 0 where the message is reduced, or Telegram refused that for good. */
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

export async function editWhereTaken(api: Api, chatId: number, messageId: number, screen: Screen): Promise<void> {
  try {
    await edit(api, chatId, messageId, screen);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
  }
}
