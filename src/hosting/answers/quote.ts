import { z } from 'zod';
import { record, text, words } from './reading.ts';

/** Later digits are noise (`455620.00000000006`). */
const CERTAIN_DIGITS = 15;
const certain = (total: number) => (Number.isInteger(total) ? total : Number(total.toPrecision(CERTAIN_DIGITS)));
const LEAST = 1e-9;

/** A price that reads in two ways (`1,5`, `850.000`) is unreadable. */
const price = text.pipe(
  z
    .string()
    .trim()
    .regex(/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(?!\d{3}$)\d+)?$/)
    .transform((came) => certain(Number(came.replaceAll(',', ''))))
    .pipe(
      z
        .number()
        .max(Number.MAX_SAFE_INTEGER)
        .refine((total) => total === 0 || total >= LEAST),
    ),
);

/** Leading digits would read as part of the amount, and a cut name could be another currency's. */
const currency = text.pipe(
  z
    .string()
    .max(40)
    .regex(/^[\p{L}\p{Sc}_]/u),
);

const periods = text.pipe(
  z
    .string()
    .regex(/^\d{1,4}(?:\.0+)?(?:\s*\p{L}+)?$/u)
    .transform((came) => Number.parseInt(came, 10)),
);

/** Contract, "Price quote": the total includes value-added tax. */
export interface Quote {
  total: number;
  currency: string;
  /** Days for servers, years for domains. */
  period?: number;
}

const quoteFields = { total: price, currency, period: periods.exactOptional() };

export const quote = record(quoteFields).transform(quoteOf);

function quoteOf({ total, currency, period }: { total: number; currency: string; period?: number | undefined }): Quote {
  return { total, currency, ...(period !== undefined && { period }) };
}

export function isFor(period: number, quote: Quote): boolean {
  return quote.period === undefined || quote.period === period;
}

/** Only an available domain certainly has a price. */
export interface Availability {
  state: 'available' | 'registered' | 'forbidden';
  quote?: Quote;
}

const STATES: ReadonlyMap<string, Availability['state']> = new Map([
  ['1', 'available'],
  ['true', 'available'],
  ['0', 'registered'],
  ['false', 'registered'],
  ['2', 'forbidden'],
]);

const available = record({ avaliable: text.exactOptional(), available: text.exactOptional() });

export const availability = z.unknown().transform((came, context): Availability => {
  const found = available.safeParse(came).data;
  const state = STATES.get(found?.avaliable ?? found?.available ?? '');
  const priced = quote.safeParse(came).data;
  if (state !== undefined) return { state, ...(priced !== undefined && { quote: priced }) };
  context.addIssue({ code: 'custom', message: 'no state' });
  return z.NEVER;
});

export interface OrderAcknowledgement {
  orderId: string;
  words?: string;
}

/** Without an order code it is unknown whether an order exists. */
export const orderAcknowledgement = record({ orderId: text, message: words.exactOptional() }).transform(
  ({ orderId, message }): OrderAcknowledgement => ({ orderId, ...(message !== undefined && { words: message }) }),
);
