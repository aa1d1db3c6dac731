import { z } from 'zod';
import type { AuditDraft } from '../audit/index.ts';
import { DOMAIN_KINDS, type Operation, type OperationState } from './operation.ts';

/** States that a team's audit log tells. What is only prepared, or asked once more, changes nothing. */
const TOLD: readonly OperationState[] = ['waiting', 'sending', 'done', 'refused', 'unknown'];

const shown = z.object({
  /** The server's name. */
  name: z.string().optional().catch(undefined),
  action: z.string().optional().catch(undefined),
  by: z.string().optional().catch(undefined),
});

/** The audit entries of a change of a team's operation. @param at epoch milliseconds */
export function auditOf(before: Operation, after: Operation, at: number): AuditDraft[] {
  if (after.state === before.state) return [];
  const about = { ...subjectOf(after), at, operation: after.id, kind: after.kind, ...priceOf(after) };
  const { name, action, by } = shown.catch({}).parse(after.parameters);
  const asker = { id: after.userId, ...(by === undefined ? {} : { name: by }) };
  const what = { ...about, ...(action === undefined ? {} : { action }) };
  const entries: AuditDraft[] = [];
  const decided = before.state === 'waiting' ? after.approval?.by : undefined;
  if (decided && after.state !== 'expired')
    entries.push({
      ...what,
      event: after.state === 'cancelled' ? 'declined' : 'approved',
      actor: decided,
      member: asker,
    });
  if (TOLD.includes(after.state) || (before.state === 'waiting' && !decided))
    entries.push({
      ...what,
      event: 'operation',
      actor: asker,
      state: after.state,
      ...(after.failure ? { reason: after.failure.kind } : {}),
    });
  if (after.glass && after.state === 'sending') entries.push({ ...what, event: 'glassUsed', actor: asker });
  return entries.map((each) => withName(each, name));
}

function subjectOf({ kind, subject }: Operation): Pick<AuditDraft, 'server' | 'domain'> {
  if (subject === undefined) return {};
  return DOMAIN_KINDS.includes(kind) ? { domain: subject } : { server: { id: subject, name: subject } };
}

function priceOf({ quote }: Operation): Pick<AuditDraft, 'total' | 'currency'> {
  return quote ? { total: quote.total, currency: quote.currency } : {};
}

function withName(draft: AuditDraft, name: string | undefined): AuditDraft {
  return draft.server && name !== undefined ? { ...draft, server: { ...draft.server, name } } : draft;
}
