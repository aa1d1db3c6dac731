import type { Team } from '../../store/key-value/teams.ts';
import { isOutOfReach } from '../../telegram/api/errors.ts';
import type { Ctx } from '../../telegram/context.ts';
import { post } from '../../telegram/ui/screen.ts';

/**
 * Ends a team whose account its owner disconnects: what waits for approval is closed, nobody has rights any more, and the group is told
 * in one message that all see.
 */
export async function endTeam(ctx: Ctx, { id, chatId, topicId, locale }: Team): Promise<void> {
  const { services, person } = ctx;
  const { store, operations, texts } = services;
  // While the team is there its chat is known, where requests for approval stand.
  await operations.closeWaiting(id);
  const actor = { id: person.id, ...(ctx.from ? { name: ctx.from.first_name } : {}) };
  const ended = await store.teams.end(id, { at: operations.now(), event: 'teamEnded', actor, reason: 'disconnected' });
  // A member may have asked for approval in between.
  await operations.closeWaiting(id);
  if (!ended) return;
  const t = texts.in(texts.for(locale ?? person.locale));
  try {
    await post(
      ctx.api,
      { chatId, topicId: topicId || undefined, locale: t.locale },
      { text: t('team-ended-disconnected') },
    );
  } catch (error) {
    // The bot may not write there: the team has ended all the same.
    if (!isOutOfReach(error)) throw error;
  }
}
