import { type Bot, GrammyError } from 'grammy';
import type { ChatMember } from 'grammy/types';
import type { Team } from '../../../store/key-value/teams.ts';
import { putNewest } from '../../../store/memory.ts';
import { onCallNow } from '../../../teams/rota.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';

/** After a refusal, or where a person has another tag, nothing is asked for this time. */
const REFUSED_FOR_MS = 60 * 60_000;
const MOST_REFUSED = 10_000;

/**
 * Gives the person on call a member tag, and takes it from the one before. Only where the bot may: it needs the right to manage tags, and
 * administrators of the group can't have one. A tag that a person has from elsewhere is never replaced, and one that was changed since is
 * never removed. Nothing depends on it: a refusal is reported, and nothing is tried for an hour.
 */
export interface MemberTags {
  follow(team: Team, now: number, t: Translate): Promise<void>;
  /** Takes the tag where the team has ended. */
  end(team: Team): Promise<void>;
}

export function createMemberTags(bot: Bot<Ctx>, { store, report }: Pick<Services, 'store' | 'report'>): MemberTags {
  const { api } = bot;
  /** Until when nothing is asked, by chat, or chat and person. */
  const refused = new Map<string, number>();

  /** A member as the group shows them; `undefined` where the group does not have them. */
  async function memberIn(chatId: number, userId: number): Promise<ChatMember | undefined> {
    try {
      return await api.getChatMember(chatId, userId);
    } catch (error) {
      if (error instanceof GrammyError && error.error_code === 400) return undefined;
      throw error;
    }
  }

  async function mayTag(chatId: number): Promise<boolean> {
    const own = await memberIn(chatId, bot.botInfo.id);
    return own?.status === 'administrator' && own.can_manage_tags === true;
  }

  async function untag(chatId: number, { userId, tag }: NonNullable<Team['tagged']>): Promise<void> {
    if (tagOf(await memberIn(chatId, userId)) === tag) await api.setChatMemberTag(chatId, userId, '');
  }

  /** Resolves to whether the person has the tag now. */
  async function giveTag(chatId: number, userId: number, tag: string): Promise<boolean> {
    const found = tagOf(await memberIn(chatId, userId));
    if (found === '') await api.setChatMemberTag(chatId, userId, tag);
    return found === '' || found === tag;
  }

  async function change({ id, chatId, tagged }: Team, userId: number | undefined, tag: string): Promise<boolean> {
    if (!(await mayTag(chatId))) return false;
    if (tagged && tagged.userId !== userId) await untag(chatId, tagged);
    const isTagged = userId !== undefined && (await giveTag(chatId, userId, tag));
    await store.teams.change(id, (team) => {
      team.tagged = isTagged ? { userId, tag } : undefined;
    });
    return isTagged || userId === undefined;
  }

  return {
    async follow(team, now, t) {
      const { chatId, tagged } = team;
      const userId = onCallNow(team, now);
      const keys = [String(chatId), `${chatId}:${userId}`];
      const isTagged = tagged?.userId === userId && !tagged?.ended;
      if (isTagged || keys.some((key) => now < (refused.get(key) ?? 0))) return;
      try {
        const isDone = await change(team, userId, t.plain('on-call-tag'));
        if (!isDone) putNewest(refused, `${chatId}:${userId}`, now + REFUSED_FOR_MS, MOST_REFUSED);
      } catch (error) {
        if (!(error instanceof GrammyError)) throw error;
        putNewest(refused, String(chatId), now + REFUSED_FOR_MS, MOST_REFUSED);
        report(error, 'tag');
      }
    },
    async end({ chatId, tagged }) {
      if (!tagged) return;
      try {
        if (await mayTag(chatId)) await untag(chatId, tagged);
      } catch (error) {
        if (!(error instanceof GrammyError)) throw error;
        report(error, 'tag');
      }
    },
  };
}

/** The tag of a member, empty for none; `undefined` for a person who can't have one. */
function tagOf(member: ChatMember | undefined): string | undefined {
  const mayHave = member?.status === 'member' || (member?.status === 'restricted' && member.is_member);
  return mayHave ? (member.tag ?? '') : undefined;
}
