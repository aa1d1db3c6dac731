import type { InlineKeyboardButton } from 'grammy/types';
import type { House } from '../telegram/context.ts';
import type { Html } from '../telegram/i18n.ts';

/** What of the house the screens of what is paid for need. */
export type Desk = Pick<House, 'topUpUrl'>;

/** What one kind of purchase adds to the screens that all of them share. */
export interface MoneyLook {
  /** "Renewal of web1 for 30 days". */
  what: Html;
  /** The question of the confirm, and all that is bought, a line each. */
  ask: string;
  lines: string[];
  /** What happens when it is confirmed. */
  means: string;
  /** The label of the confirm button. */
  yes: (price: string) => string;
  by?: string | undefined;
  unclear?: boolean | undefined;
  /** In the words of its kind, where the common ones do not do. */
  accepted?: string;
  stillOpen?: string;
  done?: string;
  /** What was read that speaks for or against it. */
  evidence?: string | undefined;
  /** Where to go when it ended well, and in any case. */
  onward?: InlineKeyboardButton[][];
  back: InlineKeyboardButton[][];
  /** Asks for the same once more. */
  again?: InlineKeyboardButton | undefined;
  /** Leads back to the values, where the provider can't use one of them. */
  change?: InlineKeyboardButton | undefined;
}
