import type { Context, MiddlewareFn, Transformer } from 'grammy';
import type { Chats } from '../../store/key-value/chats.ts';
import { Composer } from '../composer.ts';
import type { Texts } from '../i18n/index.ts';
import { meaningOf } from './errors.ts';

const MAX_LOST_TOPICS_PER_GROUP = 200;

/** Not sent to Telegram: JSON and forms leave out symbols. */
const LANGUAGE = Symbol('language');

export function speaking(locale: string): { [LANGUAGE]: string } {
  return { [LANGUAGE]: locale };
}

export interface TopicsDependencies {
  chats: Chats;
  texts: Texts;
  report(error: unknown, where: string): void;
}

/** Sends a message of a closed or deleted topic into the general one, and says so there once. */
export function fallBackToGeneral({ chats, texts, report }: TopicsDependencies): Transformer {
  async function say(chatId: number, topicId: number, send: () => Promise<{ ok: boolean }>): Promise<void> {
    if (!(await isFirst(chatId, topicId))) return;
    const isSaid = await send().then(({ ok }) => ok);
    if (!isSaid) await forgetTopic(chats, chatId, topicId);
  }

  /** Stored before it is said: a crash in between loses only the hint. */
  async function isFirst(chatId: number, topicId: number): Promise<boolean> {
    if ((await chats.get(chatId)).lostTopics?.includes(topicId)) return false;
    return chats.change(chatId, (notes) => {
      const { lostTopics = [] } = notes;
      notes.lostTopics = [...lostTopics.filter((each) => each !== topicId), topicId].slice(-MAX_LOST_TOPICS_PER_GROUP);
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
        report(error, 'topic');
      }
    }
    return previous(method, { ...payload, ...withoutReply(payload), message_thread_id: undefined }, signal);
  };
}

/** Keeps the reply to an ephemeral command: without it only an administrator may send an ephemeral message. */
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
