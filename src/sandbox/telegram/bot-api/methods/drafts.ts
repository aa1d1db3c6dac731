import type { Backend, Content } from '../../backend/backend.ts';
import { TEXT_LIMIT } from '../../choices.ts';
import { richMessageOf } from '../../rich/message.ts';
import { fixText, lengthOf, parseText } from '../../text/format.ts';
import { refusal, sandboxRefusal } from '../refusal.ts';
import { inTopic, type Later } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const drafts: Handlers = {
  sendMessageDraft: (args, backend) => {
    const { text: source = '', parse_mode, entities } = args;
    const parsed = parseText({ text: source, parse_mode, entities });
    return show(backend, args, () => {
      const { text, entities: found } = fixText(parsed, backend.people, true);
      if (lengthOf(text) > TEXT_LIMIT) throw refusal('messageTooLong');
      return { text, ...(found.length > 0 ? { entities: found } : {}) };
    });
  },

  sendRichMessageDraft: (args, backend) =>
    show(backend, args, () => {
      const place = { chat: 'private' as const, isDraft: true, takesUploads: false };
      return { rich_message: richMessageOf(backend, args.rich_message, place) };
    }),
};

interface DraftOptions {
  chat_id: number;
  message_thread_id?: number;
  draft_id: number;
  can_stop?: boolean;
  keep_on_stop?: boolean;
}

function show(backend: Backend, ask: DraftOptions, content: Later<Content>): true {
  const room = backend.writable(ask.chat_id);
  const place = inTopic(backend, room, ask.message_thread_id);
  const made = content();
  if (room.chat.type !== 'private') throw refusal('draftPeer');
  if (ask.draft_id === 0) throw sandboxRefusal('draft_id must be non-zero');
  backend.checkReachable(room);
  const message = { message_id: 0, from: backend.self, chat: room.chat, date: backend.seconds(), ...place, ...made };
  const { can_stop: canStop = false, keep_on_stop: staysStopped = false } = ask;
  backend.showDraft(room, { id: ask.draft_id, message, canStop, staysStopped, at: backend.now() });
  return true;
}
