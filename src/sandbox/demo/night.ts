import { openStore } from '../../store/index.ts';
import { DEFAULT_HOUR, nextDigestAt } from '../../watches/digest.ts';
import type { BotProcess } from './bot-process.ts';

/** The timer of the digest has whole seconds. */
const TIMER_MARGIN_MS = 1_000;

/**
 * Moves the bot's clock on to the person's next digest, or to the next morning where they get none.
 * The bot restarts, so that all timers follow the new time.
 */
export async function letNightPass(bot: BotProcess, storeUrl: string, person: number): Promise<void> {
  await bot.stop();
  const store = await openStore(storeUrl);
  try {
    const { dueAt } = (await store.digests.get(person)) ?? {};
    const until = dueAt ?? nextDigestAt({ chatId: person, hour: DEFAULT_HOUR, zone: 'UTC' }, bot.now);
    bot.letPass(until + TIMER_MARGIN_MS - bot.now);
  } finally {
    await store.close();
  }
  await bot.start();
}
