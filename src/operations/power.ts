import { z } from 'zod';
import { Failure, type Hosting, type ServerAction } from '../hosting/index.ts';
import type { Operation } from '../store/operations.ts';
import type { Kind, Verdict } from './kind.ts';

const SECOND = 1000;
/** How long the person is kept in suspense before being told that it is not known. */
const SUSPENSE_MS = 90 * SECOND;
/** Until when it is looked at again, silently, after that. */
const LAST_LOOK_MS = 15 * 60 * SECOND;

const parameters = z.object({
  serverId: z.string(),
  /** Alias, IP or id, as shown in the confirm. */
  name: z.string(),
  ip: z.string().optional(),
  action: z.enum(['on', 'off', 'reboot']),
  /** Who asked, where others can see it. */
  by: z.string().optional(),
});
export type PowerParameters = z.infer<typeof parameters>;

const progress = z.object({
  /** The status shown in the confirm; the contract names no other value than `on`. */
  before: z.string().optional(),
  last: z.string().optional(),
  lastAt: z.number().optional(),
  /** When the status was first seen to differ from `on` after the request. */
  leftOnAt: z.number().optional(),
  /** Set while the provider does not answer the readings. */
  unreadable: z.boolean().optional(),
  unclear: z.boolean().optional(),
});
export type PowerProgress = z.infer<typeof progress>;

export const readPowerParameters = (operation: Operation): PowerParameters => parameters.parse(operation.parameters);
export const readPowerProgress = (operation: Operation): PowerProgress => progress.parse(operation.progress);

/** Power on, off and reboot (`POST /server/action`), settled by the status record. */
export const power: Kind = {
  async send(hosting, operation) {
    const { serverId, action } = readPowerParameters(operation);
    await hosting.servers.action(serverId, action);
    return {};
  },
  async look(hosting, { operation }, now, signal) {
    const { serverId, action } = readPowerParameters(operation);
    const known = readPowerProgress(operation);
    const reading = await readStatus(hosting, serverId, signal);
    if (reading === undefined) return suspense(operation, { ...known, unreadable: true }, now);
    const { unreadable: _, ...readable } = known;
    const seen: PowerProgress = { ...readable, last: reading, lastAt: now };
    if (!isOn(reading) && seen.leftOnAt === undefined) seen.leftOnAt = now;
    return happened(action, seen) ? { progress: seen, verdict: 'done' } : suspense(operation, seen, now);
  },
  givenUp: (stored) => ({ ...progress.parse(stored), unclear: true }),
  shown(stored) {
    const { last, leftOnAt, unreadable, unclear } = progress.parse(stored);
    return JSON.stringify([last, leftOnAt !== undefined, unreadable, unclear]);
  },
};

async function readStatus(hosting: Hosting, serverId: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await hosting.servers.status(serverId, signal)).status ?? '';
  } catch (error) {
    // A reading that fails settles nothing; anything else is a mistake of ours and must surface.
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Whether the readings prove that the action took place. */
function happened(action: ServerAction, { before, last, leftOnAt }: PowerProgress): boolean {
  const wasOn = before !== undefined && isOn(before);
  if (last === undefined) return false;
  if (action === 'off') return last.toLowerCase() === 'off' && wasOn;
  if (action === 'on') return isOn(last) && !wasOn;
  return isOn(last) && (!wasOn || leftOnAt !== undefined);
}

function suspense(operation: Operation, seen: PowerProgress, now: number): Verdict {
  const since = now - Math.max(operation.sentAt ?? operation.createdAt, operation.askedAt ?? 0);
  const { unclear: _, ...open } = seen;
  if (since < SUSPENSE_MS) {
    return { progress: open, verdict: 'waiting', inMs: since < 15 * SECOND ? SECOND : 3 * SECOND };
  }
  const progressNow: PowerProgress = { ...open, unclear: true };
  if (since >= LAST_LOOK_MS) return { progress: progressNow, verdict: 'unclear' };
  return { progress: progressNow, verdict: 'unclear', inMs: 60 * SECOND };
}

function isOn(status: string): boolean {
  return status.toLowerCase() === 'on';
}
