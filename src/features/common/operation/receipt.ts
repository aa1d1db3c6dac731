import { setTimeout as wait } from 'node:timers/promises';
import { lastLookFailed, type Operation, type Tapped } from '../../../operations/index.ts';
import { OPERATION_KINDS, type OperationKind, PAID_KINDS } from '../../../store/operations/index.ts';
import { memberOf } from '../../../teams/rights.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import type { TextKey } from '../../../telegram/i18n/texts.ts';
import { valuesBeside } from '../../../telegram/ui/button.ts';
import { formatMoment } from '../../../telegram/ui/format.ts';
import { withBelow } from '../../../telegram/ui/rich.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { alert, show } from '../../../telegram/ui/show.ts';
import { changeableMessage, messageIdOf } from '../../../telegram/ui/tapped-message.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../next-steps.ts';
import { conflictAlert } from './conflict.ts';

/** A handler waits this long for a tapped operation, which then goes on and reports by editing. */
export const STAY_MS = 3_000;

export const RECEIPTS_A_PAGE = 6;

export const RECEIPTS = {
  paid: PAID_KINDS,
  all: OPERATION_KINDS,
} as const satisfies Record<string, readonly OperationKind[]>;
export type Receipts = keyof typeof RECEIPTS;

export async function receiptScreen(
  { t, services, chat }: Ctx,
  operation: Operation,
  filter: Receipts,
  page: string,
): Promise<Screen> {
  // Shown as in this chat: in private its own person waits, in a group all read along.
  const chatId = chat?.id ?? operation.userId;
  const { keyboard = [], ...screen } = await services.screenOf({ ...operation, chatId }, t);
  const back = buttons.orders.make(t.plain('button-orders'), { filter, page });
  const when = t('orders-when', { date: formatMoment(operation.createdAt, t) });
  const others = keyboard.map((row) => row.filter((button) => button.text !== back.text));
  return { ...withBelow(screen, when), keyboard: [...others.filter((row) => row.length > 0), [back]] };
}

export async function isReadable({ services, person }: Ctx, { team: id, teamOwner }: Operation): Promise<boolean> {
  if (id === undefined || teamOwner === person.id) return true;
  const team = await services.store.teams.get(id);
  return team !== undefined && memberOf(team, person.id) !== undefined;
}

export function messageOf(ctx: Ctx, { chatId }: Pick<Operation, 'chatId'>): number | undefined {
  const tapped = changeableMessage(ctx);
  // If the group has become a supergroup, the outcome gets a new message there.
  return tapped?.chat.id === chatId ? messageIdOf(tapped) : undefined;
}

/**
 * Waits a moment for the tap's effect; `undefined` if the operation can't be read: its message shows the rest.
 * @param receipt updates the tapped message too, if the operation is shown in another one
 */
export async function stayWith(
  ctx: Ctx,
  id: string,
  { outcome, shown }: Tapped,
  receipt: 'receipt' | 'own' = 'receipt',
): Promise<Operation | undefined> {
  await Promise.race([shown, wait(STAY_MS)]);
  if (outcome === 'missing') {
    await show(ctx, { text: ctx.t('operation-missing'), keyboard: [home(ctx)] });
    return undefined;
  }
  if (outcome === 'notYours' || receipt === 'own') return undefined;
  const updated = showReceipt(ctx, id);
  return outcome === 'moved' ? reported(ctx, id, updated) : updated;
}

/** After the tap had its effect, a later failure must not read as if nothing had happened. */
export function reported<T>({ services }: Ctx, id: string, work: Promise<T>): Promise<T | undefined> {
  return work.catch((error) => {
    services.report(error, `operation ${id}`);
    return undefined;
  });
}

async function showReceipt(ctx: Ctx, id: string): Promise<Operation | undefined> {
  const operation = await ctx.services.operations.get(id);
  const tapped = ctx.callbackQuery?.message?.message_id;
  // Groups have no receipts.
  if (operation && isPrivate(ctx) && tapped !== operation.messageId && (await isReadable(ctx, operation))) {
    const paid = RECEIPTS.paid.some((kind) => kind === operation.kind);
    const from = valuesBeside(ctx, buttons.orders);
    const filter = from?.filter === 'all' || !paid ? 'all' : 'paid';
    await show(
      ctx,
      await receiptScreen(ctx, operation, filter, from?.page ?? (await pageWith(ctx, operation, filter))),
    );
  }
  return operation;
}

/** The page that lists the operation: an old message does not tell which page the tap came from. */
async function pageWith({ services }: Ctx, { id, userId }: Operation, filter: Receipts): Promise<string> {
  const place = await services.store.ledger.placeOf(id, userId, RECEIPTS[filter]);
  return String(Math.trunc(place / RECEIPTS_A_PAGE));
}

export function looked({ t }: Ctx, found: readonly Operation[]): string {
  if (found.some(lastLookFailed)) return t.plain('looked-unread');
  const states = found.map(({ state }) =>
    t.plain(state === 'accepted' || state === 'unknown' ? `looked-${state}` : `state-${state}`),
  );
  return t.plain('looked', { state: [...new Set(states)].join(' · ') });
}

export async function answerCancelled(ctx: Ctx, tapped: Pick<Tapped, 'outcome' | 'conflict'>): Promise<void> {
  if (tapped.outcome === 'notYours') await ctx.answer(ctx.t.plain('operation-cancel-not-yours'), { alert: true });
  else await answerTapped(ctx, tapped);
}

/** Loud words stand over the chat until they are read. */
const TAP_WORDS = {
  moved: undefined,
  missing: undefined,
  busy: undefined,
  replaced: { words: 'operation-replaced', isLoud: true },
  interrupted: { words: 'operation-interrupted', isLoud: true },
  outdated: { words: 'money-outdated', isLoud: true },
  unpriced: { words: 'money-no-price', isLoud: true },
  notYours: { words: 'operation-not-yours', isLoud: true },
  waiting: { words: 'approval-asked', isLoud: false },
  ownRequest: { words: 'approval-own', isLoud: true },
  refused: { words: 'approval-refused', isLoud: true },
  askerUnsure: { words: 'approval-asker-unsure', isLoud: true },
  notApprover: { words: 'approval-not-yours', isLoud: true },
  closed: { words: 'operation-closed', isLoud: false },
  expired: { words: 'operation-expired', isLoud: false },
} as const satisfies Record<Tapped['outcome'], { words: TextKey; isLoud: boolean } | undefined>;

export async function answerTapped(
  ctx: Ctx,
  { outcome, conflict }: Pick<Tapped, 'outcome' | 'conflict'>,
): Promise<void> {
  const { t, services, person } = ctx;
  if (conflict) {
    const words = conflictAlert(t, { userId: person.id }, conflict, services.summaryOf(conflict, t));
    return void (await ctx.answer(words, { alert: true }));
  }
  const found = TAP_WORDS[outcome];
  if (!found) return void (await ctx.answer());
  const words = t.plain(found.words);
  // The message shows the same, or the words are only for this person: without an answer to the tap, nothing is sent.
  if (outcome === 'replaced') await alert(ctx, words);
  else await ctx.answer(words, { alert: found.isLoud });
}
