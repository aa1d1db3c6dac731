import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { putNewest } from '../store/memory.ts';
import { gapOf, isEphemeral, OPERATION_STATES, type Operation } from '../store/operations/index.ts';
import type { Ledger, OperationChange, PersonOperations } from '../store/operations/ledger.ts';
import { withoutSecret } from './deliver-secret.ts';
import { LATE_MS, TOP_UP_LIFE_MS } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';

/** The limit for open confirms of a person, and separately for operations that wait for a top-up. */
const MAX_OPEN = 20;
const MAX_UNSENT_KEPT = 100;
const WITHDRAWN = { kind: 'withdrawn' } as const;
export const NOT_APPROVED = { kind: 'notApproved' } as const;

const confirmedTogether = z.object({ batch: z.array(z.string()) });

/** Shows an operation in the newer of its message and the tapped one. Ephemeral messages always count as older. */
export function inMessage(
  { messageId: before, formerMessages = [] }: Operation,
  tapped: number | undefined,
): Pick<Operation, 'messageId' | 'formerMessages'> {
  const known = [before, tapped].filter((each) => each !== undefined);
  const ordinary = known.filter((each) => !isEphemeral(each));
  const messageId = ordinary.length > 0 ? Math.max(...ordinary) : known.at(-1);
  const former = [...new Set([...formerMessages, ...known])].filter((each) => each !== messageId);
  return { messageId, formerMessages: former.length > 0 ? former : undefined };
}

const MAX_CONFIRMS_NOTED = 1_000;

/** Remembers which confirm each message shows. A late tap on earlier buttons of the message does not change that. */
export function createShownConfirms() {
  const confirms = new Map<string, string>();
  const key = (chatId: number, messageId: number) => `${chatId}:${messageId}`;
  return {
    note({ id, chatId }: Operation, messageId: number): void {
      putNewest(confirms, key(chatId, messageId), id, MAX_CONFIRMS_NOTED);
    },
    forget: (chatId: number, messageId: number) => confirms.delete(key(chatId, messageId)),
    in: (chatId: number, messageId: number) => confirms.get(key(chatId, messageId)),
  };
}

export function expired({ state, expiresAt }: Operation, at: number): OperationChange | undefined {
  if ((state !== 'ready' && state !== 'waiting') || at < expiresAt) return undefined;
  const failure = state === 'waiting' ? { failure: NOT_APPROVED } : {};
  return { to: 'expired', edit: (before) => ({ ...withoutSecret(before, undefined), ...failure }), notified: false };
}

export function togetherWith({ id, parameters }: Operation): readonly string[] {
  return confirmedTogether.safeParse(parameters).data?.batch ?? [id];
}

/** Cancels an open confirm that loses its message, so that it is not bought twice. A sent one gets a new message. */
export function evicted(operation: Operation, other: Operation): OperationChange | undefined {
  const { chatId, messageId } = operation;
  if (messageId === undefined || other.chatId !== chatId || other.messageId !== messageId) return undefined;
  if (togetherWith(operation).includes(other.id)) return undefined;
  const leaves = { messageId: undefined };
  if (!isUngiven(other)) return { edit: () => leaves };
  return { to: 'cancelled', edit: (now) => ({ ...withoutSecret(now, undefined), ...leaves }) };
}

/**
 * Gives the message to this operation, unless another in it was claimed meanwhile. Resolves to the one that keeps it.
 * @param personOperations read after the operation was written; with those prepared within {@link TOP_UP_LIFE_MS}
 */
export async function takeMessage(
  ledger: Ledger,
  operation: Operation,
  now: number,
  personOperations?: Pick<PersonOperations, 'open' | 'since'>,
): Promise<Operation | undefined> {
  const { id, createdAt, messageId } = operation;
  if (messageId === undefined) return undefined;
  const { open, since } = personOperations ?? (await ledger.personOperations(id, TOP_UP_LIFE_MS));
  const others = open.filter((other) => other.id !== id && evicted(operation, other));
  const known = createdAt < now ? since : [];
  const claimed = [...others, ...known].find(
    (other) => evicted(operation, other) && (other.claimedAt ?? 0) > createdAt,
  );
  if (claimed) {
    await ledger.move(operation.id, { from: ['ready'], ...evicted(claimed, operation) });
    // The process that sends an operation shows it after the answer; its lease must not end before.
    const from = OPERATION_STATES.filter((state) => state !== 'quoting' && state !== 'sending');
    return ledger.move(claimed.id, { from, notified: false, dueAt: now });
  }
  for (const { id } of others) await moveAside(ledger, operation, id);
  return undefined;
}

async function moveAside(ledger: Ledger, operation: Operation, id: string): Promise<void> {
  await ledger.move(id, {
    from: OPERATION_STATES,
    // Decided by the state at the move: the operation may have been sent or shown elsewhere since it was read.
    to: (now) => (evicted(operation, now)?.to === 'cancelled' ? 'cancelled' : now.state),
    edit: (now) => evicted(operation, now)?.edit?.(now) ?? {},
  });
}

/** Cancels the person's other confirms for the same in the chat, not purchases. @param open read after `operation` */
export async function replaceSame(
  ledger: Ledger,
  operation: Operation,
  open: readonly Operation[],
): Promise<Operation[]> {
  const same = open.filter((other) => asksForSame(operation, other));
  const replaced = await Promise.all(
    same.map(({ id }) =>
      // A tap that comes first claims it, and wins.
      ledger.move(id, {
        from: ['ready'],
        to: 'cancelled',
        edit: (now) => ({ ...withoutSecret(now, undefined), messageId: undefined }),
      }),
    ),
  );
  return same.filter((_, at) => replaced[at] !== undefined);
}

function asksForSame(operation: Operation, other: Operation): boolean {
  if (other.id === operation.id || KINDS[other.kind].quote || !isUngiven(other)) return false;
  if (other.messageId === undefined || other.messageId === operation.messageId) return false;
  return other.expiresAt > operation.createdAt && isDeepStrictEqual(wishOf(operation), wishOf(other));
}

function wishOf({ chatId, accountId, kind, subject, parameters }: Operation) {
  return { chatId, accountId, kind, subject, parameters };
}

/** Closes a confirm for good: no late tap can claim it. One that was never shown stays silent. */
export function closed(
  { messageId, expiresAt }: Operation,
  failure: NonNullable<Operation['failure']>,
  at: number,
): OperationChange {
  return {
    to: 'expired',
    edit: (before) => ({ ...withoutSecret(before, undefined), failure }),
    expiresAt: Math.min(expiresAt, at - LATE_MS),
    dueAt: at,
    notified: messageId === undefined,
  };
}

export function isClosed(operation: Operation): boolean {
  const { state, failure } = operation;
  if (gapOf(operation)) return true;
  return state === 'expired' && (failure?.kind === WITHDRAWN.kind || failure?.kind === NOT_APPROVED.kind);
}

/**
 * Withdraws the oldest above {@link MAX_OPEN}; a batch counts as one.
 * @param personOperations read after `prepared` was written, before {@link takeMessage}
 */
export async function withdrawOldest(
  ledger: Ledger,
  prepared: Operation,
  { open, unsent }: Pick<PersonOperations, 'open' | 'unsent'>,
  at: number,
  state: 'ready' | 'waiting' = 'ready',
): Promise<Operation[]> {
  const ready = open.filter((other) => other.state === state && evicted(prepared, other)?.to !== 'cancelled');
  const over = [...Map.groupBy(ready, isUngiven).values()].flatMap(oldestBeyondMost);
  const withdrawn = await Promise.all(
    over.map((each) =>
      // A tap that comes first changes the due time, and wins.
      ledger.move(each.id, { from: [state], heldUntil: each.dueAt, ...closed(each, WITHDRAWN, at) }),
    ),
  );
  if (unsent > MAX_UNSENT_KEPT) await ledger.forgetUnsent(prepared.userId, MAX_UNSENT_KEPT);
  return withdrawn.filter((each) => each !== undefined);
}

function oldestBeyondMost(ready: readonly Operation[]): Operation[] {
  const oldestFirst = ready.toSorted((one, other) => one.createdAt - other.createdAt);
  const confirms = [...Map.groupBy(oldestFirst, (each) => togetherWith(each).join()).values()];
  return confirms.slice(0, Math.max(0, confirms.length - MAX_OPEN)).flat();
}

function isUngiven({ state, failure }: Operation): boolean {
  return state === 'ready' && failure?.kind !== 'insufficientBalance';
}
