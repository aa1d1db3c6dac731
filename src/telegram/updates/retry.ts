import { setTimeout as wait } from 'node:timers/promises';
import { GrammyError } from 'grammy';
import { StoreUnavailable } from '../../store/database/sql.ts';

const MAX_PAUSE_MS = 15_000;
const MAX_STORE_PAUSE_MS = 2_000;

export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
  constructor(cause: GrammyError) {
    super('Telegram refuses the bot token: is BOT_TOKEN the one that @BotFather gave last?', { cause });
  }
}

/** Resolves to `undefined` when the signal ended it. @throws TokenRefused */
export function retryUntil<T>(
  call: () => Promise<T>,
  report: (error: unknown) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<T | undefined> {
  return repeat(call, signal, (error, failures) => {
    // Telegram answers 404 to a token that no bot ever had.
    if (error instanceof GrammyError && [401, 404].includes(error.error_code)) throw new TokenRefused(error);
    report(error);
    return pauseMs(error, failures);
  });
}

/** Resolves to `undefined` once the signal aborts. @throws any error but an outage that may end by itself */
export function untilStoreAnswers<T>(
  work: () => T | Promise<T>,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<T | undefined> {
  const ended = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  );
  const call = () => Promise.race([Promise.try(work), ended]);
  return repeat(call, signal, (error, failures) => {
    if (!(error instanceof StoreUnavailable) || error.lasting) throw error;
    report(error);
    return Math.min(MAX_STORE_PAUSE_MS, 100 * 2 ** failures);
  });
}

/** @param failed returns the pause before the next attempt, or throws to end */
async function repeat<T>(
  call: () => Promise<T>,
  signal: AbortSignal,
  failed: (error: unknown, failures: number) => number,
): Promise<T | undefined> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted) return undefined;
      await delay(failed(error, failures), signal);
    }
  }
  return undefined;
}

function pauseMs(error: unknown, failures: number): number {
  const asked = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  if (asked) return asked * 1000;
  return Math.min(MAX_PAUSE_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2);
}

export async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
