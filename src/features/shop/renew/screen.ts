import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Operation } from '../../../operations/index.ts';
import { renewalKind as kind } from '../../../operations/kinds/renewal.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { formatExpiry } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { moneyScreen } from '../../common/payment/screen.ts';
import type { PaymentContext } from '../../common/payment/view.ts';
import { targetWords } from '../../common/servers/find-server.ts';

export function renewalScreen(operation: Operation, t: Translate, payment: PaymentContext): Screen {
  const parameters = kind.parametersOf(operation);
  const { seen, unclear, unreadable } = kind.progressOf(operation);
  const server = targetWords(parameters);
  const values = { account: operation.accountId, server: serverReference(parameters.serverId) };
  const days = parameters.period;
  return moneyScreen(
    operation,
    t,
    {
      what: { html: t('renewal-what', { server, days }) },
      ask: t('renewal-ask', { server, days }),
      lines:
        seen.before === undefined
          ? []
          : [t('renewal-expiry', { date: formatExpiry(seen.before, t.locale, payment.zone) })],
      means: t('renewal-means'),
      yes: (price) => t.plain('renewal-yes', { price }),
      by: parameters.by,
      unclear,
      unreadable,
      done: t('renewal-done', { server, days }),
      evidence: expiryLine(operation, t, payment),
      back: [[buttons.server.make(t.plain('button-card'), values)]],
      changes: [buttons.renew.make(t.plain('button-change-values'), values)],
      again: buttons.renewFor.make(t.plain('button-ask-again'), { ...values, days: String(days) }),
    },
    payment,
  );
}

/** The expiry date after a renewal was sent: the provider's date, never computed. */
function expiryLine(operation: Operation, t: Translate, { zone }: PaymentContext): string | undefined {
  const { seen, unclear, unreadable } = kind.progressOf(operation);
  const { before, expiry } = seen;
  const { period: days } = kind.parametersOf(operation);
  if (operation.state === 'done')
    return expiry && t('renewal-expiry-now', { date: formatExpiry(expiry, t.locale, zone) });
  if (operation.state !== 'unknown' && operation.state !== 'accepted') return undefined;
  if (expiry === undefined) return unclear && !unreadable ? t('renewal-expiry-unread') : undefined;
  const date = formatExpiry(expiry, t.locale, zone);
  if (before === undefined) return t('renewal-expiry', { date });
  if (expiry === before) return t('renewal-expiry-unmoved', { date });
  return t('renewal-expiry-moved', { before: formatExpiry(before, t.locale, zone), date, days });
}
