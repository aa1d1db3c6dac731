import { hash } from 'node:crypto';
import type { Api } from 'grammy';
import type { Operation } from '../operations/index.ts';
import type { Store } from '../store/index.ts';
import type { Team } from '../store/key-value/teams.ts';
import { approversOf } from '../teams/rights.ts';
import { isOutOfReach } from './api/errors.ts';
import { noteAsked, TOGETHER_MS } from './ask-approval.ts';
import type { Translate } from './i18n/index.ts';
import { tellMembers, translateForMember } from './tell-members.ts';
import { edit, type Screen } from './ui/screen.ts';

/** The approvers that a request asks in private as well. */
const MOST_ASKED = 10;

type Kept = NonNullable<NonNullable<Operation['approval']>['privately']>[number];

interface Dependencies {
  api: Api;
  services: Parameters<typeof tellMembers>[1] & { store: Pick<Store, 'teams' | 'ledger'> };
  /** The operations that share the message of this one, including it. */
  together(operation: Operation): Promise<readonly Operation[]>;
  /** The request as an approver sees it. @param chatId their private chat */
  requestIn(operation: Operation, team: Team, chatId: number, t: Translate): Promise<Screen>;
  /** What takes the place of a request that is decided or over. */
  closed(together: readonly Operation[], t: Translate): string;
  /** What takes its place for a person who does not decide any more: it names nothing of the team. */
  over(t: Translate): string;
}

/**
 * Asks the approvers in private, beside the team in its chat, and keeps these messages up to date until the request is decided or over.
 * That they are asked is noted before it is done: after a crash in between the team's chat asks alone, where a second question would
 * notify ten people. Each message is noted as soon as it is sent; one that a crash leaves behind only answers taps.
 */
export function createPrivateRequests(dependencies: Dependencies): (operation: Operation) => Promise<void> {
  const { api, services, requestIn, closed, over } = dependencies;
  const { teams, ledger } = services.store;

  async function newest(operation: Operation): Promise<Operation[]> {
    const all = await dependencies.together(operation);
    return (await Promise.all(all.map(({ id }) => ledger.get(id)))).filter((each) => each !== undefined);
  }

  async function ask(operation: Operation, team: Team, all: readonly Operation[], askedAt: number): Promise<void> {
    const before = keptOf(all);
    await noteAsked(ledger, all, () => ({ privatelyFor: askedAt, privately: [] }));
    for (const each of before) await draw(each, { text: over(services.texts.in(each.locale)) });
    const ids = approversOf(team, operation.userId).slice(0, MOST_ASKED);
    for (const member of team.members.filter(({ userId }) => ids.includes(userId))) {
      // It may be decided by one of those who were asked first.
      const waiting = waitingOf(await newest(operation));
      if (!waiting) return;
      const t = await translateForMember(services, team, member);
      const screen = await requestIn(waiting, team, member.userId, t);
      const [told] = await tellMembers(api, services, team, [member], () => screen);
      if (told?.messageId === undefined) continue;
      const { userId } = member;
      const kept: Kept = { userId, messageId: told.messageId, locale: t.locale, shown: digestOf(screen) };
      await noteAsked(ledger, all, ({ privately = [] }) => ({ privately: [...privately, kept] }));
    }
  }

  /** Edits a message; one that its person does not take any more is left as it is. */
  async function draw({ userId, messageId }: Kept, screen: Screen): Promise<void> {
    try {
      await edit(api, userId, messageId, screen);
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
    }
  }

  async function screenFor(
    { userId, locale }: Kept,
    all: readonly Operation[],
    team: Team | undefined,
  ): Promise<Screen> {
    const t = services.texts.in(locale);
    const waiting = waitingOf(all);
    const decides = team && approversOf(team, all[0]?.userId ?? 0).includes(userId);
    if (!decides) return { text: over(t) };
    return waiting ? requestIn(waiting, team, userId, t) : { text: closed(all, t) };
  }

  async function update(all: readonly Operation[], team: Team | undefined): Promise<void> {
    const drawn = new Map<number, string>();
    try {
      for (const each of keptOf(all)) {
        const screen = await screenFor(each, all, team);
        const shown = digestOf(screen);
        if (shown === each.shown) continue;
        await draw(each, screen);
        drawn.set(each.messageId, shown);
      }
    } finally {
      const noted = (each: Kept) => ({ ...each, shown: drawn.get(each.messageId) ?? each.shown });
      if (drawn.size > 0) await noteAsked(ledger, all, ({ privately = [] }) => ({ privately: privately.map(noted) }));
    }
  }

  return async (operation) => {
    if (operation.team === undefined || operation.approval?.askedAt === undefined) return;
    const team = await teams.get(operation.team);
    const all = await newest(operation);
    const askedAt = askedAnew(all);
    if (team && askedAt !== undefined) await ask(operation, team, all, askedAt);
    await update(await newest(operation), team);
  };
}

/** When what waits was asked for, where the approvers were not asked for it yet. */
function askedAnew(all: readonly Operation[]): number | undefined {
  if (!waitingOf(all)) return undefined;
  const asked = Math.max(...all.map(({ approval }) => approval?.askedAt ?? 0));
  const before = Math.max(...all.map(({ approval }) => approval?.privatelyFor ?? 0));
  return asked - before > (all.length > 1 ? TOGETHER_MS : 0) ? asked : undefined;
}

function waitingOf(all: readonly Operation[]): Operation | undefined {
  return all.find(({ state }) => state === 'waiting');
}

/** The messages of operations that share them. Each operation was noted with all of them; one that joined later has none. */
function keptOf(all: readonly Operation[]): readonly Kept[] {
  const lists = all.map(({ approval }) => approval?.privately ?? []);
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function digestOf({ text, keyboard = [] }: Screen): string {
  return hash('sha256', JSON.stringify([text, keyboard]), 'base64url').slice(0, 16);
}
