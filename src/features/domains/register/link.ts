import type { Ctx } from '../../../telegram/context.ts';
import { linkTo, type Payload, payloadWith } from '../../../telegram/ui/link.ts';
import { readName } from '../names/name.ts';

/** The /start payload that registers a domain; `undefined` where the domain is too long for one. */
export function registerPayload(domain: string): Payload | undefined {
  return payloadWith('register', domain.replaceAll('.', '_'));
}

/** A link that registers a domain in the private chat; `undefined` where the domain is too long for one. */
export function registerLink({ me }: Ctx, domain: string): string | undefined {
  const payload = registerPayload(domain);
  return payload && linkTo(me, payload);
}

/** The domain in what a payload of {@link registerPayload} holds; `undefined` where a payload was made up. */
export function domainOfPayload(value: string): string | undefined {
  const reading = readName(value.replaceAll('_', '.'));
  return reading && 'domain' in reading ? reading.domain : undefined;
}
