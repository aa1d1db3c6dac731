import type { Habits } from '../../store/domains.ts';
import type { Ctx } from '../../telegram/context.ts';

/** Until a person chooses. */
const FIRST = ['com', 'net', 'org'];

/** More would make a bare name cost more askings than anybody wants to wait for. */
export const MOST_FAVOURITES = 20;

/** What the features of domains share besides the house. */
export interface DomainContext {
  /** The suffixes of national registries. */
  national: readonly string[];
}

/** The suffixes under which a person's names without one are tried, in ASCII. */
export async function favouritesOf(ctx: Ctx, { national }: DomainContext): Promise<readonly string[]> {
  const { favourites } = await habitsOf(ctx);
  return favourites ?? [...new Set([...national.slice(0, 1), ...FIRST])];
}

/** What the person used last. */
export async function habitsOf(ctx: Ctx): Promise<Habits> {
  return (await ctx.services.store.domains.habits.get(String(ctx.person.id))) ?? {};
}
