import type { ResponseParameters } from 'grammy/types';

/** Source: tdlib/telegram-bot-api `Client.cpp` and answers of api.telegram.org. */
const REFUSALS = {
  richEmpty: [400, 'Bad Request: RICH_MESSAGE_CONTENT_REQUIRED'],
  draftPeer: [400, 'Bad Request: TEXTDRAFT_PEER_INVALID'],
  ephemeralInvalid: [400, 'Bad Request: MESSAGE_ID_INVALID'],
  ephemeralPeer: [400, 'Bad Request: PEER_ID_INVALID'],
  ephemeralUnasked: [400, 'Bad Request: MESSAGE_NOT_COMMAND'],
  ephemeralUser: [400, 'Bad Request: USER_ID_INVALID'],
  kickedFromGroup: [403, 'Forbidden: bot was kicked from the group chat'],
  kickedFromSupergroup: [403, 'Forbidden: bot was kicked from the supergroup chat'],
  notInGroup: [403, 'Forbidden: bot is not a member of the group chat'],
  notInSupergroup: [403, 'Forbidden: bot is not a member of the supergroup chat'],
  leavePrivate: [400, "Bad Request: can't leave private chats"],
  topicClosed: [400, 'Bad Request: TOPIC_CLOSED'],
  topicInvalid: [400, 'Bad Request: TOPIC_ID_INVALID'],
  topicNotModified: [400, 'Bad Request: TOPIC_NOT_MODIFIED'],
  actionInvalid: [400, 'Bad Request: wrong parameter action in request'],
  blocked: [403, 'Forbidden: bot was blocked by the user'],
  botToSelf: [403, "Forbidden: the bot can't send messages to the bot"],
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
  deleteForbidden: [400, "Bad Request: message can't be deleted"],
  deleteForEveryone: [400, "Bad Request: message can't be deleted for everyone"],
  editForbidden: [400, "Bad Request: message can't be edited"],
  editMediaForbidden: [400, "Bad Request: message media can't be edited"],
  fileTooBig: [400, 'Bad Request: file is too big'],
  fileEmpty: [400, 'Bad Request: file must be non-empty'],
  fileInvalidId: [400, 'Bad Request: invalid file_id'],
  photoNotImage: [400, 'Bad Request: IMAGE_PROCESS_FAILED'],
  photoDimensions: [400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'],
  participantInvalid: [400, 'Bad Request: PARTICIPANT_ID_INVALID'],
  inlineIdInvalid: [400, 'Bad Request: invalid inline message identifier specified'],
  adminByAnother: [400, 'Bad Request: CHAT_ADMIN_REQUIRED'],
  inviteForbidden: [400, 'Bad Request: CHAT_ADMIN_INVITE_REQUIRED'],
  rightForbidden: [400, 'Bad Request: RIGHT_FORBIDDEN'],
  userIsAdministrator: [400, 'Bad Request: user is an administrator of the chat'],
  userKicked: [400, 'Bad Request: USER_KICKED'],
  userNotParticipant: [400, 'Bad Request: USER_NOT_PARTICIPANT'],
  supergroupsOnly: [400, 'Bad Request: method is available only for supergroups'],
  supergroupsAndChannels: [400, 'Bad Request: method is available for supergroup and channel chats only'],
  memberNotFound: [400, 'Bad Request: member not found'],
  messageEmpty: [400, 'Bad Request: message text is empty'],
  messageIdEmpty: [400, 'Bad Request: message identifier is not specified'],
  messageTooLong: [400, 'Bad Request: message is too long'],
  editTooLong: [400, 'Bad Request: MESSAGE_TOO_LONG'],
  editCaptionTooLong: [400, 'Bad Request: MEDIA_CAPTION_TOO_LONG'],
  captionTooLong: [400, 'Bad Request: message caption is too long'],
  noTextToEdit: [400, 'Bad Request: there is no text in the message to edit'],
  noCaptionToEdit: [400, 'Bad Request: there is no caption in the message to edit'],
  notFound: [404, 'Not Found'],
  methodNotFound: [404, 'Not Found: method not found'],
  notModified: [
    400,
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
  ],
  pinForbidden: [400, 'Bad Request: not enough rights to manage pinned messages in the chat'],
  privateHasNoAdministrators: [400, 'Bad Request: there are no administrators in the private chat'],
  resultIdDuplicate: [400, 'Bad Request: RESULT_ID_DUPLICATE'],
  resultIdEmpty: [400, 'Bad Request: RESULT_ID_EMPTY'],
  resultIdInvalid: [400, 'Bad Request: RESULT_ID_INVALID'],
  queryTooOld: [400, 'Bad Request: query is too old and response timeout expired or query ID is invalid'],
  reactionInvalid: [400, 'Bad Request: REACTION_INVALID'],
  reactionsTooMany: [400, 'Bad Request: REACTIONS_TOO_MANY'],
  replyNotFound: [400, 'Bad Request: message to be replied not found'],
  tagEmoji: [400, 'Bad Request: TAG_EMOJI_NOT_ALLOWED'],
  tagForbidden: [400, 'Bad Request: TAG_CHANGE_FORBIDDEN'],
  tagInvalid: [400, 'Bad Request: TAG_INVALID'],
  groupsOnly: [400, 'Bad Request: method is available only for groups and supergroups'],
  topicNotFound: [400, 'Bad Request: message thread not found'],
  textEmpty: [400, 'Bad Request: text must be non-empty'],
  markupNotUtf8: [400, 'Bad Request: text must be encoded in UTF-8'],
  textNotUtf8: [400, 'Bad Request: strings must be encoded in UTF-8'],
  customEmojiInvalid: [400, 'Bad Request: invalid custom emoji identifier specified'],
  dateInvalid: [400, 'Bad Request: invalid date specified'],
  textTooLong: [400, 'Bad Request: text is too long'],
  parseModeUnsupported: [400, 'Bad Request: unsupported parse_mode'],
  buttonTypeInvalid: [400, 'Bad Request: BUTTON_TYPE_INVALID'],
  secretTokenInvalid: [400, 'Bad Request: secret token contains unallowed characters'],
  tokenInvalid: [401, 'Unauthorized: invalid token specified'],
  tokenMisdirected: [421, 'Misdirected Request: unallowed token specified'],
  unauthorized: [401, 'Unauthorized'],
  webhookUrl: [400, 'Bad Request: invalid webhook URL specified'],
  webhookHost: [400, 'Bad Request: bad webhook: Failed to resolve host: Name or service not known'],
  webhookHttps: [400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook'],
  webhookPort: [400, 'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443'],
  buttonDataInvalid: [400, 'Bad Request: BUTTON_DATA_INVALID'],
  buttonCopyInvalid: [400, 'Bad Request: BUTTON_COPY_TEXT_INVALID'],
  commandInvalid: [400, 'Bad Request: BOT_COMMAND_INVALID'],
  commandsTooMany: [400, 'Bad Request: BOT_COMMANDS_TOO_MUCH'],
  markupTooLong: [400, 'Bad Request: reply markup is too long'],
  answerTooLong: [400, 'Bad Request: MESSAGE_TOO_LONG'],
} as const satisfies Record<string, readonly [number, string]>;

/** Answered as `{ok: false, error_code, description, parameters?}`. */
export class Refusal extends Error {
  readonly code: number;
  readonly parameters: ResponseParameters | undefined;

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description);
    this.code = code;
    this.parameters = parameters;
  }
}

/** A result with a description in the answer. */
export class Described {
  readonly result: unknown;
  readonly description: string;

  constructor(result: unknown, description: string) {
    this.result = result;
    this.description = description;
  }
}

export function refusal(kind: keyof typeof REFUSALS): Refusal {
  const [code, description] = REFUSALS[kind];
  return new Refusal(code, description);
}

/** The Bot API server makes the first letter of TDLib's words small, unless they are a constant. */
export function badRequest(words: string): Refusal {
  const isConstant = /^.[_A-Z]/s.test(words);
  return new Refusal(400, `Bad Request: ${isConstant ? words : words.slice(0, 1).toLowerCase() + words.slice(1)}`);
}

export function unparsable(why: string): Refusal {
  return badRequest(`Can't parse entities: ${why}`);
}

export function groupUpgraded(to: number): Refusal {
  return new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: to });
}

/** Telegram has no text for this refusal: the sandbox's text names the sandbox. */
export function sandboxRefusal(what: string): Refusal {
  return new Refusal(400, `Bad Request: sandbox: ${what}`);
}

/** Telegram has this method, parameter or kind, but the sandbox lacks it. */
export function notSimulated(what: string): Refusal {
  return new Refusal(501, `Not Implemented: sandbox: ${what} is not simulated`);
}

/** 429 with `parameters.retry_after` in whole seconds. */
export function tooManyRequests(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}
