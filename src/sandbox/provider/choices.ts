/**
 * Where the contract is silent this provider must still do something. Every such choice stands here, and a client may
 * rely on none of them.
 */

/** HTTP statuses; the contract shows none. Whatever succeeds answers 200. */
export const HTTP_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  insufficientBalance: 402,
  resellerServiceMissing: 403,
  notFound: 404,
  /** The request is fine but can't be done now, such as rebooting a server that is off. */
  conflict: 409,
  /** The required-field shape. */
  fields: 422,
} as const;

/** The `error` of `{error, message}`: the contract names no codes. */
export const ERROR_CODE = {
  malformed: 'malformed_request',
  unauthenticated: 'unauthenticated',
  insufficientBalance: 'insufficient_balance',
  resellerServiceMissing: 'reseller_service_required',
  notFound: 'not_found',
  conflict: 'conflict',
  tooMany: 'too_many_requests',
  fault: 'server_error',
} as const;

/** The contract shows only `on`. */
export const SERVER_STATUS = ['on', 'off', 'starting', 'stopping', 'rebooting', 'installing', 'restoring'] as const;

/** Dates of servers (`expire_date`): the contract shows no form; this is `YYYY-MM-DD` in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** How long effects take, in milliseconds; the contract only says that they come later. */
export interface Timings {
  powerMs: number;
  rebootMs: number;
}
export const HUMAN_TIMINGS: Timings = { powerMs: 3_000, rebootMs: 4_000 };
