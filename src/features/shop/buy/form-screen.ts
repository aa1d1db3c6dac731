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

const MAX_LABEL_LENGTH = 24;
/** All eight problems fit into one message. */
const MAX_PROBLEM_LENGTH = 300;
const IN_A_ROW = 2;
const MAX_PLACES = 24;
const NUMBERS_IN_A_ROW = 5;
const NAMES_IN_A_ROW = 3;
/** With three in a row a phone cuts longer names. */
const MAX_SHORT_NAME_LENGTH = 9;
const LONG_NAMES_IN_A_ROW = 2;
const MAX_SERVERS = 16;
/** A phone would cut off the price behind a longer name. */
const MAX_START_LENGTH = 15;
/** Without the period, which stands below if all starting points have the same. */
const PARTS = ['geo', 'os', 'cpu', 'ram', 'disk', 'backup', 'traffic'] as const satisfies readonly Field[];

interface View {
  account: string;
  places: Locations | undefined;
  price: Price | undefined;
  servers: readonly Named[] | undefined;
  limits: FieldLimits;
}

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

/** The starting points with their prices, and the locations for a form without them. */
function startScreen(t: Translate, starts: readonly Start[], view: View): Screen {
  // A record may have the values of another starting point. Buttons name places in the whole draft.
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

/** Another size shows only the values that differ. */
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
  if (field === 'geo') return isolated(shorten(placeName(t, String(value)), MAX_LABEL_LENGTH)).html;
  if (field === 'os') return isolated(systemName(t, String(value))).html;
  if (field === 'traffic') return t('buy-part-traffic', { value: amountLabel(t, field, Number(value)) });
  return t(`buy-part-${field}`, { value });
}

function startName(t: Translate, { kind, name: called = '' }: Start): string {
  return kind === 'server' ? t('buy-start-server', { server: name(called) }) : t(`buy-start-${kind}`);
}

function startLabel(t: Translate, { kind, name: called = '', quote }: Start): string {
  const server = isolate(shorten(called, MAX_START_LENGTH));
  const label = kind === 'server' ? t.plain('buy-start-server', { server }) : t.plain(`buy-start-${kind}`);
  return t.directed(quote ? `${label} · ${moneyLabel(t, quote)}` : label);
}

function pickScreen(t: Translate, { account }: Draft, { servers = [], account: label }: View): Screen {
  const row = servers.slice(0, MAX_SERVERS).map((server) =>
    buttons.buyLike.make(isolate(shorten(server.name, MAX_LABEL_LENGTH)), {
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

/** Names the server of the values, unless its units are surely those of the order. */
function likeWords(t: Translate, like: string): string[] {
  const [memory, disk] = [t.terms.unit('memory'), t.terms.unit('disk')];
  const server = name(like);
  if (memory === undefined || disk === undefined) return [t('buy-like-units', { server })];
  const ordered = t.plain('gigabytes', { value: '' }).trim();
  if (memory === ordered && disk === ordered) return [];
  return [t('buy-like-named', { server, memory: isolated(memory), disk: isolated(disk) })];
}

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
  return `⚠️ ${t('provider-words')}\n${blockquote(words, MAX_PROBLEM_LENGTH).html}`;
}

function valueLabel(t: Translate, { values }: Draft, field: Field): string {
  const value = values[field] ?? '';
  return t.plain(`buy-value-${field}`, {
    value: typeof value === 'number' ? numberLabel() : nameLabel(t, field, value),
  });

  function numberLabel(): number | string {
    return field === 'traffic' && value !== 0 ? amountLabel(t, field, Number(value)) : Number(value);
  }
}

function nameLabel(t: Translate, field: Field, value: string): string {
  return field === 'os' ? systemName(t, value) : isolate(shorten(placeName(t, value), MAX_LABEL_LENGTH));
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
  const left = places.names.length - MAX_PLACES;
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

export function withPrice(draft: Draft, price: Price | undefined): Draft {
  if (price?.kind !== 'failed' || price.failure.kind !== 'fields') return draft;
  return withProblems(draft, problemsIn(price.failure.fields ?? {}));
}

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
    .slice(0, MAX_PLACES)
    .map((place) => one(placeReference(place), nameLabel(t, field, place), place === chosen));
  const long = row.some(({ text }) => [...text.replace(/\p{Cf}/gu, '')].length > MAX_SHORT_NAME_LENGTH);
  return inEqualRows(row, long ? LONG_NAMES_IN_A_ROW : NAMES_IN_A_ROW);
}

/** The location itself may be too long for button data. */
export const placeReference = serverReference;

function inEqualRows(keys: readonly InlineKeyboardButton[], most: number): InlineKeyboardButton[][] {
  return inRows(keys, Math.ceil(keys.length / Math.ceil(keys.length / most)));
}
