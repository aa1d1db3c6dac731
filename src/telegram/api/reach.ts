import type { Context, MiddlewareFn, Transformer } from 'grammy';
import type { ApiResponse, ChatMember } from 'grammy/types';
import type { ChatNotes, Chats, Silence } from '../../store/key-value/chats.ts';
import { putNewest } from '../../store/memory.ts';
import { Composer } from '../composer.ts';
import { chatOf, shows } from './chat-limits.ts';
import { meaningOf, type TelegramSays } from './errors.ts';

const MAX_CHATS = 10_000;
const MAX_FORMER_MEMBERS_PER_GROUP = 1_000;
/** The store keeps a longer pause, so that a restarted bot does not meet it again. */
const STORED_PAUSE_ABOVE_S = 60;
/** No update tells the end of such a refusal. */
const TRY_REFUSING_CHAT_AFTER_MS = 3_600_000;

export interface ReachDependencies {
  chats: Chats;
  waitsIn(userId: number, chatId: number): Promise<boolean>;
  /** `undefined` when the bot may write again. */
  note(chatId: number, silence: Silence['why'] | undefined): void;
  report(error: unknown, where: string): void;
  now(): number;
}

export interface Reach {
  standing(chatId: number): Promise<Pick<ChatNotes, 'silence' | 'left'>>;
  watch: Transformer;
  listen: MiddlewareFn<Context>;
}

export function createReach({ chats, waitsIn, note, report, now }: ReachDependencies): Reach {
  const wrote = new Map<number, number>();
  const lastUpdateAt = new Map<number, number>();
  const silent = new Map<number, number>();

  function isOver(chatId: number, { why, at, until }: Silence): boolean {
    if (until !== undefined && until <= now()) return true;
    const sign = why === 'refused' ? lastUpdateAt.get(chatId) : undefined;
    return Math.max(wrote.get(chatId) ?? 0, sign ?? 0) > at;
  }

  async function silenced(chatId: number, why: Silence['why'], until?: number): Promise<void> {
    // An update is more certain than a refusal.
    const isKnown = ({ silence }: ChatNotes) =>
      silence && !isOver(chatId, silence) && (why === 'refused' || why === 'slowed' || silence.why === why);
    putNewest(silent, chatId, now(), MAX_CHATS);
    if (isKnown(await chats.get(chatId))) return;
    const isNew = await chats.change(chatId, (notes) => {
      if (isKnown(notes)) return false;
      const { silence } = notes;
      notes.silence = { why, at: now(), ...(until === undefined ? {} : { until }) };
      return !silence || hasWritten(chatId, silence);
    });
    if (isNew) note(chatId, why);
  }

  function hasWritten(chatId: number, { at }: Silence): boolean {
    return (wrote.get(chatId) ?? 0) > at;
  }

  async function speaksAgain(chatId: number, isOverNow: (silence: Silence) => boolean): Promise<void> {
    const { silence: found } = await chats.get(chatId);
    if (!found || !isOverNow(found)) return;
    const isEnd = await chats.change(chatId, (notes) => {
      if (!notes.silence || !isOverNow(notes.silence)) return false;
      delete notes.silence;
      return true;
    });
    silent.delete(chatId);
    if (isEnd) note(chatId, undefined);
  }

  async function noteWritten(chatId: number, begunAt: number): Promise<void> {
    putNewest(wrote, chatId, Math.max(begunAt, wrote.get(chatId) ?? 0), MAX_CHATS);
    if (begunAt > (silent.get(chatId) ?? Number.POSITIVE_INFINITY))
      await speaksAgain(chatId, (silence) => hasWritten(chatId, silence));
  }

  async function noteMember(chatId: number, userId: number, isIn: boolean): Promise<void> {
    const { left = [] } = await chats.get(chatId);
    if (left.includes(userId) !== isIn || (!isIn && !(await waitsIn(userId, chatId)))) return;
    await chats.change(chatId, (notes) => {
      const others = (notes.left ?? []).filter((each) => each !== userId);
      notes.left = isIn ? others : [...others, userId].slice(-MAX_FORMER_MEMBERS_PER_GROUP);
    });
  }

  async function noteAnswer(
    chatId: number,
    method: string,
    payload: object,
    answer: ApiResponse<unknown>,
    begunAt: number,
  ): Promise<void> {
    if (answer.ok) return method.startsWith('send') ? noteWritten(chatId, begunAt) : undefined;
    const { retry_after: pauseS = 0, migrate_to_chat_id: migratedTo } = answer.parameters ?? {};
    if (migratedTo !== undefined) return;
    if (isRefusedHere(meaningOf(method, answer), payload))
      await silenced(chatId, 'refused', now() + TRY_REFUSING_CHAT_AFTER_MS);
    else if (chatId < 0 && pauseS > STORED_PAUSE_ABOVE_S) await silenced(chatId, 'slowed', now() + pauseS * 1_000);
  }

  const composer = new Composer<Context>();
  composer.on('my_chat_member', async ({ chat, myChatMember: { new_chat_member: member } }, next) => {
    const why = silenceOf(member);
    // Telegram sends no update about the end of a restriction.
    const until =
      'until_date' in member && why === 'muted' && member.until_date > 0 ? member.until_date * 1_000 : undefined;
    if (why) await silenced(chat.id, why, until);
    else await speaksAgain(chat.id, () => true);
    await next();
  });
  composer.on('chat_member', async ({ chat, chatMember: { new_chat_member: member } }, next) => {
    await noteMember(chat.id, member.user.id, silenceOf(member) !== 'removed');
    await next();
  });
  // A bot that is no administrator only gets these service messages.
  composer.on(['message:left_chat_member', 'message:new_chat_members'], async ({ chat, message }, next) => {
    const { left_chat_member: left, new_chat_members: members = [] } = message;
    for (const { id } of left ? [left] : members) await noteMember(chat.id, id, left === undefined);
    await next();
  });
  composer.use((ctx, next) => {
    if (ctx.chat) putNewest(lastUpdateAt, ctx.chat.id, now(), MAX_CHATS);
    return next();
  });

  return {
    async standing(chatId) {
      const { silence, left } = await chats.get(chatId);
      if (silence && !isOver(chatId, silence)) return { silence };
      // A silence is only known to be over once the chat has taken a message.
      if (silence && hasWritten(chatId, silence)) await speaksAgain(chatId, (each) => hasWritten(chatId, each));
      else if (silence) putNewest(silent, chatId, silence.at, MAX_CHATS);
      return left?.length ? { left } : {};
    },
    async watch(previous, method, payload, signal) {
      const begunAt = now();
      const answer = await previous(method, payload, signal);
      const chatId = shows(method) ? chatOf(payload) : undefined;
      if (chatId === undefined) return answer;
      await noteAnswer(chatId, method, payload, answer, begunAt).catch((error) => report(error, 'reach'));
      return answer;
    },
    listen: composer.middleware(),
  };
}

/** A call without a topic goes to the general one: none is left to fall back to. */
function isRefusedHere(says: TelegramSays, payload: object): boolean {
  const hasTopic = 'message_thread_id' in payload && payload.message_thread_id !== undefined;
  return says === 'unreachable' || (says === 'noTopic' && !hasTopic);
}

export function isIn(member: ChatMember): boolean {
  return silenceOf(member) !== 'removed';
}

function silenceOf(member: ChatMember): 'removed' | 'muted' | undefined {
  if (member.status === 'left' || member.status === 'kicked') return 'removed';
  if (member.status !== 'restricted') return undefined;
  if (!member.is_member) return 'removed';
  return member.can_send_messages ? undefined : 'muted';
}
