import { eventually } from './eventually.ts';
import { freePort } from './port.ts';
import { openProcessApp, type ProcessApp } from './process.ts';

/** A house whose bot is a process that Telegram delivers to; a second of its repeats and of its patience lasts 50 ms unless told. */
export async function openHooked(env: Record<string, string> = {}, webhookSecondMs = 50) {
  const port = await freePort();
  const app = await openProcessApp({
    env: { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates`, ...env },
    telegram: { webhookSecondMs },
  });
  await eventually(() => sets(app).length > 0);
  return app;
}

/** The calls that set the webhook. */
export const sets = (app: ProcessApp) => app.world.calls.filter(({ method }) => method === 'setWebhook');
