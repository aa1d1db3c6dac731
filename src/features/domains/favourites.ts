import type { DomainPreferences } from '../../store/key-value/domains.ts';
import type { Ctx } from '../../telegram/context.ts';

const DEFAULT_SUFFIXES = ['com', 'net', 'org'];

/** Each favourite costs one request for every name without a suffix. */
export const MAX_FAVOURITES = 20;

export interface DomainContext {
  national: readonly string[];
}

export async function favouritesOf(ctx: Ctx, { national }: DomainContext): Promise<readonly string[]> {
  const { favourites } = await preferencesOf(ctx);
  return favourites ?? [...new Set([...national.slice(0, 1), ...DEFAULT_SUFFIXES])];
}

export async function preferencesOf(ctx: Ctx): Promise<DomainPreferences> {
  return (await ctx.services.store.domains.preferences.get(String(ctx.person.id))) ?? {};
}
