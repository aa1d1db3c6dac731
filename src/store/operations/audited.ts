import { z } from 'zod';
import { type AuditDraft, auditReason } from '../audit/index.ts';
import { DOMAIN_KINDS, type Operation, type OperationState } from './operation.ts';

/** A merely prepared operation changes nothing, so the log does not have it. */
const LOGGED_STATES: readonly OperationState[] = ['waiting', 'sending', 'done', 'refused', 'unknown'];

const shown = z.object({
  name: z.string().optional().catch(undefined),
  action: z.string().optional().catch(undefined),
  by: z.string().optional().catch(undefined),
});

export function auditOf(before: Operation, after: Operation, at: number): AuditDraft[] {
  const { by } = shown.catch({}).parse(after.parameters);
  const actor = { id: after.userId, ...(by === undefined ? {} : { name: by }) };
  const what = { ...actionOf(after), at, operation: after.id, ...priceOf(after) };
  if (after.state === before.state) return answerOf(before, after).map((answer) => ({ ...what, ...answer, actor }));
  const decided = before.state === 'waiting' && after.state !== 'expired' ? after.approval?.by : undefined;
  const decision = after.state === 'cancelled' ? 'declined' : 'approved';
  const isTold = LOGGED_STATES.includes(after.state) || (before.state === 'waiting' && !after.approval?.by);
  return [
    ...(decided ? [{ ...what, event: decision, actor: decided, member: actor } as const] : []),
    ...(isTold ? [{ ...what, ...outcomeOf(after), actor }] : []),
    ...(after.breakGlass && after.state === 'sending' ? [{ ...what, event: 'breakGlassUsed', actor } as const] : []),
  ];
}

function answerOf(before: Operation, { said }: Operation): Pick<AuditDraft, 'event' | 'after'>[] {
  if (!said || said.at === before.said?.at) return [];
  return [{ event: 'answered', after: said.happened ? 'happened' : 'notHappened' }];
}

/** A right that was missing at the claim is a refusal like any other. */
function outcomeOf({ state, failure }: Operation): Pick<AuditDraft, 'event' | 'state' | 'reason'> {
  if (state === 'refused' && failure?.kind === 'notAllowed')
    return { event: 'refused', ...auditReason(failure.reason) };
  return { event: 'operation', state, ...auditReason(failure?.kind) };
}

export function actionOf({
  kind,
  subject,
  parameters,
}: Pick<Operation, 'kind' | 'subject' | 'parameters'>): Pick<AuditDraft, 'kind' | 'action' | 'server' | 'domain'> {
  const { name, action } = shown.catch({}).parse(parameters);
  const what = { kind, ...(action === undefined ? {} : { action }) };
  if (subject === undefined) return what;
  return DOMAIN_KINDS.some((each) => each === kind)
    ? { ...what, domain: subject }
    : { ...what, server: { id: subject, name: name ?? subject } };
}

function priceOf({ quote }: Operation): Pick<AuditDraft, 'total' | 'currency'> {
  return quote ? { total: quote.total, currency: quote.currency } : {};
}
