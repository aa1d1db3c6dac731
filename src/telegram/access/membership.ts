import { type Api, GrammyError, HttpError } from 'grammy';
import { NotAllowed, type Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { putNewest } from '../../store/memory.ts';
import { actionOf } from '../../store/operations/index.ts';
import { removeMember } from '../../teams/members.ts';
import { isIn } from '../api/reach.ts';

/** A person who was found in the group counts as there for so long. */
const FOUND_FOR_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** Telegram's words for a person who is not in the chat: of TDLib, and of its closed servers in capitals. */
const NOT_THERE = /(user|member) not found|(PARTICIPANT_ID|USER_ID)_INVALID|USER_NOT_PARTICIPANT/;

/** Whether a person is in a group; `unknown` where Telegram does not tell, as to a bot that is not in it. */
export interface Standing {
  is: 'in' | 'out' | 'unknown';
  /** The first name. */
  name?: string;
  isBot?: boolean;
  /** Whether they created the group, or are an administrator of it. */
  isAdministrator?: boolean;
}

/** Knows who is in a team's group. A bot that is no administrator may not hear that a member leaves. */
export interface Membership {
  look(chatId: number, userId: number): Promise<Standing>;
  /**
   * {@link Membership.look} for a member who acts in a chat, at most once a minute for each. A member who has left loses their rights. `in`
   * also where Telegram does not tell and they act in the group itself, if none but its members can do that.
   */
  verify(team: Team, userId: number, chatId: number | undefined): Promise<Standing['is']>;
  /**
   * {@link Membership.verify} for who confirms an operation; a team's owner is not asked for. The claim refuses who has no rights any more.
   * @throws NotAllowed where Telegram can't tell
   */
  requireFor(userId: number, operation: () => Promise<Operation | undefined>): Promise<void>;
}

interface Dependencies {
  api: Pick<Api, 'getChat' | 'getChatMember'>;
  store: Pick<Store, 'teams'>;
  /** Called when a member was removed from the team: another person may be on call now. */
  removed(team: string): Promise<void>;
  report(error: unknown, where: string): void;
  now(): number;
}

export function createMembership({ api, store, removed, report, now }: Dependencies): Membership {
  const found = new Map<string, number>();

  async function look(chatId: number, userId: number): Promise<Standing> {
    try {
      const member = await api.getChatMember(chatId, userId);
      const { first_name: name, is_bot: isBot } = member.user;
      const isAdministrator = member.status === 'creator' || member.status === 'administrator';
      return { is: isIn(member) ? 'in' : 'out', name, isBot, isAdministrator };
    } catch (error) {
      if (error instanceof GrammyError && error.error_code === 400 && NOT_THERE.test(error.description))
        return { is: 'out' };
      if (!(error instanceof GrammyError || error instanceof HttpError)) throw error;
      report(error, 'membership');
      return { is: 'unknown' };
    }
  }

  /** Whether only members write and tap in a group: others can in a public one, and in one where the posts of a channel are discussed. */
  async function isForMembers(chatId: number): Promise<boolean> {
    try {
      const chat = await api.getChat(chatId);
      return chat.active_usernames === undefined && chat.username === undefined && chat.linked_chat_id === undefined;
    } catch (error) {
      if (!(error instanceof GrammyError || error instanceof HttpError)) throw error;
      report(error, 'membership');
      return false;
    }
  }

  const verify: Membership['verify'] = async (team, userId, chatId) => {
    const key = `${team.id}:${userId}`;
    const at = now();
    if (at - (found.get(key) ?? Number.NEGATIVE_INFINITY) < FOUND_FOR_MS) return 'in';
    found.delete(key);
    const { is } = await look(team.chatId, userId);
    if (is === 'in') putNewest(found, key, at, MOST_REMEMBERED);
    if (is === 'out') {
      await store.teams.change(team.id, (kept, note) => void removeMember(kept, userId, { at, note }, 'memberLeft'));
      await removed(team.id);
    }
    if (is !== 'unknown' || chatId !== team.chatId) return is;
    return (await isForMembers(chatId)) ? 'in' : is;
  };

  return {
    look,
    verify,
    async requireFor(userId, read) {
      const teams = (await store.teams.ofPerson(userId)).filter(({ ownerId }) => ownerId !== userId);
      const operation = teams.length > 0 ? await read() : undefined;
      const team = teams.find(({ id }) => id === operation?.team);
      if (team && (await verify(team, userId, operation?.chatId)) === 'unknown')
        throw new NotAllowed(
          { may: 'no', reason: 'unsure' },
          { team: team.id, ...(operation ? { ...actionOf(operation), operation: operation.id } : {}) },
        );
    },
  };
}
