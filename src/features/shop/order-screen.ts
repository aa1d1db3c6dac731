import { serverReference } from '../../hosting/kept-lists.ts';
import type { Operation } from '../../operations/index.ts';
import { order as kind } from '../../operations/order.ts';
import { code, formatNumber, isolate } from '../../telegram/format.ts';
import type { Html, Translate } from '../../telegram/i18n.ts';
import type { Screen } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import type { Desk } from '../money-look.ts';
import { moneyScreen } from '../money-screen.ts';

/** The order of a new server, in each of its states. */
export function orderScreen(operation: Operation, t: Translate, desk: Desk): Screen {
  const { server } = kind.parametersOf(operation);
  const { seen, unclear, over } = kind.progressOf(operation);
  const { candidates = [] } = seen;
  const what: Html = { html: t('order-what', { geo: code(server.geo) }) };
  const count = candidates.length;
  const found = operation.receipt === undefined ? 'found' : 'done';
  const servers: Html = { html: candidates.map(({ id, ip }) => code(ip ?? id).html).join(' · ') };
  const account = operation.accountId;
  return moneyScreen(
    operation,
    t,
    {
      what,
      ask: t('order-ask'),
      lines: [
        t('order-item-geo', { value: code(server.geo) }),
        t('order-item-os', { value: code(server.os) }),
        ...(['cpu', 'ram', 'disk', 'backup', 'traffic'] as const).map((name) =>
          t(`order-item-${name}`, { value: formatNumber(server[name], t.locale) }),
        ),
        t('order-item-period', { days: server.period }),
      ],
      means: t('order-means'),
      yes: (price) => t.plain('order-yes', { price }),
      unclear,
      accepted: t('order-accepted', { what }),
      stillOpen: t(over ? 'order-over' : 'order-unclear', { what }),
      done: count > 1 ? t(`order-${found}-several`, { what, count }) : t(`order-${found}`, { what }),
      evidence: evidenceOf(operation, t, servers),
      onward: candidates.map(({ id, ip }) => [
        buttons.server.make(isolate(ip ?? id), { account, server: serverReference(id) }, 'primary'),
      ]),
      again: buttons.buyAgain.make(t.plain('button-ask-again'), { operation: operation.id }),
      change: buttons.buyAgain.make(t.plain('button-change-values'), { operation: operation.id }),
      back: [[buttons.servers.make(t.plain('button-servers'), { account, page: '0', filter: '' })]],
    },
    desk,
  );
}

function evidenceOf(operation: Operation, t: Translate, servers: Html): string | undefined {
  const { state } = operation;
  const { candidates = [], sharers = 0, unlooked = 0 } = kind.progressOf(operation).seen;
  const shared = candidates.length > 1 && sharers > 0 ? [t('order-shared', { count: sharers })] : [];
  if (state === 'done') return [servers.html, ...shared].join('\n');
  // Where some may still be the one, there is no saying that none is.
  const rest = unlooked > 0 ? [t('order-evidence-unlooked', { count: unlooked })] : [];
  if (state === 'accepted') return rest[0];
  if (state !== 'unknown') return undefined;
  const none = rest.length > 0 ? [] : [t('order-evidence-none')];
  return [...(servers.html === '' ? none : [t('order-evidence', { servers }), ...shared]), ...rest].join('\n');
}
