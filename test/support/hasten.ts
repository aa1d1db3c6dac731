import { type TestApp, TOKEN } from './app.ts';

/** Longer than any test: work of the provider's that takes it goes on until {@link hasten}. */
export const ENDLESS_MS = 600_000;

/** The provider's work on the servers has taken its time. It is over once the next status has shown it. */
export function hasten({ provider }: Pick<TestApp, 'provider'>): void {
  for (const { pending } of provider.account(TOKEN).servers)
    if (pending) Object.assign(pending, { at: 0, unseen: true });
}
