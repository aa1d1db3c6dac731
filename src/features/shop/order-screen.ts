import type { InlineKeyboardButton } from 'grammy/types';
import type { NewServer } from '../../hosting/index.ts';
import { serverReference } from '../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { orderKind as kind, type OrderedRecord } from '../../operations/kinds/order.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { code, isolate, shorten } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { moneyScreen } from '../common/payment/screen.ts';
import type { PaymentContext } from '../common/payment/view.ts';
import { amountWords, orderedWords, placeWords } from '../common/servers/server-words.ts';

const MAX_SERVERS_SHOWN = 10;
const MAX_ID_LENGTH = 60;
const MAX_VALUE_LENGTH = 150;
/** Without the traffic, which the status record does not hold. */
const ITEMS = ['geo', 'os', 'cpu', 'ram', 'disk', 'backup'] as const;
const LOGIN = [
  ['ipv6', 'card-ipv6'],
  ['user', 'card-user'],
  ['port', 'card-port'],
] as const;

export function orderScreen(operation: Operation, t: Translate, payment: PaymentContext): Screen {
  const { server } = kind.parametersOf(operation);
  const { seen, unclear, unreadable, over } = kind.progressOf(operation);
  const { candidates = [], record } = seen;
  const what: Html = { html: t('order-what', { geo: placeWords(t, server.geo) }) };
  const count = candidates.length;
  const found = operation.receipt === undefined ? 'found' : 'done';
  const account = operation.accountId;
  const lines = itemLines(t, server);
  return moneyScreen(
    operation,
    t,
    {
      what,
      ask: t('order-ask'),
      lines,
      means: t('order-means'),
      yes: (price) => t.plain('order-yes', { price }),
      unclear,
      unreadable,
      accepted: t('order-accepted', { what }),
      stillOpen: t(over ? 'order-over' : 'order-unclear', { what }),
      done: count > 1 ? t(`order-${found}-several`, { what, count }) : t(`order-${found}`, { what }),
      evidence: evidenceOf(operation, t),
      bought: operation.state === 'done' ? ['', ...itemLines(t, server, record)] : lines,
      onward: onwardRows(operation, t),
      again: buttons.buyAgain.make(t.plain('button-ask-again'), { operation: operation.id }),
      changes: [buttons.buyAgain.make(t.plain('button-change-values'), { operation: operation.id })],
      back: [[buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' })]],
    },
    payment,
  );
}

/** In the units of the order. @param record its units are not stated: shown where it differs */
function itemLines(t: Translate, server: NewServer, record: OrderedRecord = {}): string[] {
  const line = (item: (typeof ITEMS)[number]): string => {
    const ordered = server[item];
    const text = t(`order-item-${item}`, { value: orderedWords(t, item, ordered) });
    const shown = record[item];
    if (shown === undefined || String(shown).toLowerCase() === String(ordered).toLowerCase()) return text;
    const told = item === 'geo' || item === 'os' ? orderedWords(t, item, shown) : amountWords(t, item, String(shown));
    return t('order-item-shown', { item: { html: text }, value: told });
  };
  return [
    ...ITEMS.map(line),
    t('order-item-traffic', { value: orderedWords(t, 'traffic', server.traffic) }),
    t('order-item-period', { days: server.period }),
  ];
}

function onwardRows(operation: Operation, t: Translate): InlineKeyboardButton[][] {
  const { candidates = [] } = kind.progressOf(operation).seen;
  const [only, ...others] = candidates;
  const valuesOf = (id: string) => ({ account: operation.accountId, server: serverReference(id) });
  const cards = candidates
    .slice(0, MAX_SERVERS_SHOWN)
    .map(({ id, ip }) => [buttons.server.make(isolate(shorten(ip ?? id, MAX_ID_LENGTH)), valuesOf(id), 'primary')]);
  if (!only || others.length > 0) return cards;
  const password = buttons.password.make(t.plain('button-set-password'), valuesOf(only.id));
  return [...cards, [password], [buttons.nameServer.make(t.plain('button-name'), valuesOf(only.id))]];
}

function evidenceOf(operation: Operation, t: Translate): string | undefined {
  const { state } = operation;
  const { seen, unreadable } = kind.progressOf(operation);
  const { candidates = [], record = {}, sharers = 0, unlooked = 0 } = seen;
  const shown = candidates.slice(0, MAX_SERVERS_SHOWN).map(({ id, ip }) => code(shorten(ip ?? id, MAX_ID_LENGTH)).html);
  const more = candidates.length > shown.length ? ['…'] : [];
  const servers: Html = { html: [...shown, ...more].join(' · ') };
  const shared = candidates.length > 1 && sharers > 0 ? [t('order-shared', { count: sharers })] : [];
  if (state === 'done') {
    const login = LOGIN.flatMap(([field, key]) => {
      const value = record[field];
      return value === undefined ? [] : [t(key, { value: code(shorten(String(value), MAX_VALUE_LENGTH)) })];
    });
    const [only, second] = candidates;
    const found = only?.ip !== undefined && !second ? t('card-ip', { value: servers }) : t.directed(servers.html);
    return [found, ...shared, ...login].join('\n');
  }
  // While a server may still be the ordered one, the text must not say that none is.
  const rest = unlooked > 0 ? [t('order-evidence-unlooked', { count: unlooked })] : [];
  if (state === 'accepted') return rest[0];
  if (state !== 'unknown') return undefined;
  const isRead = seen.candidates !== undefined && !unreadable;
  const none = isRead && rest.length === 0 ? [t('order-evidence-none')] : [];
  return [...(servers.html === '' ? none : [t('order-evidence', { servers }), ...shared]), ...rest].join('\n');
}
