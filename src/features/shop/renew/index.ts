import { type Failure, RENEWAL_DAYS } from '../../../hosting/index.ts';
import { serverReference } from '../../../hosting/kept/kept-lists.ts';
import type { Access } from '../../../telegram/access/access.ts';
import { Composer } from '../../../telegram/composer.ts';
import { type Ctx, isPrivate } from '../../../telegram/context.ts';
import { ask, onAsked, showChoice } from '../../../telegram/dialog/ask.ts';
import { Refusal } from '../../../telegram/failures/refusal.ts';
import { failureWords } from '../../../telegram/failures/words.ts';
import type { Translate } from '../../../telegram/i18n/index.ts';
import { onCommand } from '../../../telegram/ui/command.ts';
import { formatExpiry, name } from '../../../telegram/ui/format.ts';
import { buttons } from '../../buttons.ts';
import { otherUnitLines } from '../../common/input/typed-unit.ts';
import { sendToPrivate } from '../../common/next-steps.ts';
import { showPrepared, showPreparedBefore } from '../../common/operation/prepared.ts';
import { paymentContextOf } from '../../common/payment/view.ts';
import { requireAccess, requirePrivate } from '../../common/require.ts';
import { chooseServer } from '../../common/servers/choose-server.ts';
import { type Named, onServer, requireOwnServer } from '../../common/servers/find-server.ts';
import { zoneHere } from '../../common/watches/zone-choice.ts';
import { buyerOf } from '../purchase.ts';
import { showExpiring } from './expiring.ts';
import { periodIn, periodRows, requirePeriod, writeRenewals } from './renewals.ts';
import { renewalScreen } from './screen.ts';
import { showChosen } from './several.ts';

const QUESTION = 'renewal-days';
/** The servers that a group's digest offers to renew. */
const CHOSEN = /^#([\w-]{8})$/;

/** /renew [NAME|IP]: one server for 30 to 364 days; without a name, the servers by their expiry. Private chats only. */
export const renew = new Composer<Ctx>();

onCommand(renew, 'renew', async (ctx) => {
  if (!isPrivate(ctx)) return sendToPrivate(ctx, 'private-only');
  const chosen = CHOSEN.exec(ctx.match.trim())?.[1];
  if (chosen !== undefined) return showChosen(ctx, await requireAccess(ctx, 'spend'), chosen);
  if (ctx.match.trim() === '') return showExpiring(ctx, await requireAccess(ctx, 'spend'));
  await chooseServer(ctx, 'renew', ctx.match, (access, server) => choosePeriod(ctx, access, server));
});
renew.use(onServer(buttons.renew, (ctx, access, server) => choosePeriod(ctx, access, server), requirePrivate));
renew.use(
  onServer(
    buttons.renewFor,
    async (ctx, access, found, { account, server, days }) => {
      if (days === '') return askForDays(ctx, account, server);
      if (periodIn(ctx, days) === undefined) return askForDays(ctx, account, server, days);
      await renewOne(ctx, access, found, days);
    },
    (ctx, { days }) => {
      requirePeriod(ctx, days);
      requirePrivate(ctx);
    },
  ),
);
renew.use(
  onAsked(QUESTION, async (ctx, { text, about: [account = '', server = ''] }) => {
    const { access, server: found } = await requireOwnServer(ctx, 'spend', account, server);
    if (periodIn(ctx, text) === undefined) return askForDays(ctx, account, server, text ?? '');
    await renewOne(ctx, access, found, text ?? '');
  }),
);

/** @param problem why the former period was refused; HTML */
async function choosePeriod(ctx: Ctx, access: Access, server: Named, problem?: string): Promise<void> {
  const { expireDate } = await access.hosting.servers.status(server.id);
  const { t } = ctx;
  const values = { account: access.account.id, server: serverReference(server.id) };
  const expiry =
    expireDate === undefined
      ? ''
      : `\n${t('renewal-expiry', { date: formatExpiry(expireDate, t.locale, await zoneHere(ctx)) })}`;
  const rows = periodRows(t, (label, days) => buttons.renewFor.make(label, { ...values, days }));
  const text = (problem === undefined ? '' : `${problem}\n\n`) + t('renew', { server: name(server.name) }) + expiry;
  const card = buttons.server.make(t.plain('button-card'), values);
  await showChoice(ctx, { text, keyboard: [...rows, [card]] }, rows.flat());
}

function refusedPeriod(t: Translate, failure: Failure): string {
  const limits = { least: RENEWAL_DAYS.min, most: RENEWAL_DAYS.max };
  return failureWords(t, failure, undefined, (field) => (field === 'period' ? t('limit-days', limits) : undefined));
}

/** @param unfit the former text, which did not fit */
async function askForDays(ctx: Ctx, account: string, server: string, unfit?: string): Promise<void> {
  const limits = { least: RENEWAL_DAYS.min, most: RENEWAL_DAYS.max };
  const text =
    unfit === undefined
      ? ctx.t('renew-days-ask', limits)
      : [...otherUnitLines(ctx, unfit, 'days'), ctx.t('renew-days-unfit', limits)].join('\n');
  const cancel = buttons.leave.make(ctx.t.plain('button-cancel'), {});
  await ask(ctx, QUESTION, [account, server], { text, keyboard: [[cancel]] });
}

async function renewOne(ctx: Ctx, access: Access, server: Named, days: string): Promise<void> {
  const period = periodIn(ctx, days);
  if (period === undefined) throw new Refusal((t) => t('button-old'));
  if (await showPreparedBefore(ctx)) return;
  const { written, unpriced } = await writeRenewals(ctx.services, await buyerOf(ctx, access), access, [server], period);
  const [operation] = written;
  if (!operation) {
    const failure = unpriced[0]?.failure;
    if (failure?.kind === 'fields') return choosePeriod(ctx, access, server, refusedPeriod(ctx.t, failure));
    throw failure;
  }
  await showPrepared(ctx, renewalScreen(operation, ctx.t, await paymentContextOf(ctx.services, operation)), operation);
}
