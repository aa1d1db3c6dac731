import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { openKeyValueStore } from './index.ts';

const SECRET = 'webhook:secret';

const webhookRegistration = z.object({
  mark: z.string(),
  at: z.number(),
});
export type WebhookRegistration = z.infer<typeof webhookRegistration>;

/** Telegram returns the address that it was given, but not the secret. */
export interface WebhookNotes {
  secret(): Promise<string>;
  registration(botId: number): Promise<WebhookRegistration | undefined>;
  note(botId: number, registration: WebhookRegistration): Promise<void>;
}

export function openWebhookNotes(sql: Sql, seal: Seal): WebhookNotes {
  const registrations = openKeyValueStore(sql, seal, 'webhook', (stored) => webhookRegistration.parse(stored));
  return {
    async secret() {
      await sql.query(
        'INSERT INTO boxes (key, value, expires_at) VALUES ($1, $2, NULL) ON CONFLICT (key) DO NOTHING',
        SECRET,
        seal.seal(randomBytes(32).toString('base64url'), `box:${SECRET}`),
      );
      const [row] = await sql.query('SELECT value FROM boxes WHERE key = $1', SECRET);
      return z.string().parse(seal.open(row?.value, `box:${SECRET}`));
    },
    registration: (botId) => registrations.get(String(botId)),
    note: (botId, what) => registrations.set(String(botId), what),
  };
}
