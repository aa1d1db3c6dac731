import type { InlineKeyboardButton, User } from 'grammy/types';
import type { AuditDraft } from '../../../store/audit/index.ts';
import type { Team } from '../../../store/key-value/teams.ts';
import { newsOfChanges, removeMember } from '../../../teams/members.ts';
import { memberOf } from '../../../teams/rights.ts';
import { isIn } from '../../../telegram/api/reach.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { name, teamName } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { home } from '../../common/next-steps.ts';
import { tellOwner } from '../../common/teams/tell-team.ts';
import { teamById } from '../own-team.ts';
import { followMembers } from '../timed-work.ts';

/**
 * Ends rights as soon as Telegram reports that a member left the group, and all rights while the owner or the bot is
 * away.
 * Telegram reports a leaving twice where the bot is an administrator; the second report changes nothing.
 */
export const leavings = new Composer<Ctx>();

// A person who leaves gets no answer.
leavings.on('chat_member', async (ctx) => {
  const { new_chat_member: member } = ctx.chatMember;
  if (!isIn(member)) await memberLeft(ctx, ctx.chat.id, member.user);
});
leavings.on('message:left_chat_member', async (ctx, next) => {
  const { left_chat_member: left } = ctx.message;
  if (left.id === ctx.me.id) await botLeft(ctx, ctx.chat.id);
  else await memberLeft(ctx, ctx.chat.id, left);
  await next();
});
leavings.on('my_chat_member', async (ctx, next) => {
  const { chat, new_chat_member: member } = ctx.myChatMember;
  if (chat.type === 'group' || chat.type === 'supergroup')
    await (isIn(member) ? botReturned(ctx, chat.id) : botLeft(ctx, chat.id));
  await next();
});

leavings.on('message:new_chat_title', async (ctx, next) => {
  const { store } = ctx.services;
  const { new_chat_title: title } = ctx.message;
  for (const { id } of await store.teams.allInChat(ctx.chat.id))
    await store.teams.change(id, (team) => {
      team.title = title;
    });
  await next();
});

export const resuming = new Composer<Ctx>();

resuming.use(
  onButton(buttons.teamResume, async (ctx, { team: id }) => {
    const team = await teamById(ctx, id);
    // A tap redelivered after a crash finds that it ended the pause.
    const checked = team.paused ? await check(ctx, team) : 'resumed';
    if (checked !== 'resumed') throw new Refusal((t) => t(WAY_BACK[checked]));
    void ctx.answer();
    await show(ctx, {
      text: ctx.t('team-resumed', { group: name(teamName(team)) }),
      keyboard: [[buttons.team.make(ctx.t.plain('button-team-show'), { team: id })]],
    });
  }),
);

export const ownLeaving = new Composer<Ctx>();

ownLeaving.use(
  onButton(buttons.teamLeave, async (ctx, { team: id }) => {
    const { t, person } = ctx;
    const team = await teamById(ctx, id);
    requireLeavable(team, person.id);
    void ctx.answer();
    await show(ctx, {
      text: t('team-leave-ask', { group: name(teamName(team)) }),
      keyboard: [
        [buttons.teamLeaveNow.make(t.plain('button-team-leave-now'), { team: id }, 'danger')],
        [buttons.team.make(t.plain('button-back'), { team: id })],
      ],
    });
  }),
  onButton(buttons.teamLeaveNow, async (ctx, { team: id }) => {
    const { services, t, person, from } = ctx;
    const change = { at: services.operations.now(), actor: { id: person.id, name: from?.first_name ?? '' } };
    const left = await services.store.teams.change(id, (team, note, tell) => {
      // A tap redelivered after a crash finds that the person has left.
      if (isFormer(team, person.id)) return structuredClone(team);
      requireLeavable(team, person.id);
      const outcome = removeMember(team, person.id, { ...change, note }, 'memberLeft');
      const undoable = typeof outcome === 'string' ? {} : { change: JSON.stringify(outcome) };
      tell({ what: 'left', person: change.actor.name, ...undoable });
      return structuredClone(team);
    });
    if (!left) throw new Refusal((say) => say('right-ended'));
    services.reminders.tellTeamNews();
    await followMembers(services.reminders, id);
    void ctx.answer();
    const group = name(teamName(left));
    await show(ctx, { text: t('team-left', { group }), keyboard: isPrivate(ctx) ? [home(ctx)] : [] });
  }),
);

/** @throws Refusal where the person is no member, or the owner, who can only end the team */
function requireLeavable(team: Team, userId: number): void {
  if (userId === team.ownerId) throw new Refusal((t) => t('team-leave-owner'));
  if (!memberOf(team, userId)) throw new Refusal((t) => t('right-not-member'));
}

function isFormer(team: Team, userId: number): boolean {
  return !memberOf(team, userId) && (team.former ?? []).some((each) => each.userId === userId);
}

export function leaveRows({ t, person }: Pick<Ctx, 't' | 'person'>, team: Team): InlineKeyboardButton[][] {
  if (person.id === team.ownerId || !memberOf(team, person.id)) return [];
  return [[buttons.teamLeave.make(t.plain('button-team-leave'), { team: team.id }, 'danger')]];
}

type Checked = 'resumed' | 'ownerAway' | 'unclear';
const WAY_BACK = { ownerAway: 'team-resume-away', unclear: 'team-resume-unclear' } as const;

async function memberLeft(ctx: Ctx, chatId: number, user: User): Promise<void> {
  const { store, operations, reminders } = ctx.services;
  const at = operations.now();
  for (const { id, ownerId } of await store.teams.allInChat(chatId))
    if (user.id === ownerId) await pauseTeam(ctx, id, 'ownerLeft', { at, event: 'teamPaused', member: nameOf(user) });
  const change = { at, ...actorOf(ctx) };
  const left = await store.teams.leave(chatId, user.id, at, (team, note, tell) => {
    const outcome = removeMember(team, user.id, { ...change, note }, 'memberLeft');
    if (typeof outcome !== 'string') newsOfChanges([outcome]).forEach(tell);
  });
  for (const id of left) await followMembers(reminders, id);
  reminders.tellTeamNews();
}

async function botLeft(ctx: Ctx, chatId: number): Promise<void> {
  const { store, operations } = ctx.services;
  for (const { id } of await store.teams.allInChat(chatId))
    await pauseTeam(ctx, id, 'botLeft', { at: operations.now(), event: 'teamPaused', ...actorOf(ctx) });
}

function actorOf({ from }: Ctx): { actor?: { id: number; name: string } } {
  return from && !from.is_bot ? { actor: nameOf(from) } : {};
}

function nameOf({ id, first_name }: User): { id: number; name: string } {
  return { id, name: first_name };
}

/** Where the owner left, only their return ends the pause, also when the bot left and came back meanwhile. */
async function pauseTeam(ctx: Ctx, id: string, why: NonNullable<Team['paused']>, entry: AuditDraft): Promise<void> {
  const { store, operations, reminders } = ctx.services;
  const isPaused = await store.teams.change(id, (team, note, tell) => {
    if (team.paused === why || team.paused === 'ownerLeft') return false;
    team.paused = why;
    note({ ...entry, reason: why });
    tell({ what: 'paused', why });
    return true;
  });
  if (isPaused) await operations.closeWaiting(id, 'paused');
  reminders.tellTeamNews();
}

export function pausedScreen(t: Translate, team: Team, why: NonNullable<Team['paused']>): Screen {
  const { id } = team;
  const group = name(teamName(team));
  return {
    text: why === 'ownerLeft' ? t('team-you-left', { group }) : t('team-bot-left', { group }),
    keyboard: [
      [buttons.teamResume.make(t.plain('button-team-resume'), { team: id }, 'primary')],
      [buttons.teamEnd.make(t.plain('button-team-end'), { team: id }, 'danger')],
    ],
  };
}

/** While the bot was out of the group it got no updates of people who left. */
async function botReturned(ctx: Ctx, chatId: number): Promise<void> {
  for (const team of await ctx.services.store.teams.allInChat(chatId)) {
    if (team.paused !== 'botLeft') continue;
    const checked = await check(ctx, team);
    if (checked === 'resumed') continue;
    await tellOwner(ctx, team, (t) => ({ ...pausedScreen(t, team, 'botLeft'), text: t(WAY_BACK[checked]) }));
  }
}

/** Ends the pause where the owner is in the group, and removes the members who are gone. */
async function check(ctx: Ctx, team: Team): Promise<Checked> {
  const { store, operations, membership, reminders } = ctx.services;
  const gone: number[] = [];
  for (const { userId } of [...team.members, ...team.requests]) {
    const { is } = await membership.look(team.chatId, userId);
    // A member for whom Telegram gave no answer may have left.
    if (is === 'unknown') return 'unclear';
    if (is === 'out') gone.push(userId);
  }
  const isOwnerAway = gone.includes(team.ownerId);
  const at = operations.now();
  const after = await store.teams.change(team.id, (kept, note, tell) => {
    const left = gone.map((userId) => removeMember(kept, userId, { at, note }, 'memberLeft'));
    newsOfChanges(left.filter((each) => typeof each !== 'string')).forEach(tell);
    if (isOwnerAway) {
      const member = { id: kept.ownerId, name: memberOf(kept, kept.ownerId)?.name ?? '' };
      if (kept.paused !== 'ownerLeft') note({ at, event: 'teamPaused', member, reason: 'ownerLeft' });
      kept.paused = 'ownerLeft';
      return 'ownerAway';
    }
    // The owner may have left, or the bot been removed, while Telegram was asked.
    if (kept.paused !== team.paused) return kept.paused === 'ownerLeft' ? 'ownerAway' : 'unclear';
    delete kept.paused;
    note({ at, event: 'teamResumed', ...actorOf(ctx) });
    tell({ what: 'resumed' });
    return 'resumed';
  });
  reminders.tellTeamNews();
  if (after === 'resumed') await followMembers(reminders, team.id);
  return after ?? 'ownerAway';
}
