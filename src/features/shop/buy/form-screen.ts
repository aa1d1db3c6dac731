import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept-lists.ts';
import type { Access } from '../../../telegram/access.ts';
import type { Services } from '../../../telegram/context.ts';
import { failureWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { blockquote, code, formatNumber, isolate, name, shorten } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { totalLine } from '../../common/payment/confirm.ts';
import { moneyLabel } from '../../common/payment/money.ts';
import { SYSTEM_GROUPS } from '../../common/systems.ts';
import {
  type Draft,
  FIELDS,
  type Field,
  isNumberField,
  NUMBERS,
  problemsIn,
  wholeServer,
  withProblems,
} from './draft.ts';
import type { Price } from './prices.ts';
import { type Locations, locationsOf } from './values.ts';

const LONGEST_LABEL = 24;
/** Room for all eight problems in one message. */
const LONGEST_PROBLEM = 300;
const IN_A_ROW = 2;
/** The locations offered as buttons; others are typed. */
const MOST_PLACES = 24;
const NUMBERS_IN_A_ROW = 5;
const NAMES_IN_A_ROW = 3;

/** The values that the form shows besides the draft. */
interface View {
  /** The account's label. */
  account: string;
  /** Set while the location is asked. */
  places: Locations | undefined;
  /** Set once every value is chosen. */
  price: Price | undefined;
}

/** The form's message: the values so far, and the next question or the price. */
function formScreen(t: Translate, draft: Draft, view: View): Screen {
  const { field } = draft;
  const chosen = FIELDS.flatMap((each) => itemLines(t, draft, each));
  const text = [
    t('buy', { account: name(view.account) }),
    ...(chosen.length > 0 ? [chosen.join('\n')] : []),
    field === undefined ? priceWords(t, view.price) : askWords(t, field, view),
  ].join('\n\n');
  const whole = wholeServer(draft.values) !== undefined;
  // While one value of a complete form is changed, only "back" leads to the others: the question stays visible.
  const others = field !== undefined && whole ? [] : FIELDS.filter((each) => draft.values[each] !== undefined);
  const change = others.filter((each) => each !== field).map(toField);
  const back = field !== undefined && whole ? [buttons.buyReview.make(t.plain('button-back'), {})] : [];
  const leave = buttons.buyLeave.make(t.plain('button-cancel'), {});
  const keyboard = [
    ...(field === undefined ? onward(t, view.price) : choices(t, field, draft.values[field], view.places)),
    ...inRows(change, IN_A_ROW),
    [...back, leave],
  ];
  return { text, keyboard };

  function toField(each: Field): InlineKeyboardButton {
    return buttons.buyField.make(valueLabel(t, draft, each), { field: each });
  }
}

/** A chosen value, with the provider's problem with it. */
function itemLines(t: Translate, { values, problems }: Draft, field: Field): string[] {
  const value = values[field];
  if (value === undefined) return [];
  const problem = problems[field];
  return [item(t, field, value), ...(problem === undefined ? [] : [problemWords(t, problem)])];
}

function item(t: Translate, field: Field, value: string | number): string {
  if (field === 'period') return t('order-item-period', { days: Number(value) });
  return t(`order-item-${field}`, {
    value: typeof value === 'number' ? formatNumber(value, t.locale) : code(value),
  });
}

function problemWords(t: Translate, words: string): string {
  return `⚠️ ${t('provider-words')}\n${blockquote(words, LONGEST_PROBLEM).html}`;
}

/** The button label of a value. */
function valueLabel(t: Translate, { values }: Draft, field: Field): string {
  const value = values[field] ?? '';
  return t.plain(`buy-value-${field}`, {
    value: typeof value === 'number' ? value : isolate(shorten(value, LONGEST_LABEL)),
  });
}

function askWords(t: Translate, field: Field, { places }: View): string {
  const ask = t(`buy-ask-${field}`);
  if (field !== 'geo' || !places) return ask;
  const left = places.names.length - MOST_PLACES;
  return [
    ask,
    ...(left > 0 ? [t('buy-places-more', { count: left })] : []),
    ...(places.unread ? [t('buy-places-unread')] : []),
  ].join('\n');
}

function priceWords(t: Translate, price: Price | undefined): string {
  if (price?.kind === 'quote') return `${totalLine(t, price.quote)}\n\n${t('buy-look-over')}`;
  if (price?.kind === 'failed') {
    return failureWords(t, price.failure);
  }
  return t('buy-asking');
}

function onward(t: Translate, price: Price | undefined): InlineKeyboardButton[][] {
  if (price?.kind !== 'quote') return [[buttons.buyReview.make(t.plain('button-buy-price'), {})]];
  return [[buttons.buyOrder.make(t.plain('buy-go-on', { price: moneyLabel(t, price.quote) }), {}, 'primary')]];
}

/** A draft in the form's message. */
export async function formScreenOf(
  t: Translate,
  services: Services,
  access: Access,
  draft: Draft,
  price: Price | undefined,
): Promise<Screen> {
  const places = draft.field === 'geo' ? await locationsOf(services, access) : undefined;
  return formScreen(t, draft, { account: access.account.label, places, price });
}

/** Puts the provider's problems with single values into the draft. */
export function withPrice(draft: Draft, price: Price | undefined): Draft {
  if (price?.kind !== 'failed' || price.failure.kind !== 'fields') return draft;
  return withProblems(draft, problemsIn(price.failure.fields ?? {}));
}

/** The presets of a field as buttons; the chosen one has a tick. */
function choices(
  t: Translate,
  field: Field,
  chosen: string | number | undefined,
  places: Locations | undefined,
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

/** A short reference to a location for button data: the location itself may be too long. */
export const placeReference = serverReference;

/** Rows of at most `most` buttons, of equal length. */
function inRows(row: readonly InlineKeyboardButton[], most: number): InlineKeyboardButton[][] {
  const rows = Math.ceil(row.length / most);
  const size = Math.ceil(row.length / rows);
  return Array.from({ length: rows }, (_, index) => row.slice(index * size, (index + 1) * size));
}
