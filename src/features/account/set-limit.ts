import { hash } from 'node:crypto';
import { Composer } from 'grammy';
import { currencyOf, isKnownCurrency } from '../../hosting/index.ts';
import type { Account } from '../../store/key-value/accounts.ts';
import { PAID_KINDS } from '../../store/operations/index.ts';
import type { Ctx } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import { comparable, type Money, money, moneyIn, moneyLabel } from '../common/payment/money.ts';
import { change, requireOwn } from './accounts.ts';

const QUESTION = 'limit';
const MOST_LIMITS = 5;
/** The number of newest purchases that show the currencies of an account's prices. */
const LOOKED_AT = 100;

type Problem = { words: 'limit-unfit' | 'limit-foreign' | 'limit-full'; currency?: string };

/** The most a person wants to spend within 24 hours with an account, by currency. Off by default; private chats only. */
export const limit = new Composer<Ctx>();

const screens = limit.chatType('private');
screens.use(
  onButton(buttons.limit, async (ctx, { account }) => {
    const { account: found } = await requireOwn(ctx, account);
    await askForLimit(ctx, found);
  }),
);
screens.use(
  onButton(buttons.unlimit, async (ctx, { account, currency }) => {
    const found = await change(ctx, account, (own) => {
      const { limits = [] } = own;
      const kept = limits.filter((each) => referenceOf(each) !== currency);
      // The limit that the button names was changed or removed since.
      if (kept.length === limits.length) throw new Refusal((t) => t('button-old'));
      own.limits = kept;
      return own;
    });
    await show(ctx, await limitScreen(ctx, found));
  }),
);
screens.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = ''] }) => {
    const typed = moneyIn(text, ctx.services.texts);
    const { account: found } = await requireOwn(ctx, account);
    if (!typed) return askForLimit(ctx, found, { words: 'limit-unfit' });
    const { currency } = typed;
    const seen = await currenciesOf(ctx, found);
    // A limit in a currency without prices would stop nothing.
    if (!isKnownCurrency(currency) && !seen.some((each) => comparable(each, currency)))
      return askForLimit(ctx, found, { words: 'limit-foreign', currency });
    const others = (own: Account) => (own.limits ?? []).filter((each) => !comparable(each.currency, currency));
    if (others(found).length >= MOST_LIMITS) return askForLimit(ctx, found, { words: 'limit-full' });
    const changed = await change(ctx, account, (own) => {
      own.limits = [...others(own), typed];
      return own;
    });
    await send(ctx, await limitScreen(ctx, changed));
  }),
);

async function askForLimit(ctx: Ctx, account: Account, problem?: Problem): Promise<void> {
  const { text, keyboard } = await limitScreen(ctx, account);
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account.id], {
    text: `${text}\n\n${problem ? problemWords(ctx, problem) : ctx.t('limit-ask')}`,
    keyboard: [...(keyboard ?? []), [cancel]],
  });
}

function problemWords({ t }: Ctx, { words, currency = '' }: Problem): string {
  if (words === 'limit-foreign') return t(words, { currency: name(currency) });
  return words === 'limit-full' ? t(words, { count: MOST_LIMITS }) : t(words);
}

async function limitScreen(ctx: Ctx, account: Account): Promise<Screen> {
  const { t } = ctx;
  const { id, label, limits = [] } = account;
  const seen = limits.length > 0 ? await currenciesOf(ctx, account) : [];
  const idle = ({ currency }: Money) => seen.length > 0 && !seen.some((each) => comparable(each, currency));
  const lines = limits.map((each) => {
    const line = t('limit-line', { limit: money(t, each) });
    return idle(each) ? `${line}\n${t('limit-idle')}` : line;
  });
  return {
    text: [t('limit', { account: name(label) }), '', ...(lines.length > 0 ? lines : [t('limit-none')])].join('\n'),
    keyboard: [
      ...limits.map((each) => [
        buttons.unlimit.make(t.plain('limit-remove', { limit: moneyLabel(t, each) }), {
          account: id,
          currency: referenceOf(each),
        }),
      ]),
      [buttons.account.make(t.plain('button-back'), { account: id })],
    ],
  };
}

/** The currencies in which the account's prices came so far. */
async function currenciesOf({ services, person }: Ctx, { id, currencies = [] }: Account): Promise<string[]> {
  const newest = await services.store.ledger.listOf(person.id, PAID_KINDS, 0, LOOKED_AT);
  return [
    ...currencies,
    ...newest.flatMap(({ accountId, quote }) => (accountId === id && quote ? [quote.currency] : [])),
  ];
}

/** A limit in a button: an old message's must not remove another one. */
function referenceOf({ total, currency }: Money): string {
  return hash('sha256', `${total} ${currencyOf(currency)}`, 'base64url').slice(0, 8);
}
