import type { Store } from '../../store/index.ts';
import { possibleTokens, tokenShapes } from './detection.ts';

type Kept = Pick<Store, 'acceptedTokens'>;

export function noteAccepted({ acceptedTokens }: Kept, token: string): Promise<void> {
  return acceptedTokens.note(token, tokenShapes(token));
}

export async function holdsKnownToken({ acceptedTokens }: Kept, text: string): Promise<boolean> {
  const shapes = tokenShapes(text);
  const known = shapes.size > 0 ? await acceptedTokens.shapes() : [];
  return known.some((shape) => shapes.has(shape)) || acceptedTokens.hasAny(possibleTokens(text));
}
