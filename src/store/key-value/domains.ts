import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { type KeyValueStore, openKeyValueStore } from './index.ts';

const knownDomains = z.object({
  domains: z.array(
    z.object({
      domain: z.string(),
      operation: z.string().optional(),
      /** `untold`: no digest has told the date yet. `unreadable`: the last answer could not be parsed. */
      end: z
        .object({
          readAt: z.number(),
          date: z.string().exactOptional(),
          untold: z.literal(true).exactOptional(),
          unreadable: z.literal(true).exactOptional(),
          missingSince: z.number().exactOptional(),
        })
        .exactOptional(),
    }),
  ),
});
export type KnownDomains = z.infer<typeof knownDomains>;
export type KnownDomain = KnownDomains['domains'][number];

const preferences = z.object({
  favourites: z.array(z.string()).optional(),
  nicHandle: z.string().optional(),
  nameServers: z.array(z.string()).optional(),
});
export type DomainPreferences = z.infer<typeof preferences>;

/** The contract cannot list the domains of an account. */
export interface Domains {
  preferences: KeyValueStore<DomainPreferences>;
  get(key: string): Promise<KnownDomains>;
  change<T>(key: string, edit: (knownDomains: KnownDomains) => T): Promise<T>;
}

export function openDomains(sql: Sql, seal: Seal): Domains {
  const values: KeyValueStore<KnownDomains> = openKeyValueStore(sql, seal, 'domains', (stored) =>
    knownDomains.parse(stored),
  );
  const empty = (): KnownDomains => ({ domains: [] });
  return {
    preferences: openKeyValueStore(sql, seal, 'habits', (stored) => preferences.parse(stored)),
    get: async (key) => (await values.get(key)) ?? empty(),
    change: (key, edit) => values.change(key, empty, edit),
  };
}
