import type { TestApp, TestAppOptions } from '../app.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../programs/port.ts';
import { openProcessApp, type ProcessApp } from './process.ts';

/** Telegram delivers to the bot. @param webhookSecondMs how long a second of its repeats and of its patience lasts */
export async function webhookOptions(env: Record<string, string> = {}, webhookSecondMs = 50): Promise<TestAppOptions> {
  const port = await freePort();
  return {
    env: { PORT: String(port), WEBHOOK_URL: `http://127.0.0.1:${port}/updates`, ...env },
    telegram: { webhookSecondMs },
  };
}

/** The bot is a process that Telegram delivers to, see {@link webhookOptions}; it has set its webhook. */
export async function openHooked(env?: Record<string, string>, webhookSecondMs?: number): Promise<ProcessApp> {
  const app = await openProcessApp(await webhookOptions(env, webhookSecondMs));
  await eventually(() => sets(app).length > 0).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return app;
}

/** The calls that set the webhook. */
export const sets = (app: TestApp) => app.world.calls.filter(({ method }) => method === 'setWebhook');
