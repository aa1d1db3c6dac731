import type { Api } from 'grammy';
import type { Shown } from '../operations/dependencies.ts';
import type { Operation } from '../operations/index.ts';
import type { Store } from '../store/index.ts';
import type { Team } from '../store/key-value/teams.ts';
import { edit, post, type Screen } from './ui/screen.ts';

interface Dependencies {
  api: Api;
  store: Pick<Store, 'teams'>;
  /** The operation as a chat sees it: only in a team's chat others can decide about it. */
  screenIn(operation: Operation, chatId: number): Promise<Screen>;
}

/**
 * Asks the team in its chat for approval of what a member asked for elsewhere, and shows there what became of it. Resolves to what has
 * to be written down about that. It can run again after a crash: the chat may get the question twice, and one answer to either counts.
 */
export function createApprovalRequests({
  api,
  store,
  screenIn,
}: Dependencies): (operation: Operation) => Promise<Pick<Shown, 'approval'>> {
  async function teamElsewhere({ team: id, chatId }: Operation): Promise<Team | undefined> {
    const team = id === undefined ? undefined : await store.teams.get(id);
    return team?.chatId === chatId ? undefined : team;
  }

  return async (operation) => {
    const { approval, state, locale } = operation;
    const isOpen = state === 'waiting';
    if (approval?.askedAt === undefined || (!isOpen && approval.messageId === undefined)) return {};
    const team = await teamElsewhere(operation);
    if (!team) return {};
    const { text, keyboard } = await screenIn(operation, team.chatId);
    const screen = isOpen ? { text, keyboard: keyboard ?? [] } : { text };
    const { messageId } = approval;
    if (messageId !== undefined) {
      if (approval.shown !== text) await edit(api, team.chatId, messageId, screen);
      return { approval: { ...approval, shown: text } };
    }
    const place = { chatId: team.chatId, topicId: team.topicId || undefined, locale };
    return { approval: { ...approval, messageId: await post(api, place, screen), shown: text } };
  };
}
