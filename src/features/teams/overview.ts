import { ROLES, type Team } from '../../store/key-value/teams.ts';
import { memberOf } from '../../teams/rights.ts';
import { onCallNow } from '../../teams/rota.ts';
import { mayHere, requireInTeam } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import { type Ctx, isPrivate, topicOf } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { roleWords } from '../../telegram/failures/right-words.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { onCommand } from '../../telegram/ui/command.ts';
import { isolate, name, teamName } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { home } from '../common/next-steps.ts';
import { endTeam } from '../common/teams/end-team.ts';
import { tellTeam } from '../common/teams/tell-team.ts';
import { beginCreating } from './lifecycle/creating.ts';
import { once, toRestore } from './lifecycle/restoring.ts';
import { leaveRows } from './members/leaving.ts';
import { teamById } from './own-team.ts';
import { toProtected } from './protection/protect.ts';
import { sendLimits, TO_LIMITS, toLimits } from './protection/spending-limits.ts';

/** /team: shows a team, and ends it. Where there is none it begins to set one up. */
export const overview = new Composer<Ctx>();

onCommand(overview, 'team', async (ctx) => {
  if (isPrivate(ctx)) return startInPrivate(ctx, ctx.match);
  const team = await ctx.services.store.teams.inChat(ctx.chat.id, topicOf(ctx));
  const isIn = team !== undefined && isMember(ctx, team);
  if (!team || (team.paused === 'ownerLeft' && !isIn)) return beginCreating(ctx);
  await send(ctx, isIn ? await teamScreen(ctx, team) : invitation(ctx, team));
});
overview.use(
  onButton(buttons.team, async (ctx, { team: id }) => {
    const team = await ctx.services.store.teams.get(id);
    if (!team) throw new Refusal((t) => t('right-ended'));
    // Members of a paused team may open it: the screen says why it is paused.
    if (!team.paused || !isMember(ctx, team)) await requireInTeam(ctx, team, 'read');
    await show(ctx, await teamScreen(ctx, team));
  }),
  onButton(buttons.teams, async (ctx) => show(ctx, teamsScreen(ctx, await ownTeams(ctx)))),
);

/** Ignores a pause. */
function isMember(ctx: Ctx, team: Team): boolean {
  return mayHere(ctx, { ...team, paused: undefined }, 'read');
}

/** @param payload the link's payload: a chat and topic, or a team's id and {@link TO_LIMITS} */
async function startInPrivate(ctx: Ctx, payload: string): Promise<void> {
  const [, chat, topic] = /^(-\d{1,16}) (\d{1,16})$/.exec(payload) ?? [];
  if (chat !== undefined) return beginCreating(ctx, { chatId: Number(chat), topicId: Number(topic) });
  const [id = '', then] = payload.split(' ');
  if (then === TO_LIMITS) return sendLimits(ctx, await teamById(ctx, id));
  const teams = await ownTeams(ctx);
  const [only, ...others] = teams;
  if (!only) return beginCreating(ctx);
  await send(ctx, others.length === 0 ? await teamScreen(ctx, only) : teamsScreen(ctx, teams));
}

function ownTeams({ services, person }: Ctx): Promise<Team[]> {
  return services.store.teams.ofPerson(person.id);
}

function teamsScreen(ctx: Ctx, teams: readonly Team[]): Screen {
  const { t } = ctx;
  return {
    text: t('teams'),
    keyboard: [
      ...teams.map((team) => [buttons.team.make(isolate(teamName(team)), { team: team.id })]),
      [buttons.teamNew.make(t.plain('button-team-new'), {})],
      home(ctx),
    ],
  };
}

function invitation({ t }: Ctx, team: Team): Screen {
  const owner = name(memberOf(team, team.ownerId)?.name ?? '');
  return {
    text: t('team-here', { owner }),
    keyboard: [[buttons.teamJoin.make(t.plain('button-team-join'), { team: team.id }, 'primary')]],
  };
}

async function teamScreen(ctx: Ctx, team: Team): Promise<Screen> {
  const { t, services, person } = ctx;
  const { accounts } = await services.store.accounts.get(team.ownerId);
  const label = accounts.find(({ id }) => id === team.accountId)?.label ?? '–';
  const [owner, onCall] = [team.ownerId, onCallNow(team, services.operations.now())].map((id) =>
    team.members.find(({ userId }) => userId === id),
  );
  const isOwner = person.id === team.ownerId;
  return {
    text: [
      t('team', { group: name(teamName(team)) }),
      '',
      // The label of the account is private to the owner.
      isOwner && isPrivate(ctx)
        ? t('team-account', { account: name(label), owner: name(owner?.name ?? '') })
        : t('team-account-of', { owner: name(owner?.name ?? '') }),
      t('team-members', { members: countWords(ctx, team) }),
      t('team-protected', { count: team.protected.length }),
      ...(onCall ? [t('team-on-call', { name: name(onCall.name) })] : []),
      ...(isOwner && team.requests.length > 0 ? [t('team-requests', { count: team.requests.length })] : []),
      ...(team.paused ? ['', t(`team-paused-${team.paused}`)] : []),
      ...(isOwner && !team.paused && team.protected.length === 0 ? ['', t('team-next')] : []),
    ].join('\n'),
    keyboard: [
      ...(team.paused
        ? []
        : [[buttons.members.make(t.plain('button-members'), { team: team.id, page: '0' }, 'primary')]]),
      ...(isOwner ? await ownerRows(ctx, team) : leaveRows(ctx, team)),
      ...(isPrivate(ctx) ? [[buttons.teamNew.make(t.plain('button-team-new'), {})]] : []),
      ...(isPrivate(ctx) ? [home(ctx)] : []),
    ],
  };
}

async function ownerRows(ctx: Ctx, team: Team) {
  const { t } = ctx;
  const { id, paused } = team;
  return [
    ...(paused ? [[buttons.teamResume.make(t.plain('button-team-resume'), { team: id }, 'primary')]] : []),
    ...(paused ? [] : [[buttons.membersAdd.make(t.plain('button-members-more'), { team: id })]]),
    [toProtected(ctx, team)],
    await toLimits(ctx, team),
    [buttons.teamEnd.make(t.plain('button-team-end'), { team: id }, 'danger')],
  ];
}

function countWords({ t }: Ctx, { members }: Team): string {
  const counts = [...ROLES]
    .reverse()
    .map((role) => ({ role, count: members.filter((each) => each.role === role).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => t.plain('team-count', { role: roleWords(t, role), count }))
    .join(' · ');
}

overview.use(
  onButton(buttons.teamEnd, async (ctx, { team: id }) => {
    const team = await ctx.services.store.teams.get(id);
    const about = { team: id };
    await show(ctx, {
      text: ctx.t('team-end-ask', { group: name(team ? teamName(team) : '') }),
      keyboard: [
        [buttons.teamEndNow.make(ctx.t.plain('button-team-end-now'), about, 'danger')],
        [buttons.team.make(ctx.t.plain('button-back'), about)],
      ],
    });
  }),
  onButton(buttons.teamEndNow, async (ctx, { team: id }) => {
    const { from, t, services } = ctx;
    const team = await services.store.teams.get(id);
    if (team) {
      await requireInTeam(ctx, team, 'account');
      await endTeam(ctx, team);
    }
    const last = await services.store.teams.lastEnd(id);
    // A tap redelivered after a crash finds the end that it made.
    if (last?.team.ownerId !== ctx.person.id) throw new Refusal((say) => say('right-ended'));
    const { team: ended, endedAt } = last;
    void ctx.answer();
    await show(ctx, {
      text: t('team-ended', { group: name(teamName(ended)) }),
      keyboard: [toRestore(ctx, ended), home(ctx)],
    });
    await once(ctx, `team-ended:${id}:${endedAt}`, () =>
      tellTeam(ctx, ended, { text: t('team-ended-here', { owner: name(from?.first_name ?? '') }) }),
    );
  }),
);
