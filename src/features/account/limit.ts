import { Composer } from 'grammy';
import type { Account } from '../../store/accounts.ts';
import { ask, onAsked } from '../../telegram/ask.ts';
import { onButton } from '../../telegram/button.ts';
import type { Ctx } from '../../telegram/context.ts';
import { name } from '../../telegram/format.ts';
import { type Screen, send, show } from '../../telegram/screen.ts';
import { buttons } from '../buttons.ts';
import { money, moneyIn, moneyLabel, sameCurrency } from '../money.ts';
import { change, requireOwn } from './own.ts';

const QUESTION = 'limit';
const MOST_LIMITS = 5;

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
      own.limits = (own.limits ?? []).filter((_, index) => String(index) !== currency);
      return own;
    });
    await show(ctx, limitScreen(ctx, found));
  }),
);
screens.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = ''] }) => {
    const typed = moneyIn(text);
    const { account: found } = await requireOwn(ctx, account);
    if (!typed) return askForLimit(ctx, found, 'limit-unfit');
    const changed = await change(ctx, account, (own) => {
      const others = (own.limits ?? []).filter(({ currency }) => !sameCurrency(currency, typed.currency));
      own.limits = [...others, typed].slice(-MOST_LIMITS);
      return own;
    });
    await send(ctx, limitScreen(ctx, changed));
  }),
);

async function askForLimit(
  ctx: Ctx,
  account: Account,
  words: 'limit-ask' | 'limit-unfit' = 'limit-ask',
): Promise<void> {
  const { text, keyboard } = limitScreen(ctx, account);
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account.id], {
    text: `${text}\n\n${ctx.t(words)}`,
    keyboard: [...(keyboard ?? []), [cancel]],
  });
}

function limitScreen({ t }: Ctx, { id, label, limits = [] }: Account): Screen {
  const lines = limits.map((each) => t('limit-line', { limit: money(t, each) }));
  return {
    text: [t('limit', { account: name(label) }), '', ...(lines.length > 0 ? lines : [t('limit-none')])].join('\n'),
    keyboard: [
      ...limits.map((each, index) => [
        buttons.unlimit.make(t.plain('limit-remove', { limit: moneyLabel(t, each) }), {
          account: id,
          currency: String(index),
        }),
      ]),
      [buttons.account.make(t.plain('button-back'), { account: id })],
    ],
  };
}
