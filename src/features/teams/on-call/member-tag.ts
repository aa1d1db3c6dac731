import { type Bot, GrammyError } from 'grammy';
import type { ChatMember } from 'grammy/types';
import type { Team } from '../../../store/key-value/teams.ts';
import { putNewest } from '../../../store/memory.ts';
import { onCallNow } from '../../../teams/rota.ts';
import type { Ctx, Services } from '../../../telegram/context.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';

/** The pause after a refusal, or for a person who has another tag. */
const REFUSAL_PAUSE_MS = 60 * 60_000;
const MAX_REFUSALS_KEPT = 10_000;

/**
 * Gives the person on call a member tag; administrators can't have one. Never replaces a tag that the bot did not set.
 * Nothing depends on a tag: a refusal is only reported.
 */
export interface MemberTags {
  follow(team: Team, now: number, t: Translate): Promise<void>;
  end(team: Team): Promise<void>;
}

export function createMemberTags(bot: Bot<Ctx>, { store, report }: Pick<Services, 'store' | 'report'>): MemberTags {
  const { api } = bot;
  /** The end of the pause, by chat, or by chat and person. */
  const refused = new Map<string, number>();

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
        if (!isDone) putNewest(refused, `${chatId}:${userId}`, now + REFUSAL_PAUSE_MS, MAX_REFUSALS_KEPT);
      } catch (error) {
        if (!(error instanceof GrammyError)) throw error;
        putNewest(refused, String(chatId), now + REFUSAL_PAUSE_MS, MAX_REFUSALS_KEPT);
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

/** An empty text where the member has no tag; `undefined` for a person who can't have one. */
function tagOf(member: ChatMember | undefined): string | undefined {
  const mayHave = member?.status === 'member' || (member?.status === 'restricted' && member.is_member);
  return mayHave ? (member.tag ?? '') : undefined;
}
