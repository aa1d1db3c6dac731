import { isLoopback } from '../../backend/webhook.ts';
import { mistake, refuse } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

const SECURE_PORTS = ['', '443', '80', '88', '8443'];
const CONNECTIONS = { least: 1, usual: 40, most: 100 };

/** getUpdates waits, so the server calls the queue itself. */
export const updates: Handlers = {
  setWebhook: (args, cloud) => {
    if (args.url) checkUrl(args.url);
    if (!/^[\w-]*$/.test(args.secret_token ?? '')) throw refuse('secretTokenInvalid');
    if (args.certificate) throw mistake('certificates are not simulated');
    if (args.drop_pending_updates) cloud.updates.clear();
    cloud.updates.allow(args.allowed_updates);
    const { least, usual, most } = CONNECTIONS;
    const maxConnections = Math.min(most, Math.max(least, args.max_connections ?? usual));
    cloud.deliverTo(args.url ? { url: args.url, maxConnections, secretToken: args.secret_token } : undefined);
    return true;
  },

  deleteWebhook: (args, cloud) => {
    if (args.drop_pending_updates) cloud.updates.clear();
    cloud.deliverTo(undefined);
    return true;
  },

  getWebhookInfo: (_args, cloud) => {
    const { delivery, updates: queue } = cloud;
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

/** HTTPS on the ports Telegram knows; on this machine anything, as a Bot API server of one's own takes it. */
function checkUrl(text: string): void {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('webhookUrl');
  if (isLoopback(url)) return;
  if (url.protocol !== 'https:') throw refuse('webhookHttps');
  if (!SECURE_PORTS.includes(url.port)) throw refuse('webhookPort');
}
