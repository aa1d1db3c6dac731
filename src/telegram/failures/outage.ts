import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareFn } from 'grammy';
import type { StoreUnavailable } from '../../store/database/sql.ts';
import type { Ctx } from '../context.ts';

export class Declined extends Error {
  override readonly name = 'Declined';
  readonly notify: boolean;
  constructor(notify: boolean) {
    super('More than one person’s share');
    this.notify = notify;
  }
}

const reasons = new AsyncLocalStorage<StoreUnavailable | Declined>();

export function handleAsOutage<T>(outage: StoreUnavailable, handle: () => Promise<T>): Promise<T> {
  return reasons.run(outage, handle);
}

/** Only deletes a possible secret of the update. */
export function handleAsDeclined<T>(notify: boolean, handle: () => Promise<T>): Promise<T> {
  return reasons.run(new Declined(notify), handle);
}

export function isUpdateDeclined(): boolean {
  return reasons.getStore() instanceof Declined;
}

/** Ends a declined update, or one of an outage, before any middleware that asks the store or the provider. */
export const stopInOutage: MiddlewareFn<Ctx> = (_ctx, next) => {
  const reason = reasons.getStore();
  if (reason) throw reason;
  return next();
};
