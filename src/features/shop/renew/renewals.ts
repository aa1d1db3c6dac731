import type { InlineKeyboardButton } from 'grammy/types';
import { Failure, type Quote, RENEWAL_DAYS } from '../../../hosting/index.ts';
import type { Operation } from '../../../operations/index.ts';
import type { Access } from '../../../telegram/access/access.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { inRows } from '../../../telegram/ui/screen.ts';
import { isTypedTap } from '../../../telegram/updates/update.ts';
import { typedNumber } from '../../common/input/typed-input.ts';
import { withoutUnit } from '../../common/input/typed-unit.ts';
import { requireAllowance } from '../../common/payment/spending-limit.ts';
import { type Named, named } from '../../common/servers/find-server.ts';
import { type Buyer, writePurchases } from '../purchase.ts';
import type { Unpriced } from './batch-lines.ts';

const OFFERED = [30, 90, 180, 364];

export function periodRows(
  t: Translate,
  make: (label: string, days: string) => InlineKeyboardButton,
): InlineKeyboardButton[][] {
  const offered = OFFERED.map((days) => make(t.plain('days', { days }), String(days)));
  return [...inRows(offered), [make(t.plain('button-other-days'), '')]];
}

/** In days, from text or button data; `undefined` outside the contract's limits. */
export function periodIn(ctx: Pick<Ctx, 'services'>, text: string | undefined): number | undefined {
  const days = typedNumber(withoutUnit(ctx, text ?? '', 'days'));
  return days !== undefined && days >= RENEWAL_DAYS.min && days <= RENEWAL_DAYS.max ? days : undefined;
}

/** Call it before the tap is answered, for an alert. A typed number is asked again. @throws Refusal for forged data */
export function requirePeriod(ctx: Ctx, days: string): void {
  if (days !== '' && periodIn(ctx, days) === undefined && !isTypedTap(ctx.callbackQuery?.id ?? ''))
    throw new Refusal((t) => t('button-old'));
}

interface Renewals {
  written: Operation[];
  unpriced: Unpriced[];
}

type Priced = { server: Named; before: object; quote: Quote };

/** Asks the price for each server and prepares those that have one. @param period days @throws Refusal above a limit */
export async function writeRenewals(
  services: Services,
  buyer: Buyer,
  access: Access,
  servers: readonly Named[],
  period: number,
): Promise<Renewals> {
  // The id has the server's index: a repeated update may find other servers with a price.
  const asked = await Promise.all(
    servers.map(async (server, place) => ({ ...(await price(access, server, period)), id: buyer.operationId(place) })),
  );
  const priced = asked.flatMap((each) => ('quote' in each ? [each] : []));
  const unpriced = asked.flatMap((each) => ('failure' in each ? [each] : []));
  await requireAllowance(
    services,
    access,
    buyer.userId,
    priced.map(({ quote }) => quote),
  );
  const ids = priced.map(({ id }) => id);
  const together = ids.length > 1 ? { batch: ids, leftOut: unpriced.map(({ server: { name } }) => name) } : {};
  const purchases = priced.map(({ id, server, before, quote }) => ({
    id,
    kind: 'renewal' as const,
    parameters: {
      serverId: server.id,
      name: server.name,
      ...(server.ip === undefined ? {} : { ip: server.ip }),
      person: buyer.person,
      period,
      ...together,
    },
    progress: { seen: before },
    quote,
    subject: server.id,
  }));
  const written = purchases.length > 0 ? await writePurchases(services, buyer, purchases) : [];
  return { written, unpriced };
}

async function price({ account, hosting }: Access, server: Named, period: number): Promise<Priced | Unpriced> {
  try {
    const [quote, { ip = server.ip, expireDate }] = await Promise.all([
      hosting.cloudOrders.quoteRenewal(server.id, period),
      hosting.servers.status(server.id),
    ]);
    const before = expireDate === undefined ? {} : { before: expireDate };
    return { server: named(account, { ...server, ip }), before, quote };
  } catch (error) {
    // A server without a price must not block the others.
    if (error instanceof Failure) return { server, failure: error };
    throw error;
  }
}
