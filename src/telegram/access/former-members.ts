import type { Api } from 'grammy';
import type { Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { OPERATION_STATES, type OperationState } from '../../store/operations/index.ts';
import { memberOf } from '../../teams/rights.ts';
import { edit } from '../ui/screen.ts';

/** States that tell something of the account. */
const TELLING: ReadonlySet<OperationState> = new Set(['sending', 'accepted', 'done', 'refused', 'unknown']);

interface Dependencies {
  api: Api;
  store: Pick<Store, 'teams' | 'ledger'>;
  /** The operations that share the message of this one, including it. */
  together(operation: Operation): Promise<readonly Operation[]>;
  /** The text in place of the operation's message. @param hasEnded whether the whole team has */
  instead(operation: Operation, hasEnded: boolean): string;
  /** The language of the owner of the operation's team, which may have ended. */
  localeOfOwner(operation: Operation): Promise<string>;
}

/** Where the rest of an operation is told. */
interface Successor extends Pick<Team, 'chatId' | 'topicId'> {
  /** The language there; that of the operation where absent. */
  locale?: string;
  hasEnded: boolean;
}

/** The news of a team's operation, once its person is no member of the team any more: the team, not them; its owner, once it has ended. */
export interface FormerMembers {
  /** Whether the person of the operation may be told in private what becomes of it. */
  mayBeTold(operation: Operation): Promise<boolean>;
  /**
   * Gives an operation that a former member asked for in private to the team's chat, which is told from then on; that of a team that has
   * ended to its owner. Resolves to the operation as it is then.
   */
  passOn(operation: Operation): Promise<Operation>;
}

export function createFormerMembers({ api, store, together, instead, localeOfOwner }: Dependencies): FormerMembers {
  /** The person to tell in place of its own; `undefined` where its own is told. */
  async function successorOf(operation: Operation): Promise<Successor | undefined> {
    const { team: id, userId, state, failure, teamOwner } = operation;
    // A refusal for lack of a right tells nothing of the account.
    if (id === undefined || !TELLING.has(state) || failure?.kind === 'notAllowed') return undefined;
    const team = await store.teams.get(id);
    if (team)
      return memberOf(team, userId) ? undefined : { chatId: team.chatId, topicId: team.topicId, hasEnded: false };
    if (teamOwner === undefined || teamOwner === userId) return undefined;
    return { chatId: teamOwner, topicId: 0, locale: await localeOfOwner(operation), hasEnded: true };
  }

  async function give(
    operation: Operation,
    { chatId, topicId, locale = operation.locale }: Successor,
  ): Promise<Operation | undefined> {
    return store.ledger.move(operation.id, {
      from: OPERATION_STATES,
      where: (now) => now.chatId === operation.chatId,
      chatId,
      edit: ({ approval }) => ({
        // Where the team was asked for approval, that message goes on.
        messageId: approval?.messageChat === chatId ? approval.messageId : undefined,
        topicId: topicId || undefined,
        locale,
        formerMessages: undefined,
        toldOutcome: undefined,
      }),
    });
  }

  return {
    mayBeTold: async (operation) => (await successorOf(operation)) === undefined,
    async passOn(operation) {
      const { chatId, userId, messageId } = operation;
      const successor = chatId === userId ? await successorOf(operation) : undefined;
      if (!successor) return operation;
      let given: Operation | undefined;
      for (const each of await together(operation)) {
        const moved = await give(each, successor);
        if (each.id === operation.id) given = moved;
      }
      if (given && messageId !== undefined)
        await edit(api, chatId, messageId, { text: instead(operation, successor.hasEnded) }, userId);
      return given ?? operation;
    },
  };
}
