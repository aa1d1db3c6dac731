import type { Ctx } from '../../../telegram/context.ts';
import { linkTo, type Payload, payloadWith } from '../../../telegram/ui/link.ts';
import { readName } from '../names/name.ts';

/** `undefined` for a domain that is too long for a payload. */
export function registerPayload(domain: string): Payload | undefined {
  return payloadWith('register', domain.replaceAll('.', '_'));
}

export function registerLink({ me }: Ctx, domain: string): string | undefined {
  const payload = registerPayload(domain);
  return payload && linkTo(me, payload);
}

/** `undefined` for a forged payload. */
export function domainOfPayload(value: string): string | undefined {
  const reading = readName(value.replaceAll('_', '.'));
  return reading && 'domain' in reading ? reading.domain : undefined;
}
