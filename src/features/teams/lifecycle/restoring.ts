import type { InlineKeyboardButton } from 'grammy/types';
import { DUE_AFTER_CRASH_MS } from '../../../jobs/reminders.ts';
import type { AuditDraft } from '../../../store/audit/index.ts';
import { RESTORABLE_MS, type Team, type TeamEnd } from '../../../store/key-value/teams.ts';
import { removeMember } from '../../../teams/members.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { onButton } from '../../../telegram/ui/button.ts';
import { name, teamName } from '../../../telegram/ui/format.ts';
import { show } from '../../../telegram/ui/show.ts';
import { buttons } from '../../buttons.ts';
import { tellTeam } from '../../common/teams/tell-team.ts';
import { notedTopic } from '../topic-name.ts';
import { requireFree, requireGroup, requirePlace } from './creating.ts';

/** Lets the owner undo the end of a team: members who are still in the group get the same role again. */
export const restoring = new Composer<Ctx>();

export function toRestore({ t }: Pick<Ctx, 't'>, ended: Team): InlineKeyboardButton[] {
  return [buttons.teamRestore.make(t.plain('button-undo'), { team: ended.id })];
}

/** Sends the message about a tap once, also where Telegram delivers the tap again after a crash. */
export async function once({ services }: Ctx, key: string, tell: () => Promise<unknown>): Promise<void> {
  const { notes } = services.store;
  if ((await notes.get(key)) !== undefined) return;
  await tell();
  await notes.set(key, 'told', RESTORABLE_MS);
}

restoring.use(
  onButton(buttons.teamRestore, async (ctx, { team: id }) => {
    const { services, t, from, person } = ctx;
    const { store, reminders, operations, texts } = services;
    const last = await store.teams.lastEnd(id);
    const told = `team-restored:${id}:${last?.endedAt}`;
    if (last?.team.ownerId !== person.id || (await store.notes.get(told)) !== undefined)
      throw new Refusal((say) => say('button-old'));
    await reminders.scheduleForTeam('onCall', id, DUE_AFTER_CRASH_MS);
    // A tap redelivered after a crash finds the team that it restored.
    const team = (await store.teams.get(id)) ?? (await bringBack(ctx, last));
    const { members } = team;
    await reminders.scheduleForTeam('onCall', id, 0);
    await reminders.scheduleForTeam('breakGlass', id, 0);
    await operations.readAgain(id);
    void ctx.answer();
    const gone = last.team.members.length - members.length;
    await show(ctx, {
      text: t('team-restored', { group: name(teamName(team)), count: members.length, gone }),
      keyboard: [[buttons.team.make(t.plain('button-team-show'), { team: id }, 'primary')]],
    });
    const inGroup = texts.in(texts.for(team.locale ?? t.locale));
    await once(ctx, told, () =>
      tellTeam(ctx, team, { text: inGroup('team-restored-here', { owner: name(from?.first_name ?? '') }) }),
    );
  }),
);

/** @throws Refusal where the account or its place is taken */
async function bringBack(ctx: Ctx, last: TeamEnd): Promise<Team> {
  const { team: ended } = last;
  const { services, from, person } = ctx;
  await requireFree(ctx, ended.accountId);
  const { chatId, title } = await requireGroup(ctx, ended.chatId);
  if ((await requirePlace(ctx, chatId, ended.topicId)).length > 0) throw new Refusal((say) => say('team-chat-taken'));
  const topic = (await notedTopic(ctx, chatId, ended.topicId)) ?? ended.topic;
  const gone = await goneFrom(ctx, last);
  const at = services.operations.now();
  const actor = { id: person.id, name: from?.first_name ?? '' };
  const team: Team = { ...asRestored(ended), chatId, title, topic };
  // Members may have left while Telegram was asked: only the transaction knows.
  const withoutLeft = (kept: Team, end: TeamEnd | undefined, note: (entry: AuditDraft) => void) => {
    for (const userId of new Set([...gone, ...(end ? heardLeaving(end, kept) : [])]))
      removeMember(kept, userId, { at, note }, 'memberLeft');
  };
  const outcome = await services.store.teams.restore(team, { at, event: 'teamRestored', actor }, withoutLeft);
  if (outcome === 'accountLent') throw new Refusal((say) => say('team-account-lent'));
  if (outcome !== 'created') throw new Refusal((say) => say('team-chat-taken'));
  return (await services.store.teams.get(team.id)) ?? team;
}

function asRestored({ requests: _, breakGlass: __, handOver: ___, paused: ____, tagged, ...rest }: Team): Team {
  return { ...rest, requests: [], ...(tagged ? { tagged: { ...tagged, ended: true } } : {}) };
}

/** Includes members who left since the team ended. @throws Refusal where Telegram does not answer */
async function goneFrom({ services: { membership } }: Ctx, last: TeamEnd): Promise<number[]> {
  const { team: ended } = last;
  const gone = heardLeaving(last, ended);
  for (const { userId } of ended.members) {
    if (userId === ended.ownerId || gone.includes(userId)) continue;
    const { is } = await membership.look(ended.chatId, userId);
    if (is === 'unknown') throw new Refusal((t) => t('team-resume-unclear'));
    if (is === 'out') gone.push(userId);
  }
  return gone;
}

function heardLeaving({ left = [] }: TeamEnd, { members, ownerId }: Team): number[] {
  const hasLeft = ({ userId, addedAt }: Team['members'][number]) =>
    left.some((each) => each.userId === userId && each.at >= addedAt);
  return members.filter((each) => each.userId !== ownerId && hasLeft(each)).map(({ userId }) => userId);
}
