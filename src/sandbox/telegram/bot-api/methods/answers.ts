import type { InlineQueryResult } from 'grammy/types';
import type { Backend, Content } from '../../backend/backend.ts';
import { inlineKeyboard } from '../markup.ts';
import { sandboxRefusal } from '../refusal.ts';
import { textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const answers: Handlers = {
  answerCallbackQuery: (args, backend) => {
    backend.queries.answerCallback(args.callback_query_id, {
      ...(args.text ? { text: args.text } : {}),
      ...(args.show_alert ? { show_alert: true } : {}),
      ...(args.url ? { url: args.url } : {}),
    });
    backend.changed.fire();
    return true;
  },

  answerInlineQuery: (args, backend) => {
    if (args.results.length > 50) throw sandboxRefusal('more than 50 results');
    const ids = args.results.map((result) => result.id);
    if (new Set(ids).size !== ids.length) throw sandboxRefusal('two results with one id');
    for (const result of args.results) contentOfResult(backend, result);
    const { results, button } = args;
    backend.queries.answerInline(args.inline_query_id, { results, ...(button ? { button } : {}) });
    backend.changed.fire();
    return true;
  },
};

/** The message of a chosen inline result. @throws Refusal as for a message of the bot */
export function contentOfResult(backend: Backend, result: InlineQueryResult): Content {
  if (!('input_message_content' in result) || !result.input_message_content) return {};
  const { input_message_content: content } = result;
  if (!('message_text' in content)) throw sandboxRefusal('a card that is no text is not simulated');
  const { message_text: text, parse_mode, entities } = content;
  return { ...textOf(backend, { text, parse_mode, entities }), ...inlineKeyboard(result.reply_markup) };
}
