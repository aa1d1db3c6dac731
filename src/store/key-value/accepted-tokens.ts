import { z } from 'zod';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { openKeyValueStore } from './index.ts';

const LIFE_MS = 400 * 24 * 3_600_000;
const RENEWED_AFTER_MS = LIFE_MS / 2;
const MOST_SHAPES = 20;
const SHAPES = 'all';

/** Keeps a keyed hash of each accepted token, which tells only that a word is the same, and its shape. */
export interface AcceptedTokens {
  note(token: string, shapes: Iterable<string>): Promise<void>;
  hasAny(words: Iterable<string>): Promise<boolean>;
  shapes(): Promise<readonly string[]>;
}

export function openAcceptedTokens(sql: Sql, seal: Seal, subjects: Subjects): AcceptedTokens {
  const tokens = openKeyValueStore(sql, seal, 'accepted-tokens', (stored) => z.number().parse(stored));
  const known = openKeyValueStore(sql, seal, 'token-shapes', (stored) => z.array(z.string()).parse(stored));
  const hashOf = (word: string) => subjects.hash(`token ${word}`);
  const shapes = async () => (await known.get(SHAPES)) ?? [];
  return {
    shapes,
    async note(token, its) {
      const hash = hashOf(token);
      const notedAt = (await tokens.get(hash)) ?? Number.NEGATIVE_INFINITY;
      if (sql.now() - notedAt > RENEWED_AFTER_MS) await tokens.set(hash, sql.now(), LIFE_MS);
      const fresh = new Set(its).difference(new Set(await shapes()));
      if (fresh.size === 0) return;
      await known.change(
        SHAPES,
        () => [],
        (kept) => {
          kept.push(...fresh.difference(new Set(kept)));
          kept.splice(0, kept.length - MOST_SHAPES);
        },
      );
    },
    async hasAny(words) {
      const found = await Promise.all([...words].map((word) => tokens.get(hashOf(word))));
      return found.some((notedAt) => notedAt !== undefined);
    },
  };
}
