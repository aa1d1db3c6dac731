import { z } from 'zod';
import { isOn } from '../../hosting/index.ts';
import type { Operation } from '../../store/operations/index.ts';

export const target = z.object({
  serverId: z.string(),
  /** Alias, IP or id. */
  name: z.string(),
  ip: z.string().optional(),
  /** The asker's name, for all who see the message. */
  by: z.string().optional(),
  /** The asker's name, for people who want to change the same server meanwhile. */
  person: z.string().optional(),
});
export type Target = z.infer<typeof target>;

/** A restart has its server off no longer than this. */
export const RESTART = { states: 'notOn', ms: 3 * 60_000 } as const;

export function restartWithin(ms: number) {
  return { ...RESTART, ms: ms + RESTART.ms } as const;
}

export const statusSeen = z.object({
  /** The status at the confirm; the contract defines only the value `on`. */
  before: z.string().optional(),
  last: z.string().optional(),
  first: z.string().optional(),
  /** Whether the server was on at the confirm or later: only such a server can be seen to go off. */
  wasOn: z.boolean().optional(),
  /** When the status first differed from `on` after that. */
  leftOnAt: z.number().optional(),
  /** Another operation may explain the status: then a restart proves nothing. */
  disturbed: z.boolean().optional(),
});
export type StatusSeen = z.infer<typeof statusSeen>;

/** Providers give a server that restarts, and therefore ran, such a status. */
const RESTARTING = /re-?(?:boot|start)/i;
const namesRestart = (status: string | undefined) => RESTARTING.test(status ?? '');

/** A record without a status proves nothing. @param disturbed whether another operation may explain the status */
export function withStatus<Seen extends StatusSeen>(
  seen: Seen,
  status: string | undefined,
  now: number,
  disturbed: boolean,
): Seen {
  const wasOn = seen.wasOn ?? isOn(seen.before);
  const leaves =
    (wasOn && status !== undefined && !isOn(status)) || (namesRestart(status) && !namesRestart(seen.before));
  const left = seen.leftOnAt ?? (leaves && !disturbed ? now : undefined);
  const first = seen.first ?? (disturbed ? undefined : status);
  return {
    ...seen,
    last: status,
    wasOn: wasOn || isOn(status),
    ...(first === undefined ? {} : { first }),
    ...(left === undefined ? {} : { leftOnAt: left }),
    disturbed,
  };
}

export function isAcceptedUnseen({ before, disturbed }: StatusSeen, { state }: Pick<Operation, 'state'>): boolean {
  return before === undefined && !disturbed && state === 'accepted';
}

export function earliestStatus({ before, first }: StatusSeen): string | undefined {
  return before ?? first;
}

export function isOff(status: string | undefined): boolean {
  return status?.trim().toLowerCase() === 'off';
}

/** Whether the server left and returned, or came on from `off`. Another status before may end by itself. */
export function sawRestart(seen: StatusSeen, operation: Operation): boolean {
  if (seen.disturbed || !isOn(seen.last)) return false;
  if (seen.leftOnAt !== undefined || isOff(earliestStatus(seen))) return true;
  return isAcceptedUnseen(seen, operation) && !isOn(earliestStatus(seen));
}
