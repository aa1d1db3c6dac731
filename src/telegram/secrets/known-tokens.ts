import type { Store } from '../../store/index.ts';
import { possibleTokens, tokenShapes } from './detection.ts';

type Kept = Pick<Store, 'acceptedTokens'>;

/** The provider has accepted the token: from now on it, and what is shaped like it, is known in every chat. */
export function noteAccepted({ acceptedTokens }: Kept, token: string): Promise<void> {
  return acceptedTokens.note(token, tokenShapes(token));
}

/** Whether a text holds a token that the provider accepted from anybody here, or a word of the shape that such tokens have. */
export async function holdsKnownToken({ acceptedTokens }: Kept, text: string): Promise<boolean> {
  const shapes = tokenShapes(text);
  const known = shapes.size > 0 ? await acceptedTokens.shapes() : [];
  return known.some((shape) => shapes.has(shape)) || acceptedTokens.hasAny(possibleTokens(text));
}
