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
 * - Links, commands and mentions in the plain words of a rich message are not found; the bot has to mark them.
 * - The left of a right-to-left rich message is its beginning, where a cell stands when the bot says nothing.
 */

/** The longest text of a message, after its markup is read: documented by the Bot API, and checked by the closed servers. */
export const TEXT_LIMIT = 4096;
/** The longest caption: the closed servers tell TDLib this option. */
export const CAPTION_LIMIT = 1024;

/** A bot that is no administrator answers with an ephemeral message within this time: documented by the Bot API. */
export const EPHEMERAL_ANSWER_MS = 15_000;

/** The limits of a rich message: documented by the Bot API, and options of TDLib (`rich_message_…_max` of `OptionManager.cpp`). */
export const RICH_LIMITS = { characters: 32_768, blocks: 500, levels: 16, columns: 20 };
