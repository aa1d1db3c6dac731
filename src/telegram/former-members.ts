import type { Api } from 'grammy';
import type { Operation } from '../operations/index.ts';
import type { Store } from '../store/index.ts';
import type { Team } from '../store/key-value/teams.ts';
import { OPERATION_STATES, type OperationState } from '../store/operations/index.ts';
import { memberOf } from '../teams/rights.ts';
import { edit } from './ui/screen.ts';

/** States that tell something of the account. */
const TELLING: ReadonlySet<OperationState> = new Set(['sending', 'accepted', 'done', 'refused', 'unknown']);

interface Dependencies {
  api: Api;
  store: Pick<Store, 'teams' | 'ledger'>;
  /** The operations that share the message of this one, including it. */
  together(operation: Operation): Promise<readonly Operation[]>;
  /** What the message of a former member shows in place of the operation. */
  instead(operation: Operation): string;
}

/** What a team's operation tells, once its person is no member of the team any more: the team, not them. */
export interface FormerMembers {
  /** Whether the person of the operation may be told in private what becomes of it. */
  mayBeTold(operation: Operation): Promise<boolean>;
  /**
   * Gives an operation that a former member asked for in private to the team's chat, which is told from then on. Resolves to the operation
   * as it is then.
   */
  passOn(operation: Operation): Promise<Operation>;
}

export function createFormerMembers({ api, store, together, instead }: Dependencies): FormerMembers {
  /** The team that the person is no member of; `undefined` also where it has ended, so that nothing more is read with its account. */
  async function teamLeft({ team: id, userId, state, failure }: Operation): Promise<Team | undefined> {
    // That nothing was sent for lack of a right tells nothing of the account.
    if (id === undefined || !TELLING.has(state) || failure?.kind === 'notAllowed') return undefined;
    const team = await store.teams.get(id);
    return team && !memberOf(team, userId) ? team : undefined;
  }

  async function give(operation: Operation, { chatId, topicId }: Team): Promise<Operation | undefined> {
    return store.ledger.move(operation.id, {
      from: OPERATION_STATES,
      where: (now) => now.chatId === operation.chatId,
      chatId,
      edit: ({ approval }) => ({
        // Where the team was asked for approval, that message goes on.
        messageId: approval?.messageChat === chatId ? approval.messageId : undefined,
        topicId: topicId || undefined,
        formerMessages: undefined,
        toldOutcome: undefined,
      }),
    });
  }

  return {
    mayBeTold: async (operation) => (await teamLeft(operation)) === undefined,
    async passOn(operation) {
      const { chatId, userId, messageId } = operation;
      const team = chatId === userId ? await teamLeft(operation) : undefined;
      if (!team) return operation;
      let given: Operation | undefined;
      for (const each of await together(operation)) {
        const moved = await give(each, team);
        if (each.id === operation.id) given = moved;
      }
      if (given && messageId !== undefined) await edit(api, chatId, messageId, { text: instead(operation) }, userId);
      return given ?? operation;
    },
  };
}
