import type { Api } from 'grammy';
import type { Member, Team } from '../../store/key-value/teams.ts';
import { isOutOfReach } from '../../telegram/api/errors.ts';
import type { Services } from '../../telegram/context.ts';
import { localeOf } from '../../telegram/person.ts';
import { name } from '../../telegram/ui/format.ts';
import { post } from '../../telegram/ui/screen.ts';

/** Tells people in private that they are no members of the team any more, where the bot may write to them. */
export async function tellRemoved(
  api: Api,
  { store, texts, reach }: Pick<Services, 'store' | 'texts' | 'reach'>,
  team: Team,
  people: readonly Member[],
): Promise<void> {
  for (const { userId: id, locale = team.locale } of people) {
    if ((await reach.standing(id)).silence) continue;
    const person = { id, is_bot: false, first_name: '', ...(locale ? { language_code: locale } : {}) };
    const t = texts.in(await localeOf(store, texts, person));
    const text = t('member-you-removed', { group: name(team.title) });
    try {
      await post(api, { chatId: id, topicId: undefined, locale: t.locale }, { text });
    } catch (error) {
      // They never wrote to the bot, or blocked it.
      if (!isOutOfReach(error)) throw error;
    }
  }
}
