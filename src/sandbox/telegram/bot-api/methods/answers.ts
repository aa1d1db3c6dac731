import type { InlineQueryResult } from 'grammy/types';
import type { Cloud, Content } from '../../backend/backend.ts';
import { inlineKeyboard } from '../markup.ts';
import { mistake } from '../refusal.ts';
import { textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const answers: Handlers = {
  answerCallbackQuery: (args, cloud) => {
    cloud.queries.answerCallback(args.callback_query_id, {
      ...(args.text ? { text: args.text } : {}),
      ...(args.show_alert ? { show_alert: true } : {}),
      ...(args.url ? { url: args.url } : {}),
    });
    cloud.changed.fire();
    return true;
  },

  answerInlineQuery: (args, cloud) => {
    if (args.results.length > 50) throw mistake('more than 50 results');
    const ids = args.results.map((result) => result.id);
    if (new Set(ids).size !== ids.length) throw mistake('two results with one id');
    for (const result of args.results) contentOfResult(cloud, result);
    const { results, button } = args;
    cloud.queries.answerInline(args.inline_query_id, { results, ...(button ? { button } : {}) });
    cloud.changed.fire();
    return true;
  },
};

/** The message that a card becomes. @throws Refusal as for a message that the bot sends */
export function contentOfResult(cloud: Cloud, result: InlineQueryResult): Content {
  if (!('input_message_content' in result) || !result.input_message_content) return {};
  const { input_message_content: content } = result;
  if (!('message_text' in content)) throw mistake('a card that is no text is not simulated');
  const { message_text: text, parse_mode, entities } = content;
  return { ...textOf(cloud, { text, parse_mode, entities }), ...inlineKeyboard(result.reply_markup) };
}
