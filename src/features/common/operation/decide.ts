import { setTimeout as wait } from 'node:timers/promises';
import type { Approver, Tapped } from '../../../operations/index.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import { requireInTeam } from '../../../telegram/access/require-right.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { edit } from '../../../telegram/ui/screen.ts';
import { changeableMessage, messageIdOf } from '../../../telegram/ui/tapped-message.ts';
import { requestOutcome } from './approval.ts';
import { answerTapped, STAY_MS } from './receipt.ts';

/** Approves or declines the operations of one message. @throws NotAllowed if the person has no right to decide */
export async function decide(
  ctx: Ctx,
  ids: readonly string[],
  words: 'approval-approved' | 'approval-declined',
  act: (id: string, approver: Approver) => Promise<Tapped>,
): Promise<void> {
  const { services, t, person, from } = ctx;
  const [first = ''] = ids;
  const asked = await services.operations.get(first);
  const team = asked?.team === undefined ? undefined : await services.store.teams.get(asked.team);
  // A forged button: no team decides about this operation, so the answer reveals nothing about it.
  if (!team) return answerTapped(ctx, { outcome: 'closed' });
  await requireInTeam(ctx, team, 'approve');
  const tapped: Tapped[] = [];
  for (const id of ids) tapped.push(await act(id, { id: person.id, name: from?.first_name ?? '' }));
  const hindered = tapped.find(({ outcome }) => outcome !== 'moved');
  if (hindered) await answerTapped(ctx, hindered);
  else await ctx.answer(t.plain(words));
  // One entry stands for all operations of the message.
  if (hindered?.outcome === 'ownRequest')
    await services.store.teams.note(team.id, {
      at: services.operations.now(),
      event: 'refused',
      actor: { id: person.id, ...(from ? { name: from.first_name } : {}) },
      action: 'approve',
      reason: 'ownRequest',
      operation: first,
    });
  await Promise.race([Promise.all(tapped.map(({ shown }) => shown)), wait(STAY_MS)]);
  await closeStale(ctx, first, team);
}

/** Removes the buttons of a message that the bot sent right before a crash and therefore does not know. */
async function closeStale(ctx: Ctx, id: string, { chatId: teamChat, locale }: Team): Promise<void> {
  const operation = await ctx.services.operations.get(id);
  const message = changeableMessage(ctx);
  if (!operation || !message || operation.state === 'waiting') return;
  const { chatId, messageId, formerMessages = [], approval } = operation;
  const tapped = messageIdOf(message);
  const { person, services, t } = ctx;
  const isKept = approval?.privately?.some((each) => each.userId === person.id && each.messageId === tapped);
  if (isKept && message.chat.id === person.id) {
    const text = requestOutcome(operation, t, services.summaryOf(operation, t));
    await edit(ctx.api, person.id, tapped, { text });
    return;
  }
  if (message.chat.id !== chatId && message.chat.id !== teamChat) return;
  const own = message.chat.id === chatId ? [messageId, ...formerMessages] : [approval?.messageId];
  if (own.includes(tapped)) return;
  const { screenOf, texts } = services;
  const { text } = await screenOf(operation, texts.in(texts.for(locale)));
  await edit(ctx.api, message.chat.id, tapped, { text }, ctx.person.id);
}
