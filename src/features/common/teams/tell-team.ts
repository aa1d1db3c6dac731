import type { Team } from '../../../store/key-value/teams.ts';
import { isOutOfReach } from '../../../telegram/api/errors.ts';
import type { Ctx } from '../../../telegram/context.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { translateForMember } from '../../../telegram/tell/tell-members.ts';
import { post, type Screen } from '../../../telegram/ui/screen.ts';

/** Tells all in a team's group or topic. Resolves to whether the group takes messages. */
export function tellTeam(
  ctx: Pick<Ctx, 'api' | 't'>,
  { chatId, topicId, locale }: Team,
  screen: Screen,
): Promise<boolean> {
  return tell(ctx, { chatId, topicId: topicId || undefined, locale: locale ?? ctx.t.locale }, screen);
}

/** Tells a team's owner in private. Resolves to whether they take messages. */
export async function tellOwner(
  ctx: Pick<Ctx, 'api' | 'services'>,
  team: Team,
  screen: (t: Translate) => Screen,
): Promise<boolean> {
  const t = await translateFor(ctx, team);
  return tell(ctx, { chatId: team.ownerId, topicId: undefined, locale: t.locale }, screen(t));
}

/** The texts in the language of a team's owner. */
export function translateFor({ services }: Pick<Ctx, 'services'>, team: Team): Promise<Translate> {
  return translateForMember(services, team, { userId: team.ownerId });
}

async function tell({ api }: Pick<Ctx, 'api'>, place: Parameters<typeof post>[1], screen: Screen): Promise<boolean> {
  try {
    await post(api, place, screen);
    return true;
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return false;
  }
}
