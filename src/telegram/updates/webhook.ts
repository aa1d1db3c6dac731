import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Update } from 'grammy/types';
import { isUpdate } from './update.ts';

/** Telegram opens a hundred connections at most: holding them for a slow provider would keep other updates out. */
const HOLD_CONNECTION_MS = 2_000;
/** Beyond this the oldest is confirmed early. Two replicas leave some of the hundred free. */
const MAX_CONNECTIONS_HELD = 40;
/** An update that the inbox does not keep must begin within this time; later Telegram brings it again. */
const PATIENCE_MS = 19_000;
const REFUSE_RUNNING_AFTER_MS = 1_000;

export interface WebhookDependencies {
  path: string;
  secret: string | Promise<string>;
  /** `false`: the update never begins here, so that Telegram must bring it again. */
  handle(update: Update, patience: AbortSignal): Promise<boolean>;
  keep(update: Update, handled: Promise<boolean>): Promise<boolean>;
  open: Promise<void>;
  report(error: unknown, where: string): void;
  patienceMs?: number;
  holdMs?: number;
}

/** Confirms an update (2xx) once it is handled or in the inbox; after an error too, or it would block its chat. */
export function serveWebhook(routes: FastifyInstance, dependencies: WebhookDependencies): void {
  const { patienceMs = PATIENCE_MS, holdMs = HOLD_CONNECTION_MS, open: opened } = dependencies;
  let secret: Buffer | undefined;
  void Promise.resolve(dependencies.secret).then((known) => {
    secret = digest(known);
  });
  /** An update comes again when a proxy gave up waiting, and is still handled once. */
  const deliveries = new Map<number, Delivery>();
  const held = new Set<Timed>();

  function take(update: Update): Delivery {
    const already = deliveries.get(update.update_id);
    if (already) return already;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    const handled = opened
      .then(() => !patience.signal.aborted && dependencies.handle(update, patience.signal))
      .catch((error) => {
        dependencies.report(error, 'webhook');
        return true;
      })
      .finally(() => {
        clearTimeout(timer);
        deliveries.delete(update.update_id);
      });
    const entry: Delivery = {
      handled,
      async keep() {
        const kept = await dependencies.keep(update, handled);
        // Telegram does not bring the update again, so it may wait for its turn as long as it takes.
        if (kept) clearTimeout(timer);
        return kept;
      },
    };
    deliveries.set(update.update_id, entry);
    return entry;
  }

  async function deliver(update: Update): Promise<boolean> {
    const entry = take(update);
    const late = timed(holdMs);
    held.add(late);
    for (const longest of [...held].slice(0, -MAX_CONNECTIONS_HELD)) longest.end();
    const lost = timed(patienceMs + REFUSE_RUNNING_AFTER_MS);
    try {
      const first = await Promise.race([
        entry.handled,
        late.over.then(() => opened).then(() => 'late' as const),
        lost.over.then(() => false),
      ]);
      held.delete(late);
      if (first === 'late') entry.kept ??= entry.keep();
      const { kept = Promise.resolve(false) } = entry;
      // A kept update must not come again, even when its lane was given to another replica meanwhile.
      if ((await Promise.race([entry.handled, kept])) || (await kept)) return true;
      return await Promise.race([entry.handled, lost.over.then(() => false)]);
    } finally {
      held.delete(late);
      late.clear();
      lost.clear();
    }
  }

  routes.post(dependencies.path, {
    onRequest: async (request, reply) => {
      if (!secret) return reply.code(503).send();
      const given = request.headers['x-telegram-bot-api-secret-token'];
      if (typeof given !== 'string' || !timingSafeEqual(digest(given), secret)) return reply.code(401).send();
    },
    handler: async ({ body }, reply) => {
      if (!isUpdate(body)) return reply.code(400).send();
      // Without a Retry-After Telegram tries again at once, and may reach another replica.
      return reply.code((await deliver(body)) ? 200 : 503).send();
    },
  });
}

interface Delivery {
  handled: Promise<boolean>;
  keep(): Promise<boolean>;
  kept?: Promise<boolean>;
}

interface Timed {
  over: Promise<void>;
  end(): void;
  clear(): void;
}

function timed(ms: number): Timed {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  return { over, end, clear: () => clearTimeout(timer) };
}

/** A fixed length makes the comparison take the same time for every guess. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
