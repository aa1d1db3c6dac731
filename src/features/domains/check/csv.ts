import type { Check, CheckResult } from '../../../store/jobs/checks.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { reads } from '../../common/domain-words.ts';
import { csvOf, unparted } from '../../common/input/csv.ts';
import { junkKey } from '../names/name-words.ts';
import { groupsOf, whyKey } from './results.ts';

const COLUMNS = ['domain', 'ascii', 'state', 'total', 'currency', 'years', 'why'] as const;

export function checkFile(check: Check, found: ReadonlyMap<number, CheckResult>, t: Translate): string {
  const rows = groupsOf(check, found).flatMap((group) =>
    group.rows.map(({ domain, found: known }) => [
      reads(domain),
      domain,
      t.plain(`check-state-${group.state}`),
      ...(known?.quote && group.state === 'available'
        ? [known.quote.total, unparted(known.quote.currency), known.quote.period ?? 1]
        : ['', '', '']),
      known?.state === 'failed' ? t.plain(whyKey(known.why)) : '',
    ]),
  );
  const junk = check.junk.map(({ text, reason }) => [
    unparted(text),
    '',
    t.plain('check-state-junk'),
    ...['', '', ''],
    t.plain(junkKey(reason)),
  ]);
  const head = COLUMNS.map((column) => t.plain(`check-column-${column}`));
  return csvOf([head, ...rows, ...junk]);
}
