import type { RequestListener } from 'node:http';
import { png } from '../support/call.ts';

/**
 * One bot, written with several libraries as their documentation teaches: `/start` sends a keyboard, a tap on it is answered and
 * edits the message, `/photo` and `/document` send a file, a photo comes back by its identifier, a document is downloaded and
 * told, any other text comes back, and an inline query gets one article.
 */
export interface ClientBot {
  /** Asks for updates until the bot is stopped. */
  poll(): void;
  setWebhook(url: string): Promise<unknown>;
  /** Takes the requests of a webhook. */
  listener(): RequestListener;
  /** @throws the error that ended the polling */
  stop(): unknown;
}

export type CreateBot = (telegram: { url: string; token: string }) => ClientBot;

/** A webhook's `secret_token`. */
export const SECRET = 'a-secret';

export const PICTURE = Buffer.from(png(3, 4));
export const REPORT = Buffer.from('the report');

/** The only result of an inline query. */
export const article = (query: string) => ({
  type: 'article' as const,
  id: '1',
  title: query,
  input_message_content: { message_text: `Found ${query}` },
});
