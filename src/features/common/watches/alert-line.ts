import type { Store } from '../../../store/index.ts';
import type { Alert } from '../../../store/jobs/alerts.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { formatListed, name, teamName } from '../../../telegram/ui/format.ts';
import { domainWords } from '../domain-words.ts';
import { money } from '../payment/money.ts';
import { statusWords } from '../servers/server-rows.ts';
import { amountWords } from '../servers/server-words.ts';

/** An alert as one line of a list. @param account as its readers know it: see {@link accountOf} */
export function alertLine(alert: Alert, account: string, t: Translate): string {
  const words = { ...wordsOf(alert, t), account: name(account), time: formatListed(alert.since, t) };
  return t(`alert-line-${alert.what}`, words);
}

/** The account of an alert, as those who read it know it: by its owner's label, or by the team that it is lent to. */
export async function accountOf(
  { accounts, teams }: Pick<Store, 'accounts' | 'teams'>,
  { ownerId, accountId, team: id }: Pick<Alert, 'ownerId' | 'accountId' | 'team'>,
): Promise<string> {
  const team = id === undefined ? undefined : await teams.get(id);
  if (id !== undefined) return team ? teamName(team) : '';
  const own = await accounts.get(ownerId);
  return own.accounts.find((each) => each.id === accountId)?.label ?? '';
}

/**
 * The subject of an alert, as texts name it: the server with the status that the provider gave last; the name or suffix with its price; or the
 * server's traffic, and whether the operator names its unit.
 */
export function wordsOf(
  { server, status, offer }: Pick<Alert, 'server' | 'status' | 'offer'>,
  t: Translate,
): Record<'server' | 'status' | 'of' | 'price' | 'before', Html> & { unit: 'named' | 'unnamed' } {
  const of = offer?.price ? `.${offer.of}` : offer?.of;
  return {
    server: name(server?.name ?? ''),
    status: offer ? amountWords(t, 'traffic', status ?? '') : statusWords(t, status),
    of: offer?.name === undefined ? domainWords(of ?? '') : name(offer.name),
    price: offer?.price ? money(t, offer.price) : { html: '' },
    before: offer?.price
      ? money(t, { ...offer.price, total: offer.before ?? offer.price.total })
      : amountWords(t, 'traffic', offer?.before ?? ''),
    unit: t.terms.unit('traffic') === undefined ? 'unnamed' : 'named',
  };
}
