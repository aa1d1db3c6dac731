import type { Operation } from '../../operations/index.ts';
import { powerKind as kind } from '../../operations/kinds/power.ts';
import { gapOf } from '../../store/operations/index.ts';
import { rightWords } from '../../telegram/failures/right-words.ts';
import { failureLine } from '../../telegram/failures/words.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { listed, name, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { askerName } from '../common/operation/approval.ts';
import { fitting } from '../common/operation/fitting.ts';
import { byLine, confirmLife, expiredWords } from '../common/operation/screen.ts';
import { askingRows, decidingRows } from '../common/operation/together-rows.ts';
import { targetWords } from '../common/servers/find-server.ts';
import { statusWords } from '../common/servers/server-rows.ts';

const MAX_STATUS_LENGTH = 24;
const MAX_NAME_LENGTH = 32;
const UNDER_WAY: readonly Operation['state'][] = ['quoting', 'sending', 'accepted'];

/** A count, the names of those that failed, and a line for each. */
export function powerAllScreen(
  operations: readonly Operation[],
  t: Translate,
  held: ReadonlyMap<string, readonly string[]>,
): Screen {
  const [first] = operations;
  if (!first) return { text: t('operation-missing') };
  const ready = operations.filter(({ state }) => state === 'ready');
  const waiting = operations.filter(({ state }) => state === 'waiting');
  const { by, leftOut = 0 } = kind.parametersOf(first);
  const asker = askerName(first, by);
  const text = fitting((most) =>
    [
      headOf(operations, t),
      operations.map((each) => lineOf(each, t, most, held.get(each.id))).join('\n'),
      ...(leftOut > 0 ? [t('power-all-rest', { count: leftOut })] : []),
      ...(ready.length + waiting.length > 0 ? [t('power-all-means')] : []),
      ...(ready[0] ? [confirmLife(ready[0], t)] : []),
      ...(asker ? [byLine(first, t, asker)] : []),
    ].join('\n\n'),
  );
  const label = t.plain('power-all-yes', { count: ready.length + waiting.length });
  if (waiting.length > 0) return { text, keyboard: decidingRows(waiting, t, label) };
  if (ready.length > 0) return { text, keyboard: askingRows(ready, t, label, 'success') };
  return { text, keyboard: endRows(operations, t) };
}

function endRows(operations: readonly Operation[], t: Translate) {
  const [first] = operations;
  if (!first || operations.some(({ state }) => state === 'quoting' || state === 'sending')) return [];
  const isFollowed = operations.some(({ state }) => state === 'accepted' || state === 'unknown');
  const { id: operation, accountId: account } = first;
  return [
    ...(isFollowed ? [[buttons.lookAtAll.make(t.plain('button-look-again'), { operation })]] : []),
    [
      buttons.alerts.make(t.plain('button-alerts'), { account }),
      buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' }),
    ],
  ];
}

function headOf(operations: readonly Operation[], t: Translate): string {
  const [first] = operations;
  const count = operations.length;
  const isAll = (...states: Operation['state'][]) => operations.every(({ state }) => states.includes(state));
  if (isAll('ready', 'waiting')) return t('power-all-ask', { count });
  if (isAll('done')) return t('power-all-done', { count });
  const what = { html: t('what-power-all', { count }) };
  if (first && isAll('expired')) return expiredWords(first, t, what, t('operation-late', { what }));
  if (isAll('cancelled')) return t('operation-cancelled', { what });
  const done = operations.filter(({ state }) => state === 'done').length;
  const isUnderWay = operations.some(({ state }) => UNDER_WAY.includes(state));
  const failed = operations.filter(({ state }) => ['refused', 'expired', 'cancelled'].includes(state));
  const unknown = operations.filter(({ state }) => state === 'unknown');
  return [
    t(isUnderWay ? 'power-all-under-way' : 'power-all-part', { count, done }),
    ...(failed.length > 0 ? [t('power-all-failed', { count: failed.length, servers: namesOf(failed, t) })] : []),
    ...(unknown.length > 0 ? [t('power-all-unknown', { count: unknown.length, servers: namesOf(unknown, t) })] : []),
  ].join('\n');
}

function namesOf(operations: readonly Operation[], t: Translate): Html {
  const names = operations.map((each) => name(shorten(kind.parametersOf(each).name, MAX_NAME_LENGTH)));
  return listed(names, t);
}

/** @param most characters of the provider's words; `undefined` leaves the reasons out */
function lineOf(
  operation: Operation,
  t: Translate,
  most: number | undefined,
  conflicts: readonly string[] = [],
): string {
  const { state, failure } = operation;
  const { seen, unclear } = kind.progressOf(operation);
  const parameters = kind.parametersOf(operation);
  const server = targetWords({ ...parameters, name: shorten(parameters.name, MAX_NAME_LENGTH) });
  const words = { server, status: stateWords(t, state === 'ready' || state === 'waiting' ? seen.before : seen.last) };
  const why = failure && most !== undefined ? [reasonOf(failure, t, most)] : [];
  switch (state) {
    case 'ready':
      return [t('power-line-ready', words), ...why, ...(most === undefined ? [] : conflicts)].join('\n');
    case 'waiting':
      return t('power-line-waiting', words);
    case 'quoting':
    case 'sending':
      return t('power-line-sending', words);
    case 'accepted':
      return t(unclear ? 'power-line-unclear' : 'power-line-accepted', words);
    case 'unknown':
      return t(unclear ? 'power-line-unknown' : 'power-line-lost', words);
    case 'done':
      return t('power-line-done', words);
    case 'refused':
      return [t('power-line-refused', words), ...why].join('\n');
    case 'expired':
      return t(gapOf(operation) ? 'power-line-gap' : 'power-line-expired', words);
    case 'cancelled':
      return t('power-line-cancelled', words);
  }
}

function stateWords(t: Translate, status: string | undefined): Html {
  return statusWords(t, status && shorten(status, MAX_STATUS_LENGTH));
}

function reasonOf(failure: NonNullable<Operation['failure']>, t: Translate, most: number): string {
  return failure.kind === 'notAllowed' ? rightWords(t, failure) : failureLine(t, failure, most);
}
