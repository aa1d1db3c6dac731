import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Update } from 'grammy/types';
import { isUpdate } from './update.ts';

/**
 * After this time a running update is kept in the inbox and confirmed. Telegram opens a hundred connections at most; holding them
 * until a slow provider answered kept all other updates out.
 */
const HOLD_MS = 2_000;
/** With more connections than this, the one held longest is confirmed early. Two replicas leave some of the hundred free. */
const MOST_HELD = 40;
/** An update that can't be kept must begin within this time; later Telegram brings it again. */
const PATIENCE_MS = 19_000;
/** An update that still runs this long after that, and is not kept, is not confirmed. */
const MORE_MS = 1_000;

export interface WebhookDependencies {
  /** The path of the webhook's address. */
  path: string;
  /** The secret that Telegram sends in a header. Until it is known, every request is refused. */
  secret: string | Promise<string>;
  /**
   * Handles one update. Resolves to whether it was handled; `false` when it did not begin and never will, so that Telegram must
   * bring it again.
   * @param patience aborts when it must not begin any more
   */
  handle(update: Update, patience: AbortSignal): Promise<boolean>;
  /** Keeps an update that takes longer than its connection is held. Resolves to whether it is kept; does not reject. */
  keep(update: Update, handled: Promise<boolean>): Promise<boolean>;
  /** Resolves when updates can be handled; earlier ones wait for it. */
  open: Promise<void>;
  report(error: unknown, where: string): void;
  patienceMs?: number;
  holdMs?: number;
}

/**
 * Takes updates from Telegram. It checks the secret before it reads the body, and confirms an update (2xx) only when it was handled
 * or is kept: until then Telegram keeps it, and a crash loses nothing. An update whose handler failed is reported and confirmed:
 * one poisonous update must not block its chat for a day.
 */
export function serveWebhook(routes: FastifyInstance, dependencies: WebhookDependencies): void {
  const { patienceMs = PATIENCE_MS, holdMs = HOLD_MS, open: opened } = dependencies;
  let secret: Buffer | undefined;
  void Promise.resolve(dependencies.secret).then((known) => {
    secret = digest(known);
  });
  /** The current updates by id: an update comes again when a proxy gave up waiting, and is still handled once. */
  const deliveries = new Map<number, Delivery>();
  /** The held connections, the oldest first. */
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
        // Telegram does not bring it again, so it may wait for its turn as long as it takes.
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
    for (const longest of [...held].slice(0, -MOST_HELD)) longest.end();
    const lost = timed(patienceMs + MORE_MS);
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
      // Not ready yet: Telegram tries again.
      if (!secret) return reply.code(503).send();
      const given = request.headers['x-telegram-bot-api-secret-token'];
      if (typeof given !== 'string' || !timingSafeEqual(digest(given), secret)) return reply.code(401).send();
    },
    handler: async ({ body }, reply) => {
      if (!isUpdate(body)) return reply.code(400).send();
      // A 503 for an update that was not handled: without a Retry-After Telegram tries again at once, and may reach another
      // replica.
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
  /** Ends the wait early. */
  end(): void;
  clear(): void;
}

function timed(ms: number): Timed {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  return { over, end, clear: () => clearTimeout(timer) };
}

/** A digest of fixed length, so that the comparison takes the same time for every guess. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
