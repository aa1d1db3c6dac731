import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareFn } from 'grammy';
import type { StoreUnavailable } from '../../store/database/sql.ts';
import type { Ctx } from '../context.ts';

/** A person sent more than their share: the update is not handled. */
export class Declined extends Error {
  override readonly name = 'Declined';
  /** Whether the person is told of it. */
  readonly told: boolean;
  constructor(told: boolean) {
    super('More than one person’s share');
    this.told = told;
  }
}

const reasons = new AsyncLocalStorage<StoreUnavailable | Declined>();

/** Handles an update no further than to tell its person of an outage, whatever the store would answer by then. */
export function handleAsOutage<T>(outage: StoreUnavailable, handle: () => Promise<T>): Promise<T> {
  return reasons.run(outage, handle);
}

/** Handles an update no further than to delete what may be a secret, and to tell its person where `told`. */
export function handleAsDeclined<T>(told: boolean, handle: () => Promise<T>): Promise<T> {
  return reasons.run(new Declined(told), handle);
}

/** Whether the update in hand is not handled, but for a secret that must not stay. */
export function isDeclined(): boolean {
  return reasons.getStore() instanceof Declined;
}

/** Stands before everything that asks the store or the provider. */
export const stopInOutage: MiddlewareFn<Ctx> = (_ctx, next) => {
  const reason = reasons.getStore();
  if (reason) throw reason;
  return next();
};
