import type { Update } from 'grammy/types';

const KINDS = ['message', 'edited_message', 'callback_query', 'inline_query'] as const;
export type UpdateKind = (typeof KINDS)[number] | 'other';

/** What became of an update. */
export interface SeenUpdate {
  kind: UpdateKind;
  /**
   * `failed`: its error was reported, and the person may have seen nothing; `declined`: one too many, or a tap on nothing;
   * `again`: not begun, and so delivered again.
   */
  outcome: 'handled' | 'failed' | 'declined' | 'again';
  /** The time its handler took, without what it waited before. */
  ms: number;
}

const arrivals = new WeakMap<Update, number>();

/** Notes when an update reached the bot (epoch ms). The first note counts: it may have waited in the inbox of a process that ended. */
export function noteArrival(update: Update, at: number): void {
  if (!arrivals.has(update)) arrivals.set(update, at);
}

/** When the update reached the bot, epoch ms; `undefined` where that was not noted. */
export function arrivalOf(update: Update): number | undefined {
  return arrivals.get(update);
}

/** Telegram's own word is taken for what is in it, and so is the store's. */
export function isUpdate(body: unknown): body is Update {
  return typeof body === 'object' && body !== null && 'update_id' in body && Number.isSafeInteger(body.update_id);
}

export function kindOf(update: Update): UpdateKind {
  return KINDS.find((kind) => kind in update) ?? 'other';
}
