import type { MiddlewareFn } from 'grammy';
import type { KnownDomain } from '../../../store/key-value/domains.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { type ArgumentName, type Arguments, type Button, onButton } from '../../../telegram/ui/button.ts';
import { domainReference } from '../../common/domain-words.ts';
import { requireAccess } from '../../common/require.ts';

const MAX_DOMAINS_KEPT = 2_000;

/** Newest first. Without `operation` the domain is certainly in the account. */
export async function rememberDomain(ctx: Ctx, key: string, domain: KnownDomain): Promise<void> {
  const { domains } = ctx.services.store;
  const known = (await domains.get(key)).domains.find((each) => each.domain === domain.domain);
  const isKnown = known && (known.operation === undefined || known.operation === domain.operation);
  const isSameEnd = domain.end === undefined || known?.end?.date === domain.end.date;
  if (isKnown && isSameEnd) return;
  await domains.change(key, (knownDomains) => {
    const others = knownDomains.domains.filter((each) => each.domain !== domain.domain);
    // The digest has shown this date: looking at the domain does not make it news.
    const end = known?.end && isSameEnd ? { end: known.end } : {};
    knownDomains.domains = [{ ...domain, ...end }, ...others].slice(0, MAX_DOMAINS_KEPT);
  });
}

export async function forgetDomain(ctx: Ctx, key: string, domain: string): Promise<void> {
  await ctx.services.store.domains.change(key, (knownDomains) => {
    knownDomains.domains = knownDomains.domains.filter((each) => each.domain !== domain);
  });
}

/** Includes registrations begun here that succeeded, or may have (`open`). */
export async function listKnownDomains(ctx: Ctx, { key }: Access): Promise<{ domain: string; open: boolean }[]> {
  const { domains } = await ctx.services.store.domains.get(key);
  const states = await Promise.all(
    domains.map(async ({ domain, operation: id }) => {
      const operation = id === undefined ? undefined : await ctx.services.operations.get(id);
      if (operation === undefined || operation.state === 'done') return { domain, open: false };
      const begun = ['sending', 'accepted', 'unknown'].includes(operation.state);
      return begun && operation.said?.happened !== false ? { domain, open: true } : undefined;
    }),
  );
  return states.filter((each) => each !== undefined);
}

type OfDomain<Others extends readonly ArgumentName[]> = readonly ['account', 'domain', ...Others];

/** Handles the taps on a button that names a listed domain. @param before runs before the account is read */
export function onDomain<const Others extends readonly ArgumentName[]>(
  kind: Button<OfDomain<Others>>,
  handle: (ctx: Ctx, access: Access, domain: string, values: Arguments<OfDomain<Others>>) => Promise<unknown>,
  before?: (ctx: Ctx, values: Arguments<OfDomain<Others>>) => unknown,
): MiddlewareFn<Ctx> {
  return onButton(kind, async (ctx, values) => {
    before?.(ctx, values);
    const { account = '', domain = '' }: Record<string, string> = values;
    const access = await requireAccess(ctx, kind.right, account);
    await handle(ctx, access, await requireKnownDomain(ctx, access, domain), values);
  });
}

/** @throws Refusal for a domain that is not on the account's list */
async function requireKnownDomain(ctx: Ctx, access: Access, reference: string): Promise<string> {
  const { domains } = await ctx.services.store.domains.get(access.key);
  const found = domains.find(({ domain }) => domainReference(domain) === reference);
  if (!found) throw new Refusal((t) => t('domain-gone'));
  return found.domain;
}
