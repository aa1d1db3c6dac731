import { GrammyError } from 'grammy';
import { expect, test } from 'vitest';
import { type TelegramSays, whatTelegramSays } from '../../../src/telegram/api/errors.ts';

const NOT_MODIFIED =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';
const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid';

/** Sources: `Client.cpp` of the Bot API server, and TDLib. */
const REFUSALS: readonly [method: string, description: string, says: TelegramSays][] = [
  ['editMessageText', `Bad Request: ${NOT_MODIFIED}`, 'same'],
  ['answerCallbackQuery', `Bad Request: ${TOO_OLD}`, 'late'],
  ['answerInlineQuery', `Bad Request: ${TOO_OLD}`, 'late'],
  ['editMessageText', 'Bad Request: there is no text in the message to edit', 'notText'],
  ['editMessageCaption', 'Bad Request: there is no caption in the message to edit', 'notText'],

  ['editMessageText', 'Bad Request: message to edit not found', 'gone'],
  ['editMessageText', 'Bad Request: message not found', 'gone'],
  ['editMessageText', "Bad Request: message can't be edited", 'gone'],
  ['editMessageMedia', "Bad Request: message media can't be edited", 'gone'],
  ['editMessageText', 'Bad Request: MESSAGE_ID_INVALID', 'gone'],
  ['editMessageText', 'Bad Request: MSG_ID_INVALID', 'gone'],
  ['editMessageText', 'Bad Request: MESSAGE_EDIT_TIME_EXPIRED', 'gone'],
  ['editMessageText', 'Bad Request: MESSAGE_AUTHOR_REQUIRED', 'gone'],
  ['editMessageText', 'Bad Request: have no write access to the chat', 'gone'],
  ['editMessageText', "Bad Request: can't access the chat", 'gone'],
  ['deleteMessage', 'Bad Request: message to delete not found', 'gone'],
  ['deleteMessage', "Bad Request: message can't be deleted", 'gone'],
  ['deleteMessage', "Bad Request: message can't be deleted for everyone", 'gone'],
  ['deleteMessage', 'Bad Request: group chat was upgraded to a supergroup chat', 'gone'],

  ['sendMessage', 'Bad Request: message to be replied not found', 'noReply'],
  ['sendMessage', 'Bad Request: REPLY_MESSAGE_ID_INVALID', 'noReply'],
  ['sendPhoto', 'Bad Request: not enough rights to send photos to the chat', 'noMedia'],
  ['sendDocument', 'Bad Request: not enough rights to send documents to the chat', 'noMedia'],
  ['sendPhoto', 'Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN', 'noMedia'],
  ['sendDocument', 'Bad Request: CHAT_SEND_DOCS_FORBIDDEN', 'noMedia'],
  ['sendPhoto', 'Bad Request: CHAT_SEND_MEDIA_FORBIDDEN', 'noMedia'],

  ['sendMessage', 'Forbidden: bot was blocked by the user', 'unreachable'],
  ['sendMessage', 'Forbidden: user is deactivated', 'unreachable'],
  ['sendMessage', "Forbidden: bot can't initiate conversation with a user", 'unreachable'],
  ['sendMessage', "Forbidden: the bot can't send messages to the bot", 'unreachable'],
  ['sendMessage', 'Forbidden: the group chat was deleted', 'unreachable'],
  ['sendMessage', 'Forbidden: bot was kicked from the group chat', 'unreachable'],
  ['editMessageText', 'Forbidden: bot was kicked from the supergroup chat', 'unreachable'],
  ['sendMessage', 'Forbidden: bot is not a member of the supergroup chat', 'unreachable'],
  ['sendMessage', 'Bad Request: chat not found', 'unreachable'],
  ['sendMessage', 'Bad Request: private chat not found', 'unreachable'],
  ['sendMessage', 'Bad Request: have no write access to the chat', 'unreachable'],
  ['sendMessage', "Bad Request: can't access the chat", 'unreachable'],
  ['sendMessage', 'Bad Request: not enough rights to send text messages to the chat', 'unreachable'],
  ['sendMessage', 'Bad Request: have no rights to send a message', 'unreachable'],
  ['sendMessage', 'Bad Request: need administrator rights in the channel chat', 'unreachable'],
  ['sendMessage', 'Bad Request: group chat was deactivated', 'unreachable'],
  ['sendMessage', 'Bad Request: CHAT_WRITE_FORBIDDEN', 'unreachable'],
  ['sendMessage', 'Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', 'unreachable'],
  ['sendMessage', 'Bad Request: CHAT_GUEST_SEND_FORBIDDEN', 'unreachable'],
  ['sendMessage', 'Bad Request: CHAT_RESTRICTED', 'unreachable'],
  ['sendMessage', 'Bad Request: CHAT_ADMIN_REQUIRED', 'unreachable'],
  ['sendMessage', 'Bad Request: CHAT_ID_INVALID', 'unreachable'],
  ['sendMessage', 'Bad Request: USER_BANNED_IN_CHANNEL', 'unreachable'],
  ['sendMessage', 'Bad Request: USER_DELETED', 'unreachable'],
  ['sendMessage', 'Bad Request: USER_BOT_INVALID', 'unreachable'],
  ['sendMessage', 'Bad Request: CHANNEL_PRIVATE', 'unreachable'],
  ['sendMessage', 'Bad Request: CHANNEL_INVALID', 'unreachable'],
  ['sendMessage', 'Bad Request: CHANNEL_PUBLIC_GROUP_NA', 'unreachable'],
  ['sendMessage', 'Forbidden: PEER_ID_INVALID', 'unreachable'],
  ['sendMessage', 'Bad Request: PEER_ID_INVALID', 'unreachable'],
  ['sendMessage', 'Bad Request: TOPIC_CLOSED', 'noTopic'],
  ['sendMessage', 'Bad Request: TOPIC_DELETED', 'noTopic'],

  // A mistake of the bot does not mean that the person is away.
  ['sendMessage', 'Bad Request: message text is empty', 'other'],
  ['sendMessage', 'Bad Request: message is too long', 'other'],
  ['editMessageText', 'Bad Request: message identifier is not specified', 'other'],
  ['sendMessage', "Bad Request: can't parse entities: Unsupported start tag", 'other'],
  ['sendMessage', 'Bad Request: BUTTON_DATA_INVALID', 'other'],
  ['sendPhoto', 'Bad Request: PHOTO_INVALID_DIMENSIONS', 'other'],
  ['setMyCommands', 'Bad Request: BOT_COMMAND_INVALID', 'other'],
  ['getUpdates', 'Conflict: terminated by setWebhook request', 'other'],
  ['sendMessage', 'Too Many Requests: retry after 5', 'other'],
  ['sendMessage', 'Internal Server Error: restart', 'other'],
];

const CODES = { Bad: 400, Forbidden: 403, Conflict: 409, Too: 429, Internal: 500 } as const;

function refusal(method: string, description: string): GrammyError {
  const [, error_code = 400] = Object.entries(CODES).find(([word]) => description.startsWith(word)) ?? [];
  const upgraded = { parameters: { migrate_to_chat_id: -1_001_700_000_001 } };
  const parameters = description.includes('upgraded') ? upgraded : {};
  return new GrammyError('refused', { ok: false, error_code, description, ...parameters }, method, {});
}

test.each(REFUSALS)('%s, “%s”: %s', (method, description, says) => {
  expect(whatTelegramSays(refusal(method, description))).toBe(says);
});

test('an error that Telegram did not send means nothing', () => {
  expect(whatTelegramSays(new Error('message to edit not found'))).toBe('other');
});
