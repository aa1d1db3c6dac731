import { hash } from 'node:crypto';
import type { Api } from 'grammy';
import { NotNow } from '../../operations/dependencies.ts';
import type { Operation } from '../../operations/index.ts';
import type { Store } from '../../store/index.ts';
import type { Team } from '../../store/key-value/teams.ts';
import { approversOf, memberOf } from '../../teams/rights.ts';
import type { ChatLimits } from '../api/chat-limits.ts';
import { isOutOfReach } from '../api/errors.ts';
import type { Html, Translate } from '../i18n/index.ts';
import { listed, mention } from '../ui/format.ts';
import { editWhereTaken } from '../ui/live-message.ts';
import { post, type Screen } from '../ui/screen.ts';
import { noteAsked, TOGETHER_MS } from './ask-approval.ts';
import { tellMembers, translateForMember } from './tell-members.ts';

/** The request in the team's chat mentions these approvers already. */
const MAX_MENTIONED_APPROVERS_ASKED = 10;
const MAX_MENTIONS_PER_MESSAGE = 20;

type Kept = NonNullable<NonNullable<Operation['approval']>['privately']>[number];

interface Dependencies {
  api: Api;
  services: Parameters<typeof tellMembers>[1] & { store: Pick<Store, 'teams' | 'ledger'> };
  together(operation: Operation): Promise<readonly Operation[]>;
  requestIn(operation: Operation, team: Team, chatId: number, t: Translate): Promise<Screen>;
  closed(together: readonly Operation[], t: Translate): string;
  summaryOf(operation: Operation, t: Translate): Html;
  limits: Pick<ChatLimits, 'admit'>;
  over(t: Translate): string;
}

/** Records the request first: after a crash only the team's chat asks, where a second question would notify all. */
export function createPrivateRequests(dependencies: Dependencies): (operation: Operation) => Promise<void> {
  const { api, services, requestIn, closed, over } = dependencies;
  const { teams, ledger } = services.store;

  async function newest(operation: Operation): Promise<Operation[]> {
    const all = await dependencies.together(operation);
    return (await Promise.all(all.map(({ id }) => ledger.get(id)))).filter((each) => each !== undefined);
  }

  async function ask(operation: Operation, team: Team, all: readonly Operation[], askedAt: number): Promise<void> {
    const before = keptOf(all);
    const ids = approversOf(team, operation.userId);
    const mentioned = new Set(all.flatMap(({ approval }) => (approval?.of ?? []).map(({ id }) => id)));
    const others = ids.filter((id) => !mentioned.has(id));
    await noteAsked(ledger, all, () => ({ privatelyFor: askedAt, privately: [], unreached: others }));
    for (const { userId, messageId, locale } of before)
      await editWhereTaken(api, userId, messageId, { text: over(services.texts.in(locale)) });
    const asked = [...others, ...ids.filter((id) => mentioned.has(id)).slice(0, MAX_MENTIONED_APPROVERS_ASKED)];
    for (const id of asked) {
      // An approver who was asked first may have decided the request.
      const waiting = waitingOf(await newest(operation));
      if (!waiting) return;
      const kept = await askOne(waiting, team.id, id);
      if (!kept) continue;
      await noteAsked(ledger, all, ({ privately = [], unreached = [] }) => ({
        privately: [...privately, kept],
        unreached: unreached.filter((each) => each !== id),
      }));
    }
  }

  async function askOne(waiting: Operation, teamId: string, userId: number): Promise<Kept | undefined> {
    const team = await teams.get(teamId);
    const member = team && approversOf(team, waiting.userId).includes(userId) ? memberOf(team, userId) : undefined;
    if (!team || !member) return undefined;
    const t = await translateForMember(services, team, member);
    const screen = await requestIn(waiting, team, userId, t);
    const [told] = await tellMembers(api, services, team, [member], () => screen);
    if (told?.messageId === undefined) return undefined;
    return { userId, messageId: told.messageId, locale: t.locale, shown: digestOf(screen) };
  }

  /** After a crash in between some are mentioned once more. */
  async function mentionRest(team: Team, all: readonly Operation[]): Promise<void> {
    const waiting = waitingOf(all);
    const { chatId, topicId, locale = waiting?.locale ?? '' } = team;
    const t = services.texts.in(services.texts.for(locale));
    for (let rest = unreachedIn(all); waiting && rest.length > 0; rest = rest.slice(MAX_MENTIONS_PER_MESSAGE)) {
      const waitMs = await dependencies.limits.admit(chatId, 'approval');
      if (waitMs > 0) throw new NotNow(waitMs);
      const people = rest.slice(0, MAX_MENTIONS_PER_MESSAGE).flatMap((id) => memberOf(team, id) ?? []);
      const mentioned = people.map((each) => mention(each.userId, each.name));
      const text = t('approval-of-also', { what: dependencies.summaryOf(waiting, t), people: listed(mentioned, t) });
      const place = { chatId, topicId: topicId || undefined, locale };
      if (people.length > 0) await postWhereTaken(place, text);
      await noteAsked(ledger, all, () => ({ unreached: rest.slice(MAX_MENTIONS_PER_MESSAGE) }));
    }
  }

  async function postWhereTaken(place: Parameters<typeof post>[1], text: string): Promise<void> {
    try {
      await post(api, place, { text });
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
        await editWhereTaken(api, each.userId, each.messageId, screen);
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
    const now = await newest(operation);
    await update(now, team);
    if (team) await mentionRest(team, now);
  };
}

function unreachedIn(all: readonly Operation[]): number[] {
  return all.flatMap(({ approval }) => approval?.unreached ?? []).filter((id, at, ids) => ids.indexOf(id) === at);
}

/** Returns `undefined` where the approvers were already asked. */
function askedAnew(all: readonly Operation[]): number | undefined {
  if (!waitingOf(all)) return undefined;
  const asked = Math.max(...all.map(({ approval }) => approval?.askedAt ?? 0));
  const before = Math.max(...all.map(({ approval }) => approval?.privatelyFor ?? 0));
  return asked - before > (all.length > 1 ? TOGETHER_MS : 0) ? asked : undefined;
}

function waitingOf(all: readonly Operation[]): Operation | undefined {
  return all.find(({ state }) => state === 'waiting');
}

/** Each operation lists all messages; one that joined later lists none. */
function keptOf(all: readonly Operation[]): readonly Kept[] {
  const lists = all.map(({ approval }) => approval?.privately ?? []);
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function digestOf({ text, keyboard = [] }: Screen): string {
  return hash('sha256', JSON.stringify([text, keyboard]), 'base64url').slice(0, 16);
}
