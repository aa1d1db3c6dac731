import { type Operation, operationIdFor } from '../../../operations/index.ts';
import { togetherWith } from '../../../operations/message.ts';
import { type Ctx, topicOf } from '../../../telegram/context.ts';
import { hasTapped } from '../../../telegram/ui/button.ts';
import { edit, type Screen } from '../../../telegram/ui/screen.ts';
import { alert, send, show } from '../../../telegram/ui/show.ts';
import { isAnsweredBeside, messageIdOf, tellsOutcome } from '../../../telegram/ui/tapped-message.ts';

/** An update that comes again after a crash gets the same id. @param index for an update with several operations */
export function operationIdOf(ctx: Ctx, index = 0): string {
  const { message } = ctx;
  const tap = ctx.callbackQuery;
  // A button's command has the message of its button: only the update id differs from tap to tap.
  const cause = tap ? `tap:${tap.id}` : `message:${ctx.chat?.id}:${message?.message_id}:${ctx.update.update_id}`;
  return operationIdFor(`${ctx.me.id}:${cause}:${index}`);
}

/** The tapped message, for the confirm to replace. Not after a late tap: the message may show an outcome by now. */
async function tappedMessage(ctx: Ctx): Promise<number | undefined> {
  const { message } = ctx.callbackQuery ?? {};
  return message && !ctx.keepsTapped && !isAnsweredBeside(ctx) && !(await isLate(ctx))
    ? messageIdOf(message)
    : undefined;
}

export async function operationFields(ctx: Ctx, accountId: string) {
  const { person, chat } = ctx;
  const place = { chatId: chat?.id ?? person.id, topicId: topicOf(ctx), locale: person.locale };
  return { id: operationIdOf(ctx), userId: person.id, ...place, accountId, messageId: await tappedMessage(ctx) };
}

async function isLate(ctx: Ctx): Promise<boolean> {
  const claimedSince = hasTapped(ctx) ? ctx.arrivedAt : 0;
  return claimedSince !== undefined && tellsOutcome(ctx, claimedSince);
}

export async function showPrepared(ctx: Ctx, screen: Screen, ...operations: readonly Operation[]): Promise<number> {
  const messageId = (await isLate(ctx)) ? await send(ctx, screen) : await show(ctx, screen);
  for (const { id } of operations) await ctx.services.operations.shownIn(id, messageId, topicOf(ctx));
  return messageId;
}

/** Shows the operation of an update that came again after a crash, in its message: two would both show the outcome. */
export async function showPreparedBefore(ctx: Ctx): Promise<{ operation: Operation; messageId?: number } | undefined> {
  const { operations, screenOf } = ctx.services;
  const operation = await operations.get(operationIdOf(ctx));
  if (!operation) return undefined;
  const all = await Promise.all(togetherWith(operation).map((id) => operations.get(id)));
  // The crash came before all of them were written.
  if (all.some((each) => each === undefined)) return undefined;
  const { chatId, messageId, claimedAt, state } = operation;
  // Another operation has taken the message.
  if (state === 'cancelled' && messageId === undefined) {
    await alert(ctx, ctx.t.plain('operation-replaced'));
    return { operation };
  }
  if (claimedAt !== undefined) return { operation, ...(messageId === undefined ? {} : { messageId }) };
  const screen = await screenOf(operation, ctx.t);
  const found = all.filter((each) => each !== undefined);
  const isThere = messageId !== undefined && (await edit(ctx.api, chatId, messageId, screen, operation.userId));
  if (!isThere) return { operation, messageId: await showPrepared(ctx, screen, ...found) };
  for (const { id } of found) await operations.shownIn(id, messageId, topicOf(ctx));
  return { operation, messageId };
}
