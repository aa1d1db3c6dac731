import type { Ctx } from '../../../telegram/context.ts';
import { readName } from '../name.ts';

/** Telegram's limit for what a link adds to /start; of letters, digits, `_` and `-` (Bot API, "Deep linking"). */
const LONGEST = 64;
const MARK = 'r_';

/** What a link adds to /start to register a domain; undefined where the domain is too long for it. */
export function registerPayload(domain: string): string | undefined {
  // No domain has an underscore in it.
  const payload = MARK + domain.replaceAll('.', '_');
  return payload.length <= LONGEST ? payload : undefined;
}

/** A link into the private chat with the bot, there to registering; undefined where the domain is too long for one. */
export function registerLink({ me }: Ctx, domain: string): string | undefined {
  const payload = registerPayload(domain);
  return payload && `https://t.me/${me.username}?start=${payload}`;
}

/** The domain in what a link added to /start, if it is one of {@link registerPayload}. */
export function domainOfPayload(payload: string): string | undefined {
  if (!payload.startsWith(MARK)) return undefined;
  const reading = readName(payload.slice(MARK.length).replaceAll('_', '.'));
  return reading && 'domain' in reading ? reading.domain : undefined;
}
