import type { ResponseParameters } from 'grammy/types';

/** The Bot API's own error texts; source: tdlib/telegram-bot-api `Client.cpp` and what api.telegram.org answers. */
const REFUSALS = {
  actionInvalid: [400, 'Bad Request: wrong parameter action in request'],
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  botToSelf: [403, "Forbidden: bots can't send messages to bots"],
  cannotInitiate: [403, "Forbidden: bot can't initiate conversation with a user"],
  chatIdEmpty: [400, 'Bad Request: chat_id is empty'],
  chatNotFound: [400, 'Bad Request: chat not found'],
  conflictPolling: [
    409,
    'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  ],
  conflictWebhook: [
    409,
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  ],
  conflictSetWebhook: [409, 'Conflict: terminated by setWebhook request'],
  copyNotFound: [400, 'Bad Request: message to copy not found'],
  forwardNotFound: [400, 'Bad Request: message to forward not found'],
  forwardProtected: [400, "Bad Request: message can't be forwarded"],
  copyProtected: [400, "Bad Request: message can't be copied"],
  deleteForbidden: [400, "Bad Request: message can't be deleted"],
  deleteForEveryone: [400, "Bad Request: message can't be deleted for everyone"],
  deleteNotFound: [400, 'Bad Request: message to delete not found'],
  editForbidden: [400, "Bad Request: message can't be edited"],
  editMediaForbidden: [400, "Bad Request: message media can't be edited"],
  editNotFound: [400, 'Bad Request: message to edit not found'],
  ephemeralInvalid: [400, 'Bad Request: MESSAGE_ID_INVALID'],
  ephemeralPeer: [400, 'Bad Request: PEER_ID_INVALID'],
  ephemeralUnasked: [400, 'Bad Request: MESSAGE_NOT_COMMAND'],
  ephemeralUser: [400, 'Bad Request: USER_ID_INVALID'],
  fileTooBig: [400, 'Bad Request: file is too big'],
  fileEmpty: [400, 'Bad Request: file must be non-empty'],
  fileWrongId: [400, 'Bad Request: wrong file identifier/HTTP URL specified'],
  fileInvalidId: [400, 'Bad Request: invalid file_id'],
  photoNotImage: [400, 'Bad Request: IMAGE_PROCESS_FAILED'],
  photoDimensions: [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'],
  kickedFromGroup: [403, 'Forbidden: bot was kicked from the group chat'],
  kickedFromSupergroup: [403, 'Forbidden: bot was kicked from the supergroup chat'],
  notInGroup: [403, 'Forbidden: bot is not a member of the group chat'],
  notInSupergroup: [403, 'Forbidden: bot is not a member of the supergroup chat'],
  leavePrivate: [400, "Bad Request: can't leave private chats"],
  inlineIdInvalid: [400, 'Bad Request: invalid inline message identifier specified'],
  memberNotFound: [400, 'Bad Request: member not found'],
  messageEmpty: [400, 'Bad Request: message text is empty'],
  messageIdEmpty: [400, 'Bad Request: message identifier is not specified'],
  messageTooLong: [400, 'Bad Request: message is too long'],
  captionTooLong: [400, 'Bad Request: message caption is too long'],
  noTextToEdit: [400, 'Bad Request: there is no text in the message to edit'],
  noCaptionToEdit: [400, 'Bad Request: there is no caption in the message to edit'],
  notFound: [404, 'Not Found'],
  notModified: [
    400,
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  ],
  pinForbidden: [400, 'Bad Request: not enough rights to manage pinned messages in the chat'],
  pinNotFound: [400, 'Bad Request: message to pin not found'],
  unpinNotFound: [400, 'Bad Request: message to unpin not found'],
  privateHasNoAdministrators: [400, 'Bad Request: there are no administrators in the private chat'],
  queryTooOld: [400, 'Bad Request: query is too old and response timeout expired or query ID is invalid'],
  reactNotFound: [400, 'Bad Request: message to react not found'],
  reactionInvalid: [400, 'Bad Request: REACTION_INVALID'],
  reactionsTooMany: [400, 'Bad Request: REACTIONS_TOO_MANY'],
  replyNotFound: [400, 'Bad Request: message to be replied not found'],
  topicClosed: [400, 'Bad Request: TOPIC_CLOSED'],
  richEmpty: [400, 'Bad Request: RICH_MESSAGE_CONTENT_REQUIRED'],
  topicNotFound: [400, 'Bad Request: message thread not found'],
  textEmpty: [400, 'Bad Request: text must be non-empty'],
  textNotUtf8: [400, 'Bad Request: strings must be encoded in UTF-8'],
  customEmojiInvalid: [400, 'Bad Request: invalid custom emoji identifier specified'],
  dateInvalid: [400, 'Bad Request: invalid date specified'],
  textTooLong: [400, 'Bad Request: text is too long'],
  parseModeUnsupported: [400, 'Bad Request: unsupported parse_mode'],
  buttonText: [
    400,
    "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  ],
  buttonTextInvalid: [400, 'Bad Request: BUTTON_TEXT_INVALID'],
  secretTokenInvalid: [400, 'Bad Request: secret token contains unallowed characters'],
  unauthorized: [401, 'Unauthorized'],
  webhookUrl: [400, 'Bad Request: bad webhook: invalid webhook URL specified'],
  webhookHttps: [400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook'],
  webhookPort: [400, 'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443'],
  buttonDataInvalid: [400, 'Bad Request: BUTTON_DATA_INVALID'],
  buttonTypeInvalid: [400, 'Bad Request: BUTTON_TYPE_INVALID'],
  buttonCopyInvalid: [400, 'Bad Request: BUTTON_COPY_TEXT_INVALID'],
  commandInvalid: [400, 'Bad Request: BOT_COMMAND_INVALID'],
  commandDescriptionInvalid: [400, 'Bad Request: BOT_COMMAND_DESCRIPTION_INVALID'],
  commandsTooMany: [400, 'Bad Request: BOT_COMMANDS_TOO_MUCH'],
  markupTooLong: [400, 'Bad Request: reply markup is too long'],
  answerTooLong: [400, 'Bad Request: MESSAGE_TOO_LONG'],
} as const satisfies Record<string, readonly [number, string]>;

/** A refused call, answered as `{ok: false, error_code, description, parameters?}`. */
export class Refusal extends Error {
  readonly code: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

/** A refusal with Telegram's text. */
export function refusal(kind: keyof typeof REFUSALS): Refusal {
  const [code, description] = REFUSALS[kind];
  return new Refusal(code, description);
}

/** The group has become the supergroup `to`. */
export function groupUpgraded(to: number): Refusal {
  return new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: to });
}

/** A refusal for which Telegram has no text of its own. The text names the sandbox, to tell it from Telegram's. */
export function sandboxRefusal(what: string): Refusal {
  return new Refusal(400, `Bad Request: sandbox: ${what}`);
}

/** 429 with `parameters.retry_after` in whole seconds. */
export function tooManyRequests(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}
