import { createHash } from 'node:crypto';
import type { Api } from 'grammy';
import type { Update, WebhookInfo } from 'grammy/types';
import type { WebhookNotes } from '../../store/key-value/webhook-registration.ts';
import { delay, retryUntil } from './retry.ts';

const TELEGRAM_MAX_CONNECTIONS = 100;
const LOOK_AGAIN_MS = 5 * 60_000;

export interface WebhookRegistrationDependencies {
  api: Api;
  botId: number;
  url: string;
  secret: string;
  allowedUpdates: readonly Exclude<keyof Update, 'update_id'>[];
  notes: WebhookNotes;
  report(error: unknown, where: string): void;
  seen?(info: WebhookInfo): void;
  now?(): number;
  lookAgainMs?: number;
}

export interface WebhookWatch {
  ended: Promise<void>;
  /** The webhook stays: Telegram keeps the updates for the next start, or brings them to another replica. */
  stop(): Promise<void>;
}

/** Looks every few minutes, because a program that long-polls with this token elsewhere removes the webhook. */
export function keepRegistered(dependencies: WebhookRegistrationDependencies): WebhookWatch {
  const { lookAgainMs = LOOK_AGAIN_MS } = dependencies;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function watch(): Promise<void> {
    let reported = 0;
    while (!signal.aborted) {
      const info = await retryUntil(
        () => register(dependencies),
        (error) => dependencies.report(error, 'webhook'),
        signal,
      );
      const { last_error_date: at = 0, last_error_message: words } = info ?? {};
      if (reported > 0 && at > reported)
        dependencies.report(new Error(`Telegram could not deliver: ${words}`), 'webhook');
      reported = Math.max(at, 1);
      await delay(lookAgainMs, signal);
    }
  }

  const ended = watch();
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended.catch((error) => dependencies.report(error, 'webhook'));
    },
  };
}

/** @throws Error when Telegram has another webhook right afterwards: two programs fight for this bot */
async function register(dependencies: WebhookRegistrationDependencies): Promise<WebhookInfo> {
  const { api, botId, url, secret, allowedUpdates, notes, now = Date.now } = dependencies;
  const mark = createHash('sha256').update(`${url}\n${secret}`).digest('base64url');
  const told = await notes.registration(botId);
  const before = await api.getWebhookInfo();
  // Telegram does not tell which secret it sends; its last error shows when this bot refused it (401).
  const refused = before.last_error_message?.includes('401') && (before.last_error_date ?? 0) * 1000 > (told?.at ?? 0);
  if (fits(before, dependencies) && told?.mark === mark && !refused) return seen(dependencies, before);
  await api.setWebhook(url, {
    secret_token: secret,
    allowed_updates: allowedUpdates,
    max_connections: TELEGRAM_MAX_CONNECTIONS,
  });
  await notes.note(botId, { mark, at: now() });
  const after = await api.getWebhookInfo();
  if (!fits(after, dependencies)) throw new Error('Telegram has another webhook than the one it was just given');
  return seen(dependencies, after);
}

function seen({ seen }: WebhookRegistrationDependencies, info: WebhookInfo): WebhookInfo {
  seen?.(info);
  return info;
}

function fits(info: WebhookInfo, { url, allowedUpdates }: WebhookRegistrationDependencies): boolean {
  const asked = [...allowedUpdates].sort().join();
  const has = [...(info.allowed_updates ?? [])].sort().join();
  return info.url === url && has === asked && info.max_connections === TELEGRAM_MAX_CONNECTIONS;
}
