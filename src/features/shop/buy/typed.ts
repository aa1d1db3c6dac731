import { OPERATING_SYSTEMS } from '../../../hosting/index.ts';
import { tidyName } from '../../../telegram/ui/format.ts';
import { normalise } from '../../common/find-server.ts';
import { typedNumber } from '../../common/numbers.ts';
import { type Field, isNumberField, NUMBERS, type NumberField, type Values } from './draft.ts';

/** Of a location, in characters. */
export const LONGEST_PLACE = 64;

/** Why what was typed or tapped can't be a value of a field. */
export type Unfit = 'number' | 'large' | 'place' | 'system';

/**
 * Reads a value as a person writes it: digits of any script, thousands grouped or not, letters of any case.
 * @param places the locations on offer: one of them is taken in its own spelling, any other as it was typed
 */
export function readTyped(field: Field, text: string, places: readonly string[]): Values | Unfit {
  if (isNumberField(field)) return readNumber(field, text);
  const wanted = normalise(text);
  if (field === 'os') {
    const os = OPERATING_SYSTEMS.find((code) => code === wanted);
    return os ? { os } : 'system';
  }
  const typed = tidyName(text);
  if (typed === '' || [...typed].length > LONGEST_PLACE) return 'place';
  return { geo: places.find((place) => normalise(place) === wanted) ?? typed };
}

function readNumber(field: NumberField, text: string): Values | Unfit {
  const { least, most = Number.MAX_SAFE_INTEGER } = NUMBERS[field];
  const value = typedNumber(text);
  if (value === undefined) return 'number';
  if (!Number.isFinite(value)) return 'large';
  return value < least || value > most ? 'number' : { [field]: value };
}
