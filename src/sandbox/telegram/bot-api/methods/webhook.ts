import { isLoopback } from '../../backend/webhook-delivery.ts';
import { refusal, sandboxRefusal } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

const SECURE_PORTS = ['', '443', '80', '88', '8443'];
const CONNECTIONS = { least: 1, usual: 40, most: 100 };

/** The HTTP server handles getUpdates itself, because it waits. */
export const updates: Handlers = {
  setWebhook: (args, backend) => {
    if (args.url) checkUrl(args.url);
    if (!/^[\w-]*$/.test(args.secret_token ?? '')) throw refusal('secretTokenInvalid');
    if (args.certificate) throw sandboxRefusal('certificates are not simulated');
    if (args.drop_pending_updates) backend.updates.clear();
    backend.updates.allow(args.allowed_updates);
    const { least, usual, most } = CONNECTIONS;
    const maxConnections = Math.min(most, Math.max(least, args.max_connections ?? usual));
    backend.deliverTo(args.url ? { url: args.url, maxConnections, secretToken: args.secret_token } : undefined);
    return true;
  },

  deleteWebhook: (args, backend) => {
    if (args.drop_pending_updates) backend.updates.clear();
    backend.deliverTo(undefined);
    return true;
  },

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

/** HTTPS on Telegram's ports; on 127.0.0.1 any URL, as with a local Bot API server. */
function checkUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal('webhookUrl');
  if (isLoopback(url)) return;
  if (url.protocol !== 'https:') throw refusal('webhookHttps');
  if (!SECURE_PORTS.includes(url.port)) throw refusal('webhookPort');
}
