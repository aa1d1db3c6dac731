import { hash } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../operations/index.ts';
import { renewal as kind } from '../../operations/renewal.ts';
import { isolate, shorten } from '../../telegram/format.ts';
import type { Translate } from '../../telegram/i18n.ts';
import type { Screen } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { topUp } from '../confirm-money.ts';
import { money, moneyLabel } from '../money.ts';
import { accountLines, type Desk, unlimitedLines } from '../money-look.ts';
import { batchLine } from './batch-line.ts';
import { fitting, type Unpriced, unpricedLines } from './fitting.ts';

const LONGEST_LABEL = 24;

/** The operations that were confirmed together with this one, itself among them; `undefined` where it is alone. */
export function batchOf(operation: Operation): string[] | undefined {
  return operation.kind === 'renewal' ? kind.parametersOf(operation).batch : undefined;
}

/** Several renewals in one message: a line each, as it stands by now; `unpriced` are those that are not among them. */
export function batchScreen(
  operations: readonly Operation[],
  t: Translate,
  desk: Desk,
  unpriced: readonly Unpriced[] = [],
): Screen {
  const [first] = operations;
  if (!first) return { text: t('operation-missing') };
  const days = kind.parametersOf(first).period;
  const ready = operations.filter(({ state }) => state === 'ready');
  const untouched = ready.length === operations.length && !ready.some(({ offer }) => offer);
  const count = operations.length;
  const parts = (most: number | undefined) => [
    t(untouched ? 'batch-ask' : 'batch', { count, days }),
    operations.map((operation) => batchLine(operation, t, most)).join('\n'),
    ...(unpriced.length > 0 ? [unpricedLines(t, unpriced, most)] : []),
    accountLines(t, desk).join('\n'),
    ...(ready.length > 0
      ? [
          [sumLine(ready, t), ...unlimitedLines(t, desk, ready[0]?.quote?.currency)].join('\n'),
          t('renewal-means'),
          ...(untouched ? [t('confirm-life')] : []),
        ]
      : []),
  ];
  const open = operations.some(({ state }) => state === 'unknown' || state === 'accepted');
  const short = ready.some(({ failure }) => failure?.kind === 'insufficientBalance');
  const { accountId: account } = first;
  return {
    text: fitting((most) =>
      parts(most)
        .filter((part) => part !== '')
        .join('\n\n'),
    ),
    keyboard: [
      ...(short ? topUp(t, desk) : []),
      ...(ready.length > 0 ? confirmRows(ready, t) : []),
      ...operations.filter(isUntold).flatMap((each) => sayRow(each, t)),
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

/** What the confirm of several showed: a tap on it buys exactly that, or nothing. */
export function offersOf(operations: readonly Operation[]): string {
  const shown = operations.filter(({ state }) => state === 'ready').map(({ id, offer = 0 }) => `${id} ${offer}`);
  return hash('sha256', shown.join('\n'), 'base64url').slice(0, 10);
}

function confirmRows(ready: readonly Operation[], t: Translate): InlineKeyboardButton[][] {
  const [first] = ready;
  if (!first) return [];
  const sum = sumOf(ready);
  const again = ready.some(({ offer }) => offer);
  const label = sum
    ? t.plain(again ? 'batch-again' : 'batch-yes', { count: ready.length, price: moneyLabel(t, sum) })
    : t.plain('batch-yes-unsummed', { count: ready.length });
  return [
    [buttons.payAll.make(label, { operation: first.id, offers: offersOf(ready) }, 'danger')],
    [buttons.cancelAll.make(t.plain('button-cancel'), { operation: first.id })],
  ];
}

/** Nothing that can be read tells of it: only the person can. */
function isUntold(operation: Operation): boolean {
  return operation.state === 'unknown' && (operation.said !== undefined || kind.progressOf(operation).unclear === true);
}

/** The person's own word about one of several, or, where that was a slip, the other. */
function sayRow(operation: Operation, t: Translate): InlineKeyboardButton[][] {
  const server = isolate(shorten(kind.parametersOf(operation).name, LONGEST_LABEL));
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

/** The sum of what is still to be confirmed, where all of it is in one currency. */
function sumOf(operations: readonly Operation[]) {
  const quotes = operations.flatMap(({ quote }) => (quote ? [quote] : []));
  const [first] = quotes;
  if (!first || quotes.some(({ currency }) => currency !== first.currency)) return undefined;
  return { total: quotes.reduce((sum, { total }) => sum + total, 0), currency: first.currency };
}

function sumLine(ready: readonly Operation[], t: Translate): string {
  const sum = sumOf(ready);
  return sum ? t('batch-total', { price: money(t, sum) }) : t('batch-no-total');
}
