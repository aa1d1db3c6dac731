import { type TestApp, TOKEN } from './app.ts';

/** Work of the provider with this length goes on until {@link hasten} ends it. */
export const ENDLESS_MS = 600_000;

/** Ends the provider's work on the servers with the next status that the bot reads. */
export function hasten({ provider }: Pick<TestApp, 'provider'>): void {
  for (const { pending } of provider.account(TOKEN).servers)
    if (pending) Object.assign(pending, { at: 0, unseen: true });
}
