import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Sql } from './database/sql.ts';
import type { Seal } from './encryption/seal.ts';
import type { Subjects } from './encryption/subjects.ts';

/** What an entry tells. The names stand in stored rows and never change. */
export const AUDIT_EVENTS = [
  /** An operation entered a state: `state` and `kind` say which. */
  'operation',
  'approved',
  'declined',
  /** Somebody was refused for lack of rights: `action` and `reason` say what for. */
  'refused',
  'teamFounded',
  'teamEnded',
  'teamPaused',
  'teamResumed',
  'memberAsked',
  'memberAdded',
  'memberRemoved',
  'memberLeft',
  'roleChanged',
  'protected',
  'unprotected',
  'limitChanged',
  'glassBroken',
  'glassUsed',
  'glassEnded',
  'rotaChanged',
  'onCallTaken',
  'handedOver',
  'exported',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

const person = z.object({ id: z.number(), name: z.string().optional() });

const entry = z.object({
  at: z.number(),
  event: z.enum(AUDIT_EVENTS),
  /** Who did it; absent where the program did. */
  actor: person.optional(),
  /** The member whom it is about. */
  member: person.optional(),
  /** The server that it is about, by its id and the name it had. */
  server: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The domain that it is about. */
  domain: z.string().optional(),
  operation: z.string().optional(),
  kind: z.string().optional(),
  /** What the operation does, such as `reboot` or `restore`. */
  action: z.string().optional(),
  state: z.string().optional(),
  reason: z.string().optional(),
  /** The value before and after a change of settings. */
  before: z.string().optional(),
  after: z.string().optional(),
  total: z.number().optional(),
  currency: z.string().optional(),
});
/** An entry of a team's audit log. */
export type AuditEntry = z.infer<typeof entry> & { id: string };
export type AuditDraft = z.infer<typeof entry>;

const ENTRY_ID_BYTES = 9;

/** Appends to a team's audit log. No code changes an entry, and none removes one before its retention ends. */
export async function appendAudit(
  inside: Sql,
  seal: Seal,
  subjects: Subjects,
  team: string,
  entries: readonly AuditDraft[],
): Promise<void> {
  for (const each of entries) {
    const id = randomBytes(ENTRY_ID_BYTES).toString('base64url');
    const at = Math.trunc(each.at);
    await inside.query(
      `INSERT INTO audit (team, at, id, actor_id, subject_hash, body) VALUES ($1, $2, $3, $4, $5, $6)`,
      team,
      at,
      id,
      each.actor?.id ?? null,
      each.server ? subjects.hash(each.server.id) : null,
      seal.seal(entry.parse({ ...each, at }), placeOf(team, id)),
    );
  }
}

/** The place that the sealed body of an entry is bound to. */
function placeOf(team: string, id: string): string {
  return `audit:${team}:${id}`;
}
