import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Update } from 'grammy/types';
import { isUpdate } from './update.ts';

/**
 * A connection is held for so long: then the update is kept and goes on, and Telegram hears that we have it. Telegram opens a
 * hundred at most; held until the provider has answered, they kept everybody else out.
 */
const HOLD_MS = 2_000;
/** While so many are held, the one that has been held longest makes room. Two replicas leave some of the hundred free. */
const MOST_HELD = 40;
/** What can't be kept begins no later than this: Telegram brings it again. */
const PATIENCE_MS = 19_000;
/** What runs by then, and could not be kept, is not confirmed. */
const MORE_MS = 1_000;

export interface WebhookDependencies {
  /** The path of the address Telegram was given. */
  path: string;
  /** What Telegram proves itself with, in a header; until it is known nobody is let in. */
  secret: string | Promise<string>;
  /**
   * Handles one update. Resolves to whether it was handled: `false` when it was not begun and never will be, so that it
   * must be delivered again. @param patience aborts when it must not begin any more
   */
  handle(update: Update, patience: AbortSignal): Promise<boolean>;
  /** Keeps one that takes longer than its connection is held. Resolves to whether it is kept; does not reject. */
  keep(update: Update, handled: Promise<boolean>): Promise<boolean>;
  /** Resolves when updates can be handled; what comes earlier waits for it. */
  open: Promise<void>;
  report(error: unknown, where: string): void;
  patienceMs?: number;
  holdMs?: number;
}

/**
 * Takes updates from Telegram: the secret is checked before the body is read, and an update is confirmed (2xx) only when
 * it was handled, or is kept. A handler's error is reported and confirmed too: one poisonous update must not block its chat
 * for a day. Until then Telegram's server keeps it; a crash loses nothing.
 */
export function serveWebhook(routes: FastifyInstance, dependencies: WebhookDependencies): void {
  const { patienceMs = PATIENCE_MS, holdMs = HOLD_MS, open: opened } = dependencies;
  let secret: Buffer | undefined;
  void Promise.resolve(dependencies.secret).then((known) => {
    secret = digest(known);
  });
  /** The same update can come again while it is in hand: when a proxy gave up waiting. It is still done once. */
  const inHand = new Map<number, InHand>();
  /** The one that has been held longest first. */
  const held = new Set<Timed>();

  function take(update: Update): InHand {
    const already = inHand.get(update.update_id);
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
        inHand.delete(update.update_id);
      });
    const entry: InHand = {
      handled,
      async keep() {
        const kept = await dependencies.keep(update, handled);
        // Telegram brings it no more: it waits for its turn as long as that takes.
        if (kept) clearTimeout(timer);
        return kept;
      },
    };
    inHand.set(update.update_id, entry);
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
      // What is kept must not come again, also where it was given back meanwhile.
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
      // Telegram tries again.
      if (!secret) return reply.code(503).send();
      const given = request.headers['x-telegram-bot-api-secret-token'];
      if (typeof given !== 'string' || !timingSafeEqual(digest(given), secret)) return reply.code(401).send();
    },
    handler: async ({ body }, reply) => {
      if (!isUpdate(body)) return reply.code(400).send();
      // Not begun: without a word about when, Telegram tries again at once, and may find another replica.
      return reply.code((await deliver(body)) ? 200 : 503).send();
    },
  });
}

interface InHand {
  handled: Promise<boolean>;
  keep(): Promise<boolean>;
  kept?: Promise<boolean>;
}

interface Timed {
  over: Promise<void>;
  /** Ends it before its time. */
  end(): void;
  clear(): void;
}

function timed(ms: number): Timed {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  return { over, end, clear: () => clearTimeout(timer) };
}

/** Of one length whatever was given, so that the comparison takes as long for every guess. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
