import type { Api } from 'grammy';
import type { Member, Team } from '../../store/key-value/teams.ts';
import type { Services } from '../../telegram/context.ts';
import { tellMembers } from '../../telegram/tell-members.ts';
import { name, teamName } from '../../telegram/ui/format.ts';

/** Tells people in private that they are no members of the team any more, where the bot may write to them. */
export async function tellRemoved(api: Api, services: Services, team: Team, people: readonly Member[]): Promise<void> {
  await tellMembers(api, services, team, people, (t) => ({
    text: t('member-you-removed', { group: name(teamName(team)) }),
  }));
}

/** Tells people in private that they are members of the team again. */
export async function tellReturned(api: Api, services: Services, team: Team, people: readonly Member[]): Promise<void> {
  await tellMembers(api, services, team, people, (t) => ({
    text: t('member-you-returned', { group: name(teamName(team)) }),
  }));
}
