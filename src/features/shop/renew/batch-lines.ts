import type { Failure } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import { renewalKind as kind } from '../../../operations/kinds/renewal.ts';
import { isDeclined } from '../../../operations/outcome.ts';
import { type Gap, gapOf } from '../../../store/operations/index.ts';
import { rightWords } from '../../../telegram/failures/right-words.ts';
import { failureLine } from '../../../telegram/failures/words.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { formatExpiry, name } from '../../../telegram/ui/format.ts';
import type { Part } from '../../../telegram/ui/rich.ts';
import { REASONS } from '../../common/operation/fitting.ts';
import { duplicateLines, setback } from '../../common/payment/confirm.ts';
import { money } from '../../common/payment/money.ts';
import { type Named, targetWords } from '../../common/servers/find-server.ts';

/**
 * The line of one of several renewals, in its present state. `most` characters of the provider's words are shown, `undefined` leaves the
 * reasons out; `conflicts` has a line for each running operation that blocked its confirm.
 */
export function batchLine(
  operation: Operation,
  t: Translate,
  {
    most,
    conflicts = [],
    zone,
  }: { most: number | undefined; conflicts?: readonly string[] | undefined; zone: string | undefined },
): string {
  const { seen, unclear } = kind.progressOf(operation);
  const server = targetWords(kind.parametersOf(operation));
  const price: Html | string = operation.quote ? money(t, operation.quote) : '';
  const expiry = (date: string | undefined) =>
    date === undefined ? '' : ` · ${t('renewal-expiry', { date: formatExpiry(date, t.locale, zone) })}`;
  const say = (key: BatchLineKey) => t(key, { server, price });
  switch (operation.state) {
    case 'ready':
      return [say('batch-ready') + expiry(seen.before), ...readyLines(operation, t, most, conflicts)].join('\n');
    case 'waiting':
      return say('batch-waiting');
    case 'quoting':
    case 'sending':
      return say('batch-sending');
    case 'accepted':
      return say(unclear ? 'batch-unclear' : 'batch-accepted');
    case 'unknown':
      return say(unclear ? 'batch-unknown' : 'batch-lost') + saidWords(operation, t);
    case 'done':
      return say('batch-done') + expiry(seen.expiry);
    case 'refused':
      return say('batch-refused') + refusalWords(operation, t, most);
    case 'expired':
      return say(`batch-${expiredAs(operation)}`);
    case 'cancelled':
      return say(isDeclined(operation) ? 'batch-declined' : 'batch-cancelled');
  }
}

const SIGNS = {
  done: '✅',
  refused: '❌',
  cancelled: '▫️',
  declined: '✖️',
  expired: '⌛',
  away: '⚠️',
  restored: '⚠️',
  withdrawn: '⌛',
  unapproved: '⌛',
  interrupted: '⚠️',
} as const;

/**
 * The table of a receipt: each renewal with its price and its result; below it, folded, the reasons of those that were refused, which
 * a narrow column has no room for. `undefined` while one is under way or waits for the person's word.
 */
export function batchTable(
  operations: readonly Operation[],
  t: Translate,
  zone: string | undefined,
): Part[] | undefined {
  const isRenewed = operations.every(({ state }) => state === 'done');
  const rows = operations
    .map((operation) => cellsOf(operation, t, { isRenewed, zone }))
    .filter((cells) => cells !== undefined);
  if (rows.length < operations.length) return undefined;
  const [server, price, result] = [
    t('batch-column-server'),
    t('batch-column-price'),
    t(isRenewed ? 'batch-column-expiry' : 'batch-column-result'),
  ];
  const columns = [{ title: server }, { title: price, align: 'end' as const }, { title: result }];
  const reasons = operations
    .filter(({ state }) => state === 'refused')
    .map((operation) => targetWords(kind.parametersOf(operation)).html + refusalWords(operation, t, REASONS[0]));
  return [
    { columns, rows },
    ...(reasons.length > 0 ? [{ summary: t('batch-reasons'), parts: [reasons.join('\n')] }] : []),
  ];
}

/** @param isRenewed whether all are: their column is that of expiry dates then */
function cellsOf(
  operation: Operation,
  t: Translate,
  { isRenewed, zone }: { isRenewed: boolean; zone: string | undefined },
): string[] | undefined {
  const { quote } = operation;
  const end = endOf(operation);
  if (end === undefined) return undefined;
  const { expiry } = kind.progressOf(operation).seen;
  const date = formatExpiry(expiry ?? '', t.locale, zone);
  const until = expiry === undefined ? '' : isRenewed ? date.html : t('renewal-expiry', { date });
  return [
    `${SIGNS[end]} ${targetWords(kind.parametersOf(operation)).html}`,
    quote ? money(t, quote).html : '',
    end === 'done' ? until : t(`batch-${end}-word`),
  ];
}

function endOf(operation: Operation): keyof typeof SIGNS | undefined {
  const { state } = operation;
  if (state === 'expired') return expiredAs(operation);
  if (isDeclined(operation)) return 'declined';
  return state === 'done' || state === 'refused' || state === 'cancelled' ? state : undefined;
}

function expiredAs(operation: Operation): Gap | 'withdrawn' | 'interrupted' | 'unapproved' | 'expired' {
  const { failure } = operation;
  const gap = gapOf(operation);
  if (gap) return gap;
  if (failure?.kind === 'notApproved') return 'unapproved';
  if (failure?.kind === 'withdrawn') return 'withdrawn';
  return failure?.kind === 'interrupted' ? 'interrupted' : 'expired';
}

type BatchLineKey = TextKey &
  `batch-${'ready' | 'waiting' | 'sending' | 'unclear' | 'accepted' | 'unknown' | 'lost' | 'done' | 'refused' | 'interrupted' | Gap | 'withdrawn' | 'unapproved' | 'expired' | 'cancelled' | 'declined'}`;

function readyLines(
  operation: Operation,
  t: Translate,
  most: number | undefined,
  conflicts: readonly string[],
): string[] {
  // The lines of a duplicate already say that the same was bought.
  const why = most === undefined || operation.failure?.kind === 'duplicate' ? '' : setback(operation, t, most);
  const lines = why === '' ? duplicateLines(operation, t) : [why];
  return most === undefined ? lines : [...lines, ...conflicts];
}

function saidWords({ said }: Operation, t: Translate): string {
  return said ? ` · ${t(said.happened ? 'batch-said-yes' : 'batch-said-no')}` : '';
}

function refusalWords({ failure }: Operation, t: Translate, most: number | undefined): string {
  if (most === undefined) return '';
  if (failure?.kind === 'notAllowed') return `\n${rightWords(t, failure)}`;
  return `\n${failureLine(t, failure ?? { kind: 'refused' }, most)}`;
}

export interface Unpriced {
  server: Named;
  failure: Failure;
}

export function unpricedLines(t: Translate, unpriced: readonly Unpriced[], most: number | undefined): string {
  const reason = (failure: Failure) => (most === undefined ? '' : `\n${failureLine(t, failure, most)}`);
  return unpriced
    .map(({ server, failure }) => t('batch-unpriced', { server: name(server.name) }) + reason(failure))
    .join('\n');
}

/** Stored names have no reasons. */
export function leftOutLines(t: Translate, names: readonly string[] = []): string {
  return names.map((each) => t('batch-unpriced', { server: name(each) })).join('\n');
}
