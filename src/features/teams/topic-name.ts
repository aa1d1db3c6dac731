import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';

/** A team may be set up in the topic within this time. */
const NOTE_LIFE_MS = 30 * 24 * 3_600_000;

/** Telegram sends a topic's name with a change, and with each message that is no reply within the topic. */
export const topicNames = new Composer<Ctx>();

topicNames.on(['message:forum_topic_created', 'message:forum_topic_edited'], async (ctx, next) => {
  const { message_thread_id: topicId, forum_topic_created: created, forum_topic_edited: edited } = ctx.message;
  const topic = (created ?? edited)?.name;
  if (topicId !== undefined && topic) {
    await ctx.services.store.notes.set(keyOf(ctx.chat.id, topicId), topic, NOTE_LIFE_MS);
    await keep(ctx, topicId, topic, () => true);
  }
  await next();
});
topicNames.on('message', async (ctx, next) => {
  const first = firstName(ctx);
  // The topic's first message holds the name that the topic was created with.
  if (first) await keep(ctx, first.topicId, first.topic, (known) => known === undefined);
  await next();
});

/** Notes the topic's name for a team that is set up there, unless a later name is known. */
export async function noteTopic(ctx: Ctx): Promise<void> {
  const { notes } = ctx.services.store;
  const first = firstName(ctx);
  if (!first || !ctx.chat) return;
  const key = keyOf(ctx.chat.id, first.topicId);
  if ((await notes.get(key)) === undefined) await notes.set(key, first.topic, NOTE_LIFE_MS);
}

export async function notedTopic({ services }: Ctx, chatId: number, topicId: number): Promise<string | undefined> {
  return topicId === 0 ? undefined : services.store.notes.get(keyOf(chatId, topicId));
}

function firstName({ message }: Ctx): { topicId: number; topic: string } | undefined {
  const first = message?.reply_to_message;
  const topic = first?.forum_topic_created?.name;
  const topicId = first?.message_id;
  return topic && topicId !== undefined && topicId === message?.message_thread_id ? { topicId, topic } : undefined;
}

async function keep(
  { services, chat }: Ctx,
  topicId: number,
  topic: string,
  isMeant: (known: string | undefined) => boolean,
): Promise<void> {
  const { teams } = services.store;
  const team = (await teams.allInChat(chat?.id ?? 0)).find((each) => each.topicId === topicId);
  if (!team || team.topic === topic || !isMeant(team.topic)) return;
  await teams.change(team.id, (now) => {
    if (isMeant(now.topic)) now.topic = topic;
  });
}

function keyOf(chatId: number, topicId: number): string {
  return `topic:${chatId}:${topicId}`;
}
