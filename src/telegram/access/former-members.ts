import type { Api } from 'grammy';
import type { Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { OPERATION_STATES, type OperationState } from '../../store/operations/index.ts';
import { memberOf } from '../../teams/rights.ts';
import { edit } from '../ui/screen.ts';

const STATES_THAT_REVEAL: ReadonlySet<OperationState> = new Set(['sending', 'accepted', 'done', 'refused', 'unknown']);

interface Dependencies {
  api: Api;
  store: Pick<Store, 'teams' | 'ledger'>;
  together(operation: Operation): Promise<readonly Operation[]>;
  instead(operation: Operation, hasEnded: boolean): string;
  localeOfOwner(operation: Operation): Promise<string>;
}

interface Successor extends Pick<Team, 'chatId' | 'topicId'> {
  /** Absent: the language of the operation. */
  locale?: string;
  hasEnded: boolean;
}

/** Sends the news of a former member's operation to the team, or to the owner of a team that has ended. */
export interface FormerMembers {
  mayBeTold(operation: Operation): Promise<boolean>;
  /** Resolves to the moved operation. */
  passOn(operation: Operation): Promise<Operation>;
}

export function createFormerMembers({ api, store, together, instead, localeOfOwner }: Dependencies): FormerMembers {
  /** `undefined` where the operation stays in its chat. */
  async function successorOf(operation: Operation): Promise<Successor | undefined> {
    const { team: id, userId, state, failure, teamOwner } = operation;
    // A refusal for lack of a right reveals nothing of the account.
    if (id === undefined || !STATES_THAT_REVEAL.has(state) || failure?.kind === 'notAllowed') return undefined;
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
