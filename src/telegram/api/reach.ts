import { Composer, type Context, type MiddlewareFn, type Transformer } from 'grammy';
import type { ChatMember } from 'grammy/types';
import type { ChatNotes, Chats, Silence } from '../../store/key-value/chats.ts';
import { putNewest } from '../../store/memory.ts';
import { meaningOf } from './errors.ts';
import { chatOf, shows } from './limits.ts';

const MOST_CHATS = 10_000;
/** The most former members that are noted of a group. */
const MOST_LEFT = 1_000;
/** A chat that took a message so recently is not looked up: another process may have learned something else meanwhile. */
const SURE_FOR_MS = 60_000;
/** A longer pause than this is kept: after a restart the bot does not ask for it once more. */
const LONG_PAUSE_S = 60;
/** What Telegram refuses for no reason that an update tells is tried again after this time. */
const REFUSED_FOR_MS = 3_600_000;

export interface ReachDependencies {
  chats: Chats;
  /** Whether a person waits for something in a chat: of others it does not matter that they left. */
  waitsIn(userId: number, chatId: number): Promise<boolean>;
  /** Tells the operator that the bot may not write in a chat any more, or may again: once a change. */
  note(chatId: number, silence: Silence['why'] | undefined): void;
  report(error: unknown, where: string): void;
  /** Epoch ms. */
  now(): number;
}

/** Knows where the bot may write, which Telegram tells by updates and by refusals. It is kept, so that a restart asks nothing again. */
export interface Reach {
  /** Whether the bot may not write in the chat, and who has left it. */
  standing(chatId: number): Promise<Pick<ChatNotes, 'silence' | 'left'>>;
  /** Sees every call. */
  watch: Transformer;
  /** Sees every update, and handles those about members. */
  listen: MiddlewareFn<Context>;
}

export function createReach({ chats, waitsIn, note, report, now }: ReachDependencies): Reach {
  /** When the chat took a message last. */
  const wrote = new Map<number, number>();
  /** When an update came from the chat last. */
  const heard = new Map<number, number>();
  /** The chats that were not silent when they were last looked up. */
  const free = new Map<number, true>();

  /** Whether something has happened since that may have ended the silence. */
  function isOver(chatId: number, { why, at, until }: Silence): boolean {
    if (until !== undefined && until <= now()) return true;
    const sign = why === 'refused' ? heard.get(chatId) : undefined;
    return Math.max(wrote.get(chatId) ?? 0, sign ?? 0) > at;
  }

  async function silenced(chatId: number, why: Silence['why'], until?: number): Promise<void> {
    free.delete(chatId);
    const { silence } = await chats.get(chatId);
    // What an update told is more certain than what a refusal tells.
    const isKnown = silence && !isOver(chatId, silence);
    if (isKnown && (why === 'refused' || why === 'slowed' || silence.why === why)) return;
    await chats.change(chatId, (notes) => {
      notes.silence = { why, at: now(), ...(until === undefined ? {} : { until }) };
    });
    if (!isKnown) note(chatId, why);
  }

  async function heardAgain(chatId: number): Promise<void> {
    if (!(await chats.get(chatId)).silence) return;
    await chats.change(chatId, (notes) => {
      delete notes.silence;
    });
    note(chatId, undefined);
  }

  async function noteMember(chatId: number, userId: number, isIn: boolean): Promise<void> {
    const { left = [] } = await chats.get(chatId);
    if (left.includes(userId) !== isIn || (!isIn && !(await waitsIn(userId, chatId)))) return;
    free.delete(chatId);
    await chats.change(chatId, (notes) => {
      const others = (notes.left ?? []).filter((each) => each !== userId);
      notes.left = isIn ? others : [...others, userId].slice(-MOST_LEFT);
    });
  }

  /** Learns from a refusal. */
  async function learn(
    chatId: number,
    says: ReturnType<typeof meaningOf>,
    retryAfterSeconds: number | undefined,
  ): Promise<void> {
    if (says === 'unreachable') await silenced(chatId, 'refused', now() + REFUSED_FOR_MS);
    else if (chatId < 0 && (retryAfterSeconds ?? 0) > LONG_PAUSE_S)
      await silenced(chatId, 'slowed', now() + (retryAfterSeconds ?? 0) * 1_000);
  }

  const composer = new Composer<Context>();
  composer.on('my_chat_member', async ({ chat, myChatMember: { new_chat_member: member } }, next) => {
    const why = silenceOf(member);
    // Of the end of a restriction Telegram sends no update.
    const until =
      'until_date' in member && why === 'muted' && member.until_date > 0 ? member.until_date * 1_000 : undefined;
    if (why) await silenced(chat.id, why, until);
    else await heardAgain(chat.id);
    await next();
  });
  composer.on('chat_member', ({ chat, chatMember: { new_chat_member: member } }) =>
    noteMember(chat.id, member.user.id, silenceOf(member) !== 'removed'),
  );
  // A bot that is no administrator gets these service messages alone.
  composer.on(['message:left_chat_member', 'message:new_chat_members'], async ({ chat, message }, next) => {
    const { left_chat_member: left, new_chat_members: members = [] } = message;
    for (const { id } of left ? [left] : members) await noteMember(chat.id, id, left === undefined);
    await next();
  });
  composer.use((ctx, next) => {
    if (ctx.chat) putNewest(heard, ctx.chat.id, now(), MOST_CHATS);
    return next();
  });

  return {
    async standing(chatId) {
      const isSure = (wrote.get(chatId) ?? 0) > now() - SURE_FOR_MS;
      if (isSure && free.has(chatId)) return {};
      const { silence, left } = await chats.get(chatId);
      if (silence && !isOver(chatId, silence)) return { silence };
      if (silence) await heardAgain(chatId);
      if (left?.length) return { left };
      putNewest(free, chatId, true, MOST_CHATS);
      return {};
    },
    async watch(previous, method, payload, signal) {
      const answer = await previous(method, payload, signal);
      const chatId = shows(method) ? chatOf(payload) : undefined;
      if (chatId === undefined) return answer;
      if (answer.ok && method.startsWith('send')) putNewest(wrote, chatId, now(), MOST_CHATS);
      else if (answer.ok) return answer;
      else if (answer.parameters?.migrate_to_chat_id === undefined)
        // The refusal matters to the caller; that it is noted matters to the next one.
        await learn(chatId, meaningOf(method, answer), answer.parameters?.retry_after).catch((error) =>
          report(error, 'reach'),
        );
      return answer;
    },
    listen: composer.middleware(),
  };
}

/** Whether a member may not write, and why. */
function silenceOf(member: ChatMember): 'removed' | 'muted' | undefined {
  if (member.status === 'left' || member.status === 'kicked') return 'removed';
  if (member.status !== 'restricted') return undefined;
  if (!member.is_member) return 'removed';
  return member.can_send_messages ? undefined : 'muted';
}
