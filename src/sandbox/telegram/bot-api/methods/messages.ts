import { refuse } from '../refusal.ts';
import { checkSimulated, dressing, textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const messages: Handlers = {
  sendMessage: (args, cloud) => {
    checkSimulated(args);
    const room = cloud.writable(args.chat_id);
    const content = { ...textOf(cloud, args), ...previewOf(args) };
    return cloud.post(room, cloud.bot, { ...content, ...dressing(room, args) }, args.reply_markup);
  },

  sendChatAction: (args, cloud) => {
    checkSimulated(args);
    const room = cloud.writable(args.chat_id);
    if (!ACTIONS.includes(args.action)) throw refuse('actionInvalid');
    cloud.show(room, { type: 'action', chat_id: room.chat.id, action: args.action });
    return true;
  },
};

const ACTIONS: readonly string[] = [
  ...['typing', 'upload_photo', 'record_video', 'upload_video', 'record_voice', 'upload_voice', 'upload_document'],
  ...['choose_sticker', 'find_location', 'record_video_note', 'upload_video_note'],
];

export function previewOf<T extends object>(args: { link_preview_options?: T }): { link_preview_options?: T } {
  return args.link_preview_options ? { link_preview_options: args.link_preview_options } : {};
}
