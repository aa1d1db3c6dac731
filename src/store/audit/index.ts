import { z } from 'zod';
import { nullableNumberColumn, type Sql, type Transaction } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';

/** Stored rows hold these names: they never change. */
export const AUDIT_EVENTS = [
  'operation',
  'approved',
  'declined',
  'answered',
  'refused',
  'teamCreated',
  'teamEnded',
  'teamRestored',
  'teamPaused',
  'teamResumed',
  'memberAsked',
  'requestDeclined',
  'requestRestored',
  'requestWithdrawn',
  'memberAdded',
  'memberRemoved',
  'memberLeft',
  'roleChanged',
  'protected',
  'unprotected',
  'limitChanged',
  'breakGlassStarted',
  'breakGlassUsed',
  'breakGlassEnded',
  'rotaChanged',
  'onCallTaken',
  'handedOver',
  'exported',
  'tokenReplaced',
  'consoleAsked',
  'alertAcknowledged',
  'alertHandedBack',
  'alertSilenced',
  'alertLoud',
  'watched',
  'unwatched',
  'quietChanged',
  'digestChanged',
  'zoneChanged',
  'refusedOften',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Rows from before the first release with teams hold these names. */
const EARLIER_NAMES = new Map<unknown, AuditEvent>([
  ['glassBroken', 'breakGlassStarted'],
  ['glassUsed', 'breakGlassUsed'],
  ['glassEnded', 'breakGlassEnded'],
  ['teamFounded', 'teamCreated'],
]);

/** Stored rows hold these names: they never change. */
export const AUDIT_REASONS = [
  'notMember',
  'unsure',
  'left',
  'role',
  'paused',
  'elsewhere',
  'noApprover',
  'pausedAlone',
  'teamLimit',
  'limitUnclear',
  'ended',
  'lent',
  'tooManyRequests',
  'ownRequest',
  'ownerLeft',
  'botLeft',
  'disconnected',
  'notApproved',
  'withdrawn',
  'away',
  'restored',
  'duplicate',
  'notConnected',
  'fields',
  'invalid',
  'insufficientBalance',
  'resellerServiceMissing',
  'notFound',
  'refused',
  'unavailable',
  'notSent',
  'ambiguous',
  'unreadable',
] as const;
export type AuditReason = (typeof AUDIT_REASONS)[number];

const person = z.object({ id: z.number(), name: z.string().optional() });

export const auditEntry = z.object({
  at: z.number(),
  event: z.preprocess((stored) => EARLIER_NAMES.get(stored) ?? stored, z.enum(AUDIT_EVENTS)),
  actor: person.optional(),
  member: person.optional(),
  server: z.object({ id: z.string(), name: z.string() }).optional(),
  domain: z.string().optional(),
  operation: z.string().optional(),
  kind: z.string().optional(),
  action: z.string().optional(),
  state: z.string().optional(),
  /** One of {@link AUDIT_REASONS}, or the words that a person wrote for break-glass. */
  reason: z.string().optional(),
  role: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** Absent for the team's group. */
  place: z.enum(['private']).optional(),
  total: z.number().optional(),
  currency: z.string().optional(),
  /** The person's refusals before this one that the log leaves out. */
  omitted: z.number().optional(),
  count: z.number().optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
/** `written` is the reason that a person wrote for break-glass. */
export type AuditDraft = Omit<AuditEntry, 'reason'> & { reason?: AuditReason | { written: string } };

/** A number between these that has no entry was removed outside the bot. */
const range = z.object({ first: z.number(), last: z.number(), at: z.number() });
type AuditRange = z.infer<typeof range>;

export const COLUMNS = 'team, at, number, actor_id, member_id, subject_hash, body';

/** The row of {@link range} is locked until the transaction ends: numbers are consecutive in the order of times. */
export async function appendAudit(
  inside: Transaction,
  seal: Seal,
  subjects: Subjects,
  team: string,
  entries: readonly AuditDraft[],
): Promise<void> {
  if (entries.length === 0) return;
  const { first, ...before } = await lockRange(inside, seal, team);
  let { last, at } = before;
  for (const each of entries) {
    last++;
    at = Math.max(at, Math.trunc(each.at));
    const made = entryOf({ ...each, at });
    const { actorId, memberId, subjectHash } = columnsOf(made, subjects);
    await inside.query(
      `INSERT INTO audit (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      team,
      at,
      last,
      actorId,
      memberId,
      subjectHash,
      seal.seal(made, placeOf(team, last)),
    );
  }
  await writeRange(inside, seal, team, { first, last, at });
}

export function entryOf({ reason, ...draft }: AuditDraft): AuditEntry {
  return auditEntry.parse({ ...draft, reason: typeof reason === 'object' ? reason.written : reason });
}

export function auditReason(stored: string | undefined): Pick<AuditDraft, 'reason'> {
  const reason = AUDIT_REASONS.find((each) => each === stored);
  return reason ? { reason } : {};
}

/** `undefined` where the numbers are gone, or were changed outside the bot. */
export async function readRange(sql: Sql, seal: Seal, team: string, lock = ''): Promise<AuditRange | undefined> {
  const [row] = await sql.query(`SELECT body FROM audit_ranges WHERE team = $1 ${lock}`, team);
  try {
    return row && range.parse(seal.open(row.body, rangePlace(team)));
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

/** Where the numbers are gone but entries are there, one number is left out, so that the loss shows. */
export async function lockRange(inside: Transaction, seal: Seal, team: string): Promise<AuditRange> {
  const { forUpdate } = inside.dialect;
  const known = await readRange(inside, seal, team, forUpdate);
  if (known) return known;
  // The first entry of a team has no row to lock.
  await inside.lock(`audit:${team}`);
  const kept = await readRange(inside, seal, team, forUpdate);
  if (kept) return kept;
  const [row = {}] = await inside.query(
    'SELECT MIN(number) AS first, MAX(number) AS last, MAX(at) AS at FROM audit WHERE team = $1',
    team,
  );
  const [first, last, at] = ['first', 'last', 'at'].map((column) => nullableNumberColumn(row, column) ?? 0);
  return last ? { first: first ?? 1, last: last + 1, at: at ?? 0 } : { first: 1, last: 0, at: 0 };
}

export async function writeRange(inside: Sql, seal: Seal, team: string, known: AuditRange): Promise<void> {
  await inside.query(
    'INSERT INTO audit_ranges (team, body) VALUES ($1, $2) ON CONFLICT (team) DO UPDATE SET body = excluded.body',
    team,
    seal.seal(known, rangePlace(team)),
  );
}

export async function forgetRange(inside: Sql, team: string): Promise<void> {
  await inside.query('DELETE FROM audit_ranges WHERE team = $1', team);
}

export function columnsOf({ actor, member, server, domain }: AuditEntry, subjects: Subjects) {
  const subject = server?.id ?? domain;
  return {
    actorId: actor?.id ?? null,
    memberId: member?.id ?? null,
    subjectHash: subject === undefined ? null : subjects.hash(subject),
  };
}

export function placeOf(team: string, number: number): string {
  return `audit:${team}:${number}`;
}

/** Sealed rows are bound to this name, so it never changes. */
function rangePlace(team: string): string {
  return `audit-extent:${team}`;
}
