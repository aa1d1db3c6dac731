import { z } from 'zod';
import { isOn } from '../../hosting/index.ts';

/** The server that an operation changes, as the confirm named it. */
export const target = z.object({
  serverId: z.string(),
  /** Alias, IP or id. */
  name: z.string(),
  ip: z.string().optional(),
  /** The asker, shown where others see the message. */
  by: z.string().optional(),
  /** The asker, shown to people who want to change the same server meanwhile. */
  person: z.string().optional(),
});
export type Target = z.infer<typeof target>;

/** A restart has its server off no longer than this. */
export const RESTART = { states: 'notOn', ms: 3 * 60_000 } as const;

/** The states of an operation that ends within a time by a restart. */
export function restartWithin(ms: number) {
  return { ...RESTART, ms: ms + RESTART.ms } as const;
}

/** Readings of a server's status since the confirm. */
export const statusSeen = z.object({
  /** The status at the confirm; the contract defines only the value `on`. */
  before: z.string().optional(),
  last: z.string().optional(),
  /** Whether the server was on at the confirm or in a later reading: only such a server can be seen to go off. */
  wasOn: z.boolean().optional(),
  /** When the status first differed from `on` after that. */
  leftOnAt: z.number().optional(),
  /** Whether another operation may explain the status: then a restart of the server proves nothing. */
  disturbed: z.boolean().optional(),
});
export type StatusSeen = z.infer<typeof statusSeen>;

/**
 * Adds a reading of the status; a record without a status proves nothing.
 * @param disturbed whether another operation may explain the status
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
 * Whether the server was seen to leave and return, or to come on from `off`. Another status before may end by itself,
 * and a restart by another operation does not count.
 */
export function sawRestart(seen: StatusSeen): boolean {
  return !seen.disturbed && isOn(seen.last) && (seen.leftOnAt !== undefined || seen.before?.toLowerCase() === 'off');
}
