import { type Api, GrammyError, HttpError } from 'grammy';
import { NotAllowed, type Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { putNewest } from '../../store/memory.ts';
import { actionOf } from '../../store/operations/index.ts';
import { removeMember } from '../../teams/members.ts';
import { isIn } from '../api/reach.ts';

const MEMBERSHIP_CACHE_MS = 60_000;
const MAX_MEMBERS_CACHED = 10_000;

/** The words of TDLib, and in capitals those of Telegram's closed servers, for a person who is not in the chat. */
const NOT_IN_CHAT = /(user|member) not found|(PARTICIPANT_ID|USER_ID)_INVALID|USER_NOT_PARTICIPANT/;

/** `unknown` where Telegram does not tell, as to a bot that is not in the group. */
export interface Standing {
  is: 'in' | 'out' | 'unknown';
  /** The first name. */
  name?: string;
  isBot?: boolean;
  isAdministrator?: boolean;
}

/** Asks who is in a team's group, since a bot that is no administrator may not hear that a member leaves. */
export interface Membership {
  look(chatId: number, userId: number): Promise<Standing>;
  /** Asks at most once a minute. Where Telegram does not tell, acting in a members-only group counts as `in`. */
  verify(team: Team, userId: number, chatId: number | undefined): Promise<Standing['is']>;
  /** @throws NotAllowed where Telegram does not tell */
  requireFor(userId: number, operation: () => Promise<Operation | undefined>): Promise<void>;
}

interface Dependencies {
  api: Pick<Api, 'getChat' | 'getChatMember'>;
  store: Pick<Store, 'teams'>;
  /** Another person may be on call now. */
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
      if (error instanceof GrammyError && error.error_code === 400 && NOT_IN_CHAT.test(error.description))
        return { is: 'out' };
      if (!(error instanceof GrammyError || error instanceof HttpError)) throw error;
      report(error, 'membership');
      return { is: 'unknown' };
    }
  }

  /** Others write in a public group too, and in one where the posts of a channel are discussed. */
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
    if (at - (found.get(key) ?? Number.NEGATIVE_INFINITY) < MEMBERSHIP_CACHE_MS) return 'in';
    found.delete(key);
    const { is } = await look(team.chatId, userId);
    if (is === 'in') putNewest(found, key, at, MAX_MEMBERS_CACHED);
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
