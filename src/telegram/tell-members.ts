import type { Api } from 'grammy';
import type { Member, Team } from '../store/key-value/teams.ts';
import { isOutOfReach } from './api/errors.ts';
import type { Services } from './context.ts';
import type { Translate } from './i18n/index.ts';
import { localeOf } from './person.ts';
import { post, type Screen } from './ui/screen.ts';

/**
 * Tells members of a team in private, each in their language; also those of a moment ago. Resolves to the ones who were not told: they
 * never wrote to the bot, or blocked it.
 */
export async function tellMembers<Person extends Pick<Member, 'userId' | 'locale'>>(
  api: Api,
  { store, texts, reach, report }: Pick<Services, 'store' | 'texts' | 'reach' | 'report'>,
  team: Pick<Team, 'locale'>,
  people: readonly Person[],
  screen: (t: Translate, person: Person) => Screen,
): Promise<Person[]> {
  const untold: Person[] = [];
  for (const person of people) {
    const { userId: id, locale = team.locale } = person;
    if ((await reach.standing(id)).silence) {
      untold.push(person);
      continue;
    }
    const user = { id, is_bot: false, first_name: '', ...(locale ? { language_code: locale } : {}) };
    const t = texts.in(await localeOf(store, texts, user));
    try {
      await post(api, { chatId: id, topicId: undefined, locale: t.locale }, screen(t, person));
    } catch (error) {
      // One who can't be told must not keep the others from being told.
      if (!isOutOfReach(error)) report(error, 'member');
      untold.push(person);
    }
  }
  return untold;
}
