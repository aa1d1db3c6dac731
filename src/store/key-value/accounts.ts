import { z } from 'zod';
import { type AuditDraft, appendAudit } from '../audit/index.ts';
import type { Sql } from '../database/sql.ts';
import type { Seal } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';
import { addTeamNews, type TeamNews } from '../jobs/reminders.ts';
import { openKeyValueStore } from './index.ts';

/** Stored as an object, used as a map: a server's id may be any word, also `__proto__`. */
const aliases = z.codec(
  z.custom<object>((kept) => typeof kept === 'object' && kept !== null),
  z.map(z.string(), z.string()),
  { decode: (kept) => new Map(Object.entries(kept)), encode: (known) => Object.fromEntries(known) },
);

const account = z.object({
  /** Short and random, for buttons. No secret: it works for its person only. */
  id: z.string(),
  label: z.string(),
  token: z.string(),
  connectedAt: z.number(),
  aliases,
  /** Within 24 hours, by currency as the provider names it. */
  limits: z.array(z.object({ total: z.number(), currency: z.string() })).optional(),
  currencies: z.array(z.string()).optional(),
});
export type Account = z.infer<typeof account>;

/** Unknown fields of a later release stay. */
const stored = z.looseObject({});

const binding = z.object({ current: z.string().optional(), accounts: z.array(account) });
export type Binding = { current?: string | undefined; accounts: Account[] };

export interface Accounts {
  get(user: number): Promise<Binding>;
  /** Changes of a person run one at a time. `note` appends to a team's audit log. `edit` may run more than once. */
  change<T>(user: number, edit: (binding: Binding, note: AuditNote) => T): Promise<T>;
}
export type AuditNote = (team: string, entry: AuditDraft, news?: TeamNews) => void;

export function openAccounts(sql: Sql, seal: Seal, subjects: Subjects): Accounts {
  const values = openKeyValueStore<object>(sql, seal, 'accounts', (kept) => stored.parse(kept));
  return {
    async get(user) {
      const kept = await values.get(String(user));
      return kept === undefined ? { accounts: [] } : binding.parse(kept);
    },
    change(user, edit) {
      let noted: Parameters<AuditNote>[] = [];
      return values.change(
        String(user),
        () => ({ accounts: [] }),
        (kept) => {
          const known = binding.parse(kept);
          noted = [];
          const result = edit(known, (...each) => noted.push(each));
          Object.assign(kept, { current: undefined }, z.encode(binding, known));
          return result;
        },
        async (inside) => {
          for (const [team, entry, news] of noted) {
            await appendAudit(inside, seal, subjects, team, [entry]);
            if (news) await addTeamNews(inside, seal, team, [news]);
          }
        },
      );
    },
  };
}
