import { visibleLength } from '../../../telegram/ui/screen.ts';

/** Telegram's 4,096 characters, less room for additions. */
const MAX_TEXT_LENGTH = 4_000;
/** Characters of the provider's words about one server, tried until ten servers fit. */
export const REASONS = [120, 40, 0] as const;

/** Shortens the provider's words until the text fits. @param render takes their length; `undefined` leaves them out */
export function fitting(render: (most: number | undefined) => string, longest = MAX_TEXT_LENGTH): string {
  for (const most of REASONS) {
    const text = render(most);
    if (visibleLength(text) <= longest) return text;
  }
  return render(undefined);
}
