import type { Cloud } from '../backend/backend.ts';
import { isRecord } from '../bot-api/values.ts';

/**
 * Takes a raw update at its word, as far as it can be read: people it comes from are known to the bot, private chats it
 * comes from are open, and its callback or inline query can be answered.
 */
export function believe(cloud: Cloud, update: Record<string, unknown>): void {
  for (const body of Object.values(update)) {
    if (!isRecord(body)) continue;
    const message = isRecord(body.message) ? body.message : body;
    if (isRecord(body.from)) cloud.known.add(Number(body.from.id));
    if (isRecord(message.chat)) open(cloud, Number(message.chat.id));
  }
  const query = update.callback_query;
  if (isRecord(query) && typeof query.id === 'string') cloud.queries.openCallback(query.id, changed, changed);
  const inline = update.inline_query;
  if (isRecord(inline) && typeof inline.id === 'string') cloud.queries.openInline(inline.id, changed, changed);

  function changed(): void {
    cloud.changed.fire();
  }
}

function open(cloud: Cloud, chat: number): void {
  cloud.known.add(chat);
  cloud.started.add(chat);
}
