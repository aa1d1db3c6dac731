import type { Ctx } from '../../../telegram/context.ts';
import { readName } from '../name.ts';

/** Telegram's limit for a /start payload, of letters, digits, `_` and `-` (Bot API, "Deep linking"). */
const LONGEST = 64;
const MARK = 'r_';

/** The /start payload that registers a domain; `undefined` where the domain is too long for one. */
export function registerPayload(domain: string): string | undefined {
  // No domain has an underscore in it.
  const payload = MARK + domain.replaceAll('.', '_');
  return payload.length <= LONGEST ? payload : undefined;
}

/** A link that registers a domain in the private chat; `undefined` where the domain is too long for one. */
export function registerLink({ me }: Ctx, domain: string): string | undefined {
  const payload = registerPayload(domain);
  return payload && `https://t.me/${me.username}?start=${payload}`;
}

/** The domain in a payload of {@link registerPayload}; `undefined` in any other. */
export function domainOfPayload(payload: string): string | undefined {
  if (!payload.startsWith(MARK)) return undefined;
  const reading = readName(payload.slice(MARK.length).replaceAll('_', '.'));
  return reading && 'domain' in reading ? reading.domain : undefined;
}
