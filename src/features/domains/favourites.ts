import type { DomainPreferences } from '../../store/key-value/domains.ts';
import type { Ctx } from '../../telegram/context.ts';

/** The favourites of a person who has chosen none. */
const FIRST = ['com', 'net', 'org'];

/** Each favourite costs one request for every name without a suffix. */
export const MOST_FAVOURITES = 20;

/** The settings that the domain features share. */
export interface DomainContext {
  /** The suffixes of national registries. */
  national: readonly string[];
}

/** The suffixes under which a person's names without one are tried, in ASCII. */
export async function favouritesOf(ctx: Ctx, { national }: DomainContext): Promise<readonly string[]> {
  const { favourites } = await preferencesOf(ctx);
  return favourites ?? [...new Set([...national.slice(0, 1), ...FIRST])];
}

/** The person's favourite suffixes and last used handle and name servers. */
export async function preferencesOf(ctx: Ctx): Promise<DomainPreferences> {
  return (await ctx.services.store.domains.preferences.get(String(ctx.person.id))) ?? {};
}
