import { z } from 'zod';
import { nullableNumberColumn, type Sql, type Transaction } from '../database/sql.ts';
import { type Seal, SealBroken } from '../encryption/seal.ts';
import type { Subjects } from '../encryption/subjects.ts';

/** The events of entries. The names stand in stored rows and never change. */
export const AUDIT_EVENTS = [
  /** An operation entered a state: `state` and `kind` say which. */
  'operation',
  'approved',
  'declined',
  /** A member answered whether an operation with an unknown outcome happened: `after` holds the answer. */
  'answered',
  /** A person was refused for lack of rights: `action` names the refused action, `reason` the cause. */
  'refused',
  'teamCreated',
  'teamEnded',
  /** The end of the team was undone. */
  'teamRestored',
  'teamPaused',
  'teamResumed',
  'memberAsked',
  'requestDeclined',
  /** The declining of a request was undone. */
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
  /** The owner gave the account another token. */
  'tokenReplaced',
  /** A person asked for a server's console, which holds a password. */
  'consoleAsked',
  /** A person looks after what a watch found, made it quiet for some hours, or ended that. */
  'alertAcknowledged',
  'alertHandedBack',
  'alertSilenced',
  'alertLoud',
  /** A person turned alerts on or off: `action` names what about, `place` is that of their private chat. */
  'watched',
  'unwatched',
  'quietChanged',
  'digestChanged',
  /** Another clock counts for quiet hours and digests: `before` and `after` are its zones. */
  'zoneChanged',
  /** A person was refused so often that the log tells no more of it that day, or only how many it leaves out. */
  'refusedOften',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** Names of events in rows from before the first release with teams. */
const EARLIER_NAMES = new Map<unknown, AuditEvent>([
  ['glassBroken', 'breakGlassStarted'],
  ['glassUsed', 'breakGlassUsed'],
  ['glassEnded', 'breakGlassEnded'],
  ['teamFounded', 'teamCreated'],
]);

/** Why an entry's event happened. The names stand in stored rows and never change. */
export const AUDIT_REASONS = [
  // Why a person may not do something.
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
  /** An approver tried to approve their own request. */
  'ownRequest',
  // Why a team was paused or ended.
  'ownerLeft',
  'botLeft',
  'disconnected',
  // Why an operation was not done, or why its outcome is unknown: the kinds of its failure.
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
  /** The person who did it; absent where the program did. */
  actor: person.optional(),
  /** The member that it is about. */
  member: person.optional(),
  /** The server that it is about, by its id and the name it had. */
  server: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The domain that it is about. */
  domain: z.string().optional(),
  operation: z.string().optional(),
  kind: z.string().optional(),
  /** The action of the operation, such as `reboot` or `restore`. */
  action: z.string().optional(),
  state: z.string().optional(),
  /** One of {@link AUDIT_REASONS}; with break-glass, the words of its person. */
  reason: z.string().optional(),
  /** The lowest role that may do the refused action. */
  role: z.string().optional(),
  /** The value before and after a change of settings. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** Where it holds; absent for the team's group. */
  place: z.enum(['private']).optional(),
  total: z.number().optional(),
  currency: z.string().optional(),
  /** How many refusals of that person before this one the log leaves out. */
  omitted: z.number().optional(),
  /** How many alerts it is about, where they are several. */
  count: z.number().optional(),
});
/** An entry of a team's audit log. */
export type AuditEntry = z.infer<typeof auditEntry>;
/** An entry to append. `written` is the reason that a person wrote for break-glass. */
export type AuditDraft = Omit<AuditEntry, 'reason'> & { reason?: AuditReason | { written: string } };

/** The numbers of a team's entries that are kept, sealed: an entry that is missing between them was removed outside the bot. */
const range = z.object({ first: z.number(), last: z.number(), at: z.number() });
type AuditRange = z.infer<typeof range>;

/** The columns of an entry. */
export const COLUMNS = 'team, at, number, actor_id, member_id, subject_hash, body';

/**
 * Appends to a team's audit log. No code changes the content of an entry (a new key only seals it anew), and none removes one before its
 * retention ends. The entries of a team have consecutive numbers in the order of their times: the row of {@link range} is locked until the
 * transaction ends.
 */
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

/** The entry that is kept of a draft. */
export function entryOf({ reason, ...draft }: AuditDraft): AuditEntry {
  return auditEntry.parse({ ...draft, reason: typeof reason === 'object' ? reason.written : reason });
}

/** The reason of a stored operation's failure, where it is one of ours. */
export function auditReason(stored: string | undefined): Pick<AuditDraft, 'reason'> {
  const reason = AUDIT_REASONS.find((each) => each === stored);
  return reason ? { reason } : {};
}

/** Reads the kept numbers of a team; `undefined` where they are gone, or were changed outside the bot. */
export async function readRange(sql: Sql, seal: Seal, team: string, lock = ''): Promise<AuditRange | undefined> {
  const [row] = await sql.query(`SELECT body FROM audit_ranges WHERE team = $1 ${lock}`, team);
  try {
    return row && range.parse(seal.open(row.body, rangePlace(team)));
  } catch (error) {
    if (error instanceof SealBroken) return undefined;
    throw error;
  }
}

/** Reads and locks the kept numbers. Where they are gone but entries are there, a number is left out, so that it shows. */
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

/** Removes the kept numbers of a team that has ended and has no entries left. */
export async function forgetRange(inside: Sql, team: string): Promise<void> {
  await inside.query('DELETE FROM audit_ranges WHERE team = $1', team);
}

/** The columns by which entries are found. */
export function columnsOf({ actor, member, server, domain }: AuditEntry, subjects: Subjects) {
  const subject = server?.id ?? domain;
  return {
    actorId: actor?.id ?? null,
    memberId: member?.id ?? null,
    subjectHash: subject === undefined ? null : subjects.hash(subject),
  };
}

/** The place that the sealed body of an entry is bound to. */
export function placeOf(team: string, number: number): string {
  return `audit:${team}:${number}`;
}

/** Sealed rows are bound to this name, so it never changes. */
function rangePlace(team: string): string {
  return `audit-extent:${team}`;
}
