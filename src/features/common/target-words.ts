import type { Target } from '../../operations/target.ts';
import type { Html } from '../../telegram/i18n/index.ts';
import { code, name } from '../../telegram/ui/format.ts';

/** The server of an operation in a text: its name, and its IP where that is another. */
export function targetWords({ name: shown, ip }: Target): Html {
  const words = name(shown).html;
  return { html: ip !== undefined && ip !== shown ? `${words} (${code(ip).html})` : words };
}
