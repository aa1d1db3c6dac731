import type { Backend } from '../backend/backend.ts';
import type { PageDraft } from '../page-server/page-api.ts';
import { PageRefusal, personById, roomOf } from './actions.ts';

export function draftFor(backend: Backend, person: number): PageDraft | undefined {
  const draft = backend.drafts.in(roomOf(backend, person, person).chat.id);
  return draft && { message: draft.message, can_stop: draft.canStop };
}

/** Stops the bot, which gets an update. @throws PageRefusal where nothing can be stopped */
export function stopDraft(backend: Backend, person: number): void {
  const from = personById(backend, person);
  const room = roomOf(backend, person, person);
  const draft = backend.drafts.in(room.chat.id);
  if (!draft?.canStop || room.chat.type !== 'private') throw new PageRefusal('unknown_message');
  if (draft.staysStopped) backend.showDraft(room, { ...draft, canStop: false });
  else backend.endDraft(room);
  const { message_thread_id } = draft.message;
  const topic = message_thread_id === undefined ? {} : { message_thread_id };
  backend.enqueueUpdate({ stopped_message_generation: { chat: room.chat, ...topic, draft_id: draft.id } }, from);
}
