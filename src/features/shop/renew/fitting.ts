import type { Failure } from '../../../hosting/index.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { failureLine } from '../../../telegram/report-failure.ts';
import { name } from '../../../telegram/ui/format.ts';
import { visibleLength } from '../../../telegram/ui/screen.ts';
import type { Named } from '../../common/find-server.ts';

/** Characters that a message holds, less what may be added around it. */
const LONGEST_TEXT = 4_000;
/** What the provider says of one of ten servers, in characters: as much as lets all of them fit. */
const REASONS = [120, 40, 0] as const;

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
