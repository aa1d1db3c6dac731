/**
 * Where the contract is silent this provider must still do something. Every such choice stands here, and a client may
 * rely on none of them:
 *
 * - Errors of every operation have one of the contract's two shapes: `{errors: {field: [text]}}` for parameters that
 *   are missing or not allowed, `{error, message}` for the rest, with the HTTP statuses and codes below.
 * - Renewals and upgrades are also refused with the insufficient-balance error.
 * - An operation on a server that something is going on with is refused as a conflict; so is rebooting one that is off.
 * - A quote or an order of an unknown location, system or suffix is an error of that field.
 * - An upgrade names the new totals of ram, cpu, disk and backup (never less than now) and the traffic to add.
 * - A server keeps at most as many backups as its `backup` says. Snapshot names are unique on a server.
 * - An ordered server is not listed until it is ready; a snapshot or backup is not listed until it is made.
 * - A registered or forbidden domain is priced like a free one. Domains whose name begins with `taken` or `forbidden`
 *   are so, besides those in `registry.json`.
 * - What single registries want of a registration (`registries`): a `nic-handle`, or other years; else `errors` of that field.
 * - A console's password is good for ten minutes; its page is HTTPS with a certificate made for this machine only.
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

/** Locations servers can be ordered in, besides those the account already has. */
export const LOCATIONS = ['tehran', 'frankfurt', 'amsterdam', 'tabriz'];

/** Bounds of resources: the contract shows none. */
export const BOUNDS = {
  ram: [1, 256],
  cpu: [1, 64],
  disk: [10, 4_000],
  backup: [0, 30],
  traffic: [0, 100_000],
} as const;

/** Dates of servers (`expire_date`): the contract shows no form; this is `YYYY-MM-DD` in UTC. */
export function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** How long effects take, in milliseconds; the contract only says that they come later. */
export interface Timings {
  powerMs: number;
  /** Also of a rescue disk and an upgrade, which reboot. */
  rebootMs: number;
  reinstallMs: number;
  /** Making a snapshot or a backup. */
  copyMs: number;
  restoreMs: number;
  /** From the order until the server is listed. */
  orderMs: number;
}

export const HUMAN_TIMINGS: Timings = {
  powerMs: 3_000,
  rebootMs: 4_000,
  reinstallMs: 8_000,
  copyMs: 3_000,
  restoreMs: 6_000,
  orderMs: 10_000,
};
