import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareFn } from 'grammy';
import type { StoreUnavailable } from '../store/sql.ts';
import type { Ctx } from './context.ts';

const outages = new AsyncLocalStorage<StoreUnavailable>();

/** Handles an update no further than to tell its person of an outage, whatever the store would answer by then. */
export function handleAsOutage<T>(outage: StoreUnavailable, handle: () => Promise<T>): Promise<T> {
  return outages.run(outage, handle);
}

/** Stands before everything that asks the store. */
export const stopInOutage: MiddlewareFn<Ctx> = (_ctx, next) => {
  const outage = outages.getStore();
  if (outage) throw outage;
  return next();
};
