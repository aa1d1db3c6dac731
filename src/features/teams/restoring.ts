import { randomBytes } from 'node:crypto';
import type { InlineKeyboardButton } from 'grammy/types';
import { RESTORABLE_MS, type Team, team as teamShape } from '../../store/key-value/teams.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { name, teamName } from '../../telegram/ui/format.ts';
import { show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { tellTeam } from '../common/tell-team.ts';
import { requireFree, requireGroup, requirePlace } from './creating.ts';
import { notedTopic } from './topic-name.ts';

/** The owner undoes the end of a team: who is still in the group has the same role again. */
export const restoring = new Composer<Ctx>();

/** The button that undoes the end of a team. */
export async function toRestore(ctx: Ctx, ended: Team): Promise<InlineKeyboardButton[]> {
  const note = randomBytes(6).toString('base64url');
  await ctx.services.store.notes.set(keyOf(ctx, note), JSON.stringify(ended), RESTORABLE_MS);
  return [buttons.teamRestore.make(ctx.t.plain('button-undo'), { note })];
}

restoring.use(
  onButton(buttons.teamRestore, async (ctx, { note }) => {
    const { services, t, from, person } = ctx;
    const kept = await services.store.notes.get(keyOf(ctx, note));
    if (kept === undefined) throw new Refusal((say) => say('button-old'));
    const ended = teamShape.parse(JSON.parse(kept));
    await requireFree(ctx, ended.accountId);
    const { chatId, title } = await requireGroup(ctx, ended.chatId);
    if ((await requirePlace(ctx, chatId, ended.topicId)).length > 0) throw new Refusal((say) => say('team-chat-taken'));
    const topic = (await notedTopic(ctx, chatId, ended.topicId)) ?? ended.topic;
    const members = await stillIn(ctx, ended);
    const at = services.operations.now();
    const actor = { id: person.id, name: from?.first_name ?? '' };
    const team: Team = { ...asRestored(ended), chatId, title, topic, members };
    const outcome = await services.store.teams.create(team, { at, event: 'teamRestored', actor });
    if (outcome === 'accountLent') throw new Refusal((say) => say('team-account-lent'));
    if (outcome !== 'created') throw new Refusal((say) => say('team-chat-taken'));
    await services.reminders.scheduleForTeam('onCall', team.id, 0);
    void ctx.answer();
    const words = { group: name(teamName(team)), count: members.length, gone: ended.members.length - members.length };
    await show(ctx, {
      text: t('team-restored', words),
      keyboard: [[buttons.team.make(t.plain('button-team-show'), { team: team.id }, 'primary')]],
    });
    const inGroup = services.texts.in(services.texts.for(team.locale ?? t.locale));
    await tellTeam(ctx, team, { text: inGroup('team-restored-here', { owner: name(actor.name) }) });
  }),
);

/** What comes back of a team: who asked to join asks again, and what was only for the moment is over. */
function asRestored({ requests: _, breakGlass: __, handOver: ___, tagged: ____, paused: _____, ...rest }: Team): Team {
  return { ...rest, requests: [] };
}

/** The members who are still in the group: the bot did not hear who left meanwhile. @throws Refusal where Telegram does not tell */
async function stillIn({ services }: Ctx, { chatId, members, ownerId }: Team): Promise<Team['members']> {
  const there: Team['members'] = [];
  for (const member of members) {
    const { is } = await services.membership.look(chatId, member.userId);
    if (is === 'unknown') throw new Refusal((t) => t('team-resume-unclear'));
    if (is === 'in' || member.userId === ownerId) there.push(member);
  }
  return there;
}

function keyOf({ person }: Ctx, note: string): string {
  return `${person.id}:team:${note}`;
}
