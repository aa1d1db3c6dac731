import type { Failure } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import { renewal as kind } from '../../../operations/kinds/renewal.ts';
import { isRestored } from '../../../store/operations/index.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { failureLine } from '../../../telegram/report-failure.ts';
import { name } from '../../../telegram/ui/format.ts';
import { visibleLength } from '../../../telegram/ui/screen.ts';
import type { Named } from '../../common/find-server.ts';
import { conflictLine } from '../../common/operation/conflict.ts';
import { setback, twinLines } from '../../common/payment/confirm.ts';
import { money } from '../../common/payment/money.ts';
import { targetWords } from '../../common/target-words.ts';
import { dateWords } from './screen.ts';

/** Characters that a message holds, less what may be added around it. */
const LONGEST_TEXT = 4_000;
/** What the provider says of one of ten servers, in characters: as much as lets all of them fit. */
const REASONS = [120, 40, 0] as const;

/**
 * One of several renewals, as it stands by now.
 * @param most characters of the provider's words; `undefined` leaves the reasons out
 * @param conflicts the operations under way that held its confirm back
 */
export function batchLine(
  operation: Operation,
  t: Translate,
  most: number | undefined,
  conflicts: readonly Operation[] = [],
): string {
  const { seen, unclear } = kind.progressOf(operation);
  const server = targetWords(kind.parametersOf(operation));
  const price: Html | string = operation.quote ? money(t, operation.quote) : '';
  const expiry = (date: string | undefined) =>
    date === undefined ? '' : ` · ${t('renewal-expiry', { date: dateWords(date, t) })}`;
  const said = operation.said ? ` · ${t(operation.said.happened ? 'batch-said-yes' : 'batch-said-no')}` : '';
  switch (operation.state) {
    case 'ready': {
      // That the same was bought meanwhile is said by its twin.
      const why = most === undefined || operation.failure?.kind === 'twin' ? '' : setback(operation, t, most);
      const said = why === '' ? twinLines(operation, t) : [why];
      if (most !== undefined) said.push(...conflicts.map((conflict) => conflictLine(t, operation, conflict)));
      return [t('batch-ready', { server, price }) + expiry(seen.before), ...said].join('\n');
    }
    case 'quoting':
    case 'sending':
      return t('batch-sending', { server, price });
    case 'accepted':
      return t(unclear ? 'batch-unclear' : 'batch-accepted', { server, price });
    case 'unknown':
      return t(unclear ? 'batch-unknown' : 'batch-lost', { server, price }) + said;
    case 'done':
      return t('batch-done', { server, price }) + expiry(seen.expiry);
    case 'refused': {
      const why = most === undefined ? '' : `\n${failureLine(t, operation.failure ?? { kind: 'refused' }, most)}`;
      return t('batch-refused', { server, price }) + why;
    }
    case 'expired':
      return t(expiredKey(operation), { server, price });
    case 'cancelled':
      return t('batch-cancelled', { server, price });
  }
}

function expiredKey(operation: Operation) {
  const { failure } = operation;
  if (isRestored(operation)) return 'batch-restored';
  return failure?.kind === 'interrupted' ? 'batch-interrupted' : 'batch-expired';
}

/** A server that the provider named no price for. */
export interface Unpriced {
  server: Named;
  failure: Failure;
}

/**
 * A text about several servers in which each reason takes one line, shortened so far that one message holds it; where even
 * that does not do, without the reasons.
 * @param render with how many characters of the provider's words, or `undefined` without the reasons
 * @param longest characters that the text may have
 */
export function fitting(render: (most: number | undefined) => string, longest = LONGEST_TEXT): string {
  for (const most of REASONS) {
    const text = render(most);
    if (visibleLength(text) <= longest) return text;
  }
  return render(undefined);
}

/** The servers without a price, a line each and one for the reason. */
export function unpricedLines(t: Translate, unpriced: readonly Unpriced[], most: number | undefined): string {
  const reason = (failure: Failure) => (most === undefined ? '' : `\n${failureLine(t, failure, most)}`);
  return unpriced
    .map(({ server, failure }) => t('batch-unpriced', { server: name(server.name) }) + reason(failure))
    .join('\n');
}

/** The same without the reasons, where only their names were kept. */
export function leftOutLines(t: Translate, names: readonly string[] = []): string {
  return names.map((each) => t('batch-unpriced', { server: name(each) })).join('\n');
}
