import { Failure } from '../http/failure.ts';
import type { Hosting } from '../index.ts';

const MAX_KEPT = 10_000;
export const UNBOUNDED = ['cpu', 'ram', 'disk', 'backup', 'traffic'] as const;
export type Unbounded = (typeof UNBOUNDED)[number];
export type Amounts = { readonly [Field in Unbounded]?: number | undefined };

/** The most that was priced, and the least above it that was refused. */
export interface Learned {
  readonly accepted?: number;
  readonly refused?: number;
}
export type Quoted = 'order' | 'upgrade';

/** The contract states no limits. Kept in memory only: they may change, and the next refusal teaches them again. */
export interface LearnedLimits {
  learning(account: string, hosting: Hosting): Hosting;
  of(account: string, quoted: Quoted, field: Unbounded): Learned;
}

export function createLearnedLimits(): LearnedLimits {
  const known = new Map<string, Learned>();

  function learn(key: string, edit: (before: Learned) => Learned): void {
    const learned = edit(known.get(key) ?? {});
    known.delete(key);
    known.set(key, learned);
    if (known.size > MAX_KEPT) for (const oldest of known.keys().take(1)) known.delete(oldest);
  }

  function accept(account: string, quoted: Quoted, amounts: Amounts): void {
    for (const field of UNBOUNDED) {
      const value = amounts[field];
      if (value === undefined) continue;
      learn(keyOf(account, quoted, field), ({ accepted = value, refused }) => ({
        accepted: Math.max(accepted, value),
        ...(refused !== undefined && refused > value ? { refused } : {}),
      }));
    }
  }

  function refuse(account: string, quoted: Quoted, amounts: Amounts, fields: Failure['fields'] = {}): void {
    for (const field of UNBOUNDED) {
      const value = amounts[field];
      if (value === undefined || !Object.hasOwn(fields, field)) continue;
      learn(keyOf(account, quoted, field), ({ accepted, refused = value }) => ({
        refused: Math.min(refused, value),
        ...(accepted !== undefined && accepted < value ? { accepted } : {}),
      }));
    }
  }

  async function taught<Answer>(account: string, quoted: Quoted, amounts: Amounts, request: Promise<Answer>) {
    try {
      const answer = await request;
      accept(account, quoted, amounts);
      return answer;
    } catch (error) {
      if (error instanceof Failure && error.kind === 'fields') refuse(account, quoted, amounts, error.fields);
      throw error;
    }
  }

  return {
    learning(account, hosting) {
      const { cloudOrders } = hosting;
      return {
        ...hosting,
        cloudOrders: {
          ...cloudOrders,
          quote: (server, signal) => taught(account, 'order', server, cloudOrders.quote(server, signal)),
          quoteUpgrade: (id, to, signal) => taught(account, 'upgrade', to, cloudOrders.quoteUpgrade(id, to, signal)),
          order: (server) => taught(account, 'order', server, cloudOrders.order(server)),
          upgrade: (id, to) => taught(account, 'upgrade', to, cloudOrders.upgrade(id, to)),
        },
      };
    },
    of: (account, quoted, field) => known.get(keyOf(account, quoted, field)) ?? {},
  };
}

function keyOf(account: string, quoted: Quoted, field: Unbounded): string {
  return `${account} ${quoted} ${field}`;
}
