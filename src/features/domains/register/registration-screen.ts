import type { InlineKeyboardButton } from 'grammy/types';
import type { Operation } from '../../../operations/index.ts';
import { registrationKind as kind } from '../../../operations/kinds/registration.ts';
import type { Html, Translate } from '../../../telegram/i18n/index.ts';
import { code, formatExpiry } from '../../../telegram/ui/format.ts';
import type { Screen } from '../../../telegram/ui/screen.ts';
import { buttons } from '../../buttons.ts';
import { domainReference, domainWords } from '../../common/domain-words.ts';
import { moneyScreen } from '../../common/payment/screen.ts';
import type { PaymentContext } from '../../common/payment/view.ts';
import { fitsData } from '../../common/watches/watching.ts';
import { doubtfulQuestions, questionsIn } from './registration-draft.ts';

function changesOf(operation: Operation, t: Translate): InlineKeyboardButton[] {
  const { fields = {} } = operation.failure ?? {};
  const { id } = operation;
  if (questionsIn(fields).length > 0)
    return [buttons.registerAgain.make(t.plain('button-change-values'), { operation: id })];
  return doubtfulQuestions(kind.parametersOf(operation), fields).map((what) =>
    buttons.registerChange.make(t.plain(`button-change-${what}`), { operation: id, what }),
  );
}

export function registrationScreen(operation: Operation, t: Translate, payment: PaymentContext): Screen {
  const { domain, period, nicHandle, nameServers } = kind.parametersOf(operation);
  const { seen, unclear, unreadable } = kind.progressOf(operation);
  const words = domainWords(domain);
  const what: Html = { html: t('registration-what', { domain: words, years: period }) };
  const values = { account: operation.accountId, domain: domainReference(domain) };
  const mine = [buttons.domains.make(t.plain('button-domains'), { account: operation.accountId, page: '0' })];
  const { failure } = operation;
  if (failure?.notOffered) {
    const text = t(`registration-now-${failure.notOffered}`, { domain: words });
    const bell = buttons.watchName.make(t.plain('button-watch-name'), { account: operation.accountId, domain });
    return { text, keyboard: [failure.notOffered === 'registered' && fitsData(domain) ? [bell] : [], mine] };
  }
  const hosts: Html = { html: nameServers.map((host) => domainWords(host).html).join(' · ') };
  const lines = [
    t('registration-years', { years: period }),
    ...(nicHandle === undefined ? [] : [t('registration-handle', { handle: code(nicHandle) })]),
    t('registration-servers', { hosts }),
  ];
  return moneyScreen(
    operation,
    t,
    {
      what,
      ask: t('registration-ask', { domain: words }),
      lines,
      means: t('registration-means'),
      yes: (price) => t.plain('registration-yes', { price }),
      unclear,
      unreadable,
      done: t('registration-done', { domain: words }),
      evidence: evidenceOf(operation, t),
      bought: lines,
      onward: [[buttons.domain.make(t.plain('button-domain-card'), values, 'primary')]],
      back: [mine],
      again: buttons.registerAgain.make(t.plain('button-ask-again'), { operation: operation.id }),
      changes: changesOf(operation, t),
    },
    payment,
  );

  function evidenceOf({ state }: Operation, translate: Translate): string | undefined {
    if (state === 'done')
      return seen.end && translate('domain-end', { date: formatExpiry(seen.end, translate.locale, payment.zone) });
    if (seen.state === 'available') return translate('registration-still-free');
    return seen.state === 'registered' ? translate('registration-taken-now') : undefined;
  }
}
