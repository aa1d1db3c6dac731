import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import type { Timings } from '../assumptions.ts';
import type { Consoles } from '../console/console.ts';
import { fieldRefusal, type MessageName } from '../http/refusal.ts';

export interface OperationContext {
  readonly account: Account;
  readonly timings: Timings;
  /** The sandbox's clock, epoch milliseconds. */
  readonly now: () => number;
  /** A domain that one of them owns is taken for all. */
  readonly accounts: readonly Account[];
  readonly consoles: Consoles;
  /** By the suffix in ASCII. */
  readonly registries: ReadonlyMap<string, RegistryRules>;
  readonly market: Market;
}

/** The state for all customers. A sandbox changes it while it runs. */
export interface Market {
  percent: number;
  freed: ReadonlySet<string>;
}

/** The registries' rules beyond the contract, by the suffix in ASCII. */
export type Registries = Readonly<Record<string, RegistryRules>>;

export interface RegistryRules {
  /** A registration needs `nic-handle`, as with a national suffix. */
  handle?: boolean;
  /** The periods that the registry accepts; all periods of the contract when left out. */
  years?: readonly number[];
}

/** Where the parameters of a GET are read that the contract leaves open; `both` takes either. */
export const GET_SOURCES = ['query', 'body', 'both'] as const;
export type GetSource = (typeof GET_SOURCES)[number];

interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Where the contract puts the parameters of a GET; `open` where it does not say. The parameters of other methods are in the body. */
  readonly travels?: 'query' | 'body' | 'open';
  /** The account changes, and is saved before the answer. */
  readonly alters?: true;
}

export interface Operation extends Route {
  /** Both schemas accept either form that the contract shows. */
  readonly parameters: z.ZodType;
  readonly answer: z.ZodType;
  /**
   * @param parameters of the body, in a GET also of the query
   * @returns the JSON of the answer
   * @throws Refusal before it has changed anything
   */
  readonly handle: (parameters: RawParameters, context: OperationContext) => unknown;
}

export type RawParameters = Readonly<Record<string, unknown>>;

export function sourceOf(
  { method, travels }: Pick<Operation, 'method' | 'travels'>,
  get: GetSource,
): GetSource | undefined {
  if (method !== 'GET') return 'body';
  return travels === 'open' ? get : travels;
}

export interface OperationRow<Parameters, Answer> extends Route {
  readonly parameters: z.ZodType<Parameters>;
  readonly answer: z.ZodType<Answer>;
  readonly handle: (parameters: Parameters, context: OperationContext) => Answer | Promise<Answer>;
}

export function operation<Parameters, Answer>(row: OperationRow<Parameters, Answer>): Operation {
  return { ...row, handle: (raw, context) => row.handle(parsed(raw, row.parameters), context) };
}

export const acknowledgement = z.object({ message: z.string() });

export const answeredInteger = z.union([z.int(), z.string().regex(/^\d+$/)]);

/** A required text without control characters; a number counts as its digits. */
export const requiredText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u));

/** An integer within bounds, quoted or bare: in a query it is always quoted. */
export const integer = (min: number, max: number) =>
  z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(min).max(max));

/** @throws Refusal in the required-field shape, with every parameter that is missing or not allowed */
function parsed<Parameters>(raw: RawParameters, schema: z.ZodType<Parameters>): Parameters {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const problems: Record<string, MessageName> = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? '');
    const value = raw[name];
    const missing = value === undefined || value === null || value === '';
    const outside = issue.code === 'too_small' || issue.code === 'too_big';
    problems[name] ??= missing ? 'required' : outside ? 'outOfRange' : 'notAllowed';
  }
  throw fieldRefusal(problems);
}
