import type { Alert } from '../../store/jobs/alerts.ts';
import type { Html, Translate } from '../../telegram/i18n/index.ts';
import { formatListed, name } from '../../telegram/ui/format.ts';
import { domainWords } from './domain-words.ts';
import { money } from './payment/money.ts';
import { statusWords } from './server-rows.ts';
import { amountWords } from './server-words.ts';

/** An alert as one line of a list. */
export function alertLine(alert: Alert, t: Translate): string {
  return t(`alert-line-${alert.what}`, { ...wordsOf(alert, t), time: formatListed(alert.since, t) });
}

/**
 * What an alert is about, as texts name it: the server with the status that the provider gave last; the name or suffix with its price; or the
 * server's traffic, and whether the operator names its unit.
 */
export function wordsOf(
  { server, status, offer }: Pick<Alert, 'server' | 'status' | 'offer'>,
  t: Translate,
): Record<'server' | 'status' | 'of' | 'price' | 'before', Html> & { unit: 'named' | 'unnamed' } {
  const of = offer?.price ? `.${offer.of}` : offer?.of;
  return {
    server: name(server?.name ?? ''),
    status: offer ? amountWords(t, 'traffic', status ?? '') : statusWords(t, status ?? ''),
    of: offer?.name === undefined ? domainWords(of ?? '') : name(offer.name),
    price: offer?.price ? money(t, offer.price) : { html: '' },
    before: offer?.price
      ? money(t, { ...offer.price, total: offer.before ?? offer.price.total })
      : amountWords(t, 'traffic', offer?.before ?? ''),
    unit: t.terms.unit('traffic') === undefined ? 'unnamed' : 'named',
  };
}
