import { isLoopback, type WebhookSettings, webhookAddress } from '../../backend/webhook-delivery.ts';
import { parseAddress } from '../../text/links.ts';
import { badRequest, Described, Refusal, refusal, tooManyRequests } from '../refusal.ts';
import type { Args } from '../types.ts';
import type { Handlers } from './handlers.ts';

const PORTS = [443, 80, 88, 8443];
const CONNECTIONS = { least: 1, usual: 40, most: 100 };
const SECRET_BYTES = 256;

/** The HTTP server handles getUpdates itself, because the method waits. */
export const updates: Handlers = {
  /** An unusable URL leaves the bot without any webhook: Telegram has closed the earlier one by then. */
  setWebhook: (args, backend) => {
    if (args.url === '') return deleteWebhook(backend, args.drop_pending_updates);
    if (!backend.mayBindWebhook()) throw tooManyRequests(1);
    const settings = settingsOf(args);
    if (!args.drop_pending_updates && backend.hasWebhook(settings)) {
      backend.updates.allow(args.allowed_updates);
      return new Described(true, 'Webhook is already set');
    }
    backend.deliverTo(undefined);
    backend.updates.end(refusal('conflictSetWebhook'));
    if (args.drop_pending_updates) backend.updates.clear();
    checkSettings(settings);
    if (args.certificate) throw new Refusal(501, 'Not Implemented: sandbox: certificates are not simulated');
    backend.updates.allow(args.allowed_updates);
    backend.deliverTo(settings);
    return new Described(true, 'Webhook was set');
  },

  deleteWebhook: (args, backend) => deleteWebhook(backend, args.drop_pending_updates),

  getWebhookInfo: (_args, backend) => {
    const { delivery, updates: queue } = backend;
    const { lastError } = delivery ?? {};
    return {
      url: delivery?.settings.url ?? '',
      has_custom_certificate: false,
      pending_update_count: queue.pending(),
      ...(lastError ? { last_error_date: lastError.at, last_error_message: lastError.message } : {}),
      ...(delivery ? { max_connections: delivery.settings.maxConnections, ip_address: '127.0.0.1' } : {}),
      ...(queue.allowed.length > 0 ? { allowed_updates: queue.allowed } : {}),
    };
  },
};

function deleteWebhook(
  backend: Parameters<NonNullable<Handlers['deleteWebhook']>>[1],
  drop: boolean | undefined,
): Described {
  const was = backend.delivery !== undefined;
  backend.deliverTo(undefined);
  if (drop) backend.updates.clear();
  return new Described(true, was ? 'Webhook was deleted' : 'Webhook is already deleted');
}

function settingsOf({ url, max_connections, secret_token }: Args<'setWebhook'>): WebhookSettings {
  const { least, usual, most } = CONNECTIONS;
  const maxConnections = Math.min(most, Math.max(least, max_connections ?? usual));
  return { url, maxConnections, secretToken: secret_token };
}

/** HTTPS on Telegram's ports; on 127.0.0.1 any URL, as with a local Bot API server. */
function checkSettings({ url, secretToken = '' }: WebhookSettings): void {
  const address = parseAddress(url, 'https');
  const parsed = webhookAddress(url);
  if ('problem' in address || !parsed) throw refusal('webhookUrl');
  if (Buffer.byteLength(secretToken) > SECRET_BYTES) throw badRequest('secret token is too long');
  if (!/^[\w-]*$/.test(secretToken)) throw refusal('secretTokenInvalid');
  if (isLoopback(parsed)) return;
  if (address.protocol === 'http') throw refusal('webhookHttps');
  if (!PORTS.includes(address.port || 443)) throw refusal('webhookPort');
  if (!address.host.includes('.')) throw refusal('webhookHost');
}
