import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { putNewest } from '../store/memory.ts';
import { gapOf, isEphemeral, OPERATION_STATES, type Operation } from '../store/operations/index.ts';
import type { Ledger, OperationChange, PersonOperations } from '../store/operations/ledger.ts';
import { withoutSecret } from './deliver-secret.ts';
import { LATE_MS, TOP_UP_LIFE_MS } from './dependencies.ts';
import { KINDS } from './kinds/index.ts';

/** The number of confirms of a person that may wait at the same time, and of operations that wait for a top-up. */
const MOST_OPEN = 20;
/** The number of a person’s unsent operations that are kept. */
const MOST_UNSENT = 100;
const WITHDRAWN = { kind: 'withdrawn' } as const;
/** No approver answered in time. */
export const NOT_APPROVED = { kind: 'notApproved' } as const;

const confirmedTogether = z.object({ batch: z.array(z.string()) });

/**
 * Shows a tapped operation in the newer one of the tapped message and its own; the other is reduced to a line with the next news. An
 * outcome may have got a new message while a tap on the old one was on its way. An ordinary message is newer than an ephemeral one, which
 * shows nothing but confirms; the numbers of ephemeral ones have no order.
 */
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

/** The number of confirms whose message is kept in memory. */
const MAX_CONFIRMS_NOTED = 1_000;

/** The confirms that this process showed last, by their message. A late tap on the message's earlier buttons does not tell that it shows one. */
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

/** How a confirm changes once its time is over; `undefined` where it is not, or was given. */
export function expired({ state, expiresAt }: Operation, at: number): OperationChange | undefined {
  if ((state !== 'ready' && state !== 'waiting') || at < expiresAt) return undefined;
  const failure = state === 'waiting' ? { failure: NOT_APPROVED } : {};
  return { to: 'expired', edit: (before) => ({ ...withoutSecret(before, undefined), ...failure }), notified: false };
}

/** The ids of the operations that one tap confirms: its own, or those of its batch. */
export function togetherWith({ id, parameters }: Operation): readonly string[] {
  return confirmedTogether.safeParse(parameters).data?.batch ?? [id];
}

/**
 * How another operation changes when this one takes its message; `undefined` where the other is shown elsewhere or
 * belongs to the same batch. An open confirm is cancelled: otherwise one request, asked for twice or brought again after a
 * crash, would be bought twice. An operation that was sent, or waits for a top-up, is shown in a new message.
 */
export function evicted(operation: Operation, other: Operation): OperationChange | undefined {
  const { chatId, messageId } = operation;
  if (messageId === undefined || other.chatId !== chatId || other.messageId !== messageId) return undefined;
  if (togetherWith(operation).includes(other.id)) return undefined;
  const leaves = { messageId: undefined };
  if (!isUngiven(other)) return { edit: () => leaves };
  return { to: 'cancelled', edit: (now) => ({ ...withoutSecret(now, undefined), ...leaves }) };
}

/**
 * Gives the message to this operation's confirm, see {@link evicted}. Where another operation in that message was
 * claimed after this one was prepared, that one keeps the message and shows itself again, and this one is cancelled
 * without being shown. Resolves to the operation that keeps the message.
 * @param personOperations read after the operation was written; with those prepared in the {@link TOP_UP_LIFE_MS} before it, because an
 * operation that has ended is not open any more. None can be newer in the millisecond of its preparation
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
    // An operation that is being sent shows itself after its answer; its lease must not end before.
    const from = OPERATION_STATES.filter((state) => state !== 'quoting' && state !== 'sending');
    return ledger.move(claimed.id, { from, notified: false, dueAt: now });
  }
  for (const { id } of others) await moveAside(ledger, operation, id);
  return undefined;
}

async function moveAside(ledger: Ledger, operation: Operation, id: string): Promise<void> {
  await ledger.move(id, {
    from: OPERATION_STATES,
    // Decided by its state at the move: it may have been sent, or shown elsewhere, since it was read.
    to: (now) => (evicted(operation, now)?.to === 'cancelled' ? 'cancelled' : now.state),
    edit: (now) => evicted(operation, now)?.edit?.(now) ?? {},
  });
}

/**
 * Cancels the person's open confirms of other messages of the chat that ask for exactly the same. A purchase may be wanted twice.
 * Resolves to the cancelled ones.
 * @param open read when the operation had been written
 */
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

/** Closes a confirm for good and says why: no late tap can claim it. One that was never shown stays silent. */
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

/** Whether the message of an operation already says why the operation cannot be confirmed. */
export function isClosed(operation: Operation): boolean {
  const { state, failure } = operation;
  if (gapOf(operation)) return true;
  return state === 'expired' && (failure?.kind === WITHDRAWN.kind || failure?.kind === NOT_APPROVED.kind);
}

/**
 * Withdraws the person's oldest confirms above {@link MOST_OPEN}, and the oldest operations that wait for a top-up above as
 * many, a batch as one. Operations whose request may have been carried out stay. Resolves to the withdrawn ones.
 * @param prepared the newest operation of the person
 * @param personOperations read when that had been written, before {@link takeMessage}
 * @param state `waiting` for those that wait for approval instead
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
  if (unsent > MOST_UNSENT) await ledger.forgetUnsent(prepared.userId, MOST_UNSENT);
  return withdrawn.filter((each) => each !== undefined);
}

/** @param ready confirms, or operations that wait for a top-up */
function oldestBeyondMost(ready: readonly Operation[]): Operation[] {
  const oldestFirst = ready.toSorted((one, other) => one.createdAt - other.createdAt);
  const confirms = [...Map.groupBy(oldestFirst, (each) => togetherWith(each).join()).values()];
  return confirms.slice(0, Math.max(0, confirms.length - MOST_OPEN)).flat();
}

/** A confirm without a tap. An operation that waits for a top-up has been confirmed once. */
function isUngiven({ state, failure }: Operation): boolean {
  return state === 'ready' && failure?.kind !== 'insufficientBalance';
}
