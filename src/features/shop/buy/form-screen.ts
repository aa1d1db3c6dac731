import type { InlineKeyboardButton } from 'grammy/types';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Services } from '../../../telegram/context.ts';
import { type FieldLimits, failureWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { blockquote, formatNumber, isolate, isolated, name, shorten } from '../../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { limitLines, limitsOf } from '../../common/input/field-limits.ts';
import { totalLine } from '../../common/payment/confirm.ts';
import { money, moneyLabel } from '../../common/payment/money.ts';
import type { Named } from '../../common/servers/find-server.ts';
import { amountLabel, orderedWords, placeName, systemName } from '../../common/servers/server-words.ts';
import { SYSTEM_GROUPS } from '../../common/servers/systems.ts';
import {
  type Draft,
  FIELDS,
  type Field,
  isNumberField,
  NUMBERS,
  problemsIn,
  type Start,
  wholeServer,
  withProblems,
} from './draft.ts';
import type { Price } from './prices.ts';
import { isRepeated, SIZED, serversIn } from './starts.ts';
import { type Locations, locationsOf } from './values.ts';

const LONGEST_LABEL = 24;
/** Room for all eight problems in one message. */
const LONGEST_PROBLEM = 300;
const IN_A_ROW = 2;
/** The locations offered as buttons; others are typed. */
const MOST_PLACES = 24;
const NUMBERS_IN_A_ROW = 5;
const NAMES_IN_A_ROW = 3;
/** With three in a row a phone cuts longer names. */
const SHORT_NAME = 9;
const LONG_NAMES_IN_A_ROW = 2;
/** The servers offered as buttons; others are typed. */
const MOST_SERVERS = 16;
/** The name in a label with a price, which a phone would cut off otherwise. */
const LONGEST_START = 15;
/** The values of a starting point in their order; its period stands below where all have the same. */
const PARTS = ['geo', 'os', 'cpu', 'ram', 'disk', 'backup', 'traffic'] as const satisfies readonly Field[];

/** The values that the form shows besides the draft. */
interface View {
  /** The account's label. */
  account: string;
  /** Set while the location is asked. */
  places: Locations | undefined;
  /** Set once every value is chosen. */
  price: Price | undefined;
  /** Set while a server is chosen that the new one is to be like. */
  servers: readonly Named[] | undefined;
  /** The limits of a field that earlier answers of the provider tell. */
  limits: FieldLimits;
}

/** The form's message: the values so far, and the next question or the price. */
function formScreen(t: Translate, draft: Draft, view: View): Screen {
  if (draft.picking) return pickScreen(t, draft, view);
  if (draft.starts) return startScreen(t, draft.starts, view);
  const { field } = draft;
  const chosen = FIELDS.flatMap((each) => itemLines(t, draft, each));
  const text = [
    t('buy', { account: name(view.account) }),
    ...(chosen.length > 0 ? [chosen.join('\n')] : []),
    ...(draft.like === undefined ? [] : likeWords(t, draft.like)),
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
    ...inEqualRows(change, IN_A_ROW),
    [...back, leave],
  ];
  return { text, keyboard };

  function toField(each: Field): InlineKeyboardButton {
    return buttons.buyField.make(valueLabel(t, draft, each), { field: each });
  }
}

/** The first screen: the starting points with their prices, and the locations for who chooses every value. */
function startScreen(t: Translate, starts: readonly Start[], view: View): Screen {
  // A record may tell values that another starting point has. Buttons name places in the draft, which keeps all of them.
  const distinct = starts.flatMap((start, place) => (isRepeated(starts, place) ? [] : [{ start, place }]));
  const periods = new Set(starts.flatMap(({ values }) => values?.period ?? []));
  const days = periods.size > 1 ? undefined : [...periods][0];
  const text = [
    t('buy', { account: name(view.account) }),
    distinct.map(({ start, place }) => startLines(t, start, place, days)).join('\n'),
    [...(days === undefined ? [] : [t('buy-start-days', { days })]), askWords(t, 'geo', view, 'buy-ask-start')].join(
      '\n',
    ),
  ].join('\n\n');
  const rows = distinct.map(({ start, place }) => [
    buttons.buyStart.make(startLabel(t, start), { start: String(place) }),
  ]);
  return {
    text,
    keyboard: [
      ...rows,
      ...(starts.some(({ serverId }) => serverId !== undefined)
        ? [[buttons.buyPick.make(t.plain('buy-pick'), {})]]
        : []),
      ...choices(t, 'geo', undefined, view.places),
      [buttons.buyLeave.make(t.plain('button-cancel'), {})],
    ],
  };
}

/** A starting point with its price and what it buys: of another size only what is of another size. */
function startLines(t: Translate, start: Start, place: number, days: number | undefined): string {
  const { kind, values = {}, quote, problem, settled } = start;
  const whole = place === 0 || kind === 'order' || kind === 'server';
  const shown = PARTS.filter(
    (field) => (whole || SIZED.some((each) => each === field)) && !(field === 'traffic' && values.traffic === 0),
  );
  const parts = [...shown, ...(days === undefined ? (['period'] as const) : [])].flatMap((field) => {
    const value = values[field];
    if (value === undefined) return [];
    return typeof value === 'number' || field === 'geo' || field === 'os' ? [partWords(t, field, value)] : [];
  });
  const price = () => {
    if (quote) return money(t, quote).html;
    if (problem) return t('buy-start-problem');
    return settled ? t('buy-start-partly') : '⏳';
  };
  return [
    `<b>${startName(t, start)}</b> · ${price()}`,
    ...(parts.length > 0 ? [t.directed(parts.join(' · '))] : []),
  ].join('\n');
}

function partWords(t: Translate, field: Field, value: string | number): string {
  if (field === 'geo') return isolated(shorten(placeName(t, String(value)), LONGEST_LABEL)).html;
  if (field === 'os') return isolated(systemName(t, String(value))).html;
  if (field === 'traffic') return t('buy-part-traffic', { value: amountLabel(t, field, Number(value)) });
  return t(`buy-part-${field}`, { value });
}

function startName(t: Translate, { kind, name: called = '' }: Start): string {
  return kind === 'server' ? t('buy-start-server', { server: name(called) }) : t(`buy-start-${kind}`);
}

function startLabel(t: Translate, { kind, name: called = '', quote }: Start): string {
  const server = isolate(shorten(called, LONGEST_START));
  const label = kind === 'server' ? t.plain('buy-start-server', { server }) : t.plain(`buy-start-${kind}`);
  return t.directed(quote ? `${label} · ${moneyLabel(t, quote)}` : label);
}

/** The servers that the new one may be like; others are typed. */
function pickScreen(t: Translate, { account }: Draft, { servers = [], account: label }: View): Screen {
  const row = servers.slice(0, MOST_SERVERS).map((server) =>
    buttons.buyLike.make(isolate(shorten(server.name, LONGEST_LABEL)), {
      account,
      server: serverReference(server.id),
    }),
  );
  const left = servers.length - row.length;
  const text = [
    t('buy', { account: name(label) }),
    [t('buy-pick-ask'), ...(left > 0 ? [t('buy-pick-more', { count: left })] : [])].join('\n'),
  ].join('\n\n');
  const back = buttons.buyStarts.make(t.plain('button-back'), {});
  const leave = buttons.buyLeave.make(t.plain('button-cancel'), {});
  return { text, keyboard: [...inEqualRows(row, IN_A_ROW), [back, leave]] };
}

/** Whose record the values come from, unless its units are surely those of the order. */
function likeWords(t: Translate, like: string): string[] {
  const [memory, disk] = [t.terms.unit('memory'), t.terms.unit('disk')];
  const server = name(like);
  if (memory === undefined || disk === undefined) return [t('buy-like-units', { server })];
  const ordered = t.plain('gigabytes', { value: '' }).trim();
  if (memory === ordered && disk === ordered) return [];
  return [t('buy-like-named', { server, memory: isolated(memory), disk: isolated(disk) })];
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
  return t(`order-item-${field}`, { value: orderedWords(t, field, value) });
}

function problemWords(t: Translate, words: string): string {
  return `⚠️ ${t('provider-words')}\n${blockquote(words, LONGEST_PROBLEM).html}`;
}

/** The button label of a value. */
function valueLabel(t: Translate, { values }: Draft, field: Field): string {
  const value = values[field] ?? '';
  return t.plain(`buy-value-${field}`, {
    value: typeof value === 'number' ? numberLabel() : nameLabel(t, field, value),
  });

  function numberLabel(): number | string {
    return field === 'traffic' && value !== 0 ? amountLabel(t, field, Number(value)) : Number(value);
  }
}

/** The button label of a system or a location. */
function nameLabel(t: Translate, field: Field, value: string): string {
  return field === 'os' ? systemName(t, value) : isolate(shorten(placeName(t, value), LONGEST_LABEL));
}

function askWords(
  t: Translate,
  field: Field,
  { places, limits }: View,
  words: `buy-ask-${Field | 'start'}` = `buy-ask-${field}`,
): string {
  const unit = field === 'traffic' ? t.terms.unit('traffic') : undefined;
  const ask = unit === undefined ? t(words) : t('buy-ask-traffic-unit', { unit: isolated(unit) });
  if (field !== 'geo' || !places) return [ask, ...limitLines(t, field, limits)].join('\n');
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
  const servers = draft.picking ? await serversIn(services, access) : undefined;
  const limits = limitsOf({ t, services }, access, 'order');
  const form = formScreen(t, draft, { account: access.account.label, places, price, servers, limits });
  return draft.unfit === undefined ? form : { ...form, text: `${form.text}\n\n${draft.unfit}` };
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
    return inEqualRows(row, NUMBERS_IN_A_ROW);
  }
  if (field === 'os') {
    return SYSTEM_GROUPS.flatMap(({ systems }) =>
      inEqualRows(
        systems.map((os) => one(os, nameLabel(t, field, os), os === chosen)),
        LONG_NAMES_IN_A_ROW,
      ),
    );
  }
  const row = (places?.names ?? [])
    .slice(0, MOST_PLACES)
    .map((place) => one(placeReference(place), nameLabel(t, field, place), place === chosen));
  const long = row.some(({ text }) => [...text.replace(/\p{Cf}/gu, '')].length > SHORT_NAME);
  return inEqualRows(row, long ? LONG_NAMES_IN_A_ROW : NAMES_IN_A_ROW);
}

/** A short reference to a location for button data: the location itself may be too long. */
export const placeReference = serverReference;

/** Rows of at most `most` buttons, of equal length. */
function inEqualRows(keys: readonly InlineKeyboardButton[], most: number): InlineKeyboardButton[][] {
  return inRows(keys, Math.ceil(keys.length / Math.ceil(keys.length / most)));
}
