import papa from 'papaparse';
import type { Check, CheckResult } from '../../../store/jobs/checks.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { reads } from '../../common/domain-words.ts';
import { junkKey } from '../name-words.ts';
import { groupsOf, whyKey } from './results.ts';

const COLUMNS = ['domain', 'ascii', 'state', 'total', 'currency', 'years', 'why'] as const;
const UTF8_MARK = '\ufeff';
/** The beginning of a formula, with the characters that spreadsheets skip before it. East Asian ones also read full-width and small signs. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;
/** Spreadsheets of many countries split a cell at its semicolons: a formula may begin behind each of them. */
const PARTED_FORMULA = /([;\t|][\s\p{Cf}]*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/gu;

/**
 * The whole check as CSV (RFC 4180), UTF-8 with a byte order mark for spreadsheets. A cell that a spreadsheet would run as a
 * formula becomes text.
 */
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
  return UTF8_MARK + papa.unparse([head, ...rows, ...junk], { escapeFormulae: FORMULA, newline: '\r\n' });
}

/** Turns every formula within words of the provider or of a person into text. */
function unparted(words: string): string {
  return words.replaceAll(PARTED_FORMULA, "$1'");
}
