import type { Bot } from 'grammy';
import type { Config } from '../config.ts';
import { allowanceFor } from '../features/common/payment/spending-limit.ts';
import {
  briefOf,
  closedRequest,
  isMinor,
  privateRequest,
  screenOf,
  summaryOf,
  teamScreenOf,
} from '../features/operation-views.ts';
import { secretScreen } from '../features/servers/credentials/secret-screen.ts';
import { createLeaseManager } from '../jobs/lease-manager.ts';
import { createSharedTurns, createTurnsAmongAll, type SharedTurns } from '../jobs/shared-turns.ts';
import type { Shown } from '../operations/dependencies.ts';
import { createOperations, type Operation, type Operations, secretFor } from '../operations/index.ts';
import { togetherWith } from '../operations/message.ts';
import type { Store } from '../store/index.ts';
import { createFormerMembers } from '../telegram/access/former-members.ts';
import { localeOf } from '../telegram/access/person.ts';
import { goFirst } from '../telegram/api/chat-limits.ts';
import type { Ctx, Services } from '../telegram/context.ts';
import type { Texts } from '../telegram/i18n/index.ts';
import { createApprovalRequests, localeOfShown } from '../telegram/tell/ask-approval.ts';
import { createPrivateRequests } from '../telegram/tell/ask-privately.ts';
import { createTeller, type NewsRule, privateScreen } from '../telegram/tell/tell.ts';
import { withBelow } from '../telegram/ui/rich.ts';
import { privatePlace } from '../telegram/ui/screen.ts';

interface OperationParts extends Pick<Services, 'limits' | 'reach' | 'membership' | 'accesses' | 'secrets' | 'report'> {
  api: Bot<Ctx>['api'];
  config: Pick<Config, 'topUpUrl' | 'resellerUrl'>;
  store: Store;
  texts: Texts;
  isNews: NewsRule;
  pauseFactor: number | undefined;
  now(): number;
}

async function together({ ledger }: Store, operation: Operation): Promise<Operation[]> {
  const ids = togetherWith(operation);
  if (ids.length === 1) return [operation];
  return (await Promise.all(ids.map((id) => ledger.get(id)))).filter((each) => each !== undefined);
}

async function localeOfOwner(
  { store, texts }: Pick<OperationParts, 'store' | 'texts'>,
  { team: id = '', teamOwner = 0, locale }: Operation,
): Promise<string> {
  const team = (await store.teams.get(id)) ?? (await store.teams.endedOf(teamOwner)).find((each) => each.id === id);
  const owner = { id: teamOwner, is_bot: false, first_name: '', language_code: team?.locale ?? locale };
  return localeOf(store, texts, owner);
}

function createShow(parts: OperationParts): (operation: Operation) => Promise<Shown> {
  const { api, limits, reach, membership, store, texts, isNews, now, report } = parts;
  const { topUpUrl, resellerUrl } = parts.config;
  const context = { store, topUpUrl, resellerUrl };
  const shared = { api, limits, store, together: (operation: Operation) => together(store, operation) };
  const formerMembers = createFormerMembers({
    ...shared,
    instead(operation, hasEnded) {
      const t = texts.in(operation.locale);
      return t(hasEnded ? 'told-team-ended' : 'told-role-ended', { what: summaryOf(operation, t) });
    },
    localeOfOwner: (operation) => localeOfOwner(parts, operation),
  });
  const tell = createTeller({
    ...shared,
    ...{ reach, isNews, now, ledger: store.ledger, mayBeTold: formerMembers.mayBeTold },
    async privately(operation, why) {
      const t = texts.in(operation.locale);
      return privateScreen(await screenOf(operation, t, context), why, t);
    },
    async screens(operation, all, isSlow) {
      const t = texts.in(texts.for(await localeOfShown(store.teams, all)));
      const screen = await screenOf(operation, t, context);
      const shown = isSlow ? withBelow(screen, t('provider-slow')) : screen;
      return { screen: shown, brief: briefOf(all, t), isMinor: isMinor(operation) };
    },
  });
  const askApproval = createApprovalRequests({
    ...shared,
    screenIn: (operation, chatId, locale) => teamScreenOf(operation, chatId, texts.in(texts.for(locale)), context),
    brief: (all, locale) => briefOf(all, texts.in(texts.for(locale))),
  });
  const askPrivately = createPrivateRequests({
    ...shared,
    services: { store, texts, reach, membership, report },
    summaryOf,
    requestIn: (operation, team, chatId, t) => privateRequest(operation, team, chatId, t, context),
    closed: closedRequest,
    over: (t) => t('approval-over'),
  });
  return (current) =>
    goFirst(async () => {
      const operation = await formerMembers.passOn(current);
      const [shown, ...asked] = await Promise.allSettled([
        tell(operation),
        askApproval(operation),
        askPrivately(operation),
      ]);
      if (shown.status === 'rejected') throw shown.reason;
      for (const each of asked) if (each.status === 'rejected') throw each.reason;
      return shown.value;
    });
}

export function createShownOperations(parts: OperationParts): Operations {
  const { membership, accesses, secrets, store, texts, pauseFactor, now, report } = parts;
  const show = createShow(parts);
  const inTurn: SharedTurns<Shown> = store.shared
    ? createTurnsAmongAll(createLeaseManager({ leases: store.leases, report, now: store.now }))
    : createSharedTurns();
  return createOperations({
    ledger: store.ledger,
    hostingFor: accesses.hostingFor,
    teamOf: async (asked) => (await accesses.of(asked, 'anyone', asked.accountId))?.team,
    requireMember: membership.requireFor,
    notify(operation) {
      const ids = togetherWith(operation);
      if (ids.length === 1 && !store.shared) return show(operation);
      // Operations with one message, and processes with the same operation, edit in turn with the newest state.
      return inTurn(ids[0] ?? operation.id, async () => show((await store.ledger.get(operation.id)) ?? operation));
    },
    allowance: (operation) => allowanceFor({ store }, operation, now()),
    async secretFor(operation) {
      const { team: id = '', userId } = operation;
      const team = await store.teams.get(id);
      // The bot may not have heard that the person left the group.
      const isGone = team && userId !== team.ownerId && (await membership.look(team.chatId, userId)).is === 'out';
      return secretFor(operation, isGone ? undefined : await store.teams.get(id), now());
    },
    async deliver(operation, secret, to) {
      const { userId, locale } = operation;
      const t = texts.in(to === userId ? locale : await localeOfOwner(parts, operation));
      return secrets.show(privatePlace({ id: to, locale: t.locale }, operation), secretScreen(operation, secret, t), t);
    },
    now,
    pauseFactor,
    shared: store.shared,
    report: (error, operation) => report(error, `operation ${operation?.id ?? ''}`),
  });
}
