import { z } from 'zod';

/** The server an operation works on, as its confirm named it. */
export const target = z.object({
  serverId: z.string(),
  /** Alias, IP or id. */
  name: z.string(),
  ip: z.string().optional(),
  /** Who asked, where others can see it. */
  by: z.string().optional(),
  /** Who asked: told to whoever wants to work on the same server meanwhile. */
  person: z.string().optional(),
});
export type Target = z.infer<typeof target>;

/** What the status record has shown of a server since the operation was prepared. */
export const statusSeen = z.object({
  /** The status shown in the confirm; the contract names no other value than `on`. */
  before: z.string().optional(),
  last: z.string().optional(),
  /** Whether it was on at the confirm, or has been seen on since: only what was on can be seen to leave. */
  wasOn: z.boolean().optional(),
  /** When the status was first seen to differ from `on` after that. */
  leftOnAt: z.number().optional(),
  /** Whether the status may show the work of another operation: then its going and coming back proves nothing. */
  disturbed: z.boolean().optional(),
});
export type StatusSeen = z.infer<typeof statusSeen>;

export function isOn(status: string | undefined): boolean {
  return status?.toLowerCase() === 'on';
}

/**
 * Adds a reading of the status to what was seen; a record that tells no status proves nothing.
 * @param disturbed whether the status may show the work of another operation
 */
export function withStatus<Seen extends StatusSeen>(
  seen: Seen,
  status: string | undefined,
  now: number,
  disturbed: boolean,
): Seen {
  const wasOn = seen.wasOn ?? isOn(seen.before);
  const left = seen.leftOnAt ?? (wasOn && !disturbed && status !== undefined && !isOn(status) ? now : undefined);
  return {
    ...seen,
    last: status,
    wasOn: wasOn || isOn(status),
    ...(left === undefined ? {} : { leftOnAt: left }),
    disturbed,
  };
}

/**
 * Whether the server was seen to go and to be back on, or to come on from `off`. From any other status it may have been on
 * its way by itself; nor does it count where another operation may have done it.
 */
export function wentAndCameBack(seen: StatusSeen): boolean {
  return !seen.disturbed && isOn(seen.last) && (seen.leftOnAt !== undefined || seen.before?.toLowerCase() === 'off');
}
