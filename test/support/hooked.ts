import { eventually } from './eventually.ts';
import { freePort } from './port.ts';
import { openProcessHouse, type ProcessHouse } from './process.ts';

/** A house whose bot is a process that Telegram delivers to; a second of its repeats lasts 50 ms. */
export async function openHooked(env: Record<string, string> = {}) {
  const port = await freePort();
  const house = await openProcessHouse({
    env: { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates`, ...env },
    telegram: { webhookSecondMs: 50 },
  });
  await eventually(() => sets(house).length > 0);
  return house;
}

/** The calls that set the webhook. */
export const sets = (house: ProcessHouse) => house.world.calls.filter(({ method }) => method === 'setWebhook');
