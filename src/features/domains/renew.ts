import { DOMAIN_YEARS, NATIONAL_DOMAIN_YEARS } from '../../hosting/index.ts';
import type { Operation } from '../../operations/index.ts';
import { domainRenewalKind as kind } from '../../operations/kinds/domain-renewal.ts';
import type { Access } from '../../telegram/access/access.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { showChoice } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { failureWords } from '../../telegram/failures/words.ts';
import type { Translate } from '../../telegram/i18n/index.ts';
import { formatExpiry, formatNumber } from '../../telegram/ui/format.ts';
import { inRows, type Screen } from '../../telegram/ui/screen.ts';
import { buttons } from '../buttons.ts';
import { domainReference, domainWords } from '../common/domain-words.ts';
import { operationFields, showPrepared, showPreparedBefore } from '../common/operation/prepared.ts';
import { moneyScreen } from '../common/payment/screen.ts';
import { requireAllowance } from '../common/payment/spending-limit.ts';
import { type PaymentContext, paymentContextOf } from '../common/payment/view.ts';
import { requirePrivate } from '../common/require.ts';
import type { DomainContext } from './favourites.ts';
import { onDomain } from './names/known-domains.ts';
import { isNational, suffixOf } from './names/name.ts';
import { readYears, refusesYears, subjectOf, unfitYears, withoutPeriod, yearsLimit } from './purchase.ts';

const YEARS_IN_A_ROW = 5;

type DomainValues = { account: string; domain: string };

export function renewing({ national }: DomainContext): Composer<Ctx> {
  const renew = new Composer<Ctx>();

  const most = (domain: string) => (isNational(domain, national) ? NATIONAL_DOMAIN_YEARS : DOMAIN_YEARS).max;

  renew.use(
    onDomain(
      buttons.domainRenew,
      async (ctx, access, domain, values) => {
        if (most(domain) === 1) return openConfirm(ctx, access, domain, 1);
        await chooseYears(ctx, values, domain);
      },
      requirePrivate,
    ),
  );
  renew.use(
    onDomain(
      buttons.domainRenewFor,
      async (ctx, access, domain, { years, ...values }) => {
        const period = readYears(ctx, years, most(domain));
        if (period === undefined) throw new Refusal(() => unfitYears(ctx, years, most(domain)));
        try {
          await openConfirm(ctx, access, domain, period);
        } catch (error) {
          if (most(domain) === 1 || !refusesYears(error)) throw error;
          const trouble = failureWords(ctx.t, error, undefined, yearsLimit(ctx.t, most(domain)));
          await chooseYears(ctx, values, domain, trouble);
        }
      },
      requirePrivate,
    ),
  );

  return renew;
}

/** @param trouble why the last choice was refused; HTML */
async function chooseYears(ctx: Ctx, values: DomainValues, domain: string, trouble?: string): Promise<void> {
  const { t } = ctx;
  const make = (label: string, years: string) => buttons.domainRenewFor.make(label, { ...values, years });
  const keys = Array.from({ length: DOMAIN_YEARS.max }, (_, index) =>
    make(formatNumber(index + 1, t.locale), String(index + 1)),
  );
  const ask = t('domain-renew-years', { domain: domainWords(domain) });
  const back = buttons.domain.make(t.plain('button-back'), values);
  const screen = {
    text: trouble === undefined ? ask : `${trouble}\n\n${ask}`,
    keyboard: [...inRows(keys, YEARS_IN_A_ROW), [back]],
  };
  await showChoice(ctx, screen, [...keys, make('', '')]);
}

async function openConfirm(ctx: Ctx, access: Access, domain: string, period: number): Promise<void> {
  if (await showPreparedBefore(ctx)) return;
  const suffix = suffixOf(domain);
  const { operations } = ctx.services;
  const [info, quote] = await Promise.all([
    access.hosting.domainOrders.info(domain),
    access.hosting.domainOrders.price(suffix, period),
  ]);
  await requireAllowance(ctx.services, access, ctx.person.id, [quote]);
  const operation = await operations.prepare({
    ...(await operationFields(ctx, access.account.id)),
    kind: 'domainRenewal',
    subject: subjectOf(domain),
    parameters: { domain, id: info.id, suffix, period },
    progress: { seen: info.serviceEnd === undefined ? {} : { before: info.serviceEnd } },
    quote: withoutPeriod(quote),
  });
  await showPrepared(
    ctx,
    domainRenewalScreen(operation, ctx.t, await paymentContextOf(ctx.services, operation)),
    operation,
  );
}

export function domainRenewalScreen(operation: Operation, t: Translate, payment: PaymentContext): Screen {
  const { domain, period } = kind.parametersOf(operation);
  const { seen, unclear, unreadable } = kind.progressOf(operation);
  const words = domainWords(domain);
  const values = { account: operation.accountId, domain: domainReference(domain) };
  const end = operation.state === 'ready' ? seen.before : seen.end;
  return moneyScreen(
    operation,
    t,
    {
      what: { html: t('domain-renewal-what', { domain: words, years: period }) },
      ask: t('domain-renewal-ask', { domain: words, years: period }),
      lines: end === undefined ? [] : [t('domain-end', { date: formatExpiry(end, t.locale, payment.zone) })],
      means: t('domain-renewal-means'),
      yes: (price) => t.plain('domain-renewal-yes', { price }),
      unclear,
      unreadable,
      done: t('domain-renewal-done', { domain: words, years: period }),
      evidence: endLine(operation, t, payment),
      back: [[buttons.domain.make(t.plain('button-domain-card'), values)]],
      changes: [buttons.domainRenew.make(t.plain('button-change-values'), values)],
      again: buttons.domainRenewFor.make(t.plain('button-ask-again'), { ...values, years: String(period) }),
    },
    payment,
  );
}

/** The end of the service after a renewal was sent: the provider's date, never computed. */
function endLine(operation: Operation, t: Translate, { zone }: PaymentContext): string | undefined {
  const { before, end } = kind.progressOf(operation).seen;
  if (end === undefined) return undefined;
  const date = formatExpiry(end, t.locale, zone);
  if (operation.state !== 'unknown' || before === undefined) return t('domain-end', { date });
  if (end === before) return t('domain-end-unmoved', { date });
  return t('domain-end-moved', {
    date,
    before: formatExpiry(before, t.locale, zone),
    years: kind.parametersOf(operation).period,
  });
}
