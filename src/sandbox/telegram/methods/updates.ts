import { refuse } from '../refusal.ts';
import type { Handlers } from './handlers.ts';

/** getUpdates waits, so the server calls the queue itself. Webhooks are kept but not delivered to. */
export const updates: Handlers = {
  setWebhook: (args, cloud) => {
    if (args.drop_pending_updates) cloud.updates.clear();
    cloud.updates.allow(args.allowed_updates);
    cloud.webhook = args.url || undefined;
    if (cloud.webhook) cloud.updates.end(refuse('conflictSetWebhook'));
    return true;
  },

  deleteWebhook: (args, cloud) => {
    if (args.drop_pending_updates) cloud.updates.clear();
    cloud.webhook = undefined;
    return true;
  },

  getWebhookInfo: (_args, cloud) => ({
    url: cloud.webhook ?? '',
    has_custom_certificate: false,
    pending_update_count: cloud.updates.pending(),
    ...(cloud.updates.allowed.length > 0 ? { allowed_updates: cloud.updates.allowed } : {}),
  }),
};
