/**
 * The behaviour of this Telegram where its public sources (tdlib/telegram-bot-api, tdlib/td) say nothing, because Telegram's
 * closed servers decide. A bot must not rely on it:
 *
 * - A mention of a user whom the bot never met is no entity: the closed servers answer which users a bot can mention.
 * - The length of a text is counted in code points, as TDLib counts that of a caption.
 */

/** The longest text of a message, after its markup is read: documented by the Bot API, and checked by the closed servers. */
export const TEXT_LIMIT = 4096;
/** The longest caption: the closed servers tell TDLib this option. */
export const CAPTION_LIMIT = 1024;
