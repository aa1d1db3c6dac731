import type { Api } from 'grammy';
import type { TeamNews } from '../../store/jobs/reminders.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import type { Services } from '../../telegram/context.ts';
import { roleWords } from '../../telegram/failures/right-words.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { tellMembers } from '../../telegram/tell/tell-members.ts';
import { listed, name, teamName } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { followEnd } from '../common/teams/end-team.ts';
import { tellOwner, tellTeam } from '../common/teams/tell-team.ts';
import { requestScreen } from './members/adding.ts';
import { pausedScreen } from './members/leaving.ts';
import { keepUndo } from './members/roles.ts';

type NewsOf<What extends TeamNews['what']> = Extract<TeamNews, { what: What }>;

interface Teller {
  api: Api;
  services: Services;
  /** The group's language. */
  t: Translate;
}

/**
 * Sends the messages about a change one at a time, so that a kill repeats at most one. Resolves to the rest.
 * News that a later change made untrue is dropped.
 */
export async function tellNews(
  api: Api,
  services: Services,
  id: string,
  news: TeamNews,
): Promise<TeamNews | undefined> {
  const { store, texts } = services;
  const live = await store.teams.get(id);
  const team = live ?? (await store.teams.lastEnd(id))?.team;
  if (!team) return undefined;
  const teller = { api, services, t: texts.in(texts.for(team.locale)) };
  if (news.what === 'removed' || news.what === 'returned') return tellFirst(teller, team, news);
  if (news.what === 'tokenReplaced') return tellOfToken(teller, team, news);
  if (news.what === 'replaced') return tellReplaced(teller, news);
  if (news.what === 'disconnected' && !live)
    await tellTeam(teller, team, { text: teller.t('team-ended-disconnected') });
  if (!live || news.what === 'disconnected') return undefined;
  if (news.what === 'paused') return tellPaused(teller, live, news);
  if (news.what === 'asked') await tellRequest(teller, live, news);
  else if (news.what === 'left') await tellLeft(teller, live, news);
  else await tellGroup(teller, live, news);
  return undefined;
}

type OfGroup = NewsOf<'created' | 'added' | 'admitted' | 'resumed'>;

function stillTrue(team: Team, news: OfGroup): OfGroup | undefined {
  if (news.what === 'admitted') {
    const role = news.userId === undefined ? news.role : memberOf(team, news.userId)?.role;
    return role === undefined || role === 'owner' ? undefined : { ...news, role };
  }
  if (news.what !== 'added') return news;
  const people = news.people.filter((each) => typeof each === 'string' || memberOf(team, each.userId));
  return people.length > 0 ? { ...news, people } : undefined;
}

async function tellGroup(teller: Teller, team: Team, news: OfGroup): Promise<void> {
  const still = stillTrue(team, news);
  if (still) await tellTeam(teller, team, groupScreen(teller.t, team, still));
}

function groupScreen(t: Translate, { id }: Team, news: OfGroup): Screen {
  switch (news.what) {
    case 'created':
      return {
        text: t('team-here', { owner: name(news.owner) }),
        keyboard: [[buttons.teamJoin.make(t.plain('button-team-join'), { team: id }, 'primary')]],
      };
    case 'added':
      return {
        text: t('members-welcome', {
          people: names(
            t,
            news.people.map((each) => (typeof each === 'string' ? each : each.name)),
          ),
        }),
      };
    case 'admitted':
      return { text: t('member-added', { name: name(news.person), role: roleWords(t, news.role) }) };
    case 'resumed':
      return { text: t('team-resumed-here') };
  }
}

function names(t: Translate, people: readonly string[]): Html {
  return listed(people.map(name), t);
}

async function tellLeft(teller: Teller, team: Team, { person, change }: NewsOf<'left'>): Promise<void> {
  const note = change === undefined ? undefined : await keepUndo(teller.services, team.id, `[${change}]`);
  await tellOwner(teller, team, (t) => ({
    text: t('team-left-by', { group: name(teamName(team)), person: name(person) }),
    keyboard: [
      ...(note ? [[buttons.memberUndo.make(t.plain('button-bring-back'), { team: team.id, note })]] : []),
      [buttons.members.make(t.plain('button-members'), { team: team.id, page: '0' })],
    ],
  }));
}

async function tellRequest(teller: Teller, team: Team, { userId, person }: NewsOf<'asked'>): Promise<void> {
  // A person who left the group may have come back: the owner hears of the same request once a day.
  if (memberOf(team, userId)) return;
  const screen = (t: Translate) => requestScreen(t, team, { userId, name: person });
  if (!(await tellOwner(teller, team, screen))) await tellTeam(teller, team, screen(teller.t));
}

async function tellFirst(
  { api, services }: Teller,
  team: Team,
  news: NewsOf<'removed' | 'returned'>,
): Promise<TeamNews | undefined> {
  const [first, ...people] = news.people;
  const group = name(teamName(team));
  const isSo = first && (memberOf(team, first.userId) !== undefined) === (news.what === 'returned');
  if (isSo) await tellMembers(api, services, team, [first], (t) => ({ text: t(`member-you-${news.what}`, { group }) }));
  return people.length > 0 ? { ...news, people } : undefined;
}

/** Each admin in private, then the group where an admin could not be reached. */
async function tellOfToken(teller: Teller, team: Team, news: NewsOf<'tokenReplaced'>): Promise<TeamNews | undefined> {
  const { api, services, t } = teller;
  const words = { owner: name(news.owner), team: name(teamName(team)) };
  const [first, ...people] = news.people;
  // A former member gets no news of the team.
  if (first && !memberOf(team, first.userId)) return { ...news, people };
  if (first) {
    const screen = (own: Translate) => ({ text: own('team-token-replaced', words) });
    const [told] = await tellMembers(api, services, team, [first], screen);
    return { ...news, people, unreached: news.unreached || told?.messageId === undefined };
  }
  if (news.unreached) await tellTeam(teller, team, { text: t('team-token-replaced', words) });
  return undefined;
}

/** Notifies the owner of an abandoned team that another team has its place. */
async function tellReplaced(teller: Teller, { ended: id, person }: NewsOf<'replaced'>): Promise<undefined> {
  const { store, operations, reminders } = teller.services;
  await operations.closeWaiting(id);
  await followEnd(reminders, id, 0);
  const ended = (await store.teams.lastEnd(id))?.team;
  if (!ended) return;
  const group = name(teamName(ended));
  await tellOwner(teller, ended, (t) => ({ text: t('team-replaced', { person: name(person), group }) }));
}

async function tellPaused(teller: Teller, team: Team, news: NewsOf<'paused'>): Promise<TeamNews | undefined> {
  const { why, isGroupTold } = news;
  // A paused team has no member who may approve.
  if (team.paused) await teller.services.operations.closeWaiting(team.id, 'paused');
  if (team.paused !== why) return undefined;
  if (why === 'ownerLeft' && !isGroupTold) {
    await tellTeam(teller, team, { text: teller.t('team-owner-left') });
    return { ...news, isGroupTold: true };
  }
  await tellOwner(teller, team, (own) => pausedScreen(own, team, why));
  return undefined;
}
