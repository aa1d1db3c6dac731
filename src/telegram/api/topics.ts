import type { Context, MiddlewareFn, Transformer } from 'grammy';
import type { Chats } from '../../store/key-value/chats.ts';
import { Composer } from '../composer.ts';
import type { Texts } from '../i18n/index.ts';
import { meaningOf } from './errors.ts';

/** Bounds the note of a group; the oldest topics in it are forgotten. */
const MOST_NOTED = 200;

/** Not sent to Telegram: JSON and forms leave out what has a symbol for its name. */
const LANGUAGE = Symbol('language');

/** A part of a call that sends a message: the language in which the chat may have to be told more. */
export function speaking(locale: string): { [LANGUAGE]: string } {
  return { [LANGUAGE]: locale };
}

export interface TopicsDependencies {
  chats: Chats;
  texts: Texts;
  report(error: unknown, where: string): void;
}

/**
 * Sends a message into the general topic where its own is closed or deleted, and says so there, once a topic. Each message tries its
 * own topic first, so that it is back there as soon as that is open again.
 */
export function fallBackToGeneral({ chats, texts, report }: TopicsDependencies): Transformer {
  /** Says why a message comes into the general topic. */
  async function say(chatId: number, topicId: number, send: () => Promise<{ ok: boolean }>): Promise<void> {
    if (!(await isFirst(chatId, topicId))) return;
    const isSaid = await send().then(({ ok }) => ok);
    if (!isSaid) await forgetTopic(chats, chatId, topicId);
  }

  /** Notes it before it is said: a kill in between loses a hint, while the message itself is sent again. */
  async function isFirst(chatId: number, topicId: number): Promise<boolean> {
    if ((await chats.get(chatId)).lostTopics?.includes(topicId)) return false;
    return chats.change(chatId, (notes) => {
      const { lostTopics = [] } = notes;
      notes.lostTopics = [...lostTopics.filter((each) => each !== topicId), topicId].slice(-MOST_NOTED);
      return !lostTopics.includes(topicId);
    });
  }

  return async (previous, method, payload, signal) => {
    const answer = await previous(method, payload, signal);
    if (answer.ok || !method.startsWith('send') || meaningOf(method, answer) !== 'noTopic') return answer;
    const { chatId, topicId, locale } = placeIn(payload);
    if (method !== 'sendChatAction' && chatId !== undefined && topicId !== undefined) {
      try {
        const key = /CLOSED/.test(answer.description) ? 'topic-closed' : 'topic-deleted';
        const said = { chat_id: chatId, text: texts.in(locale)(key), parse_mode: 'HTML' } as const;
        await say(chatId, topicId, () => previous('sendMessage', said, signal));
      } catch (error) {
        // The message itself matters more.
        report(error, 'topic');
      }
    }
    return previous(method, { ...payload, ...withoutReply(payload), message_thread_id: undefined }, signal);
  };
}

/**
 * The part of a call by which it answers no message of the chat any more. It still answers an ephemeral command, because only that
 * lets a bot that is no administrator send an ephemeral message.
 */
export function withoutReply(payload: object): { reply_parameters: { ephemeral_message_id: number } | undefined } {
  const answered = 'reply_parameters' in payload ? payload.reply_parameters : undefined;
  const isObject = typeof answered === 'object' && answered !== null && 'ephemeral_message_id' in answered;
  const command = isObject ? answered.ephemeral_message_id : undefined;
  return { reply_parameters: typeof command === 'number' ? { ephemeral_message_id: command } : undefined };
}

function placeIn(payload: object): { chatId: number | undefined; topicId: number | undefined; locale: string } {
  const chatId = 'chat_id' in payload && typeof payload.chat_id === 'number' ? payload.chat_id : undefined;
  const topicId =
    'message_thread_id' in payload && typeof payload.message_thread_id === 'number'
      ? payload.message_thread_id
      : undefined;
  return { chatId, topicId, locale: LANGUAGE in payload ? String(payload[LANGUAGE]) : '' };
}

/** A topic was opened again: the group is told once more if that is closed another time. */
export function onTopicOpened({ chats }: Pick<TopicsDependencies, 'chats'>): MiddlewareFn<Context> {
  const composer = new Composer<Context>();
  composer.on('message:forum_topic_reopened', async ({ chat, msg }) => {
    const { lostTopics = [] } = await chats.get(chat.id);
    const topicId = lostTopics.find((each) => each === msg.message_thread_id);
    if (topicId !== undefined) await forgetTopic(chats, chat.id, topicId);
  });
  return composer.middleware();
}

async function forgetTopic(chats: Chats, chatId: number, topicId: number): Promise<void> {
  await chats.change(chatId, (notes) => {
    notes.lostTopics = notes.lostTopics?.filter((each) => each !== topicId);
  });
}
