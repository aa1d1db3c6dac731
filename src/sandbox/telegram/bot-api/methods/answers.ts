import { contentOf } from '../../users/inline.ts';
import { mistake } from '../refusal.ts';
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
    for (const result of args.results) contentOf(cloud, result);
    const { results, button } = args;
    cloud.queries.answerInline(args.inline_query_id, { results, ...(button ? { button } : {}) });
    cloud.changed.fire();
    return true;
  },
};
