import { type Operation, operationIdFor } from '../../../operations/index.ts';
import { togetherWith } from '../../../operations/message.ts';
import { type Ctx, topicOf } from '../../../telegram/context.ts';
import { hasTapped } from '../../../telegram/ui/button.ts';
import { edit, type Screen } from '../../../telegram/ui/screen.ts';
import { alert, send, show } from '../../../telegram/ui/show.ts';
import { isAnsweredBeside, messageIdOf, tellsOutcome } from '../../../telegram/ui/tapped-message.ts';

/**
 * The id of the operation that this update leads to. Handled once more after a crash, the update finds that operation instead
 * of writing down a second one for the same request.
 * @param index which of the update's operations, where it leads to several
 */
export function operationIdOf(ctx: Ctx, index = 0): string {
  const { message } = ctx;
  const tap = ctx.callbackQuery;
  // A command that a button goes on with stands in the message of that button: only the update tells it from the next one.
  const cause = tap ? `tap:${tap.id}` : `message:${ctx.chat?.id}:${message?.message_id}:${ctx.update.update_id}`;
  return operationIdFor(`${ctx.me.id}:${cause}:${index}`);
}

/**
 * The message that was tapped, for a confirm to take its place. Not where the confirm is shown beside it, to the presser alone, nor
 * where the tap came late or twice, or waited through a crash: the message shows other buttons by now, and tells what became of an
 * operation. An inaccessible message does not tell its buttons.
 */
async function tappedMessage(ctx: Ctx): Promise<number | undefined> {
  const { message } = ctx.callbackQuery ?? {};
  return message && !ctx.keepsTapped && !isAnsweredBeside(ctx) && !(await isLate(ctx))
    ? messageIdOf(message)
    : undefined;
}

/** The fields of an operation that this update leads to: its id, its person, their account, and the message that will show it. */
export async function operationFields(ctx: Ctx, accountId: string) {
  const { person, chat } = ctx;
  const place = { chatId: chat?.id ?? person.id, topicId: topicOf(ctx), locale: person.locale };
  return { id: operationIdOf(ctx), userId: person.id, ...place, accountId, messageId: await tappedMessage(ctx) };
}

async function isLate(ctx: Ctx): Promise<boolean> {
  const claimedSince = hasTapped(ctx) ? ctx.arrivedAt : 0;
  return claimedSince !== undefined && tellsOutcome(ctx, claimedSince);
}

/** Shows prepared operations (several that are confirmed together share a confirm) and stores their message with them. */
export async function showPrepared(ctx: Ctx, screen: Screen, ...operations: readonly Operation[]): Promise<number> {
  const messageId = (await isLate(ctx)) ? await send(ctx, screen) : await show(ctx, screen);
  for (const { id } of operations) await ctx.services.operations.shownIn(id, messageId, topicOf(ctx));
  return messageId;
}

/**
 * Shows the operation that this update led to, as it is by now, where the update was handled before: it came again after a
 * crash, and the operation may have been confirmed since. It stays in the message that shows it, because another one would tell the
 * outcome twice. Resolves to that operation, and to its message.
 */
export async function showPreparedBefore(ctx: Ctx): Promise<{ operation: Operation; messageId?: number } | undefined> {
  const { operations, screenOf } = ctx.services;
  const operation = await operations.get(operationIdOf(ctx));
  if (!operation) return undefined;
  const all = await Promise.all(togetherWith(operation).map((id) => operations.get(id)));
  // The crash came before all of them were written down.
  if (all.some((each) => each === undefined)) return undefined;
  const { chatId, messageId, claimedAt, state } = operation;
  // Another operation has the message by now.
  if (state === 'cancelled' && messageId === undefined) {
    await alert(ctx, ctx.t.plain('operation-replaced'));
    return { operation };
  }
  // Once confirmed, it shows itself.
  if (claimedAt !== undefined) return { operation, ...(messageId === undefined ? {} : { messageId }) };
  const screen = await screenOf(operation, ctx.t);
  const found = all.filter((each) => each !== undefined);
  const isThere = messageId !== undefined && (await edit(ctx.api, chatId, messageId, screen, operation.userId));
  if (!isThere) return { operation, messageId: await showPrepared(ctx, screen, ...found) };
  for (const { id } of found) await operations.shownIn(id, messageId, topicOf(ctx));
  return { operation, messageId };
}
