import { buttons } from '../../../../src/features/buttons.ts';
import type { Translate } from '../../../../src/telegram/i18n/index.ts';
import { bare, textOf } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';
import { shownNow } from '../purchases/chat.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { payButton } from '../purchases/server-dialogs.ts';

/** The outcome that a message tells of a purchase; `nothing` where it tells none of these. */
export type Told = 'confirm' | 'underWay' | 'accepted' | 'done' | 'unknown' | 'failed' | 'nothing';

/** Stands for what a text is about; no text has it. */
const ANYTHING = '\u0001';
const what = ANYTHING;
const price = ANYTHING;
const texts = testTexts();

const ALONE: [Exclude<Told, 'confirm' | 'nothing'>, (t: Translate) => string[]][] = [
  ['underWay', (t) => [t('money-quoting', { what }), t('money-sending', { what })]],
  [
    'accepted',
    (t) => [
      t('money-accepted', { what }),
      t('money-unclear', { what }),
      t('order-accepted', { what }),
      t('order-unclear', { what }),
    ],
  ],
  [
    'done',
    (t) => [
      t('renewal-done', { server: what, days: ANYTHING }),
      t('upgrade-done', { server: what }),
      t('domain-renewal-done', { domain: what, years: 1 }),
      t('domain-renewal-done', { domain: what, years: ANYTHING }),
      t('registration-done', { domain: what }),
      t('order-done', { what }),
      t('order-found', { what }),
      t('order-done-several', { what, count: ANYTHING }),
      t('order-found-several', { what, count: ANYTHING }),
    ],
  ],
  ['unknown', (t) => [t('money-lost', { what }), t('money-unknown', { what })]],
  [
    'failed',
    (t) => [
      t('money-refused', { what }),
      t('money-expired', { what }),
      t('confirm-interrupted'),
      t('money-cancelled', { what }),
      t('registration-now-registered', { domain: what }),
      t('registration-now-forbidden', { domain: what }),
    ],
  ],
];

/** Asking for the price failed, or the confirm could not be shown: the message says that it failed, after any earlier text. */
const NOT_ASKED = ['failure-unavailable', 'failure-unreadable', 'failure-not-sent', 'failure-refused'] as const;
const notAsked = (t: Translate) => [
  t('failure-unexpected', { reference: ANYTHING }),
  ...NOT_ASKED.map((key) => t(key)),
];

/** In a message of several each has its line. */
const LINES: [Exclude<Told, 'nothing'>, (t: Translate, server: string) => string[]][] = [
  ['underWay', (t, server) => [t('batch-sending', { server, price })]],
  ['accepted', (t, server) => [t('batch-accepted', { server, price }), t('batch-unclear', { server, price })]],
  ['unknown', (t, server) => [t('batch-lost', { server, price }), t('batch-unknown', { server, price })]],
  [
    'failed',
    (t, server) => [
      t('batch-refused', { server, price }),
      t('batch-expired', { server, price }),
      t('batch-interrupted', { server, price }),
      t('batch-cancelled', { server, price }),
    ],
  ],
  ['done', (t, server) => [t('batch-done', { server, price })]],
  ['confirm', (t, server) => [t('batch-ready', { server, price })]],
];

/** The outcome that the purchase's message shows now, in either language. */
export function told({ customer, messageId, batchLine }: Purchase): Told {
  const { person } = customer;
  const t = texts.in(person.user.language_code ?? 'en');
  const message = shownNow(customer, messageId);
  // A receipt of several is a table.
  const text = message ? bare(textOf(message)).replaceAll(' | ', ' · ') : '';
  if (notAsked(t).some((each) => pattern(each).test(text))) return 'failed';
  if (batchLine === undefined) {
    const pay = payButton(customer, messageId);
    if (pay?.data.startsWith(`${buttons.pay.name}|`)) return 'confirm';
    return ALONE.find(([, write]) => write(t).some((each) => pattern(each).test(text)))?.[0] ?? 'nothing';
  }
  const lines = text.split('\n');
  const fits = (each: string) => lines.some((line) => pattern(each).test(line));
  return LINES.find(([, write]) => write(t, batchLine).some(fits))?.[0] ?? 'nothing';
}

function pattern(text: string): RegExp {
  const plain = bare(text.replace(/<[^>]*>/g, ''));
  const parts = plain.split(ANYTHING).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+?')}`);
}
