import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareFn } from 'grammy';
import type { StoreUnavailable } from '../../store/database/sql.ts';
import type { Ctx } from '../context.ts';

/** The update is not handled, because its person sent too many. */
export class Declined extends Error {
  override readonly name = 'Declined';
  /** Whether the bot tells the person about it. */
  readonly notify: boolean;
  constructor(notify: boolean) {
    super('More than one person’s share');
    this.notify = notify;
  }
}

const reasons = new AsyncLocalStorage<StoreUnavailable | Declined>();

/** Lets an update's person know of an outage and handles nothing else, even if the store answers again by then. */
export function handleAsOutage<T>(outage: StoreUnavailable, handle: () => Promise<T>): Promise<T> {
  return reasons.run(outage, handle);
}

/** Deletes a possible secret of an update, tells its person where `notify`, and handles nothing else. */
export function handleAsDeclined<T>(notify: boolean, handle: () => Promise<T>): Promise<T> {
  return reasons.run(new Declined(notify), handle);
}

/** Whether the current update is declined: nothing of it is handled but the deletion of a secret. */
export function isUpdateDeclined(): boolean {
  return reasons.getStore() instanceof Declined;
}

/** Ends such an update before any middleware that asks the store or the provider. */
export const stopInOutage: MiddlewareFn<Ctx> = (_ctx, next) => {
  const reason = reasons.getStore();
  if (reason) throw reason;
  return next();
};
