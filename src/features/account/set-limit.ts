import type { Account } from '../../store/key-value/accounts.ts';
import { PAID_KINDS } from '../../store/operations/index.ts';
import { accessAllowed } from '../../telegram/access/require-right.ts';
import { Composer } from '../../telegram/composer.ts';
import type { Ctx } from '../../telegram/context.ts';
import { ask, onAsked } from '../../telegram/dialog/ask.ts';
import { Refusal } from '../../telegram/failures/refusal.ts';
import { onButton } from '../../telegram/ui/button.ts';
import { name } from '../../telegram/ui/format.ts';
import type { Screen } from '../../telegram/ui/screen.ts';
import { send, show } from '../../telegram/ui/show.ts';
import { buttons } from '../buttons.ts';
import {
  type LimitProblem,
  limitProblemWords,
  limitReference,
  readLimit,
  withLimit,
} from '../common/payment/limit-form.ts';
import { comparable, type Money, money, moneyLabel } from '../common/payment/money.ts';
import { change, requireOwn } from './accounts.ts';

const QUESTION = 'limit';
/** The newest purchases show the currencies of an account's prices. */
const MAX_PURCHASES_READ = 100;

/** The most that a person wants to spend within 24 hours with an account, by currency. Off by default. */
export const accountSpendingLimits = new Composer<Ctx>();

const screens = accountSpendingLimits.chatType('private');
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
      const kept = limits.filter((each) => limitReference(each) !== currency);
      // The limit of the button was changed or removed.
      if (kept.length === limits.length) throw new Refusal((t) => t('button-old'));
      own.limits = kept;
      return own;
    });
    await show(ctx, await limitScreen(ctx, found));
  }),
);
screens.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = ''] }) => {
    const { account: found } = await requireOwn(ctx, account);
    const read = await readLimit(text, ctx.services, {
      limits: found.limits ?? [],
      seen: () => currenciesOf(ctx, found),
      access: () => accessAllowed(ctx, 'account', account),
    });
    if ('words' in read) return askForLimit(ctx, found, read);
    const changed = await change(ctx, account, (own) => {
      own.limits = withLimit(own.limits ?? [], read.limit);
      return own;
    });
    await send(ctx, await limitScreen(ctx, changed));
  }),
);

async function askForLimit(ctx: Ctx, account: Account, problem?: LimitProblem): Promise<void> {
  const { text, keyboard } = await limitScreen(ctx, account);
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account.id], {
    text: `${text}\n\n${problem ? limitProblemWords(ctx.t, problem) : ctx.t('limit-ask')}`,
    keyboard: [...(keyboard ?? []), [cancel]],
  });
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
          currency: limitReference(each),
        }),
      ]),
      [buttons.account.make(t.plain('button-back'), { account: id })],
    ],
  };
}

async function currenciesOf({ services, person }: Ctx, { id, currencies = [] }: Account): Promise<string[]> {
  const newest = await services.store.ledger.listOf(person.id, PAID_KINDS, 0, MAX_PURCHASES_READ);
  return [
    ...currencies,
    ...newest.flatMap(({ accountId, quote }) => (accountId === id && quote ? [quote.currency] : [])),
  ];
}
