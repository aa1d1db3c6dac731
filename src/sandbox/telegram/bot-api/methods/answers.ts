import type { InlineQueryResult, InputMessageContent } from 'grammy/types';
import type { Backend, Content } from '../../backend/backend.ts';
import { ANSWER_CHARACTERS, RESULT_ID_BYTES } from '../../choices.ts';
import { richMessageOf } from '../../rich/message.ts';
import { lengthOf } from '../../text/format.ts';
import { chooseMarkup, readInlineMarkup, secureUrl } from '../markup.ts';
import { badRequest, Refusal, refusal } from '../refusal.ts';
import { checkSimulated, type Later, textOf } from './compose.ts';
import type { Handlers } from './handlers.ts';

export const answers: Handlers = {
  answerCallbackQuery: (args, backend) => {
    if (lengthOf(args.text ?? '') > ANSWER_CHARACTERS) throw refusal('answerTooLong');
    backend.queries.answerCallback(args.callback_query_id, {
      ...(args.text ? { text: args.text } : {}),
      ...(args.show_alert ? { show_alert: true } : {}),
      ...(args.url ? { url: args.url } : {}),
    });
    backend.changed.fire();
    return true;
  },

  answerInlineQuery: (args, backend) => {
    const { results, button } = args;
    if (button && !('start_parameter' in button) && !('web_app' in button))
      throw badRequest(
        "Can't parse inline query results button: InlineQueryResultsButton must have exactly one optional field",
      );
    const contents = results.map((result) => contentOfResult(backend, result));
    if (button) checkButton({ ...button });
    for (const content of contents) content();
    checkIds(results.map(({ id }) => id));
    backend.queries.answerInline(args.inline_query_id, { results, ...(button ? { button } : {}) });
    backend.changed.fire();
    return true;
  },
};

const START_CHARACTERS = 64;

function checkButton({
  start_parameter: start,
  web_app,
}: {
  start_parameter?: string;
  web_app?: { url: string };
}): void {
  if (start === undefined) {
    if (web_app) secureUrl(web_app.url, 'Inline query button Web App', 'the Web App button');
  } else if (start === '') throw badRequest("Can't use empty start_parameter");
  else if (Buffer.byteLength(start) > START_CHARACTERS) throw badRequest('Too long start_parameter specified');
  else if (!/^[\w-]*$/.test(start)) throw badRequest('Unallowed characters in start_parameter are used');
}

/** Telegram's closed servers check these. */
function checkIds(ids: readonly string[]): void {
  if (ids.includes('')) throw refusal('resultIdEmpty');
  if (ids.some((id) => Buffer.byteLength(id) > RESULT_ID_BYTES)) throw refusal('resultIdInvalid');
  if (new Set(ids).size !== ids.length) throw refusal('resultIdDuplicate');
}

export function contentOfResult(backend: Backend, result: InlineQueryResult): Later<Content> {
  const content = 'input_message_content' in result ? result.input_message_content : undefined;
  return inResult(() => {
    const written = content && writtenIn(backend, content);
    const markup = chooseMarkup(result.reply_markup);
    return () => {
      const inline = readInlineMarkup(markup);
      return { ...written?.(), ...inline };
    };
  });
}

function writtenIn(backend: Backend, content: InputMessageContent): Later<Content> {
  if ('message_text' in content) return textOf(backend, { ...content, text: content.message_text }, 'editTooLong');
  checkSimulated(content);
  if (!('rich_message' in content))
    throw new Refusal(
      501,
      'Not Implemented: sandbox: a card that is neither a text nor a rich message is not simulated',
    );
  const { rich_message } = content;
  return () => ({ rich_message: richMessageOf(backend, rich_message, { takesUploads: false }) });
}

/** The Bot API server names the parameter with an unreadable text. */
function inResult<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 400) throw error;
    const words = error.message.replace('Bad Request: ', '');
    throw badRequest(`Can't parse inline query result: ${words.slice(0, 1).toUpperCase()}${words.slice(1)}`);
  }
}
