import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import { renewalKind as kind } from '../../../operations/kinds/renewal.ts';
import { isDeclined } from '../../../operations/outcome.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { isolate, shorten } from '../../../telegram/ui/format.ts';
import { richScreen } from '../../../telegram/ui/rich.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { approvalLine, approvalNeeded, askerName, waitingLines } from '../../common/operation/approval.ts';
import { fitting } from '../../common/operation/fitting.ts';
import { byLine, confirmLife } from '../../common/operation/screen.ts';
import { askingRows, decidingRows } from '../../common/operation/together-rows.ts';
import { topUp } from '../../common/payment/confirm.ts';
import { money, payablePrice } from '../../common/payment/money.ts';
import { toLimit } from '../../common/payment/spending-limit.ts';
import { accountLines, type PaymentContext, unlimitedLines } from '../../common/payment/view.ts';
import { batchLine, batchTable, leftOutLines, type Unpriced, unpricedLines } from './batch-lines.ts';

const MAX_LABEL_LENGTH = 24;

interface BatchNotes {
  unpriced?: readonly Unpriced[];
  /** Lines for the running operations, by the id of the operation that they block. */
  held?: ReadonlyMap<string, readonly string[]>;
}

export function batchScreen(
  operations: readonly Operation[],
  t: Translate,
  payment: PaymentContext,
  { unpriced, held }: BatchNotes = {},
): Screen {
  const [first] = operations;
  if (!first) return { text: t('operation-missing') };
  const ready = operations.filter(({ state }) => state === 'ready');
  const waiting = operations.filter(({ state }) => state === 'waiting');
  const needed = ready.find(({ approval }) => approval !== undefined);
  const asks = waiting[0] && waitingLines(waiting[0], t);
  const untouched = isUntouched(operations);
  const priced = ready.every(({ quote }) => payablePrice(t, quote));
  const lines = (most: number | undefined) =>
    operations
      .map((operation) => batchLine(operation, t, { most, conflicts: held?.get(operation.id), zone: payment.zone }))
      .join('\n');
  const decided = decidedWords(operations, t);
  const sections = <Rows>(rows: Rows, most: number | undefined) => [
    ...(asks?.above ?? []),
    decided.above + headline(operations, t),
    rows,
    unpriced ? unpricedLines(t, unpriced, most) : leftOutLines(t, kind.parametersOf(first).leftOut),
    accountLines(t, payment).join('\n'),
    [
      ...(priced ? sumLines(operations, t) : [t('money-no-price')]),
      ...unlimitedLines(t, payment, ready[0]?.quote?.currency),
    ].join('\n'),
    ...(ready.length + waiting.length > 0 ? [t('renewal-means')] : []),
    ...(asks?.below ?? []),
    ...(needed ? [approvalNeeded(needed, t)] : []),
    decided.below,
    ...(untouched ? [confirmLife(first, t)] : []),
  ];
  const open = operations.some(({ state }) => state === 'unknown' || state === 'accepted');
  const short = ready.some(({ failure }) => failure?.kind === 'insufficientBalance');
  const { accountId: account } = first;
  const text = fitting((most) =>
    sections(lines(most), most)
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  const table = batchTable(operations, t, payment.zone);
  const { rich } = table ? richScreen(t, sections(table, undefined).flat()) : {};
  // No confirm button without its price in the text.
  const isShown = ({ quote }: Operation) => quote !== undefined && text.includes(money(t, quote).html);
  const shown = priced && ready.every(isShown);
  if (waiting.length > 0)
    return { text, keyboard: decidingRows(waiting, t, waiting.every(isShown) ? approveLabel(waiting, t) : undefined) };
  const running = operations.filter(({ state }) => state === 'quoting' || state === 'sending');
  // The last of them brings the next steps.
  if (running.length > 0 && ready.length === 0) return { text };
  return {
    text,
    ...(rich ? { rich } : {}),
    keyboard: [
      ...(short ? topUp(t, payment) : []),
      ...(ready.some(({ failure }) => failure?.kind === 'limitUnclear') ? toLimit(t, account) : []),
      ...askingRows(ready, t, shown ? confirmLabel(ready, t) : undefined, 'danger'),
      ...operations.filter(needsPersonsWord).flatMap((each) => sayRow(each, t)),
      ...(open ? [[buttons.lookAtAll.make(t.plain('button-look-again'), { operation: first.id })]] : []),
      ...(ready.length > 0
        ? []
        : [
            [
              buttons.orders.make(t.plain('button-orders'), { filter: 'paid', page: '0' }),
              buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' }),
            ],
          ]),
    ],
  };
}

function decidedWords(operations: readonly Operation[], t: Translate): { above: string; below: string } {
  const [first] = operations;
  const decided = [...new Set(operations.map((each) => approvalLine(each, t)))].filter((line) => line !== '');
  const asker = operations.some(({ state }) => state === 'waiting') ? undefined : first && askerName(first);
  const asked = first && asker ? [byLine(first, t, asker)] : [];
  if (!operations.every(isDeclined)) return { above: '', below: [...asked, ...decided].join('\n') };
  return { above: `${decided.join('\n')}\n`, below: asked.join('\n') };
}

/** Absent if the label can't name the sum. */
function approveLabel(waiting: readonly Operation[], t: Translate): string | undefined {
  const sum = payablePrice(t, sumOf(waiting));
  if (!sum) return t.plain('batch-approve-unsummed', { count: waiting.length });
  const label = t.plain('batch-approve', { count: waiting.length, price: sum.label });
  return label.includes(sum.label) ? label : undefined;
}

/** Absent if the label can't name the sum. */
function confirmLabel(ready: readonly Operation[], t: Translate): string | undefined {
  const sum = payablePrice(t, sumOf(ready));
  if (!sum) return t.plain('batch-yes-unsummed', { count: ready.length });
  const again = ready.some(({ offer }) => offer);
  const label = t.plain(again ? 'batch-again' : 'batch-yes', { count: ready.length, price: sum.label });
  return label.includes(sum.label) ? label : undefined;
}

function needsPersonsWord(operation: Operation): boolean {
  return operation.state === 'unknown' && (operation.said !== undefined || kind.progressOf(operation).unclear === true);
}

function sayRow(operation: Operation, t: Translate): InlineKeyboardButton[][] {
  const server = isolate(shorten(kind.parametersOf(operation).name, MAX_LABEL_LENGTH));
  const said = (happened: 'y' | 'n') => ({ operation: operation.id, happened });
  if (operation.said) {
    const wrong = operation.said.happened ? 'yes' : 'no';
    return [[buttons.said.make(t.plain(`batch-said-wrong-${wrong}`, { server }), said(wrong === 'yes' ? 'n' : 'y'))]];
  }
  return [
    [
      buttons.said.make(t.plain('batch-went-through', { server }), said('y')),
      buttons.said.make(t.plain('batch-did-not', { server }), said('n')),
    ],
  ];
}

function isUntouched(operations: readonly Operation[]): boolean {
  return operations.every(({ state, offer }) => state === 'ready' && !offer);
}

function orderedOf(operations: readonly Operation[]): Operation[] {
  return operations.filter(
    ({ state, said }) =>
      ['quoting', 'sending', 'accepted', 'done'].includes(state) || (state === 'unknown' && said?.happened !== false),
  );
}

/** If only some were ordered, also the count that the sum covers. */
function headline(operations: readonly Operation[], t: Translate): string {
  const [first] = operations;
  const days = first ? kind.parametersOf(first).period : 0;
  const count = operations.length;
  if (isUntouched(operations)) return t('batch-ask', { count, days });
  if (operations.every(({ state }) => state === 'done')) return t('batch-all-done', { count, days });
  const ordered = orderedOf(operations).length;
  const whole = ordered === count || operations.every(({ state }) => state === 'ready' || state === 'waiting');
  if (whole) return t('batch', { count, days });
  return ordered > 0 ? t('batch-part', { count, days, ordered }) : t('batch-none', { count, days });
}

/** The sums of the ordered renewals and of those left to confirm; one line for one sum. */
function sumLines(operations: readonly Operation[], t: Translate): string[] {
  const ready = operations.filter(({ state }) => state === 'ready' || state === 'waiting');
  const ordered = orderedOf(operations);
  const both = ready.length > 0 && ordered.length > 0;
  const lines = [
    ...(ordered.length > 0 ? [sumLine(ordered, t, both ? 'batch-ordered' : 'batch-total')] : []),
    ...(ready.length > 0 ? [sumLine(ready, t, both ? 'batch-rest' : 'batch-total')] : []),
  ];
  return [...new Set(lines)];
}

function sumLine(
  operations: readonly Operation[],
  t: Translate,
  words: 'batch-total' | 'batch-ordered' | 'batch-rest',
) {
  const sum = sumOf(operations);
  return sum ? t(words, { price: money(t, sum) }) : t('batch-no-total');
}

function sumOf(operations: readonly Operation[]) {
  const quotes = operations.flatMap(({ quote }) => (quote ? [quote] : []));
  const [first] = quotes;
  if (!first || quotes.some(({ currency }) => currency !== first.currency)) return undefined;
  const total = quotes.reduce((sum, quote) => sum + quote.total, 0);
  return total > Number.MAX_SAFE_INTEGER ? undefined : { total, currency: first.currency };
}
