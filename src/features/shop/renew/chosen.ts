import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { serverReference } from '../../../hosting/kept-lists.ts';
import type { Access } from '../../../telegram/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/refusal.ts';
import { type Named, named } from '../../common/find-server.ts';

const NOTE_LIFE_MS = 24 * 3_600_000;
const references = z.array(z.string());

const keyOf = (access: Access, note: string) => `${access.key}:chosen:${note}`;

/** A new, empty choice of servers: what buttons carry of it. Nothing is kept before something is chosen. */
export function newChoice(): string {
  return randomBytes(6).toString('base64url');
}

/** The references of the servers that were chosen. */
export async function chosen(ctx: Ctx, access: Access, note: string): Promise<string[]> {
  const kept = await ctx.services.store.notes.get(keyOf(access, note));
  return kept === undefined ? [] : references.parse(JSON.parse(kept));
}

export async function choose(ctx: Ctx, access: Access, note: string, all: readonly string[]): Promise<void> {
  await ctx.services.store.notes.set(keyOf(access, note), JSON.stringify(all), NOTE_LIFE_MS);
}

/**
 * The chosen servers, as far as the account's list still holds them.
 * @throws Refusal where none is chosen (any more)
 */
export async function chosenServers(ctx: Ctx, access: Access, note: string): Promise<Named[]> {
  const wanted = new Set(await chosen(ctx, access, note));
  const found = await ctx.services.accesses.lists.search(
    access.key,
    access.hosting,
    (items) => items.filter(({ id }) => wanted.has(serverReference(id))).map((item) => named(access.account, item)),
    ({ length }) => length === wanted.size,
  );
  if (found.length === 0) throw new Refusal((t) => t('renew-none-chosen'));
  return found;
}
