import type { Api } from 'grammy';
import { NotNow, OutOfReach } from '../../operations/dependencies.ts';
import type { Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { OPERATION_STATES } from '../../store/operations/index.ts';
import type { ChatLimits } from '../api/chat-limits.ts';
import { isOutOfReach } from '../api/errors.ts';
import { put, reduce } from '../ui/live-message.ts';
import { edit, type Screen } from '../ui/screen.ts';

type Approval = NonNullable<Operation['approval']>;

/** One confirm asks for all its operations within this time. */
export const TOGETHER_MS = 30_000;

interface Dependencies {
  api: Api;
  limits: Pick<ChatLimits, 'admit'>;
  store: Pick<Store, 'teams' | 'ledger'>;
  together(operation: Operation): Promise<readonly Operation[]>;
  /** In the team's language: only in the team's chat others can decide. */
  screenIn(operation: Operation, chatId: number, locale: string): Promise<Screen>;
  brief(together: readonly Operation[], locale: string): string;
}

/** Telegram notifies mentioned people only of a new message, never of an edit. */
export function asksAnew(together: readonly Operation[]): boolean {
  const asked = together.filter(({ state }) => state === 'waiting').map(({ approval }) => approval?.askedAt ?? 0);
  if (asked.length === 0) return false;
  const posted = Math.max(...together.map(({ approval }) => approval?.postedFor ?? 0));
  return Math.max(...asked) - posted > (together.length > 1 ? TOGETHER_MS : 0);
}

/** The team's language once its chat was asked for approval; before that, the language of the person who asked. */
export async function localeOfShown(
  teams: Pick<Store['teams'], 'get'>,
  together: readonly Operation[],
): Promise<string> {
  const [first] = together;
  const isAsked = together.some(({ state, approval }) => approval?.askedAt !== undefined && state !== 'ready');
  const team = isAsked && first?.team !== undefined ? await teams.get(first.team) : undefined;
  const own = first?.locale ?? '';
  return team?.chatId === first?.chatId ? (team?.locale ?? own) : own;
}

export async function noteAsked(
  ledger: Pick<Store['ledger'], 'move'>,
  together: readonly Operation[],
  noted: (asked: Approval) => Partial<Approval>,
): Promise<void> {
  for (const { id } of together)
    await ledger.move(id, {
      from: OPERATION_STATES,
      edit: ({ approval }) => (approval ? { approval: { ...approval, ...noted(approval) } } : {}),
      durability: 'relaxed',
    });
}

export function postedNow(together: readonly Operation[]): Pick<Approval, 'postedFor'> {
  return { postedFor: Math.max(...together.map(({ approval }) => approval?.askedAt ?? 0)) };
}

/** The message is stored first: a crash in between asks twice, and one answer counts. @throws OutOfReach, NotNow */
export function createApprovalRequests(dependencies: Dependencies): (operation: Operation) => Promise<void> {
  const { api, limits, store, screenIn, brief } = dependencies;

  async function teamElsewhere({ team: id, chatId }: Operation): Promise<Team | undefined> {
    const team = id === undefined ? undefined : await store.teams.get(id);
    return team?.chatId === chatId ? undefined : team;
  }

  /** Each request mentions people: repeated requests of a member must not fill the chat. */
  async function waitForTurn(chatId: number, before: number | undefined): Promise<void> {
    const waitMs = await limits.admit(chatId, 'approval', before === undefined ? 1 : 2);
    if (waitMs > 0) throw new NotNow(waitMs);
  }

  async function ask(operation: Operation, team: Team, together: readonly Operation[]): Promise<void> {
    const { chatId } = team;
    const isOpen = together.some(({ state }) => state === 'waiting');
    // The message of a group stays behind when it becomes a supergroup.
    const approval = together.map((each) => each.approval).find((each) => each?.messageChat === chatId);
    const { messageId, shown } = approval ?? {};
    if (!isOpen && messageId === undefined) return;
    const locale = team.locale ?? operation.locale;
    const screen = await screenIn(operation, chatId, locale);
    const { text } = screen;
    if (messageId !== undefined && !asksAnew(together)) {
      if (shown !== text) await edit(api, chatId, messageId, screen);
      return noteAsked(store.ledger, together, () => ({ shown: text }));
    }
    await waitForTurn(chatId, messageId);
    const place = { chatId, topicId: team.topicId || undefined, locale };
    const message = { place, messageId };
    const posted = await put(api, message, screen, { isNew: true });
    await noteAsked(store.ledger, together, () => ({
      ...(posted === undefined ? {} : { messageId: posted }),
      messageChat: chatId,
      shown: text,
      ...postedNow(together),
    }));
    if (messageId !== undefined) await reduce(api, message, messageId, brief(together, locale));
  }

  return async (operation) => {
    if (!operation.approval) return;
    const team = await teamElsewhere(operation);
    if (!team) return;
    const together = await dependencies.together(operation);
    try {
      await ask(operation, team, together);
    } catch (error) {
      throw isOutOfReach(error) ? new OutOfReach(undefined, { cause: error }) : error;
    }
  };
}
