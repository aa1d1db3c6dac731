import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { refusal } from '../http/refusal.ts';
import { acknowledgement, answeredInteger, type Market } from './operation.ts';
import prices from './prices.json' with { type: 'json' };

export interface Resources {
  ram: number;
  cpu: number;
  disk: number;
  backup: number;
  traffic: number;
}

/** A map, because every object has a property named `constructor`, which a customer may ask for as a suffix. */
const perYear: ReadonlyMap<string, number> = new Map(Object.entries(prices.perYear));

export const quote = z.object({ total: answeredInteger, currency: z.string(), period: answeredInteger });

export const orderAcknowledgement = acknowledgement.extend({ order_id: z.string() });

/** The contract's price quote, with value-added tax. `period` is in days or years. */
export function quoteOf(listed: number, period: number, market: Market): z.output<typeof quote> {
  return { total: atMarket(listed, market), currency: prices.currency, period };
}

/** In toman, with value-added tax. */
export function cloudPrice(resources: Resources, days: number): number {
  const names = ['ram', 'cpu', 'disk', 'backup', 'traffic'] as const;
  const perDay = names.reduce((sum, name) => sum + resources[name] * prices.perDay[name], 0);
  return withTax(perDay * days);
}

/** In toman, with value-added tax; undefined for a suffix that is not sold. */
export function domainPrice(suffix: string, years: number): number | undefined {
  const yearly = perYear.get(suffix);
  return yearly === undefined ? undefined : withTax(yearly * years);
}

interface Payer {
  readonly account: Account;
  readonly market: Market;
  readonly now: () => number;
}

/** Takes the money from the wallet. @returns the order's id @throws Refusal insufficient balance, with the missing amount */
export function pay({ account, market, now }: Payer, operation: string, listed: number): string {
  const total = atMarket(listed, market);
  if (account.wallet < total) throw refusal('insufficientBalance', 'insufficientBalance', total - account.wallet);
  account.wallet -= total;
  const orderId = `${account.label.replace('account-', 'ord-')}${String(account.orders.length + 1).padStart(5, '0')}`;
  account.orders.push({ orderId, operation, total, at: now() });
  return orderId;
}

const atMarket = (listed: number, { percent }: Market) => Math.round((listed * percent) / 100);

const withTax = (net: number) => Math.round((net * (100 + prices.vatPercent)) / 100);
