import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import { type KeyValueStore, openKeyValueStore } from './index.ts';

const knownDomains = z.object({
  domains: z.array(
    z.object({
      /** In ASCII. */
      domain: z.string(),
      /** The registration that brought it, until that is known to have gone through. */
      operation: z.string().optional(),
      /**
       * When the date of its end was last asked for, epoch ms, and that date as it came; absent where the provider told none. `untold`: no
       * digest has told it yet. `unreadable`: the last answer could not be parsed. `missingSince`: when the provider first did not know the
       * domain, or its date, any more.
       */
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
  /** The suffixes to try for a name without one, in ASCII. */
  favourites: z.array(z.string()).optional(),
  nicHandle: z.string().optional(),
  nameServers: z.array(z.string()).optional(),
});
/** The values that a person used last, to offer them again. */
export type DomainPreferences = z.infer<typeof preferences>;

/** The domains of accounts, which the contract cannot list, and the values people use to register. */
export interface Domains {
  preferences: KeyValueStore<DomainPreferences>;
  /** @param key the id of the account */
  get(key: string): Promise<KnownDomains>;
  /** Reads, changes and writes; changes of the same account run one at a time. */
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
