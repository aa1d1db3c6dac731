import { conflictsOf, mayGoPast, passFor } from '../operations/claims/conflicts.ts';
import { TOP_UP_LIFE_MS } from '../operations/dependencies.ts';
import type { Operation, OperationKind } from '../operations/index.ts';
import { domainRenewalKind } from '../operations/kinds/domain-renewal.ts';
import { orderKind } from '../operations/kinds/order.ts';
import { powerKind } from '../operations/kinds/power.ts';
import { registrationKind } from '../operations/kinds/registration.ts';
import { renewalKind } from '../operations/kinds/renewal.ts';
import { rescueKind } from '../operations/kinds/rescue.ts';
import { backupKind, snapshotKind } from '../operations/kinds/snapshots-and-backups.ts';
import { target } from '../operations/kinds/target.ts';
import { togetherWith } from '../operations/message.ts';
import type { Team } from '../store/key-value/teams.ts';
import type { Ledger, PaidKind } from '../store/operations/index.ts';
import type { Services } from '../telegram/context.ts';
import type { Html, TextValue, Translate } from '../telegram/i18n/index.ts';
import { formatTime, isolate, name, shorten, teamName } from '../telegram/ui/format.ts';
import { withBelow } from '../telegram/ui/rich.ts';
import type { Screen } from '../telegram/ui/screen.ts';
import { buttons } from './buttons.ts';
import { domainLabel, domainWords } from './common/domain-words.ts';
import { requestOutcome, screenForTeam } from './common/operation/approval.ts';
import { conflictLine, MAX_PLAIN_LENGTH } from './common/operation/conflict.ts';
import { confirmLife } from './common/operation/screen.ts';
import { type PaymentContext, paymentContextOf } from './common/payment/view.ts';
import { targetWords } from './common/servers/find-server.ts';
import { placeName, placeWords } from './common/servers/server-words.ts';
import { registrationScreen } from './domains/register/registration-screen.ts';
import { domainRenewalScreen } from './domains/renew.ts';
import { passwordScreen } from './servers/credentials/password.ts';
import { sshKeyScreen } from './servers/credentials/ssh-key.ts';
import { powerScreen } from './servers/power.ts';
import { powerAllScreen } from './servers/power-all.ts';
import { reinstallScreen } from './servers/reinstall.ts';
import { rescueScreen } from './servers/rescue.ts';
import { backupScreen, snapshotScreen } from './servers/snapshots/index.ts';
import { orderScreen } from './shop/order-screen.ts';
import { batchScreen } from './shop/renew/batch-screen.ts';
import { renewalScreen } from './shop/renew/screen.ts';
import { upgradeScreen } from './shop/upgrade/screen.ts';

const WENT_THROUGH: readonly Operation['state'][] = ['accepted', 'done'];
const MAY_GO_THROUGH: readonly Operation['state'][] = [...WENT_THROUGH, 'sending', 'unknown'];

/** How a summary writes names: as markup in a message, short and plain in the answer to a tap. */
interface Names {
  say: Translate['plain'];
  server(operation: Operation): TextValue;
  domain(domain: string): TextValue;
  place(geo: string): TextValue;
}

type OperationView = {
  /** "Renewal of web1 for 30 days". */
  summary(operation: Operation, names: Names): string;
  /** The risk for the running operation if another goes past it; common words by default. */
  risk?(operation: Operation, t: Translate): string;
  /** The label of the button that goes past; common words by default. */
  anyway?(operation: Operation, t: Translate): string;
  /** Whether its outcome needs no sound; by default every outcome does. */
  minor?(operation: Operation): boolean;
} & (
  | { paid: false; screen(operation: Operation, t: Translate): Screen; together?: TogetherView }
  | {
      paid: true;
      screen(operation: Operation, t: Translate, payment: PaymentContext): Screen;
      together?: TogetherView<[PaymentContext]>;
    }
);

interface TogetherView<Payment extends unknown[] = []> {
  /** @param held lines for the running operations, by the id of the operation that they block */
  screen(
    all: readonly Operation[],
    t: Translate,
    held: ReadonlyMap<string, readonly string[]>,
    ...payment: Payment
  ): Screen;
  /** The line of a message that a newer one replaced. */
  below(count: number, t: Translate): string;
}

/** A new kind of operation is a row here. */
const VIEWS: { [Kind in OperationKind]: OperationView & { paid: Kind extends PaidKind ? true : false } } = {
  power: {
    paid: false,
    screen: powerScreen,
    together: {
      screen: powerAllScreen,
      below: (count, t) => t('operation-below', { what: { html: t('what-power-all', { count }) } }),
    },
    summary: (operation, { say, server }) =>
      say(`what-power-${powerKind.parametersOf(operation).action}`, { server: server(operation) }),
    risk: (_, t) => t('risk-power'),
    anyway: (operation, t) => t.plain(`anyway-power-${powerKind.parametersOf(operation).action}`),
  },
  rescue: {
    paid: false,
    screen: rescueScreen,
    summary: (operation, { say, server }) =>
      say(`what-rescue-${rescueKind.parametersOf(operation).action}`, { server: server(operation) }),
    risk: (_, t) => t('risk-rescue'),
    anyway: (operation, t) => t.plain(`anyway-rescue-${rescueKind.parametersOf(operation).action}`),
  },
  snapshot: {
    paid: false,
    screen: snapshotScreen,
    summary: (operation, { say, server }) =>
      say(`what-snapshot-${snapshotKind.parametersOf(operation).action}`, { server: server(operation) }),
    risk: (operation, t) => t(`risk-snapshot-${snapshotKind.parametersOf(operation).action}`),
    minor: (operation) => snapshotKind.parametersOf(operation).action !== 'restore',
  },
  backup: {
    paid: false,
    screen: backupScreen,
    summary: (operation, { say, server }) =>
      say(`what-backup-${backupKind.parametersOf(operation).action}`, { server: server(operation) }),
    risk: (operation, t) => t(`risk-backup-${backupKind.parametersOf(operation).action}`),
    minor: (operation) => backupKind.parametersOf(operation).action !== 'restore',
  },
  reinstall: {
    paid: false,
    screen: reinstallScreen,
    summary: (operation, { say, server }) => say('what-reinstall', { server: server(operation) }),
    risk: (_, t) => t('risk-reinstall'),
  },
  password: {
    paid: false,
    screen: passwordScreen,
    summary: (operation, { say, server }) => say('what-password', { server: server(operation) }),
  },
  sshKey: {
    paid: false,
    screen: sshKeyScreen,
    summary: (operation, { say, server }) => say('what-sshKey', { server: server(operation) }),
  },
  order: {
    paid: true,
    screen: orderScreen,
    summary: (operation, { say, place }) =>
      say('order-what', { geo: place(orderKind.parametersOf(operation).server.geo) }),
  },
  renewal: {
    paid: true,
    screen: renewalScreen,
    together: {
      screen: (all, t, held, payment) => batchScreen(all, t, payment, { held }),
      below: (count, t) => t('batch-below', { count }),
    },
    summary: (operation, { say, server }) =>
      say('renewal-what', { server: server(operation), days: renewalKind.parametersOf(operation).period }),
  },
  upgrade: {
    paid: true,
    screen: upgradeScreen,
    summary: (operation, { say, server }) => say('upgrade-what', { server: server(operation) }),
    risk: (_, t) => t('risk-upgrade'),
  },
  registration: {
    paid: true,
    screen: registrationScreen,
    summary(operation, { say, domain }) {
      const { domain: wanted, period } = registrationKind.parametersOf(operation);
      return say('registration-what', { domain: domain(wanted), years: period });
    },
  },
  domainRenewal: {
    paid: true,
    screen: domainRenewalScreen,
    summary(operation, { say, domain }) {
      const { domain: wanted, period } = domainRenewalKind.parametersOf(operation);
      return say('domain-renewal-what', { domain: domain(wanted), years: period });
    },
  },
};

export function summaryOf(operation: Operation, t: Translate): Html & { plain: string } {
  const { summary } = VIEWS[operation.kind];
  const short = (text: string) => isolate(shorten(text, MAX_PLAIN_LENGTH));
  return {
    html: summary(operation, {
      say: t,
      server: ({ parameters }) => targetWords(target.parse(parameters)),
      domain: domainWords,
      place: (geo) => placeWords(t, geo),
    }),
    plain: summary(operation, {
      say: t.plain,
      server: ({ parameters }) => short(target.parse(parameters).name),
      domain: (domain) => isolate(domainLabel(domain, MAX_PLAIN_LENGTH)),
      place: (geo) => short(placeName(t, geo)),
    }),
  };
}

/** A line for a message whose outcome is shown in a newer one. */
export function briefOf(together: readonly Operation[], t: Translate): string {
  const [first] = together;
  if (!first) return t('operation-missing');
  const below = together.length > 1 ? VIEWS[first.kind].together?.below(together.length, t) : undefined;
  return below ?? t('operation-below', { what: summaryOf(first, t) });
}

export function isMinor(operation: Operation): boolean {
  return operation.state === 'done' && VIEWS[operation.kind].minor?.(operation) === true;
}

/** Operations that were confirmed together share one message. @param chatId the operation's chat by default */
export async function screenOf(
  own: Operation,
  t: Translate,
  services: Pick<Services, 'store' | 'topUpUrl' | 'resellerUrl'>,
  chatId = own.chatId,
): Promise<Screen> {
  const operation = { ...own, chatId };
  const view = VIEWS[operation.kind];
  const { ledger } = services.store;
  const single = async (screen: Screen) => {
    const held = heldScreen(operation, await conflictsShown(operation, ledger), t, screen);
    return withOther(held, await othersThatWent([operation], ledger), t);
  };
  const { screen, together } = view.paid ? paidWith(view, await paymentContextOf(services, operation)) : view;
  const ids = togetherWith(operation);
  if (ids.length === 1 || !together) return single(screen(operation, t));
  const all = (await Promise.all(ids.map((id) => ledger.get(id)))).filter((each) => each !== undefined);
  const held = all.map(async (each) => [each.id, linesOf(each, await conflictsShown(each, ledger), t)] as const);
  const shown = all.map((each) => ({ ...each, chatId }));
  const drawn = together.screen(shown, t, new Map(await Promise.all(held)));
  return withOther(drawn, await othersThatWent(all, ledger), t);
}

function paidWith(
  { screen, together }: Extract<OperationView, { paid: true }>,
  payment: PaymentContext,
): Pick<Extract<OperationView, { paid: false }>, 'screen' | 'together'> {
  return {
    screen: (operation, t) => screen(operation, t, payment),
    ...(together
      ? { together: { ...together, screen: (all, t, held) => together.screen(all, t, held, payment) } }
      : {}),
  };
}

/** The operations that went through in place of expired confirms, which say that nothing was sent. */
async function othersThatWent(
  together: readonly Operation[],
  ledger: Pick<Ledger, 'sentOn' | 'since'>,
): Promise<Operation[]> {
  const found = together.map(async (expired) => {
    const { state, kind, subject, accountId, createdAt } = expired;
    if (state !== 'expired') return undefined;
    const sent = await (subject === undefined ? ordersSince(expired, ledger) : ledger.sentOn(subject, createdAt));
    return sent.findLast(
      (other) => other.kind === kind && other.accountId === accountId && MAY_GO_THROUGH.includes(other.state),
    );
  });
  return (await Promise.all(found)).filter((each) => each !== undefined);
}

/** An order has no subject yet: those of the same person count. */
async function ordersSince({ userId, createdAt }: Operation, { since }: Pick<Ledger, 'since'>): Promise<Operation[]> {
  const prepared = await since(userId, createdAt - TOP_UP_LIFE_MS);
  return prepared.filter(({ sentAt = 0 }) => sentAt >= createdAt);
}

function withOther(screen: Screen, others: readonly Operation[], t: Translate): Screen {
  if (others.length === 0) return screen;
  const lines = others.map((other) =>
    t(WENT_THROUGH.includes(other.state) ? 'expired-other' : 'expired-other-open', {
      what: summaryOf(other, t),
      time: formatTime(other.sentAt ?? other.createdAt, t),
    }),
  );
  return withBelow(screen, lines.join('\n'));
}

/** The team chat's view of an operation from another chat that needs approval. */
export async function teamScreenOf(
  operation: Operation,
  chatId: number,
  t: Translate,
  services: Parameters<typeof screenOf>[2],
): Promise<Screen> {
  const ids = togetherWith(operation);
  const all = await Promise.all(ids.map((id) => (id === operation.id ? operation : services.store.ledger.get(id))));
  const together = all.filter((each) => each !== undefined);
  const deciding = together.find(({ state }) => state === 'waiting') ?? operation;
  return screenForTeam(deciding, t, summaryOf(deciding, t), await screenOf(deciding, t, services, chatId));
}

/** For an approver's private chat. Only the request's own person can withdraw it. */
export async function privateRequest(
  operation: Operation,
  team: Team,
  chatId: number,
  t: Translate,
  services: Parameters<typeof screenOf>[2],
): Promise<Screen> {
  const { text, keyboard = [] } = await teamScreenOf(operation, chatId, t, services);
  return {
    text: `${t('approval-of-team', { team: name(teamName(team)) })}\n\n${text}`,
    keyboard: keyboard.slice(0, -1),
  };
}

export function closedRequest(together: readonly Operation[], t: Translate): string {
  return together.map((each) => requestOutcome(each, t, summaryOf(each, t))).join('\n');
}

/** The operations that held a confirm back and are still under way. */
async function conflictsShown(operation: Operation, { get }: Pick<Ledger, 'get'>): Promise<Operation[]> {
  if (operation.state !== 'ready' || !operation.heldBy) return [];
  const found = await Promise.all(operation.heldBy.map((id) => get(id)));
  return conflictsOf(
    operation,
    found.filter((each) => each !== undefined),
  );
}

function linesOf(operation: Operation, conflicts: readonly Operation[], t: Translate): string[] {
  return conflicts.map((conflict) => conflictLine(t, operation, conflict, summaryOf(conflict, t)));
}

const whereSeen = target.pick({ by: true });

/** Names the operations that hold the confirm back. The button to go past them says what that may break. */
function heldScreen(operation: Operation, conflicts: readonly Operation[], t: Translate, confirm: Screen): Screen {
  if (conflicts.length === 0) return confirm;
  const lines = linesOf(operation, conflicts, t).join('\n');
  if (!mayGoPast(operation, conflicts)) return { ...confirm, text: `${lines}\n${t('held-wait')}\n\n${confirm.text}` };
  const { id, kind, parameters } = operation;
  const { by } = whereSeen.parse(parameters);
  const risks = conflicts.map((conflict) => VIEWS[conflict.kind].risk?.(conflict, t) ?? t('risk-other'));
  const risk: Html = { html: [...new Set(risks)].join(' ') };
  const ask = t('anyway-ask', { what: summaryOf(operation, t), risk });
  const life = [confirmLife(operation, t), ...(by ? [t('operation-by', { person: name(by) })] : [])].join('\n');
  const anyway = VIEWS[kind].anyway?.(operation, t) ?? t.plain('anyway-other');
  return {
    text: [lines, ask, life].join('\n\n'),
    keyboard: [
      [buttons.goPast.make(anyway, { operation: id, pass: passFor(conflicts) }, 'danger')],
      [buttons.confirm.make(t.plain('retry'), { operation: id })],
      [buttons.cancel.make(t.plain('button-cancel'), { operation: id })],
    ],
  };
}
