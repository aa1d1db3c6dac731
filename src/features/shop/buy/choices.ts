import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept-lists.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatNumber, isolate, shorten } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { SYSTEM_GROUPS } from '../../common/systems.ts';
import { type Field, isNumberField, NUMBERS } from './draft.ts';
import type { Places } from './places.ts';

/** So many locations are offered as buttons; any other is typed. */
export const MOST_PLACES = 24;
const LONGEST_LABEL = 24;
const NUMBERS_IN_A_ROW = 5;
const NAMES_IN_A_ROW = 3;

/** The presets of a field as buttons; the one chosen bears a tick. */
export function choices(
  t: Translate,
  field: Field,
  chosen: string | number | undefined,
  places: Places | undefined,
): InlineKeyboardButton[][] {
  const one = (value: string, label: string, isChosen: boolean) =>
    buttons.buyValue.make(isChosen ? t.plain('chosen', { name: label }) : label, { field, value });
  if (isNumberField(field)) {
    const row = NUMBERS[field].presets.map((value) =>
      one(String(value), formatNumber(value, t.locale), value === chosen),
    );
    return inRows(row, NUMBERS_IN_A_ROW);
  }
  if (field === 'os') {
    return SYSTEM_GROUPS.flatMap(({ systems }) =>
      inRows(
        systems.map((os) => one(os, os, os === chosen)),
        NAMES_IN_A_ROW,
      ),
    );
  }
  const row = (places?.names ?? [])
    .slice(0, MOST_PLACES)
    .map((place) => one(placeReference(place), isolate(shorten(place, LONGEST_LABEL)), place === chosen));
  return inRows(row, NAMES_IN_A_ROW);
}

/** What a button carries instead of a location, which may be long. */
export const placeReference = serverReference;

/** Rows of at most so many, each as long as the others. */
export function inRows(row: readonly InlineKeyboardButton[], most: number): InlineKeyboardButton[][] {
  const rows = Math.ceil(row.length / most);
  const size = Math.ceil(row.length / rows);
  return Array.from({ length: rows }, (_, index) => row.slice(index * size, (index + 1) * size));
}
