import { z } from 'zod';
import { type Box, openBox } from './keyv.ts';
import type { Seal } from './seal.ts';
import type { Sql } from './sql.ts';

const account = z.object({
  /** Short, random, stands in buttons; not a secret and worthless without the person. */
  id: z.string(),
  label: z.string(),
  token: z.string(),
  connectedAt: z.number(),
  /** Server id -> the name the person gave it. */
  aliases: z.record(z.string(), z.string()),
  /** The most the person wants to spend within 24 hours, by currency as the provider names it. */
  limits: z.array(z.object({ total: z.number(), currency: z.string() })).optional(),
});
export type Account = z.infer<typeof account>;

const binding = z.object({ current: z.string().optional(), accounts: z.array(account) });
export type Binding = { current?: string | undefined; accounts: Account[] };

/** Who is connected to what: a person's provider accounts, sealed, one of them current. */
export interface Accounts {
  get(user: number): Promise<Binding>;
  /** Reads, changes and writes one person's binding; changes of the same person wait for each other. */
  change<T>(user: number, edit: (binding: Binding) => T): Promise<T>;
}

export function openAccounts(sql: Sql, seal: Seal): Accounts {
  const box: Box<Binding> = openBox(sql, seal, 'accounts', (stored) => binding.parse(stored));
  const empty = (): Binding => ({ accounts: [] });
  return {
    get: async (user) => (await box.get(String(user))) ?? empty(),
    change: (user, edit) => box.change(String(user), empty, edit),
  };
}
