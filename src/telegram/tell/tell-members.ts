import type { Api } from 'grammy';
import type { Member, Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import { localeOf } from '../access/person.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Services } from '../context.ts';
import type { Translate } from '../i18n/index.ts';
import { post, type Screen } from '../ui/screen.ts';

type Reader = Pick<Member, 'userId' | 'locale'>;

/** Without a message the member takes none: they never wrote to the bot, or blocked it. */
export interface Told<Person extends Reader> {
  person: Person;
  messageId?: number;
}

export async function tellMembers<Person extends Reader>(
  api: Api,
  services: Pick<Services, 'store' | 'texts' | 'reach' | 'report' | 'membership'>,
  team: Team,
  people: readonly Person[],
  screen: (t: Translate, person: Person) => Screen,
): Promise<Told<Person>[]> {
  const told: Told<Person>[] = [];
  for (const person of people) {
    const messageId = await tellMember(api, services, team, person, screen);
    told.push({ person, ...(messageId === undefined ? {} : { messageId }) });
  }
  return told;
}

async function tellMember<Person extends Reader>(
  api: Api,
  services: Parameters<typeof tellMembers>[1],
  team: Team,
  person: Person,
  screen: (t: Translate, person: Person) => Screen,
): Promise<number | undefined> {
  const { userId: chatId } = person;
  if ((await services.reach.standing(chatId)).silence || (await hasLeft(services, team, chatId))) return undefined;
  const t = await translateForMember(services, team, person);
  try {
    return await post(api, { chatId, topicId: undefined, locale: t.locale }, screen(t, person));
  } catch (error) {
    // A failure at one member must not keep the message from the others.
    if (!isOutOfReach(error)) services.report(error, 'member');
    return undefined;
  }
}

/** A bot that is no administrator may not hear that a member left. */
async function hasLeft({ membership }: Pick<Services, 'membership'>, team: Team, userId: number): Promise<boolean> {
  if (userId === team.ownerId || !memberOf(team, userId)) return false;
  return (await membership.verify(team, userId, undefined)) !== 'in';
}

export async function translateForMember(
  { store, texts }: Pick<Services, 'store' | 'texts'>,
  team: Pick<Team, 'locale'>,
  { userId: id, locale = team.locale }: Reader,
): Promise<Translate> {
  const user = { id, is_bot: false, first_name: '', ...(locale ? { language_code: locale } : {}) };
  return texts.in(await localeOf(store, texts, user));
}
