import { Failure, isWhole } from '../../../hosting/index.ts';
import type { Access } from '../../../telegram/access.ts';
import type { Services } from '../../../telegram/context.ts';
import { normalise } from '../../common/find-server.ts';
import { readTyped } from './typed.ts';

export interface Places {
  names: string[];
  /** The account's list could not be read: only what the operator told is offered. */
  unread: boolean;
}

/** Where servers can be ordered as far as anybody knows: the setting's locations, and those of the account's servers. */
export async function placesOf(services: Services, { key, hosting }: Access): Promise<Places> {
  const { serverLocations, accesses } = services;
  try {
    const { items } = await accesses.lists.recent(key, hosting);
    const seen = items.flatMap(({ geo }) => (geo !== undefined && isPlace(geo) ? [geo] : []));
    return { names: distinct([...serverLocations, ...seen]), unread: false };
  } catch (error) {
    // A token that is not accepted stops everything; otherwise a location can still be typed.
    if (!(error instanceof Failure) || error.kind === 'notConnected') throw error;
    return { names: distinct(serverLocations), unread: true };
  }
}

/** Whether a location can be ordered in exactly as the list names it. */
function isPlace(geo: string): boolean {
  return isWhole(geo) && typeof readTyped('geo', geo, []) !== 'string';
}

/** Each name once, as it was spelled first. */
function distinct(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(normalise(name))) first.set(normalise(name), name);
  return [...first.values()];
}
