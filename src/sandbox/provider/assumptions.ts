/**
 * The behaviour of this provider where the contract says nothing. A client must not rely on it:
 *
 * - Errors of every operation have one of the contract's two shapes: `{errors: {field: [text]}}` for parameters that
 *   are missing or not allowed, `{error, message}` for the rest, with the HTTP statuses and codes below.
 * - Renewals and upgrades are also refused with the insufficient-balance error.
 * - An operation on a server with a pending change is refused as a conflict; so is the reboot of a server that is off.
 * - A quote or an order of an unknown location, system or suffix is an error of that field.
 * - An upgrade names the new totals of ram, cpu, disk and backup (never less than now) and the traffic to add.
 * - A server has at most `backup` backups. Snapshot names are unique on a server.
 * - An ordered server is not listed until it is ready; a snapshot or backup is not listed until it is made.
 * - A domain is one label before a suffix of the price list; a label has at most 63 bytes. Capitals become small letters.
 * - The last label of a domain or name server has a letter, so that an IP address is none, and no hyphen at its ends.
 * - Two name servers of a domain differ; a registry handle has letters, digits and hyphens. No text has control characters.
 * - A registered or forbidden domain has the price of a free one. A domain is registered or forbidden when
 *   `registry.json` lists it, or when its name begins with `taken` or `forbidden`.
 * - A registry can require a `nic-handle` or other periods (`registries`); else `errors` of that field.
 * - A console's password is valid for ten minutes; its page has a certificate of its own. A server that is off shows no login.
 */

/** HTTP statuses of errors; the contract shows none. Every success has status 200. */
export const HTTP_STATUS = {
  malformed: 400,
  unauthenticated: 401,
  insufficientBalance: 402,
  resellerServiceMissing: 403,
  notFound: 404,
  /** The request is correct but not possible now, such as rebooting a server that is off. */
  conflict: 409,
  fields: 422,
  /** A defect of this sandbox. */
  fault: 500,
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

/** A registry handle; the contract shows no form. */
export const HANDLE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Servers can be ordered here, and where the account already has one. */
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

/** The duration of changes in milliseconds; the contract only says that they happen later. */
export interface Timings {
  powerMs: number;
  /** Also for a rescue disk and an upgrade, which reboot the server. */
  rebootMs: number;
  reinstallMs: number;
  copyMs: number;
  restoreMs: number;
  /** From the order until the server is listed. */
  orderMs: number;
  /** A change of a server lasts until a status answer has shown it, too: a late reader misses none. */
  untilSeen: boolean;
}

export const DEFAULT_TIMINGS: Timings = {
  powerMs: 3_000,
  rebootMs: 4_000,
  reinstallMs: 8_000,
  copyMs: 3_000,
  restoreMs: 6_000,
  orderMs: 10_000,
  untilSeen: false,
};
