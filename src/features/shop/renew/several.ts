import { RENEWAL_DAYS } from '../../../hosting/index.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import type { Ctx } from '../../../telegram/context.ts';
import { ask, onAsked, showChoice } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { name } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { otherUnitLines } from '../../common/input/typed-unit.ts';
import { fitting } from '../../common/operation/fitting.ts';
import { showPrepared, showPreparedBefore } from '../../common/operation/prepared.ts';
import { paymentContextOf } from '../../common/payment/view.ts';
import { onAccount, requireAccess, requirePrivate } from '../../common/require.ts';
import { buyerOf } from '../purchase.ts';
import { unpricedLines } from './batch-lines.ts';
import { batchScreen } from './batch-screen.ts';
import { chosenServers } from './expiring.ts';
import { periodIn, periodRows, requirePeriod, writeRenewals } from './renewals.ts';
import { renewalScreen } from './screen.ts';

const QUESTION = 'renewals-days';
/** The servers without a price, above the confirm of the only one left. */
const MAX_NOTES_LENGTH = 2_500;

/** Renews several servers for one period: quoted one by one, confirmed once, each its own operation. */
export const renewSeveral = new Composer<Ctx>();

renewSeveral.use(
  onAccount(
    buttons.renewChosen,
    (ctx, access, { chosen, via }) => showChosen(ctx, access, chosen, via),
    requirePrivate,
  ),
);
renewSeveral.use(
  onAccount(
    buttons.renewChosenFor,
    async (ctx, _, { account, chosen, days }) => {
      if (days === '') return askForDays(ctx, account, chosen);
      if (periodIn(ctx, days) === undefined) return askForDays(ctx, account, chosen, days);
      await renewChosen(ctx, account, chosen, days);
    },
    (ctx, { days }) => {
      requirePeriod(ctx, days);
      requirePrivate(ctx);
    },
  ),
);
renewSeveral.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', note = ''] }) => {
    if (periodIn(ctx, text) === undefined) return askForDays(ctx, account, note, text ?? '');
    await renewChosen(ctx, account, note, text ?? '');
  }),
);

export async function showChosen(ctx: Ctx, access: Access, chosen: string, page = ''): Promise<void> {
  const servers = await chosenServers(ctx, access, chosen);
  const { t } = ctx;
  const text = `${t('renew-several', { count: servers.length })}\n${servers.map((server) => name(server.name).html).join('\n')}`;
  await choosePeriod(ctx, text, { account: access.account.id, chosen }, page);
}

/** @param unfit the former text, which did not fit */
async function askForDays(ctx: Ctx, account: string, note: string, unfit?: string): Promise<void> {
  const limits = { least: RENEWAL_DAYS.min, most: RENEWAL_DAYS.max };
  const text =
    unfit === undefined
      ? ctx.t('renew-days-ask', limits)
      : [...otherUnitLines(ctx, unfit, 'days'), ctx.t('renew-days-unfit', limits)].join('\n');
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account, note], { text, keyboard: [[cancel]] });
}

async function renewChosen(ctx: Ctx, account: string, note: string, days: string): Promise<void> {
  const { t, services } = ctx;
  const period = periodIn(ctx, days);
  if (period === undefined) throw new Refusal((words) => words('button-old'));
  const access = await requireAccess(ctx, 'spend', account);
  if (await showPreparedBefore(ctx)) return;
  const servers = await chosenServers(ctx, access, note);
  const { written, unpriced } = await writeRenewals(services, await buyerOf(ctx, access), access, servers, period);
  const [only] = written;
  if (!only) {
    const lines = fitting((most) => unpricedLines(t, unpriced, most));
    return choosePeriod(ctx, lines, { account, chosen: note });
  }
  const without = unpriced.length > 0 ? [fitting((most) => unpricedLines(t, unpriced, most), MAX_NOTES_LENGTH)] : [];
  const payment = await paymentContextOf(services, only);
  const screen =
    written.length > 1
      ? batchScreen(written, t, payment, { unpriced })
      : withNote(renewalScreen(only, t, payment), without);
  await showPrepared(ctx, screen, ...written);
}

/** @param text HTML */
async function choosePeriod(ctx: Ctx, text: string, values: { account: string; chosen: string }, page = '') {
  const rows = periodRows(ctx.t, (label, days) => buttons.renewChosenFor.make(label, { ...values, days }));
  const to = /^\d{1,6}$/.test(page) ? page : '0';
  const back = buttons.expiring.make(ctx.t.plain('button-back'), { ...values, page: to });
  await showChoice(ctx, { text, keyboard: [...rows, [back]] }, rows.flat());
}

function withNote<Shown extends { text: string }>(screen: Shown, notes: readonly string[]): Shown {
  return { ...screen, text: [...notes, screen.text].join('\n\n') };
}
