import { openStore } from '../../store/index.ts';
import { DEFAULT_HOUR, nextDigestAt } from '../../watches/digest.ts';
import type { BotProcess } from './bot-process.ts';

/** The digest is due by then: its timer knows whole seconds only. */
const LATER_MS = 1_000;

/**
 * Lets the bot's clock go on until the daily digest of a person is due, or to the next morning where that person gets none. The bot is started
 * anew, so that all its timers go by the new time.
 */
export async function letNightPass(bot: BotProcess, storeUrl: string, person: number): Promise<void> {
  await bot.stop();
  const store = await openStore(storeUrl);
  try {
    const { dueAt } = (await store.digests.get(person)) ?? {};
    const until = dueAt ?? nextDigestAt({ chatId: person, hour: DEFAULT_HOUR, zone: 'UTC' }, bot.now);
    bot.letPass(until + LATER_MS - bot.now);
  } finally {
    await store.close();
  }
  await bot.start();
}
