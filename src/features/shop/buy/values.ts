import { Failure, isWhole, OPERATING_SYSTEMS } from '../../../hosting/index.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Services } from '../../../telegram/context.ts';
import { tidyName } from '../../../telegram/ui/format.ts';
import { normalise, typedNumber } from '../../common/input/typed-input.ts';
import { type Field, isNumberField, NUMBERS, type NumberField, type Values } from './draft.ts';

export const MAX_PLACE_LENGTH = 64;

export type Unfit = 'number' | 'large' | 'place' | 'system';

/** Digits of any script, thousands grouped or not, letters of any case. @param places keep their own spelling */
export function readTyped(field: Field, text: string, places: readonly string[]): Values | Unfit {
  if (isNumberField(field)) return readNumber(field, text);
  const wanted = normalise(text);
  if (field === 'os') {
    const os = OPERATING_SYSTEMS.find((code) => code === wanted);
    return os ? { os } : 'system';
  }
  const typed = tidyName(text);
  if (typed === '' || [...typed].length > MAX_PLACE_LENGTH) return 'place';
  return { geo: places.find((place) => normalise(place) === wanted) ?? typed };
}

function readNumber(field: NumberField, text: string): Values | Unfit {
  const { least, most = Number.MAX_SAFE_INTEGER } = NUMBERS[field];
  const value = typedNumber(text);
  if (value === undefined) return 'number';
  if (!Number.isFinite(value)) return 'large';
  return value < least || value > most ? 'number' : { [field]: value };
}

export interface Locations {
  names: string[];
  unread: boolean;
}

/** The locations of the setting and of the account's servers. The contract lists none. */
export async function locationsOf(services: Services, { key, hosting }: Access): Promise<Locations> {
  const { serverLocations, accesses } = services;
  try {
    const { items } = await accesses.lists.recent(key, hosting);
    const seen = items.flatMap(({ geo }) => (geo !== undefined && isPlace(geo) ? [geo] : []));
    return { names: distinct([...serverLocations, ...seen]), unread: false };
  } catch (error) {
    // Without a valid token nothing can be ordered; after other failures a location can still be typed.
    if (!(error instanceof Failure) || error.kind === 'notConnected') throw error;
    return { names: distinct(serverLocations), unread: true };
  }
}

/** Whether an order can name this location of the server list. */
export function isPlace(geo: string): boolean {
  return isWhole(geo) && typeof readTyped('geo', geo, []) !== 'string';
}

function distinct(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) if (!first.has(normalise(name))) first.set(normalise(name), name);
  return [...first.values()];
}
