import { visibleLength } from '../../../telegram/ui/screen.ts';

/** The characters of a message, less room for additions. */
const LONGEST_TEXT = 4_000;
/** Lengths for the provider's words about one server, in characters: tried until ten servers fit. */
export const REASONS = [120, 40, 0] as const;

/**
 * A text about several servers with a line for each reason. The reasons are shortened until the text fits into one message,
 * and left out where that is not enough.
 * @param render takes the number of characters of the provider's words; `undefined` leaves the reasons out
 * @param longest characters that the text may have
 */
export function fitting(render: (most: number | undefined) => string, longest = LONGEST_TEXT): string {
  for (const most of REASONS) {
    const text = render(most);
    if (visibleLength(text) <= longest) return text;
  }
  return render(undefined);
}
