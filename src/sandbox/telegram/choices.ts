/**
 * The behaviour of this Telegram where its public sources (tdlib/telegram-bot-api, tdlib/td) say nothing, because Telegram's
 * closed servers decide. A bot must not rely on it:
 *
 * - A mention of a user whom the bot never met is no entity: the closed servers answer which users a bot can mention.
 * - The length of a text is counted in code points, as TDLib counts that of a caption.
 * - An ephemeral message that the bot, without being an administrator, sends as an answer to nothing is `MESSAGE_NOT_COMMAND` (seen at
 *   api.telegram.org: kurigram-org/kurigram#337). A tap that is another person's, of another chat or over 15 seconds old is an invalid
 *   query, also for administrators. A person who is not in the group is `USER_ID_INVALID`, a private chat `PEER_ID_INVALID`, an ephemeral
 *   message that does not exist, is another person's or over 15 seconds old `MESSAGE_ID_INVALID`: the servers' words for such identifiers
 *   elsewhere.
 * - `replace_callback_query_message` is refused where no message that all see was tapped (documented; the words are not known). The
 *   replaced message comes back when the ephemeral one is deleted.
 * - A command that is registered as ephemeral is ephemeral also where a person types it: Telegram's apps decide.
 * - An ephemeral message is not edited to what it is already, as other messages; its kind can't change, except by new media.
 * - A button that logs in is `BUTTON_TYPE_INVALID` in an ephemeral message (documented as not supported).
 * - A rich message without words is `RICH_MESSAGE_CONTENT_REQUIRED` (the word was seen at api.telegram.org, adolfousier/opencrabs#871;
 *   its exact causes are not known). One that exceeds a documented limit is refused in the sandbox's words, because those of the servers are not known.
 * - Rich messages in HTML and Markdown are parsed by the servers. The forms are those of the documentation; where it is silent: HTML with
 *   an unknown tag, or one that is not closed, is refused in the sandbox's words, and of Markdown the unknown tag is dropped. White space
 *   is one space, as in a browser. A row of a table in Markdown that is too short is filled up, one that is too long is cut, as at GitHub.
 *   A footnote's definition is a paragraph where it stands, and its reference the footnote's name above the line. A map without a size
 *   is 600 by 300 with zoom 15; its zoom in the message is at least 13 and at most 20 (documented).
 * - Links, addresses, mentions, commands, hashtags and cashtags in the words of a rich message are found as in a text, each inside one
 *   string; phone numbers and bank cards are not. A link that is none leaves its words.
 * - A date before 1970 is `RICH_MESSAGE_DATE_INVALID`, an email address without @ `RICH_MESSAGE_EMAIL_INVALID` (the words were seen at
 *   api.telegram.org: BEDOLAGA-DEV/remnawave-bedolaga-telegram-bot#3060, openclaw/openclaw#96642; their exact causes are not known).
 * - A button in a rich message has the rules and words of one in an inline keyboard.
 * - A draft outside a private chat is `TEXTDRAFT_PEER_INVALID` (seen at api.telegram.org: nullclaw/nullclaw#626). A chat has one draft.
 * - A medium of a rich message has the size and the length that the bot says, else 0, and a photo its own.
 * - The left of a right-to-left rich message is its beginning, where a cell stands when the bot says nothing.
 * - An inline keyboard has at most 100 buttons, 8 in a row, and 10 kB; else `reply markup is too long`. TDLib knows only its own
 *   greater limits. A callback's data has at most 64 bytes (documented; `BUTTON_DATA_INVALID`), a text to copy 1 to 256 characters
 *   (documented; `BUTTON_COPY_TEXT_INVALID`), and a Web App's button belongs into private chats (documented; `BUTTON_TYPE_INVALID`).
 * - The bot has at most 100 commands (documented; `BOT_COMMANDS_TOO_MUCH`) of small Latin letters, digits and underscores
 *   (documented; `BOT_COMMAND_INVALID`). Two of one name are refused, because one of them would be lost. A name, a description and a
 *   short description have their documented lengths; the words of those refusals are not documented.
 * - The answer to a tap has at most 200 characters (documented; `MESSAGE_TOO_LONG`). The identifier of an inline result has 1 to 64
 *   bytes (documented; `RESULT_ID_EMPTY`, `RESULT_ID_INVALID`) and no double (`RESULT_ID_DUPLICATE`), as the MTProto API's list of errors says.
 * - `getChatMember` for an unknown user of a supergroup is refused with `PARTICIPANT_ID_INVALID`.
 * - A text or caption that is too long in an edit is refused in the servers' own words, which TDLib replaces for new messages only.
 * - Reactions in private chats are no updates: the bot is no administrator there (documented). Observations differ
 *   (aiogram/aiogram#1449, openclaw/openclaw#43730).
 * - A bot sets one reaction (`REACTIONS_TOO_MANY`) of the standard emoji (`REACTION_INVALID`).
 * - A photo that is none is `IMAGE_PROCESS_FAILED`; one of over 10,000 pixels in both directions together, or longer than 20 times its
 *   width (documented), is `PHOTO_INVALID_DIMENSIONS`. A photo has one size, the original.
 * - A message sent through the bot's inline mode is edited by its `inline_message_id` alone; as a message of the chat it
 *   `can't be edited`, though TDLib would ask the closed servers.
 * - Flood limits let a bot send 20 messages and edits at once in a private chat, and one a second after them: a short excess is documented,
 *   and its length is not.
 * - Slow mode holds for bots without rights as it does for people. Its refusal comes at once, also where TDLib would first wait for up to
 *   eight seconds.
 * - `/file/bot…` is answered by the closed servers: `Unauthorized` for a wrong token, `Not Found` for a wrong path. A body over the limit is
 *   `Request Entity Too Large`, where the public server ends the connection without words.
 * - An edit changes the date of editing, also one of the keyboard alone.
 * - People who blocked the bot or never started it are refused last, after everything that TDLib checks: they are known to the closed
 *   servers alone. The same refusals hold for edits and chat actions.
 * - Without the right, of the creator, and of who is not in the group, a tag is `TAG_CHANGE_FORBIDDEN`; longer than 16 characters (documented)
 *   it is `TAG_INVALID`. `Client.cpp` has the words and not their causes.
 * - An administrator whom the bot did not make one is refused with `CHAT_ADMIN_REQUIRED` where the bot changes their rights, and with
 *   `USER_ADMIN_INVALID` where it restricts them. A right that the bot lacks is `RIGHT_FORBIDDEN`. To promote a banned person
 *   is `USER_KICKED`, and one who is not in the group `CHAT_ADMIN_INVITE_REQUIRED`: words of the MTProto API's list of errors. Of a basic group
 *   an administrator with the right removes everybody but the creator (`CHAT_ADMIN_REQUIRED`, `USER_NOT_PARTICIPANT`).
 * - The bot may give up its own rights. The end of a restriction brings no update. To unban a member takes no second, as TDLib takes for it.
 * - Of its removal the bot gets `kicked` in a supergroup and `left` in a basic group, to which it can be added again at once. In a group
 *   without the bot a tap on its messages is lost.
 * - In privacy mode the bot gets every service message, also those of its own calls: `Client.cpp` passes on what the servers send, and
 *   Telegram documents no more than "all service messages".
 * - A closed topic is `TOPIC_CLOSED` to a bot that neither opened it nor manages topics, also for chat actions: TDLib knows the word, and
 *   leaves the check to the closed servers. The people of the sandbox write in no closed topic, so that the page shows what one is.
 * - In threaded mode people open and delete topics of private chats, as BotFather's setting may allow; a message without one stays
 *   without, where Telegram's apps open a topic for it.
 * - A topic that does not exist is `TOPIC_ID_INVALID`, as is the general one where it is to be deleted. A colour that is none of the
 *   documented six is refused in the sandbox's words. Where hiding closes the general topic, and reopening shows it again (both
 *   documented), one service message tells of it.
 */

/** The longest text of a message, after its markup is read: documented by the Bot API, and checked by the closed servers. */
export const TEXT_LIMIT = 4096;
/** The longest caption: the closed servers tell TDLib this option. */
export const CAPTION_LIMIT = 1024;

/** A bot that is no administrator answers with an ephemeral message within this time: documented by the Bot API. */
export const EPHEMERAL_ANSWER_MS = 15_000;

/** The limits of a rich message: documented by the Bot API, and options of TDLib (`rich_message_…_max` of `OptionManager.cpp`). */
export const RICH_LIMITS = { characters: 32_768, blocks: 500, levels: 16, media: 50, columns: 20 };
/** The closed servers' limits on inline keyboards: buttons in a keyboard, buttons in a row, bytes in total. */
export const BUTTONS = 100;
export const BUTTONS_IN_ROW = 8;
export const MARKUP_BYTES = 10_240;
export const CALLBACK_BYTES = 64;
export const COPIED_CHARACTERS = 256;

/** The messages and edits at once in a private chat. */
export const PRIVATE_BURST = 20;

export const COMMANDS = 100;
export const PROFILE_LIMITS = { name: 64, description: 512, about: 120 };
export const ANSWER_CHARACTERS = 200;
export const RESULT_ID_BYTES = 64;
