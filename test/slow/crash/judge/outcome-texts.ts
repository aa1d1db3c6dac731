import type { Message } from 'grammy/types';
import { buttons } from '../../../../src/features/buttons.ts';
import type { Translate } from '../../../../src/telegram/i18n/index.ts';
import { bare, textOf } from '../../../support/person.ts';
import { testTexts } from '../../../support/texts.ts';
import type { Customer } from '../environment.ts';
import { answersTo, messagesWithConfirm, shownNow } from '../purchases/chat.ts';
import type { Purchase } from '../purchases/purchase.ts';
import { payButton } from '../purchases/server-dialogs.ts';

/** The outcome in a message about a purchase; `nothing` without one. */
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

const EXPIRED = (t: Translate) => [t('money-expired', { what }), t('batch-expired', { server: what, price })];

const textsOf = ({ person }: Customer) => texts.in(person.user.language_code ?? 'en');
const fitsOne = (written: readonly string[], text: string) => written.some((each) => pattern(each).test(text));

/** The message says that the requested screen could not be shown. */
export function tellsNotAsked(customer: Customer, message: Message): boolean {
  return fitsOne(notAsked(textsOf(customer)), bare(textOf(message)));
}

/**
 * Messages about only expired purchases that never showed a confirm of these.
 * A receipt of several purchases in a new message may include an expired one.
 */
export function strayExpiries(customer: Customer, purchases: readonly Purchase[]): Message[] {
  const own = purchases.map(({ messageId }) => shownNow(customer, messageId)?.message_id);
  const shown = new Set([...messagesWithConfirm(customer), ...own]);
  const t = textsOf(customer);
  const others = LINES.flatMap(([told, write]) => (told === 'failed' ? [] : write(t, what)));
  return answersTo(customer, 0).filter((message) => {
    const lines = bare(textOf(message)).replaceAll(' | ', ' · ').split('\n');
    const tells = (written: readonly string[]) => lines.some((line) => fitsOne(written, line));
    return !shown.has(message.message_id) && tells(EXPIRED(t)) && !tells(others);
  });
}

/** The outcome that the purchase's message shows now, in either language. */
export function told({ customer, messageId, batchLine }: Purchase): Told {
  const t = textsOf(customer);
  const message = shownNow(customer, messageId);
  // A receipt of several is a table.
  const text = message ? bare(textOf(message)).replaceAll(' | ', ' · ') : '';
  if (fitsOne(notAsked(t), text)) return 'failed';
  if (batchLine === undefined) {
    const pay = payButton(customer, messageId);
    if (pay?.data.startsWith(`${buttons.pay.name}|`)) return 'confirm';
    return ALONE.find(([, write]) => fitsOne(write(t), text))?.[0] ?? 'nothing';
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
